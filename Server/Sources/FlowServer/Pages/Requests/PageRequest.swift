package import Accounts
import FlowCore
import HTTPTypes

/// A request of a page or of one of its forms: the user, the language, the form's fields, and the
/// cookies of the response.
package struct PageRequest: Sendable {
  package let request: EndpointRequest
  package let texts: Localization
  /// `light` or `dark`; nil for what the system says.
  package let theme: String?
  /// The browser's secret from before signing in.
  package let visitor: String
  /// The path of the page, for forms that come back to it.
  package let here: String
  /// The signed-in user with the session; nil if there is none.
  package let signedIn: AuthenticatedSession?
  /// Whether a session came that no longer counts.
  package let isSessionOver: Bool
  /// The submitted form; nil for a page that is only read.
  package internal(set) var form: PageForm?
  private var cookies: [String] = []

  package init(_ request: EndpointRequest, here: String) async throws {
    self.request = request
    let settings = PageSettings(request.headers)
    texts = Localization(settings.language)
    theme = settings.theme
    let link = request.query["link"].flatMap { Secrets.isBase62($0, count: 43) ? $0 : nil }
    self.here = here + (link.map { "?link=\($0)" } ?? "")
    let known = Cookies.value(PageCookies.visitor, in: request.headers)
    visitor =
      known.flatMap { Secrets.isBase62($0, count: 43) ? $0 : nil } ?? SecureRandom.base62(43)
    let session = Cookies.value(Cookies.session, in: request.headers)
    signedIn = try await Self.signedIn(session, request.accounts)
    isSessionOver = session != nil && signedIn == nil
    if known != visitor { cookies.append(PageCookies.set(PageCookies.visitor, visitor)) }
    if isSessionOver { cookies.append(Cookies.noSession) }
  }

  private static func signedIn(_ cookie: String?, _ accounts: AccountServices) async throws
    -> AuthenticatedSession?
  {
    guard let cookie else { return nil }
    do {
      return try await accounts.sessions.authenticate(cookie: cookie)
    } catch let error as AccountError
      where [.noSession, .disabledAccount, .unverifiedAddress].contains(error.code)
    {
      return nil
    }
  }

  /// The value that forms are bound to (CSRF): the session, or before sign-in, the browser.
  package var binding: String { signedIn?.session.id ?? visitor }

  package var accounts: AccountServices { request.accounts }

  /// A field of the form; empty if it was not sent.
  package func sent(_ name: String) -> String { form?[name] ?? "" }

  /// Returns the signed-in user and session.
  ///
  /// - Throws: `PageRedirect` to the sign-in page, which leads back here.
  package func user() throws -> AuthenticatedSession {
    guard let signedIn else {
      throw PageRedirect(
        to: Self.path("/sign-in", ["return": here]),
        notice: isSessionOver ? "notice.session-over" : "notice.sign-in-needed")
    }
    return signedIn
  }

  /// The secret of a link that was followed, from the address or from the page's form.
  package var link: String { form == nil ? request.query["link"] ?? "" : sent("link") }

  /// The final destination, from the address or from the page's form; only paths of this server
  /// count.
  package var returnTo: LocalPath {
    LocalPath(form == nil ? request.query["return"] ?? "/" : sent("return")) ?? .root
  }

  /// A path with a query.
  package static func path(_ path: String, _ query: [String: String]) -> String {
    let pairs = query.sorted { $0.key < $1.key }.filter { $0.value != "/" }.map { name, value in
      "\(name)=\(QueryText.escaped(value))"
    }
    return pairs.isEmpty ? path : path + "?" + pairs.joined(separator: "&")
  }
}

// MARK: Answers

extension PageRequest {
  /// Has the browser keep something.
  package mutating func set(_ cookie: String) { cookies.append(cookie) }

  /// Goes on to another page, which is looked at with GET and shows the sentence with the notice's
  /// key.
  package mutating func go(to path: String, notice: String? = nil) -> EndpointResponse {
    if let notice { set(PageCookies.set(PageCookies.notice, notice, age: 60)) }
    return EndpointResponse(303, headers: [.location: path, .cacheControl: "no-store"])
  }

  /// Goes to the sign-in page without a session, and has the browser forget what it kept.
  mutating func leave(notice: String) -> EndpointResponse {
    set(Cookies.noSession)
    var reply = go(to: "/sign-in", notice: notice)
    reply.headers[.clearSiteData] = Cookies.forgetSite
    return reply
  }

  /// Puts the cookies on the response.
  func finish(_ reply: inout EndpointResponse) {
    for cookie in cookies {
      reply.headers.append(HTTPField(name: .setCookie, value: cookie))
    }
  }

  /// The sentence that the page before wanted to be shown, once.
  mutating func takeNotice() -> PageNotice? {
    guard let key = Cookies.value(PageCookies.notice, in: request.headers) else { return nil }
    set(PageCookies.remove(PageCookies.notice))
    guard key.hasPrefix("notice.") || key.hasPrefix("account-error."), texts.all[key] != nil else {
      return nil
    }
    let kind: PageNotice.NoticeKind =
      Self.goodNotices.contains(key) ? .good : key.hasPrefix("notice.") ? .calm : .problem
    return PageNotice(text: texts[key], kind: kind)
  }

  private static let goodNotices: Set = [
    "notice.signed-out", "notice.saved", "notice.password-changed", "notice.password-reset",
    "notice.totp-removed", "notice.session-ended", "notice.sessions-ended",
    "notice.passkey-added", "notice.passkey-removed", "notice.linked", "notice.unlinked",
    "notice.joined", "notice.left", "notice.deleted", "notice.verified", "notice.address-changed",
  ]
}

/// Redirects to another page first.
package struct PageRedirect: Error {
  package let to: String
  package let notice: String?
}
