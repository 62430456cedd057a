import FlowMagic

/// The user's attributes: constants of the app, and what the process's environment provides.
enum ShopUser {
  /// The declarations of the app's attributes; the `userId` comes from the device.
  static let declarations: [AttributeDeclaration] = [
    AttributeDeclaration(name: "userId", type: .string),
    AttributeDeclaration(name: "platform", type: .string),
    AttributeDeclaration(name: "appVersion", type: .version),
    AttributeDeclaration(name: "build", type: .string),
    AttributeDeclaration(name: "locale", type: .string),
    AttributeDeclaration(name: "country", type: .string),
  ]

  /// Returns the attributes; `country` is one of them only if the environment variables have one.
  static func attributes(of environment: [String: String]) -> JSONObject {
    var attributes: JSONObject = [
      "platform": "terminal", "appVersion": .string(ShopFlows.version),
      "build": .string(ShopFlows.build),
    ]
    let locale = locale(in: environment)
    attributes["locale"] = .string(locale ?? "en")
    let parts = (locale ?? "").split(separator: "-")
    if parts.count == 2 { attributes["country"] = .string(String(parts[1])) }
    return attributes
  }

  /// Returns the locale as a BCP 47 tag, such as `de-AT` for `de_AT.UTF-8`; nil for `C` and
  /// `POSIX`.
  private static func locale(in environment: [String: String]) -> String? {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }
      .first { !$0.isEmpty }
    guard let locale else { return nil }
    let parts = locale.prefix { $0 != "." && $0 != "@" }.split(separator: "_")
    guard let language = parts.first, [2, 3].contains(language.count),
      language.allSatisfy(\.isLetter)
    else { return nil }
    guard parts.count == 2, parts[1].count == 2, parts[1].allSatisfy(\.isLetter) else {
      return language.lowercased()
    }
    return "\(language.lowercased())-\(parts[1].uppercased())"
  }
}
