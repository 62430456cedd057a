import FlowMagic

struct Answers: FlowOutput {
  var email: String?
}

struct Welcome: Screen {
  enum Port: String, ActionPort { case next, tour }
  struct Content: Codable, Sendable { var headline: String }
}

struct Tour: Screen {
  enum Port: String, ActionPort { case next }
}

struct Email: Screen {
  enum Port: String, ActionPort { case next }
  static let output = \Answers.email
}

struct Summary: Screen {
  enum Port: String, ActionPort { case send }
  static let needs = Needs(\Answers.email)
}
