import FlowMagic

package struct LogInScreen: PriceScreen {
  package static let name = "LogIn"
  package enum Port: String, ActionPort { case logIn, register, forgot, home }
}

package struct RegisterScreen: PriceScreen {
  package static let name = "Register"
  package enum Port: String, ActionPort { case register, logIn }
}

package struct RegisteredScreen: PriceScreen {
  package static let name = "Registered"
  package enum Port: String, ActionPort { case logIn }
}

package struct ForgotPasswordScreen: PriceScreen {
  package static let name = "Forgot"
  package enum Port: String, ActionPort { case sendReset, logIn }
}

package struct ResetSentScreen: PriceScreen {
  package static let name = "ResetSent"
  package enum Port: String, ActionPort { case logIn }
}

/// The texts of a tutorial page, from the flow's content.
package struct TutorialContent: Codable, Sendable {
  package var title: String
  package var text: String
}

package struct TutorialScreen: PriceScreen {
  package static let name = "Tutorial"
  package typealias Content = TutorialContent
  package enum Port: String, ActionPort { case next, skip }
}

package struct TutorialLogInScreen: PriceScreen {
  package static let name = "TutorialLogIn"
  package typealias Content = TutorialContent
  package enum Port: String, ActionPort { case next, skip, logIn, register }
}

package struct TutorialNotificationsScreen: PriceScreen {
  package static let name = "TutorialNotifications"
  package typealias Content = TutorialContent
  package enum Port: String, ActionPort { case next }
}
