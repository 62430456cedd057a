#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import Foundation
  import PriceApp
  import PriceClient
  import PriceDomain
  public import UIKit
  public import UserNotifications

  /// Receives the device token and taps on notifications from the system.
  @MainActor
  public final class AppDelegate: NSObject, UIApplicationDelegate {
    var session: AppSession? {
      didSet {
        guard let session, let pendingNotification else { return }
        self.pendingNotification = nil
        session.open(notification: pendingNotification)
      }
    }
    /// The notification that has launched the app, until there is a session.
    private var pendingNotification: [AnyHashable: Any]?

    /// Registers for taps on notifications.
    public func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]? = nil
    ) -> Bool {
      UNUserNotificationCenter.current().delegate = self
      return true
    }

    /// Sends the device's token to the service.
    public func application(
      _ application: UIApplication,
      didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
    ) {
      guard let session else { return }
      Task { await session.didReceive(token: Array(deviceToken), name: UIDevice.current.name) }
    }

    /// Requests the token, which may have changed, if the user has allowed notifications.
    func registerIfAllowed() async {
      let settings = await UNUserNotificationCenter.current().notificationSettings()
      if settings.authorizationStatus == .authorized {
        UIApplication.shared.registerForRemoteNotifications()
      }
    }
  }

  extension AppDelegate: UNUserNotificationCenterDelegate {
    /// Shows notifications even while the app is open.
    public nonisolated func userNotificationCenter(
      _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
      [.banner, .list, .sound]
    }

    /// Opens the product of a tapped notification.
    public nonisolated func userNotificationCenter(
      _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
      let product = response.notification.request.content.userInfo["product"] as? String ?? ""
      await open(product: product)
    }

    private func open(product: String) {
      let payload: [AnyHashable: Any] = ["product": product]
      guard let session else { return pendingNotification = payload }
      session.open(notification: payload)
    }
  }

  /// The user's permission for notifications.
  @MainActor
  enum NotificationPermission {
    /// Requests it.
    ///
    /// - Returns: Whether the user allows notifications.
    static func request() async -> Bool {
      let options: UNAuthorizationOptions = [.alert, .badge, .sound]
      let isAllowed =
        (try? await UNUserNotificationCenter.current().requestAuthorization(options: options))
        ?? false
      if isAllowed { UIApplication.shared.registerForRemoteNotifications() }
      return isAllowed
    }

    /// Opens this app's page in the system's settings for notifications.
    static func openSettings() {
      guard let url = URL(string: UIApplication.openNotificationSettingsURLString) else { return }
      UIApplication.shared.open(url)
    }
  }
#endif
