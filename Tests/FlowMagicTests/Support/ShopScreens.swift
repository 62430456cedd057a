import FlowCore
import FlowMagic

// The screens of a small shop.

struct Answers: FlowOutput, Equatable {
  var email: String?
  var age: Int?
  var style: Style?
  enum Style: String, Codable, Sendable { case plain, loud }
}

struct Home: Screen {
  enum Port: String, ActionPort { case login, signUp }
  struct Content: Codable, Sendable, Equatable { var headline: String }
}

struct Login: Screen {
  enum Port: String, ActionPort { case next, forgot }
  typealias Outputs = Answers
}

struct Email: Screen {
  enum Port: String, ActionPort { case next, skip }
  struct Content: Codable, Sendable, Equatable {
    var title: String
    var placeholder: String?
  }
  static let output = \Answers.email
  static let outputPorts: [Port] = [.next]
  static let defaultContent: JSON? = ["title": "Your email"]
}

struct Age: Screen {
  enum Port: String, ActionPort { case next }
  static let output = \Answers.age
}

struct Summary: Screen {
  enum Port: String, ActionPort { case next }
  static let needs = Needs(\Answers.email)
}

func shopScreens() throws -> ScreenRegistry {
  try ScreenRegistry {
    Home.self
    Login.self
    Email.self
    Age.self
    Summary.self
  }
}

/// Home → Email → Summary → end; Home's port `login` shows Login.
let shopText = """
  { "schema": 1, "application": "shop", "number": 1, "flows": [
    { "id": "main", "start": "home", "steps": [
      { "id": "home", "screen": "Home", "content": { "headline": "Hello" },
        "ports": { "signUp": [{ "to": "email" }], "login": [{ "to": "login" }] } },
      { "id": "login", "screen": "Login",
        "ports": { "next": [{ "finish": "in" }], "forgot": [{ "to": "email" }] } },
      { "id": "email", "screen": "Email", "content": { "title": "Your email" },
        "ports": { "next": [{ "to": "summary" }], "skip": [{ "to": "home", "style": "root" }] } },
      { "id": "summary", "screen": "Summary", "ports": { "next": [{ "finish": "done" }] } } ] } ] }
  """

func shopDocument(_ change: (inout FlowDocument) -> Void = { _ in }) throws -> FlowDocument {
  var document = try FlowDocument(parsing: shopText)
  change(&document)
  return document
}

extension FlowDocument {
  /// Changes the target of a port in the first flow.
  mutating func route(_ step: Name, _ port: Name, to target: Name) {
    guard let index = flows[0].steps.firstIndex(where: { $0.id == step }),
      let portIndex = flows[0].steps[index].ports.firstIndex(where: { $0.name == port })
    else { return }
    flows[0].steps[index].ports[portIndex].routes = [
      Route(target: .destination(Destination(.step(target))))
    ]
  }

  mutating func change(_ step: Name, _ body: (inout FlowStep) -> Void) {
    guard let index = flows[0].steps.firstIndex(where: { $0.id == step }) else { return }
    body(&flows[0].steps[index])
  }
}
