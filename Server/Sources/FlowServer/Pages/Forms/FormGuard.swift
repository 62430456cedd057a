package import Accounts
import FlowCore
package import HTTPTypes

/// Protects forms against cross-site request forgery (CSRF).
package enum FormGuard {
  /// Whether the browser reports that a page of another origin has caused the request.
  package static func isCrossOrigin(_ headers: HTTPFields) -> Bool {
    headers[.secFetchSite].map { !["same-origin", "none"].contains($0) } ?? false
  }

  /// Checks that the form comes from our own pages and has the right token.
  ///
  /// The token is always required; the browser's headers about the origin of a request, which other
  /// sites cannot forge, are an additional check.
  ///
  /// - Parameters:
  ///   - headers: The request's headers.
  ///   - token: The form's token, which only our pages contain.
  ///   - binding: The id of the session that the token was issued for, or the secret in the cookie
  ///     of a browser that is not signed in; nil if the browser has neither.
  ///   - accounts: The services that know the keys and the server's public URL.
  /// - Throws: `csrf`.
  package static func check(
    _ headers: HTTPFields, token: String, binding: String?, _ accounts: AccountServices
  ) throws(Problem) {
    let address = accounts.settings.publicURL
    let crossOriginProblem = Problem(
      .csrf, "This was not sent by a page of this server; open it at \(address).",
      members: ["address": .string(address)])
    let site = headers[.secFetchSite]
    if let site, site != "same-origin" { throw crossOriginProblem }
    if let origin = headers[.origin], site == nil, origin != CSRFProtection.origin(of: address) {
      throw crossOriginProblem
    }
    guard let binding, accounts.keys.isCSRFToken(token, for: binding) else {
      throw Problem(.csrf, "This form was opened before someone signed in or out. Open it again.")
    }
  }
}
