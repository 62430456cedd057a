package import FlowCore
package import PriceClient
package import PriceDomain
import PriceFlows

/// The key of a text in the bundled document, whose texts the web app shows, too.
///
/// A test checks that the document has every key in both languages.
package enum AppText: String, Sendable, CaseIterable {
  case app
  case tabHome = "tab.home"
  case tabTracking = "tab.tracking"
  case tabAdd = "tab.add"
  case tabExplore = "tab.explore"
  case tabSettings = "tab.settings"
  case listNone = "list.none"
  case listMostTracked = "list.mostTracked"
  case listDrop = "list.drop"
  case listShare = "list.share"
  case listRange = "list.range"
  case listRangeShare = "list.rangeShare"
  case listNoDrop = "list.noDrop"
  case listNoRange = "list.noRange"
  case seeAll
  case next = "continue"
  case skip
  case start
  case cancel
  case save
  case logIn
  case register
  case logOut
  case toLogIn
  case homeLast = "home.last"
  case homeNoneTracked = "home.noneTracked"
  case homeInvite = "home.invite"
  case homeInviteText = "home.inviteText"
  case homeCategories = "home.categories"
  case trackingTitle = "tracking.title"
  case trackingInvite = "tracking.invite"
  case trackingInviteText = "tracking.inviteText"
  case trackingSearch = "tracking.search"
  case filterTitle = "filter.title"
  case filterApply = "filter.apply"
  case filterNone = "filter.none"
  case seeAllTitle = "seeAll.title"
  case addTitle = "add.title"
  case addTrack = "add.track"
  case addAdd = "add.add"
  case productLowest = "product.lowest"
  case productHighest = "product.highest"
  case productHistory = "product.history"
  case productImages = "product.images"
  case productCategory = "product.category"
  case productTrack = "product.track"
  case productTrackGuest = "product.trackGuest"
  case productRule = "product.rule"
  case productEdit = "product.edit"
  case productStop = "product.stop"
  case productPrice = "product.price"
  case productDetail = "product.detail"
  case productComments = "product.comments"
  case commentsNew = "comments.new"
  case commentsGuest = "comments.guest"
  case commentsNone = "comments.none"
  case commentsMore = "comments.more"
  case commentsEdit = "comments.edit"
  case commentsDelete = "comments.delete"
  case commentsWrite = "comments.write"
  case ruleTitle = "rule.title"
  case ruleWhen = "rule.when"
  case ruleDefault = "rule.default"
  case ruleAlways = "rule.always"
  case ruleChange = "rule.change"
  case rulePercentage = "rule.percentage"
  case ruleValue = "rule.value"
  case ruleNever = "rule.never"
  case rulePercent = "rule.percent"
  case ruleLowest = "rule.lowest"
  case ruleStock = "rule.stock"
  case ruleComments = "rule.comments"
  case ruleEmail = "rule.email"
  case primerTitle = "primer.title"
  case primerNext = "primer.next"
  case settingsInvite = "settings.invite"
  case settingsInviteText = "settings.inviteText"
  case settingsProfile = "settings.profile"
  case settingsRule = "settings.rule"
  case settingsRuleText = "settings.ruleText"
  case settingsPassword = "settings.password"
  case settingsDelivery = "settings.delivery"
  case settingsDelete = "settings.delete"
  case deliveryTitle = "delivery.title"
  case deliveryText = "delivery.text"
  case deliveryQuiet = "delivery.quiet"
  case deliveryFrom = "delivery.from"
  case deliveryUntil = "delivery.until"
  case deliveryZone = "delivery.zone"
  case deliveryLimit = "delivery.limit"
  case deleteTitle = "delete.title"
  case deleteText = "delete.text"
  case deleteFinal = "delete.final"
  case deleteConfirm = "delete.confirm"
  case deleteButton = "delete.button"
  case settingsNotifications = "settings.notifications"
  case settingsTutorial = "settings.tutorial"
  case profileGiven = "profile.given"
  case profileSurname = "profile.surname"
  case profileNickname = "profile.nickname"
  case passwordCurrent = "password.current"
  case passwordNew = "password.new"
  case passwordHint = "password.hint"
  case passwordText = "password.text"
  case password
  case email
  case logInRegister = "logIn.register"
  case logInForgot = "logIn.forgot"
  case logInGuest = "logIn.guest"
  case registerTitle = "register.title"
  case registerTerms = "register.terms"
  case termsTitle = "terms.title"
  case termsText = "terms.text"
  case registeredTitle = "registered.title"
  case forgotTitle = "forgot.title"
  case forgotText = "forgot.text"
  case forgotSend = "forgot.send"
  case resetTitle = "reset.title"
  case resetText = "reset.text"
  case devicesTitle = "devices.title"
  case devicesNone = "devices.none"
  case devicesTest = "devices.test"
  case devicesRemove = "devices.remove"
  case noticesTitle = "notices.title"
  case noticesNone = "notices.none"
  case settingsWebhook = "settings.webhook"
  case webhookTitle = "webhook.title"
  case webhookText = "webhook.text"
  case webhookNone = "webhook.none"
  case webhookURL = "webhook.url"
  case webhookHint = "webhook.hint"
  case webhookAdd = "webhook.add"
  case webhookCheck = "webhook.check"
  case webhookCheckText = "webhook.checkText"
  case webhookKey = "webhook.key"
  case webhookRemoveTitle = "webhook.removeTitle"
  case webhookRemoveText = "webhook.removeText"
  case webhookRemove = "webhook.remove"
}

/// Texts that the app has and the web app does not.
package enum AppOnlyText {
  package static let primer = ClientText(
    "This device can notify you the moment a price falls.",
    "Dieses Gerät kann dich sofort benachrichtigen, wenn ein Preis fällt.")
  package static let allow = ClientText("Turn on notifications", "Mitteilungen einschalten")
  package static let notNow = ClientText("Not now", "Jetzt nicht")
  package static let deviceSettings = ClientText(
    "Open this device’s settings", "Einstellungen dieses Geräts öffnen")
  package static let openShop = ClientText("Open in the shop", "Im Shop öffnen")
  package static let tryAgain = ClientText("Try again", "Noch einmal versuchen")
  package static let loading = ClientText("Loading", "Wird geladen")
  package static let close = ClientText("Close", "Schließen")
  package static let fullScreen = ClientText("Show full size", "Groß anzeigen")
  package static let notProduct = ClientText(
    "Open the page of a product.", "Öffne die Seite eines Produkts.")
  package static let send = ClientText("Send", "Senden")
  package static let choosePicture = ClientText(
    "Choose a profile picture", "Profilbild wählen")
  package static let removePicture = ClientText("Remove the picture", "Bild entfernen")
  package static let share = ClientText("Share", "Teilen")
  package static let more = ClientText("More", "Mehr")
  package static let edited = ClientText("edited", "geändert")
  package static let noneFound = ClientText(
    "No products match.", "Keine passenden Produkte.")
  package static let registered = ClientText(
    "We have sent you a link. Open it to confirm your address; then log in.",
    "Wir haben dir einen Link geschickt. Öffne ihn, um deine Adresse zu bestätigen; melde dich "
      + "dann an.")
  package static let targetPrice = ClientText("Target price", "Wunschpreis")
  package static let time = ClientText("Time", "Zeit")

  /// The time of the cached data, shown while offline.
  package static func offline(since time: String) -> ClientText {
    ClientText(
      "No connection. Last updated \(time).", "Keine Verbindung. Zuletzt aktualisiert: \(time).")
  }
}

/// The document's texts in a language.
package struct AppTexts: Sendable {
  package let language: Language
  private let texts: [String: String]

  /// Reads the texts of a document in a language; there are none if the document lacks it.
  package init(_ language: Language, document: FlowDocument) {
    self.language = language
    let table = document.strings.first { $0.locale.string == language.rawValue }
    var texts: [String: String] = [:]
    for entry in table?.entries ?? [] { texts[entry.key.string] = entry.text }
    self.texts = texts
  }

  /// Returns a text; its key if the document lacks it.
  package func callAsFunction(_ text: AppText) -> String { texts[text.rawValue] ?? text.rawValue }

  /// Returns a text that only the app has.
  package func callAsFunction(_ text: ClientText) -> String { text.text(language) }
}
