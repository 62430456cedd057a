package import Accounts
package import HTTPTypes

/// The cookies of a `Cookie` header.
package enum Cookies {
  /// The cookie with the secret of a user's session.
  ///
  /// NB: a browser accepts a name with `__Host-` only from this host itself, over TLS or on the
  /// same machine, and for all paths: no sibling subdomain can replace it.
  package static let session = "__Host-session"

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

  /// A `Set-Cookie` with the session.
  ///
  /// Scripts cannot read it, and requests of other sites carry it only when a user follows a link
  /// to this one.
  package static func session(_ secret: String, until session: Session, now: Int) -> String {
    "\(Self.session)=\(secret); Path=/; Secure; HttpOnly; SameSite=Lax; "
      + "Max-Age=\(max(0, session.expires - now))"
  }

  /// The cookie that identifies a browser in which someone has signed in before.
  ///
  /// Its value is up to four secrets separated by dots, one for each user of the browser.
  package static let device = "__Host-device"

  /// The secrets in the cookie of known devices.
  static func devices(in headers: HTTPFields) -> [SecretToken] {
    (value(device, in: headers) ?? "").split(separator: ".").prefix(4)
      .compactMap { SecretToken(String($0)) }
  }

  /// A `Set-Cookie` for a known device; valid for a year, whether or not anyone stays signed in.
  package static func devices(_ secrets: [SecretToken]) -> String {
    PageCookies.cookie(device, secrets.map(\.text).joined(separator: "."), age: PageCookies.year)
  }

  /// A `Set-Cookie` that removes the session.
  package static let noSession =
    "\(session)=; Path=/; Secure; HttpOnly; SameSite=Lax; Max-Age=0"

  /// The value of the header `Clear-Site-Data` when a user signs out.
  ///
  /// Clears the browser's cache and storage, so that its next user finds neither pages in the
  /// history nor locally stored changes. The cookies stay: one of them identifies the device,
  /// others hold the theme and the language.
  ///
  /// NB: only in the response to a request that no other site can cause; it also removes changes
  /// that were never sent.
  package static let forgetSite = "\"cache\", \"storage\""

  private static func trimmed(_ text: Substring) -> String {
    var text = text
    while text.first == " " { text = text.dropFirst() }
    while text.last == " " { text = text.dropLast() }
    return String(text)
  }
}
