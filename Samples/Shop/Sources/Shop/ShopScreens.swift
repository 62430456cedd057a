import FlowMagic

/// The first screen.
struct Home: Screen {
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
}

/// The login of users with an account.
struct Login: Screen {
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
  struct Content: Codable, Sendable { var title: String }
  static let defaultContent: JSON? = ["title": "Log in"]
}

/// Describes the benefits of an account and enters the sign-up flow.
struct SignUp: Screen {
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
}

/// Resets a password by e-mail.
struct ForgotPassword: Screen {
  enum Port: String, ActionPort {
    case sendLink, usePhone

    var label: PortLabel? {
      switch self {
      case .sendLink: ["en": "Send me a link", "de": "Link senden"]
      case .usePhone: ["en": "Use my phone instead", "de": "Lieber mit dem Telefon"]
      }
    }
  }
  struct Content: Codable, Sendable { var title: String }
  static let defaultContent: JSON? = ["title": "Forgot your password?"]
}

/// Resets a password by phone.
struct ForgotPasswordPhone: Screen {
  enum Port: String, ActionPort {
    case sendCode

    var label: PortLabel? {
      switch self {
      case .sendCode: ["en": "Send me a code", "de": "Code senden"]
      }
    }
  }
  struct Content: Codable, Sendable { var title: String }
  static let defaultContent: JSON? = ["title": "We send you a code"]
}

/// A page with marketing content.
struct RandomPage: Screen {
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
}
