package import Accounts
import FlowCore
import HTTPTypes

/// Somebody looks at a page, or sends one of its forms: who they are, what they speak, what they
/// sent, and which cookies they will get.
package struct Visit: Sendable {
  package let call: Call
  package let words: Words
  /// `light` or `dark`; nil for what the system says.
  package let theme: String?
  /// The browser's secret from before signing in.
  package let visitor: String
  /// Where the page is, for forms that come back to it.
  package let here: String
  /// Who is signed in.
  package let signedIn: AuthenticatedSession?
  /// Whether a session came that no longer counts.
  package let isSessionOver: Bool
  /// What was sent; empty for a page that is only looked at.
  package internal(set) var form: PageForm?
  private var cookies: [String] = []

  package init(_ call: Call, here: String) async throws {
    self.call = call
    let settings = PageSettings(call.headers)
    words = Words(settings.language)
    theme = settings.theme
    let link = call.query["link"].flatMap { Secrets.isBase62($0, count: 43) ? $0 : nil }
    self.here = here + (link.map { "?link=\($0)" } ?? "")
    let known = Cookies.value(PageCookies.visitor, in: call.headers)
    visitor =
      known.flatMap { Secrets.isBase62($0, count: 43) ? $0 : nil } ?? SecureRandom.base62(43)
    let session = Cookies.value(Cookies.session, in: call.headers)
    signedIn = try await Self.signedIn(session, call.accounts)
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

  /// What forms are bound to: the session, or before there is one, the browser.
  package var binding: String { signedIn?.session.id ?? visitor }

  package var accounts: AccountServices { call.accounts }

  /// A field of the form; empty if it was not sent.
  package func sent(_ name: String) -> String { form?[name] ?? "" }

  /// Who is signed in, or else a way there.
  ///
  /// - Throws: `Detour` to the sign-in page, which leads back here.
  package func person() throws -> AuthenticatedSession {
    guard let signedIn else {
      throw Detour(
        to: Self.path("/sign-in", ["return": here]),
        notice: isSessionOver ? "notice.session-over" : "notice.sign-in-needed")
    }
    return signedIn
  }

  /// The secret of a link that was followed, from the address or from the page's form.
  package var link: String { form == nil ? call.query["link"] ?? "" : sent("link") }

  /// Where to go in the end, from the address or from the page's form; only places of ours count.
  package var returnTo: LocalPath {
    LocalPath(form == nil ? call.query["return"] ?? "/" : sent("return")) ?? .root
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

extension Visit {
  /// Has the browser keep something.
  package mutating func set(_ cookie: String) { cookies.append(cookie) }

  /// Goes on to another page, which is looked at with GET and shows the sentence with the notice's
  /// key.
  package mutating func go(to path: String, notice: String? = nil) -> Reply {
    if let notice { set(PageCookies.set(PageCookies.notice, notice, age: 60)) }
    return Reply(303, headers: [.location: path, .cacheControl: "no-store"])
  }

  /// Puts the cookies on the answer.
  func finish(_ reply: inout Reply) {
    for cookie in cookies {
      reply.headers.append(HTTPField(name: .setCookie, value: cookie))
    }
  }

  /// The sentence that the page before wanted to be shown, once.
  mutating func takeNotice() -> PageNotice? {
    guard let key = Cookies.value(PageCookies.notice, in: call.headers) else { return nil }
    set(PageCookies.remove(PageCookies.notice))
    guard key.hasPrefix("notice.") || key.hasPrefix("account-error."), words.all[key] != nil else {
      return nil
    }
    let kind: PageNotice.Kind =
      Self.goodNotices.contains(key) ? .good : key.hasPrefix("notice.") ? .calm : .problem
    return PageNotice(text: words[key], kind: kind)
  }

  private static let goodNotices: Set = [
    "notice.signed-out", "notice.saved", "notice.password-changed", "notice.password-reset",
    "notice.totp-removed", "notice.session-ended", "notice.sessions-ended",
    "notice.passkey-added", "notice.passkey-removed", "notice.linked", "notice.unlinked",
    "notice.joined", "notice.left", "notice.deleted", "notice.verified", "notice.address-changed",
  ]
}

/// Somebody has to go elsewhere first.
package struct Detour: Error {
  package let to: String
  package let notice: String?
}
