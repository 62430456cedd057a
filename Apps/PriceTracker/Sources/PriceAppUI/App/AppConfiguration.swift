#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import Foundation
  import PriceApp
  import PriceClient
  import PriceDomain

  /// The configuration of a build of the app, in its `Info.plist`.
  struct AppConfiguration: Sendable {
    /// The origin of the price tracker's service.
    let server: String
    /// The origin of the FlowMagic server.
    let flowServer: String
    /// The SDK key of the environment.
    let sdkKey: String
    /// The name of the environment.
    let flowEnvironment: String
    /// The app group that app, widgets and share extension are in.
    let appGroup: String
    /// Whether notifications are sent by APNs' development environment.
    let isSandbox: Bool

    static var bundled: AppConfiguration {
      func text(_ key: String) -> String {
        Bundle.main.object(forInfoDictionaryKey: key) as? String ?? ""
      }
      return AppConfiguration(
        server: text("PriceServer"), flowServer: text("FlowMagicServer"),
        sdkKey: text("FlowMagicKey"), flowEnvironment: text("FlowMagicEnvironment"),
        appGroup: text("AppGroup"), isSandbox: text("PushEnvironment") == "development")
    }

    /// The folder that the app shares with its extensions.
    var sharedFolder: URL { SharedFolder.url(ofGroup: appGroup) }

    /// The offline cache; the system may remove it when space is short, and backups exclude it.
    var cacheFolder: URL {
      let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
      return (caches ?? FileManager.default.temporaryDirectory).appendingPathComponent("responses")
    }
  }

  /// Settings in `UserDefaults`.
  struct DefaultsStorage: SettingsStorage {
    func string(_ key: String) -> String? { UserDefaults.standard.string(forKey: key) }
    func set(_ value: String?, _ key: String) { UserDefaults.standard.set(value, forKey: key) }
  }

  extension AppSettings {
    /// The settings of this device and launch.
    static var device: AppSettings {
      AppSettings(storage: DefaultsStorage(), arguments: ProcessInfo.processInfo.arguments)
    }
  }
#endif
