package import Accounts
import FlowCore
import HTTPTypes

/// A request for a page or from one of its forms: the user, the language, the form's fields, and
/// the cookies of the response.
package struct PageRequest: Sendable {
  package let request: EndpointRequest
  package let texts: Localization
  /// `light` or `dark`; nil to follow the system.
  package let theme: String?
  /// The browser's secret before sign-in.
  package let visitorSecret: String
  /// The path of the page, to which forms return.
  package let pagePath: String
  /// The signed-in user and session; nil if nobody is signed in.
  package let signedIn: AuthenticatedSession?
  /// Whether the request has a session that is no longer valid.
  package let hasInvalidSession: Bool
  /// The submitted form; nil for a GET request.
  package internal(set) var form: SubmittedForm?
  private var cookies: [String] = []

  package init(_ request: EndpointRequest, pagePath: String) async throws {
    self.request = request
    let settings = PageSettings(request.headers)
    texts = Localization(settings.language)
    theme = settings.theme
    let linkToken = request.query["link"].flatMap { Secrets.isBase62($0, count: 43) ? $0 : nil }
    self.pagePath = pagePath + (linkToken.map { "?link=\($0)" } ?? "")
    let cookie = Cookies.value(PageCookies.visitor, in: request.headers)
    visitorSecret =
      cookie.flatMap { Secrets.isBase62($0, count: 43) ? $0 : nil } ?? SecureRandom.base62(43)
    let session = Cookies.value(Cookies.sessionCookieName, in: request.headers)
    signedIn = try await Self.signedIn(session, request.accounts)
    hasInvalidSession = session != nil && signedIn == nil
    // NB: the cookie of an invalid session is not removed: another tab may just have renewed the
    // session, and the response would remove its new cookie.
    if cookie != visitorSecret {
      cookies.append(PageCookies.cookie(PageCookies.visitor, visitorSecret))
    }
  }

  private static func signedIn(_ cookie: String?, _ accounts: AccountServices) async throws
    -> AuthenticatedSession?
  {
    guard let cookie else { return nil }
    do {
      return try await accounts.sessions.authenticate(cookie: cookie)
    } catch let error as AccountError
      where [.noSession, .disabledAccount].contains(error.code)
    {
      return nil
    }
  }

  /// What forms are bound to (CSRF): the session, or the browser before sign-in.
  package var binding: String { signedIn?.session.id ?? visitorSecret }

  package var accounts: AccountServices { request.accounts }

  /// The value of a field in the form; empty if it was not sent.
  package func formValue(_ name: String) -> String { form?[name] ?? "" }

  /// Returns the signed-in user and session.
  ///
  /// - Throws: `PageRedirect` to the sign-in page, which returns to this page.
  package func requireSession() throws -> AuthenticatedSession {
    guard let signedIn else {
      throw PageRedirect(
        to: Self.path("/sign-in", ["return": pagePath]),
        notice: hasInvalidSession ? "notice.session-over" : "notice.sign-in-needed")
    }
    return signedIn
  }

  /// The secret of the link that the user followed, from the URL or from the page's form.
  package var linkToken: String { form == nil ? request.query["link"] ?? "" : formValue("link") }

  /// The page to go to afterwards, from the URL or from the page's form; only local paths are
  /// accepted.
  package var returnTo: LocalPath {
    LocalPath(form == nil ? request.query["return"] ?? "/" : formValue("return")) ?? .root
  }

  /// Returns a path with a query, without the pairs whose value is the default, `/`.
  package static func path(_ path: String, _ query: [String: String]) -> String {
    let pairs = query.sorted { $0.key < $1.key }.filter { $0.value != "/" }.map { name, value in
      "\(name)=\(QueryString.percentEncoded(value))"
    }
    return pairs.isEmpty ? path : path + "?" + pairs.joined(separator: "&")
  }
}

// MARK: Responses

extension PageRequest {
  /// Adds a cookie to the response.
  package mutating func setCookie(_ cookie: String) { cookies.append(cookie) }

  /// Redirects to another page, which is loaded with GET and shows the notice.
  package mutating func redirect(to path: String, notice: String? = nil) -> EndpointResponse {
    if let notice { setCookie(PageCookies.cookie(PageCookies.notice, notice, age: 60)) }
    return EndpointResponse(303, headers: [.location: path, .cacheControl: "no-store"])
  }

  /// Redirects to the sign-in page without a session, and makes the browser delete stored data.
  mutating func redirectSignedOut(notice: String) -> EndpointResponse {
    setCookie(Cookies.expiredSessionCookie)
    var response = redirect(to: "/sign-in", notice: notice)
    response.headers[.clearSiteData] = Cookies.clearSiteData
    return response
  }

  /// Adds the cookies to the response.
  func addCookies(to response: inout EndpointResponse) {
    for cookie in cookies {
      response.headers.append(HTTPField(name: .setCookie, value: cookie))
    }
  }

  /// Returns the notice set by the previous page, and clears it.
  mutating func takeNotice() -> PageNotice? {
    guard let key = Cookies.value(PageCookies.notice, in: request.headers) else { return nil }
    setCookie(PageCookies.expiredCookie(PageCookies.notice))
    guard key.hasPrefix("notice.") || key.hasPrefix("account-error."), texts.all[key] != nil else {
      return nil
    }
    let kind: PageNotice.Kind =
      Self.successNotices.contains(key)
      ? .success : key.hasPrefix("notice.") ? .neutral : .failure
    return PageNotice(text: texts[key], kind: kind)
  }

  private static let successNotices: Set = [
    "notice.signed-out", "notice.saved", "notice.password-changed", "notice.password-reset",
    "notice.totp-removed", "notice.session-ended", "notice.sessions-ended",
    "notice.passkey-added", "notice.passkey-removed", "notice.linked", "notice.unlinked",
    "notice.joined", "notice.left", "notice.deleted", "notice.verified", "notice.address-changed",
  ]
}

/// An error that is answered with a redirect to another page.
package struct PageRedirect: Error {
  package let to: String
  package let notice: String?
}
