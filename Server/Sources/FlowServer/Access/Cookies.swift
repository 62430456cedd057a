package import Accounts
package import HTTPTypes

/// The cookies of sessions and known devices, and the values in a `Cookie` header.
package enum Cookies {
  /// The name of the cookie with the secret of a user's session.
  ///
  /// NB: a browser accepts a name with `__Host-` only from this host itself, over TLS or on the
  /// same machine, and for all paths: no sibling subdomain can replace it.
  package static let sessionCookieName = "__Host-session"

  /// The value of the cookie with this name; nil if it is missing, or present with different
  /// values.
  package static func value(_ name: String, in headers: HTTPFields) -> String? {
    var result: String?
    for header in headers[values: .cookie] {
      for part in header.split(separator: ";") {
        let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard pair.count == 2, Self.trimmed(pair[0]) == name else { continue }
        let value = Self.trimmed(pair[1])
        if let result, result != value { return nil }
        result = value
      }
    }
    return result
  }

  /// The value of `Set-Cookie` with the session.
  ///
  /// Scripts cannot read it, and requests that other sites cause carry it only if they navigate to
  /// this one with a safe method, such as by a link.
  package static func sessionCookie(_ secret: String, for session: Session, now: Int) -> String {
    "\(Self.sessionCookieName)=\(secret); Path=/; Secure; HttpOnly; SameSite=Lax; "
      + "Max-Age=\(max(0, session.expires - now))"
  }

  /// The name of the cookie that identifies a browser in which someone has signed in before.
  ///
  /// Its value is up to four secrets separated by dots, one for each user of the browser.
  package static let deviceCookieName = "__Host-device"

  /// The secrets in the cookie of known devices.
  static func deviceSecrets(in headers: HTTPFields) -> [SecretToken] {
    (value(deviceCookieName, in: headers) ?? "").split(separator: ".").prefix(4)
      .compactMap { SecretToken(String($0)) }
  }

  /// The value of `Set-Cookie` for a known device; valid for a year, whether or not anyone stays
  /// signed in.
  package static func deviceCookie(_ secrets: [SecretToken]) -> String {
    PageCookies.cookie(
      deviceCookieName, secrets.map(\.string).joined(separator: "."), age: PageCookies.year)
  }

  /// The value of `Set-Cookie` that removes the session.
  package static let expiredSessionCookie =
    "\(sessionCookieName)=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0"

  /// The value of the header `Clear-Site-Data` when a user signs out.
  ///
  /// Clears the browser's cache and storage, so that its next user finds neither pages in the
  /// history nor locally stored changes. The cookies stay: one of them identifies the device,
  /// others hold the theme and the language.
  ///
  /// NB: send it only in the response to a request that no other site can cause, because it also
  /// removes changes that were never sent to the server.
  package static let clearSiteData = "\"cache\", \"storage\""

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first == " " { text = text.dropFirst() }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
