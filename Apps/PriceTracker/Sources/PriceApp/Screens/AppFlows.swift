package import FlowCore
package import FlowMagic
import PriceFlows

/// The app's screens, its bundled flows, and the URLs that open them.
package enum AppFlows {
  /// The screens in code; steps that a product owner adds can show drawn screens, too.
  package static func screens() throws(FlowMagicError) -> ScreenRegistry {
    try ScreenRegistry {
      HomeScreen.self
      TrackingScreen.self
      ExploreScreen.self
      SeeAllScreen.self
      AddScreen.self
      ProductScreen.self
      RuleScreen.self
      EditCommentScreen.self
      PrimerScreen.self
      SettingsScreen.self
      ProfileScreen.self
      DefaultRuleScreen.self
      PasswordScreen.self
      DeliveryScreen.self
      DeleteAccountScreen.self
      NotificationsScreen.self
      WebhookScreen.self
      RemoveWebhookScreen.self
      LogInScreen.self
      RegisterScreen.self
      RegisteredScreen.self
      ForgotPasswordScreen.self
      ResetSentScreen.self
      TutorialScreen.self
      TutorialLogInScreen.self
      TutorialNotificationsScreen.self
    } blocks: {
    }
  }

  /// The flows that are bundled with the app: those of the web app.
  package static func document() throws -> FlowDocument { try PriceFlows.document() }

  /// The URLs that open the app: of notifications, widgets, shares and the website.
  package static let links: [FlowLink] = [
    FlowLink("/products/:id", to: "product", of: "prices", through: ["home"]) { link in
      guard let id = Int64(link.id), id > 0 else { throw InvalidLink() }
      return PriceOutputs(product: id)
    },
    FlowLink("/home", to: "home", of: "prices"),
    FlowLink("/tracking", to: "tracking", of: "prices", through: []),
    FlowLink("/explore", to: "explore", of: "prices", through: []),
    FlowLink("/add", to: "add", of: "prices", through: []) { link in
      var outputs = PriceOutputs()
      outputs.url = link[query: "url"]
      return outputs
    },
  ]

  /// A link whose product is not a positive number.
  struct InvalidLink: Error {}

  /// The five items of the tab bar and of the sidebar, with “+” in the middle.
  package enum Tab: String, Sendable, CaseIterable, Identifiable {
    case home, tracking, add, explore, settings

    package var id: String { rawValue }

    /// Its title, whose key in the document is `tab.` and its name.
    package var title: AppText { AppText(rawValue: "tab.\(rawValue)") ?? .app }

    /// The SF Symbol.
    package var symbol: String {
      switch self {
      case .home: "house"
      case .tracking: "bell"
      case .add: "plus.circle.fill"
      case .explore: "safari"
      case .settings: "gearshape"
      }
    }
  }
}
