/// The cookies of pages, besides the session's.
///
/// All of them are for this host alone, over TLS or on the same machine, and no script reads them.
package enum PageCookies {
  /// A secret of this browser, from before someone signs in: forms and other services' answers
  /// are bound to it.
  package static let visitor = "__Host-visitor"
  /// The key of a sentence that the next page shows.
  package static let notice = "__Host-notice"
  /// The secret between the first and the second factor, and what can be shown as second.
  package static let challenge = "__Host-challenge"
  /// `light` or `dark`.
  package static let theme = "__Host-theme"
  /// `en` or `de`.
  package static let language = "__Host-language"

  /// A `Set-Cookie`; without an age the browser forgets it when it is closed.
  package static func set(_ name: String, _ value: String, age: Int? = nil) -> String {
    "\(name)=\(value); Path=/; Secure; HttpOnly; SameSite=Lax"
      + (age.map { "; Max-Age=\($0)" } ?? "")
  }

  package static func remove(_ name: String) -> String { set(name, "", age: 0) }

  package static let year = 365 * 86_400
}
