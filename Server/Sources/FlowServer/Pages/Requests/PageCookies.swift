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
  /// The secret of the pending sign-in, after the first factor, and the available second factors.
  package static let pendingSignIn = "__Host-pending-sign-in"
  /// `light` or `dark`.
  package static let theme = "__Host-theme"
  /// `en` or `de`.
  package static let language = "__Host-language"

  /// The `Set-Cookie` with a value; without an age in seconds, it is a session cookie.
  package static func cookie(_ name: String, _ value: String, age: Int? = nil) -> String {
    "\(name)=\(value); Path=/; Secure; HttpOnly; SameSite=Lax"
      + (age.map { "; Max-Age=\($0)" } ?? "")
  }

  /// The `Set-Cookie` that removes a cookie.
  package static func expiredCookie(_ name: String) -> String { cookie(name, "", age: 0) }

  /// A year, in seconds.
  package static let year = 365 * 86_400
}
