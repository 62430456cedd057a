/// The cookies of pages, besides the session's.
///
/// All of them are limited to this host, over TLS or on the same machine, and inaccessible to
/// scripts.
package enum PageCookies {
  /// A secret of the browser before sign-in, to which forms and responses of identity providers are
  /// bound.
  package static let visitor = "__Host-visitor"
  /// The localization key of a notice that the next page shows.
  package static let notice = "__Host-notice"
  /// The secret between the first and the second factor, and the available second factors.
  package static let challenge = "__Host-challenge"
  /// `light` or `dark`.
  package static let theme = "__Host-theme"
  /// `en` or `de`.
  package static let language = "__Host-language"

  /// A `Set-Cookie`; without an age, a session cookie.
  package static func set(_ name: String, _ value: String, age: Int? = nil) -> String {
    "\(name)=\(value); Path=/; Secure; HttpOnly; SameSite=Lax"
      + (age.map { "; Max-Age=\($0)" } ?? "")
  }

  package static func remove(_ name: String) -> String { set(name, "", age: 0) }

  package static let year = 365 * 86_400
}
