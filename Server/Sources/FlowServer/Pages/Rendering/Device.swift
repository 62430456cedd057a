import Accounts

/// The browser and system of a client, for display; a client can send any `User-Agent`.
package struct Device: Sendable, Equatable {
  package let browser: String?
  package let system: String?

  package init(_ userAgent: String) {
    browser = Self.browsers.first { userAgent.contains($0.token) }?.name
    system = Self.systems.first { userAgent.contains($0.token) }?.name
  }

  package var isMobile: Bool { system == "iPhone" || system == "iPad" || system == "Android" }

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
    (token: "Edg", name: "Edge"), (token: "OPR/", name: "Opera"),
    (token: "SamsungBrowser/", name: "Samsung Internet"), (token: "Firefox/", name: "Firefox"),
    (token: "FxiOS/", name: "Firefox"), (token: "CriOS/", name: "Chrome"),
    (token: "Chrome/", name: "Chrome"), (token: "Safari/", name: "Safari"),
  ]
  private static let systems = [
    (token: "iPhone", name: "iPhone"), (token: "iPad", name: "iPad"),
    (token: "Android", name: "Android"), (token: "Windows", name: "Windows"),
    (token: "CrOS", name: "ChromeOS"), (token: "Mac OS X", name: "macOS"),
    (token: "Linux", name: "Linux"),
  ]
}
