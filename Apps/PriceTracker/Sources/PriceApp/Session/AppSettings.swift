import Foundation

/// The storage of the app's settings on this device: `UserDefaults` in the app.
package protocol SettingsStorage: Sendable {
  func string(_ key: String) -> String?
  func set(_ value: String?, _ key: String)
}

/// The app's settings on this device.
package struct AppSettings: Sendable {
  private let storage: any SettingsStorage
  private let arguments: [String]

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - storage: The storage of the settings.
  ///   - arguments: The launch arguments; `-showTutorial` shows the tutorial once more.
  package init(storage: any SettingsStorage, arguments: [String] = []) {
    (self.storage, self.arguments) = (storage, arguments)
  }

  /// Whether the tutorial was seen or skipped on this device.
  package var hasSeenTutorial: Bool {
    get { storage.string("hasSeenTutorial") == "yes" && !arguments.contains("-showTutorial") }
    nonmutating set { storage.set(newValue ? "yes" : nil, "hasSeenTutorial") }
  }

  /// Whether the user was asked for notifications on this device.
  package var wasAskedForNotifications: Bool {
    get { storage.string("wasAskedForNotifications") == "yes" }
    nonmutating set { storage.set(newValue ? "yes" : nil, "wasAskedForNotifications") }
  }

  /// The ID of this device at the service; nil if it is not registered.
  package var deviceID: String? {
    get { storage.string("deviceID") }
    nonmutating set { storage.set(newValue, "deviceID") }
  }

  /// The registration that was last sent, to send another one only if it differs.
  package var registration: String? {
    get { storage.string("registration") }
    nonmutating set { storage.set(newValue, "registration") }
  }
}
