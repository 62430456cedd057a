import FlowMagic

/// The outputs of the sign-up flow; the keys are the ids of its steps.
struct SignUpAnswers: FlowOutput, Equatable {
  var firstName: String?
  var lastName: String?
  var email: String?
  var password: String?
}

/// A page with a text and a button.
struct Info: ComposedScreen {
  enum Port: String, ActionPort { case next }
  struct Content: Codable, Sendable {
    var title: String
    var description: String
    var primaryButtonText: String
  }
  static let name = "INFO"

  static var title: BlockText? { "{content.title}" }

  static var body: [Block] {
    text("{content.title}", .title)
    text("{content.description}")
    button("{content.primaryButtonText}", fire: .next)
  }
}

/// A form with one text field; three steps use it, each with its id as the output's key.
struct TextInput: ComposedScreen {
  enum Port: String, ActionPort { case next }
  struct Content: Codable, Sendable {
    var title: String
    var subtitle: String?
    var placeholder: String
    var primaryButtonText: String
    var skipButtonText: String?
  }
  struct Outputs: FlowOutput { var text: String? }
  static let name = "TEXT_INPUT"

  static var title: BlockText? { "{content.title}" }

  static var body: [Block] {
    text("{content.title}", .title)
    text("{content.subtitle}").shown(when: ["content.subtitle": ["$exists": true]])
    input(\.text, "{content.placeholder}").required()
    button("{content.primaryButtonText}", fire: .next)
    button("{content.skipButtonText}", fire: .next, style: .plain, submits: false)
      .shown(when: ["content.skipButtonText": ["$exists": true]])
  }
}

/// Asks for a new password, which appears in no page, log or saved session.
struct Password: ComposedScreen {
  enum Port: String, ActionPort { case next }
  struct Content: Codable, Sendable {
    var title: String
    var placeholder: String
    var primaryButtonText: String
  }
  typealias Outputs = SignUpAnswers
  static let name = "PASSWORD"

  static var title: BlockText? { "{content.title}" }

  static var body: [Block] {
    text("{content.title}", .title)
    input(\.password, "{content.placeholder}", .newPassword).required()
    button("{content.primaryButtonText}", fire: .next)
  }
}

/// Shows the answers, except the password, at the end of the flow.
struct Summary: ComposedScreen {
  enum Port: String, ActionPort {
    case next

    var label: PortLabel? { ["en": "Yes, register me", "de": "Ja, registrieren"] }
  }
  typealias Outputs = SignUpAnswers
  static let name = "SUMMARY"

  static var title: BlockText? { .localized("summary.title") }

  static var body: [Block] {
    text(.localized("summary.title"), .title)
    facts([
      .localized("firstName"): .value(bound(\.firstName), else: "–"),
      .localized("lastName"): .value(bound(\.lastName), else: "–"),
      .localized("email"): .value(bound(\.email), else: "–"),
    ])
    button(.next)
    backButton(.localized("summary.back"))
  }
}
