import FlowCore
package import FlowMagic
package import Foundation
import Observation
package import PriceClient
package import PriceDomain

/// The running app: who is signed in, its flows, and what it shares with its extensions.
@MainActor @Observable
package final class AppSession {
  package let api: PriceAPI
  package let settings: AppSettings
  package let texts: AppTexts
  package let push: PushRegistration
  package let navigator: Navigator
  package private(set) var isSignedIn = false
  /// The error of a request that no screen made, such as adding a shared URL.
  package var error: ClientError?
  /// The product whose comment the user is editing or has edited last; nil if there is none.
  package var commentedProduct: Int64?
  private let inbox: SharedInbox
  private let sharedFolder: URL
  private let now: @Sendable () -> Timestamp
  private var token: (bytes: [UInt8], name: String)?
  /// Called when the widgets' snapshot has changed.
  private var onWidgetsChange: () -> Void = {}
  /// Called with the data for the watch.
  private var onWatchContextChange: (WatchContext) -> Void = { _ in }

  /// Creates a session; `sharedFolder` is the folder that the app shares with its extensions.
  package init(
    _ navigator: Navigator, api: PriceAPI, settings: AppSettings, texts: AppTexts,
    push: PushRegistration, sharedFolder: URL, now: @escaping @Sendable () -> Timestamp
  ) {
    (self.navigator, self.api, self.settings, self.texts) = (navigator, api, settings, texts)
    (self.push, self.sharedFolder, self.now) = (push, sharedFolder, now)
    inbox = SharedInbox(folder: sharedFolder)
    navigator.onFinish { [weak self] result in self?.flowDidEnd(result.outcome) }
  }

  /// Sets the handlers for changes of the widgets' and the watch's data.
  package func setSharingHandlers(
    widgets: @escaping () -> Void, watch: @escaping (WatchContext) -> Void
  ) {
    (onWidgetsChange, onWatchContextChange) = (widgets, watch)
  }

  /// Starts with the tutorial at the first launch, otherwise where the user left off.
  package func start() async {
    isSignedIn = await api.session.isSignedIn
    updateContext()
    if !settings.hasSeenTutorial { navigator.restart("welcome") }
    await updateSharedData()
    await addSharedURLs()
  }

  // MARK: Accounts

  /// Called when a session has begun or ended.
  package func sessionDidChange() async {
    isSignedIn = await api.session.isSignedIn
    updateContext()
    push.invalidate()
    await registerDevice()
    await updateSharedData()
  }

  /// Logs out here and at the service; this device no longer gets the user's notifications.
  package func signOut() async {
    await api.signOut(device: settings.deviceID)
    await removeUserData()
  }

  /// Removes the data of a user whose session has ended from this device.
  package func removeUserData() async {
    push.forget()
    WidgetSnapshot.remove(in: sharedFolder)
    await sessionDidChange()
  }

  private func updateContext() {
    var context = navigator.context
    context["signedIn"] = .bool(isSignedIn)
    context["hasSeenTutorial"] = .bool(settings.hasSeenTutorial)
    context["wasAskedForNotifications"] = .bool(settings.wasAskedForNotifications)
    navigator.context = context
  }

  // MARK: Flows

  /// Called when a flow has ended.
  func flowDidEnd(_ outcome: Name) {
    if outcome == "tutorial" { return navigator.restart("welcome") }
    settings.hasSeenTutorial = true
    updateContext()
    navigator.restart("prices")
    switch outcome {
    case "log-in": navigator.open("login", of: "prices")
    case "register": navigator.open("register", of: "prices")
    default: break
    }
  }

  /// Records that the user was asked for notifications, so that no flow asks again.
  package func recordNotificationPrompt() {
    settings.wasAskedForNotifications = true
    updateContext()
  }

  /// Opens the product of a notification.
  ///
  /// - Returns: Whether it is about a product.
  @discardableResult
  package func open(notification payload: [AnyHashable: Any]) -> Bool {
    guard let id = AppLinks.productID(ofNotification: payload) else { return false }
    navigator.open(AppLinks.product(id))
    return true
  }

  /// Returns the tab with which a product's screen opens: after a comment was edited, the comments.
  package func initialTab(of product: Int64) -> ProductModel.Tab {
    product == commentedProduct ? .comments : .price
  }

  // MARK: Notifications

  /// Called with the token that the system has assigned to this device.
  package func didReceive(token: [UInt8], name: String) async {
    self.token = (token, name)
    await registerDevice()
  }

  private func registerDevice() async {
    guard let token else { return }
    // A failure is ignored: the next launch or login tries again.
    let user = isSignedIn ? try? await api.profile().value.email : nil
    _ = try? await push.register(
      token: token.bytes, name: token.name, language: texts.language, user: user)
  }

  // MARK: Extensions

  /// Updates the data of the widgets and the watch; while offline it is unchanged.
  package func updateSharedData() async {
    if let snapshot = try? await WidgetLoader(api, now: now).load(),
      (try? snapshot.write(in: sharedFolder)) == true
    {
      onWidgetsChange()
    }
    guard isSignedIn else {
      return onWatchContextChange(WatchContext(isSignedIn: false, products: []))
    }
    let requestTime = now()
    if let tracked = try? await api.trackedProducts() {
      onWatchContextChange(
        WatchContext(
          isSignedIn: true, products: tracked.value.items, at: tracked.cachedAt ?? requestTime))
    }
    // The service has ended the session, for example because the password was changed elsewhere.
    if await !api.session.isSignedIn { await removeUserData() }
  }

  /// Adds the URLs from the share extension, and opens the last product.
  ///
  /// While offline, the URLs are kept until the app is opened again.
  package func addSharedURLs() async {
    var lastProduct: Int64?
    for url in inbox.take() {
      do {
        lastProduct = try await api.addProduct(url).product.id
      } catch {
        if [.offline, .cancelled].contains(error) {
          try? inbox.add(url)
        } else {
          self.error = error
        }
      }
    }
    guard let lastProduct else { return }
    navigator.open(AppLinks.product(lastProduct))
    await updateSharedData()
  }
}
