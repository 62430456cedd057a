package import FlowMagic

/// The values that the flows carry from screen to screen, named as in the web app.
package struct PriceOutputs: FlowOutput, Equatable {
  package var productID: Int?
  package var list: String?
  package var categories: [String]?
  /// A URL to add, from a link or the share extension.
  package var url: String?
  /// The comment to edit; 0 for a new one.
  package var commentID: Int?
  package var commentText: String?

  package init() {}

  package init(product: Int64) { productID = Int(product) }

  package init(list: String, categories: [String] = []) {
    (self.list, self.categories) = (list, categories)
  }
}

/// A screen of the app; each of its ports may set any of the outputs, and guarantees none.
package protocol PriceScreen: Screen where Outputs == PriceOutputs, Output == PriceOutputs {}

extension PriceScreen {
  package static var provides: Provides<PriceOutputs> {
    [
      \PriceOutputs.productID, \PriceOutputs.list, \PriceOutputs.categories,
      \PriceOutputs.url, \PriceOutputs.commentID, \PriceOutputs.commentText,
    ]
  }
  package static var outputPorts: [Port] { [] }
}

/// The home screen; like each screen in code, it takes precedence over the web app's drawn screen
/// of the same name.
package struct HomeScreen: PriceScreen {
  package static let name = "Home"
  package enum Port: String, ActionPort {
    case home, tracking, add, explore, settings, logIn, register, product, seeAll
  }
}

package struct TrackingScreen: PriceScreen {
  package static let name = "Tracking"
  package enum Port: String, ActionPort {
    case home, tracking, add, explore, settings, logIn, register, product, search
  }
}

package struct ExploreScreen: PriceScreen {
  package static let name = "Explore"
  package enum Port: String, ActionPort {
    case home, tracking, add, explore, settings, product, seeAll
  }
}

package struct SeeAllScreen: PriceScreen {
  package static let name = "SeeAll"
  package enum Port: String, ActionPort {
    case home, tracking, add, explore, settings, product, filter, more
  }
}

package struct AddScreen: PriceScreen {
  package static let name = "Add"
  package enum Port: String, ActionPort { case home, tracking, add, explore, settings, added }
}

package struct ProductScreen: PriceScreen {
  package static let name = "Product"
  package enum Port: String, ActionPort {
    case home, tracking, add, explore, settings, logIn, tracked, rule, editComment
  }
}

package struct RuleScreen: PriceScreen {
  package static let name = "Rule"
  package enum Port: String, ActionPort { case saved, cancel }
}

package struct EditCommentScreen: PriceScreen {
  package static let name = "EditComment"
  package enum Port: String, ActionPort { case saved, cancel }
}

package struct PrimerScreen: PriceScreen {
  package static let name = "Primer"
  package enum Port: String, ActionPort { case next }
}

package struct SettingsScreen: PriceScreen {
  package static let name = "Settings"
  package enum Port: String, ActionPort {
    case home, tracking, add, explore, settings, logIn, register, profile, defaultRule, password
    case notifications, webhook, tutorial, logOut, delivery, deleteAccount
  }
}

package struct ProfileScreen: PriceScreen {
  package static let name = "Profile"
  package enum Port: String, ActionPort { case saved, cancel }
}

package struct DefaultRuleScreen: PriceScreen {
  package static let name = "DefaultRule"
  package enum Port: String, ActionPort { case saved, cancel }
}

package struct PasswordScreen: PriceScreen {
  package static let name = "Password"
  package enum Port: String, ActionPort { case changePassword, cancel }
}

package struct DeliveryScreen: PriceScreen {
  package static let name = "Delivery"
  package enum Port: String, ActionPort { case saved, cancel }
}

package struct DeleteAccountScreen: PriceScreen {
  package static let name = "DeleteAccount"
  package enum Port: String, ActionPort { case deleteAccount, cancel }
}

package struct NotificationsScreen: PriceScreen {
  package static let name = "Notifications"
  package typealias Port = NoPort
}

package struct WebhookScreen: PriceScreen {
  package static let name = "Webhook"
  package enum Port: String, ActionPort { case added, remove }
}

package struct RemoveWebhookScreen: PriceScreen {
  package static let name = "RemoveWebhook"
  package typealias Port = NoPort
}
