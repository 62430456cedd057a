package import FlowCore
import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The attributes that `start` provides automatically, for conditions and splits.
///
/// `userId`, `locale`, `country`, `platform`, `os`, `osVersion`, `deviceClass`, `appVersion` and
/// `build`. They are reported when a session starts; of `userId`, only the type is.
package struct DeviceAttributes: Sendable, Equatable {
  /// The platform, such as `ios`.
  package var platform: String
  /// The operating system, such as `iOS`.
  package var os: String
  /// The version of the operating system, such as `17.4.1`.
  package var osVersion: String
  /// `phone`, `tablet`, `desktop`, `tv`, `watch`, `headset` or `computer`.
  package var deviceClass: String
  /// The user's language and region, such as `de-AT`.
  package var locale: String
  /// The region of the locale, such as `AT`; nil if it has none.
  package var country: String?
  /// The app's version, such as `2.3.0`.
  package var appVersion: String
  /// The app's build number, such as `451`.
  package var build: String

  /// The names of the attributes that are compared as versions.
  static let versionAttributes: Set<Name> = ["appVersion", "osVersion"]

  package init(
    platform: String, os: String, osVersion: String, deviceClass: String, locale: String,
    country: String?, appVersion: String, build: String
  ) {
    self.platform = platform
    self.os = os
    self.osVersion = osVersion
    self.deviceClass = deviceClass
    self.locale = locale
    self.country = country
    self.appVersion = appVersion
    self.build = build
  }

  /// The context of a session for a user.
  package func attributes(user: String) -> JSONObject {
    var attributes: JSONObject = [
      "userId": .string(user), "locale": .string(locale), "platform": .string(platform),
      "os": .string(os), "osVersion": .string(osVersion), "deviceClass": .string(deviceClass),
      "appVersion": .string(appVersion), "build": .string(build),
    ]
    attributes["country"] = country.map { .string($0) }
    return attributes
  }

  /// The attributes of this device and this app.
  package static var current: DeviceAttributes {
    let version = ProcessInfo.processInfo.operatingSystemVersion
    let info = Bundle.main.infoDictionary ?? [:]
    let names = systemNames
    return DeviceAttributes(
      platform: names.platform, os: names.os,
      osVersion: "\(version.majorVersion).\(version.minorVersion).\(version.patchVersion)",
      deviceClass: names.deviceClass ?? deviceClass(ofModel: model),
      locale: Locale.current.identifier(.bcp47), country: Locale.current.region?.identifier,
      appVersion: info["CFBundleShortVersionString"] as? String ?? "0",
      build: info["CFBundleVersion"] as? String ?? "0")
  }

  /// The names of the platform, and the class of its devices; nil if that depends on the model.
  private static var systemNames: (platform: String, os: String, deviceClass: String?) {
    #if targetEnvironment(macCatalyst) || os(macOS)
      ("macos", "macOS", "desktop")
    #elseif os(iOS)
      ("ios", "iOS", nil)
    #elseif os(tvOS)
      ("tvos", "tvOS", "tv")
    #elseif os(watchOS)
      ("watchos", "watchOS", "watch")
    #elseif os(visionOS)
      ("visionos", "visionOS", "headset")
    #elseif os(Android)
      ("android", "Android", "phone")
    #else
      ("linux", "Linux", "computer")
    #endif
  }

  /// The class of an iOS device by its model, such as `iPhone16,1`.
  package static func deviceClass(ofModel model: String) -> String {
    if model.hasPrefix("iPad") { return "tablet" }
    // An iPad app running on a Mac.
    return model.hasPrefix("Mac") ? "desktop" : "phone"
  }

  private static var model: String {
    // In a simulator, `machine` names the Mac that it runs on.
    let simulated = ProcessInfo.processInfo.environment["SIMULATOR_MODEL_IDENTIFIER"]
    if let simulated { return simulated }
    var system = utsname()
    uname(&system)
    return withUnsafeBytes(of: system.machine) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}
