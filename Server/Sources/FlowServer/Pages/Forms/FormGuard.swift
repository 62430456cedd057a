package import Accounts
import FlowCore
package import HTTPTypes

/// Checks that a form was submitted from one of our pages, sent to this browser (CSRF).
package enum FormGuard {
  /// Whether a browser says that a page of another site has caused the request.
  package static func isFromAnotherSite(_ headers: HTTPFields) -> Bool {
    headers[.secFetchSite].map { !["same-origin", "none"].contains($0) } ?? false
  }

  /// Returns if the form comes from our own pages and has the right token.
  ///
  /// A browser's headers about the origin of a request are trusted, because pages of other sites
  /// cannot forge them. A browser that sends none, such as an old one, must have the token, which
  /// only our pages contain.
  ///
  /// - Throws: `csrf`.
  package static func check(
    _ headers: HTTPFields, token: String, binding: String?, _ accounts: AccountServices
  ) throws(Problem) {
    let address = accounts.settings.publicURL
    let foreign = Problem(
      .csrf, "This was not sent by a page of this server; open it at \(address).",
      members: ["address": .string(address)])
    let site = headers[.secFetchSite]
    if let site, site != "same-origin" { throw foreign }
    if let origin = headers[.origin], site == nil, origin != SameSite.origin(of: address) {
      throw foreign
    }
    guard let binding, accounts.keys.isCSRFToken(token, for: binding) else {
      throw Problem(.csrf, "This form was opened before someone signed in or out. Open it again.")
    }
  }
}
