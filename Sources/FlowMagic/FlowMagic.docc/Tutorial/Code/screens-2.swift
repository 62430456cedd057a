import FlowMagic

struct Welcome: Screen {
  enum Port: String, ActionPort { case next, tour }
  struct Content: Codable, Sendable { var headline: String }
}

struct Tour: Screen {
  enum Port: String, ActionPort { case next }
}
