import FlowMagic

/// The first screen.
struct Home: ComposedScreen {
  enum Port: String, ActionPort {
    case login, signUp, forgotPassword, randomPage

    var label: PortLabel? {
      switch self {
      case .login: ["en": "Log in", "de": "Anmelden"]
      case .signUp: ["en": "Sign up", "de": "Registrieren"]
      case .forgotPassword: ["en": "Forgot password", "de": "Passwort vergessen"]
      case .randomPage: ["en": "Something else", "de": "Etwas anderes"]
      }
    }
  }
  struct Content: Codable, Sendable {
    var headline: String
    var text: String?
  }
  static let defaultContent: JSON? = ["headline": "Welcome to the shop"]

  static var title: BlockText? { "{content.headline}" }

  static var body: [Block] {
    text("{content.headline}", .title)
    text("{content.text}").shown(when: ["content.text": ["$exists": true]])
    button(.login)
    button(.signUp, style: .secondary)
    button(.forgotPassword, style: .plain)
    button(.randomPage, style: .plain)
  }
}

/// The login of users with an account.
struct Login: ComposedScreen {
  enum Port: String, ActionPort {
    case login, forgotPassword

    var label: PortLabel? {
      switch self {
      case .login: ["en": "Log in", "de": "Anmelden"]
      case .forgotPassword:
        ["en": "I forgot my password", "de": "Ich habe mein Passwort vergessen"]
      }
    }
  }
  typealias Outputs = SignUpAnswers
  struct Content: Codable, Sendable { var title: String }
  static let defaultContent: JSON? = ["title": "Log in"]

  static var title: BlockText? { "{content.title}" }

  static var body: [Block] {
    text("{content.title}", .title)
    input(\.email, .localized("email"), .email).required()
    input(\.password, .localized("password"), .password).required()
    button(.login)
    button(.forgotPassword, style: .plain, submits: false)
  }
}

/// Describes the benefits of an account and enters the sign-up flow.
struct SignUp: ComposedScreen {
  enum Port: String, ActionPort {
    case start, haveAccount

    var label: PortLabel? {
      switch self {
      case .start: ["en": "Create an account", "de": "Konto anlegen"]
      case .haveAccount: ["en": "I have an account", "de": "Ich habe ein Konto"]
      }
    }
  }
  struct Content: Codable, Sendable {
    var title: String
    var benefits: [String]
  }
  static let defaultContent: JSON? = ["title": "New here?", "benefits": []]

  static var title: BlockText? { "{content.title}" }

  static var body: [Block] {
    text("{content.title}", .title)
    list(content.benefits, id: \.self) { _ in
      text("• {item}")
    } empty: {
      spacer(1)
    }
    button(.start)
    button(.haveAccount, style: .plain)
  }
}

/// Resets a password by email.
struct ForgotPassword: ComposedScreen {
  enum Port: String, ActionPort {
    case sendLink, usePhone

    var label: PortLabel? {
      switch self {
      case .sendLink: ["en": "Send me a link", "de": "Link senden"]
      case .usePhone: ["en": "Use my phone instead", "de": "Lieber mit dem Telefon"]
      }
    }
  }
  typealias Outputs = ResetAnswers
  struct Content: Codable, Sendable { var title: String }
  static let defaultContent: JSON? = ["title": "Forgot your password?"]

  static var title: BlockText? { "{content.title}" }

  static var body: [Block] {
    text("{content.title}", .title)
    input(\.resetEmail, .localized("email"), .email)
    button(.sendLink)
    button(.usePhone, style: .plain, submits: false)
  }
}

/// Resets a password by phone.
struct ForgotPasswordPhone: ComposedScreen {
  enum Port: String, ActionPort {
    case sendCode

    var label: PortLabel? {
      switch self {
      case .sendCode: ["en": "Send me a code", "de": "Code senden"]
      }
    }
  }
  typealias Outputs = ResetAnswers
  struct Content: Codable, Sendable { var title: String }
  static let defaultContent: JSON? = ["title": "We send you a code"]

  static var title: BlockText? { "{content.title}" }

  static var body: [Block] {
    text("{content.title}", .title)
    input(\.resetPhone, .localized("phone"), .phone)
    button(.sendCode)
  }
}

/// A page with marketing content.
struct RandomPage: ComposedScreen {
  enum Port: String, ActionPort {
    case home

    var label: PortLabel? {
      switch self {
      case .home: ["en": "To the start", "de": "Zum Anfang"]
      }
    }
  }
  struct Content: Codable, Sendable {
    var title: String
    var text: String
  }
  static let defaultContent: JSON? = ["title": "Today", "text": ""]

  static var title: BlockText? { "{content.title}" }

  static var body: [Block] {
    text("{content.title}", .title)
    text("{content.text}")
    button(.home)
  }
}

/// The email address or the phone number that the link or the code for a new password is sent to.
struct ResetAnswers: FlowOutput, Equatable {
  var resetEmail: String?
  var resetPhone: String?
}
