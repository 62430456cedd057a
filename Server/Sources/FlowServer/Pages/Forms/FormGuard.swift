package import Accounts
import FlowCore
package import HTTPTypes

/// Checks that a form was sent by one of our pages that this browser was given (CSRF).
package enum FormGuard {
  /// Passes a form with the right token that comes from our own pages.
  ///
  /// A browser that says where a request comes from is believed if it says that it comes from us:
  /// pages of other sites cannot make it lie. One that says nothing at all, such as an old one,
  /// must have the token, which only our pages hold.
  ///
  /// - Parameters:
  ///   - headers: The request's.
  ///   - token: The token in the form.
  ///   - binding: The owner of the token: the session, or before there is one, the browser.
  ///   - accounts: Have made the token, and know our own address.
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
