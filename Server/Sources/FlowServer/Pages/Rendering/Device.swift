import Accounts

/// The browser and system of a client, for display; a client may claim to be any.
package struct Device: Sendable, Equatable {
  package let browser: String?
  package let system: String?

  package init(_ userAgent: String) {
    browser = Self.browsers.first { userAgent.contains($0.mark) }?.name
    system = Self.systems.first { userAgent.contains($0.mark) }?.name
  }

  package var isPhone: Bool { system == "iPhone" || system == "iPad" || system == "Android" }

  /// The display name, such as `Firefox on Windows`.
  package func name(_ texts: Localization) -> String {
    texts.text(
      "sessions.browser",
      [
        "browser": browser ?? texts["sessions.unknown-browser"],
        "system": system ?? texts["sessions.unknown-system"],
      ])
  }

  // The order matters: most browsers also claim to be those further down.
  private static let browsers = [
    (mark: "Edg", name: "Edge"), (mark: "OPR/", name: "Opera"),
    (mark: "SamsungBrowser/", name: "Samsung Internet"), (mark: "Firefox/", name: "Firefox"),
    (mark: "FxiOS/", name: "Firefox"), (mark: "CriOS/", name: "Chrome"),
    (mark: "Chrome/", name: "Chrome"), (mark: "Safari/", name: "Safari"),
  ]
  private static let systems = [
    (mark: "iPhone", name: "iPhone"), (mark: "iPad", name: "iPad"),
    (mark: "Android", name: "Android"), (mark: "Windows", name: "Windows"),
    (mark: "CrOS", name: "ChromeOS"), (mark: "Mac OS X", name: "macOS"),
    (mark: "Linux", name: "Linux"),
  ]
}
