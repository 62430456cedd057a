import FlowMagic

/// Where everybody begins.
struct Home: Screen {
  enum Port: String, ActionPort { case login, signUp, forgotPassword, randomPage }
  struct Content: Codable, Sendable {
    var headline: String
    var text: String?
  }
  static let defaultContent: JSON? = ["headline": "Welcome to the shop"]
}

/// For people who have an account.
struct Login: Screen {
  enum Port: String, ActionPort { case login, forgotPassword }
  struct Content: Codable, Sendable { var title: String }
  static let defaultContent: JSON? = ["title": "Log in"]
}

/// For people who have none yet: says what is asked for, then enters the sign-up flow.
struct SignUp: Screen {
  enum Port: String, ActionPort { case start, haveAccount }
  struct Content: Codable, Sendable {
    var title: String
    var benefits: [String]
  }
  static let defaultContent: JSON? = ["title": "New here?", "benefits": []]
}

/// For people who lost their password and have the e-mail address.
struct ForgotPassword: Screen {
  enum Port: String, ActionPort { case sendLink, usePhone }
  struct Content: Codable, Sendable { var title: String }
  static let defaultContent: JSON? = ["title": "Forgot your password?"]
}

/// For people who lost the e-mail address as well.
struct ForgotPasswordPhone: Screen {
  enum Port: String, ActionPort { case sendCode }
  struct Content: Codable, Sendable { var title: String }
  static let defaultContent: JSON? = ["title": "We send you a code"]
}

/// A page that marketing fills.
struct RandomPage: Screen {
  enum Port: String, ActionPort { case home }
  struct Content: Codable, Sendable {
    var title: String
    var text: String
  }
  static let defaultContent: JSON? = ["title": "Today", "text": ""]
}
