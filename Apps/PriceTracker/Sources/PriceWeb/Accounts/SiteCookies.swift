import Accounts
import HTTPTypes

/// The site's cookies: the session, the devices, and what the browser has already been shown.
enum SiteCookies {
  // NB: browsers accept a `__Host-` cookie only from this host, over TLS or from the same machine,
  // and for all paths: no sibling host can replace it.
  static let session = "__Host-prices"
  private static let device = "__Host-prices-device"
  static let pushDevice = "__Host-prices-push"
  static let tutorialShown = "prices-tutorial"
  static let wasPrompted = "prices-asked"
  private static let year = 365 * 86_400

  /// Returns the value of a cookie; nil if there is none, or several with different values.
  static func value(_ name: String, in headers: HTTPFields) -> String? {
    var found: String?
    for header in headers[values: .cookie] {
      for part in header.split(separator: ";") {
        let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2, pair[0].drop(while: { $0 == " " }) == name else { continue }
        if let found, found != pair[1] { return nil }
        found = String(pair[1])
      }
    }
    return found
  }

  /// Returns the device tokens of earlier logins in this browser.
  static func devices(in headers: HTTPFields) -> [SecretToken] {
    (value(device, in: headers) ?? "").split(separator: ".").prefix(4)
      .compactMap { SecretToken(String($0)) }
  }

  /// Returns the `Set-Cookie` fields for a new session.
  static func signedIn(_ session: NewSession, now: Int) -> [String] {
    guard case .cookie(let secret) = session.credential else { return [] }
    let devices = session.devices.map(\.text).joined(separator: ".")
    return [set(Self.session, secret, age: max(0, session.session.expires - now))]
      + (devices.isEmpty ? [] : [set(device, devices, age: year)])
  }

  /// The `Set-Cookie` field that ends the session.
  static var signedOut: String { Self.set(session, "", age: 0) }

  /// Stores the browser's device ID, so that the device can be detached at logout.
  static func isDevice(_ id: String) -> String { set(pushDevice, id, age: id.isEmpty ? 0 : year) }

  /// Stores in the browser that something was shown.
  static func remember(_ name: String) -> String {
    "\(name)=1; Path=/; HttpOnly; SameSite=Lax; Max-Age=\(year)"
  }

  private static func set(_ name: String, _ value: String, age: Int) -> String {
    "\(name)=\(value); Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=\(age)"
  }
}

extension HTTPField.Name {
  // NB: never nil, because the names are RFC 9110 tokens; there is no nonfailable initializer.
  /// The client's address, which the server sets, overwriting any value from the client.
  static let peer = Self("Prices-Peer") ?? .via
  static let secFetchSite = Self("Sec-Fetch-Site") ?? .via
  static let referrerPolicy = Self("Referrer-Policy") ?? .via
}
