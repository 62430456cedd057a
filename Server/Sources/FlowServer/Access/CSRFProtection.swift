package import Accounts
package import HTTPTypes

/// Checks that a request with a cookie was made by our own pages, against cross-site request
/// forgery (CSRF).
///
/// A page of another site, or of another origin of the same site, may make a browser send a request
/// with the cookie. It cannot read the session's token, nor forge the headers that name its origin.
package enum CSRFProtection {
  /// Rejects a request that lacks the session's token or does not come from our own pages.
  ///
  /// - Parameters:
  ///   - headers: The headers of the request; the token is in `X-CSRF-Token`.
  ///   - host: The host that the request was sent to.
  ///   - session: The session of the cookie.
  ///   - accounts: The services that issued the token, and know our public URL.
  ///
  /// - Throws: `csrf`.
  package static func check(
    _ headers: HTTPFields, host: String?, session: Session, _ accounts: AccountServices
  ) throws(Problem) {
    guard isSameOrigin(headers, host: host, publicURL: accounts.settings.publicURL) else {
      throw Problem(
        .csrf, "This was not sent by a page of this server: its `Origin` differs or is missing.")
    }
    let token = headers[.csrfToken] ?? ""
    guard accounts.keys.isCSRFToken(token, for: session.id) else {
      throw Problem(
        .csrf, "The header `X-CSRF-Token` must be the `csrfToken` of `GET /v1/me`.")
    }
  }

  /// The CSRF token for a session's pages.
  package static func token(of session: Session, _ accounts: AccountServices) -> String {
    accounts.keys.csrfToken(for: session.id)
  }

  /// Whether the browser reports that our own page sent the request.
  ///
  /// NB: at least one of `Sec-Fetch-Site` and `Origin` must be present, and each that is present
  /// must indicate our own origin; a program that sends neither should not use a cookie.
  package static func isSameOrigin(
    _ headers: HTTPFields, host: String?, publicURL: String
  ) -> Bool {
    let site = headers[.secFetchSite]
    if let site, site != "same-origin" { return false }
    guard let origin = headers[.origin] else { return site != nil }
    if origin == Self.origin(of: publicURL) { return true }
    // Reached under another name, such as localhost: the page's origin must be the requested host.
    guard let host, !host.isEmpty else { return false }
    let acceptsHTTP = !publicURL.hasPrefix("https:")
    return origin == "https://\(host)" || (acceptsHTTP && origin == "http://\(host)")
  }

  /// The origin of a URL: scheme, host and port.
  package static func origin(of url: String) -> String {
    guard let start = url.firstRange(of: "://") else { return url }
    let end = url[start.upperBound...].firstIndex(of: "/") ?? url.endIndex
    return String(url[..<end]).lowercased()
  }
}

extension HTTPField.Name {
  // NB: never nil, because the names are tokens of RFC 9110, but the initializer is failable.
  package static let csrfToken = Self("X-CSRF-Token") ?? .via
  package static let clearSiteData = Self("Clear-Site-Data") ?? .via
  package static let secFetchSite = Self("Sec-Fetch-Site") ?? .via
  package static let forwardedFor = Self("X-Forwarded-For") ?? .via
}
