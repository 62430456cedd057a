import FlowMagic

/// The first screen.
struct Home: Screen {
  enum Port: String, ActionPort { case login, signUp, forgotPassword, randomPage }
  struct Content: Codable, Sendable {
    var headline: String
    var text: String?
  }
  static let defaultContent: JSON? = ["headline": "Welcome to the shop"]
}

/// The login of users with an account.
struct Login: Screen {
  enum Port: String, ActionPort { case login, forgotPassword }
  struct Content: Codable, Sendable { var title: String }
  static let defaultContent: JSON? = ["title": "Log in"]
}

/// Describes the benefits of an account and enters the sign-up flow.
struct SignUp: Screen {
  enum Port: String, ActionPort { case start, haveAccount }
  struct Content: Codable, Sendable {
    var title: String
    var benefits: [String]
  }
  static let defaultContent: JSON? = ["title": "New here?", "benefits": []]
}

/// Resets a password by e-mail.
struct ForgotPassword: Screen {
  enum Port: String, ActionPort { case sendLink, usePhone }
  struct Content: Codable, Sendable { var title: String }
  static let defaultContent: JSON? = ["title": "Forgot your password?"]
}

/// Resets a password by phone.
struct ForgotPasswordPhone: Screen {
  enum Port: String, ActionPort { case sendCode }
  struct Content: Codable, Sendable { var title: String }
  static let defaultContent: JSON? = ["title": "We send you a code"]
}

/// A page with marketing content.
struct RandomPage: Screen {
  enum Port: String, ActionPort { case home }
  struct Content: Codable, Sendable {
    var title: String
    var text: String
  }
  static let defaultContent: JSON? = ["title": "Today", "text": ""]
}
