import FlowMagic

/// The outputs of the sign-up flow; the keys are the ids of its steps.
struct SignUpAnswers: FlowOutput, Equatable {
  var firstName: String?
  var lastName: String?
  var email: String?
  var password: String?
}

/// A page with a text and a button.
struct Info: Screen {
  enum Port: String, ActionPort { case next }
  struct Content: Codable, Sendable {
    var title: String
    var description: String
    var primaryButtonText: String
  }
  static let name = "INFO"
}

/// A form with one text field; four steps use it.
struct TextInput: Screen {
  enum Port: String, ActionPort { case next }
  typealias Output = String
  struct Content: Codable, Sendable {
    var title: String
    var subtitle: String?
    var placeholder: String
    var primaryButtonText: String
    var skipButtonText: String?
    var isSecret: Bool?
  }
  static let name = "TEXT_INPUT"
}

/// Shows all answers before they are sent.
struct Summary: Screen {
  enum Port: String, ActionPort {
    case next

    var label: PortLabel? { ["en": "Yes, register me", "de": "Ja, registrieren"] }
  }
  typealias Outputs = SignUpAnswers
  static let name = "SUMMARY"
}
