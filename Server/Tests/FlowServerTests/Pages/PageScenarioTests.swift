import Accounts
import FlowServer
import FlowStore
import HTTPTypes
import Testing

/// The response of every page and form, without a session and to a signed-in user.
@Suite struct PageScenarioTests {
  /// The expected statuses of a request with a CSRF token and no other fields.
  struct Row {
    let signedOut: Int
    let signedIn: Int

    init(_ both: Int) { self.init(both, both) }
    init(_ signedOut: Int, _ signedIn: Int) {
      (self.signedOut, self.signedIn) = (signedOut, signedIn)
    }
  }

  private static let invalidLink = Problem.Code.invalidLink.status

  static let rows: [String: Row] = [
    // Public
    "readPageFile": Row(200), "readPortalFile": Row(404), "setPreferences": Row(303),
    "showSignIn": Row(200, 303),
    "signInByForm": Row(422), "showCode": Row(303), "submitCode": Row(303),
    "showRecovery": Row(303), "submitRecoveryCode": Row(303), "beginPasskeySignIn": Row(403),
    "signInWithPasskey": Row(303), "beginPasskeySecondFactor": Row(303),
    "submitPasskeySecondFactor": Row(303),
    "showRegistration": Row(200), "registerByForm": Row(422), "showMailSent": Row(200),
    "showResendVerification": Row(200), "resendVerification": Row(422),
    "showVerification": Row(invalidLink), "verifyByForm": Row(422),
    "showForgottenPassword": Row(200),
    "requestReset": Row(422), "showReset": Row(invalidLink), "resetByForm": Row(invalidLink),
    "showInvitationReport": Row(invalidLink), "reportInvitationByForm": Row(invalidLink),
    "showInvitationReported": Row(200), "showInvitation": Row(invalidLink),
    "joinByForm": Row(invalidLink), "showSetUp": Row(invalidLink),
    "setUpByForm": Row(invalidLink), "beginGoogle": Row(303), "beginExternal": Row(303),
    "finishExternal": Row(303), "finishExternalByForm": Row(303), "showSignInFailed": Row(200),
    "showProviders": Row(200), "checkProviders": Row(303, 403),
    // For signed-in users
    "showSignOut": Row(303, 200), "signOutByForm": Row(303), "showHome": Row(303, 200),
    "acceptByForm": Row(303, invalidLink), "showProfile": Row(303, 200),
    "renameByForm": Row(303, 422),
    "changeAddressByForm": Row(303, 422), "showNewAddress": Row(303, 200),
    "confirmNewAddress": Row(303, invalidLink), "deleteByForm": Row(303),
    "showOrganizations": Row(303, 200), "leaveByForm": Row(303), "showSessions": Row(303, 200),
    "endSessionByForm": Row(303), "endOtherSessionsByForm": Row(303), "showActivity": Row(303, 200),
    "showConfirmation": Row(303, 200), "confirmByForm": Row(303, 422),
    "showSecurity": Row(303, 200), "changePasswordByForm": Row(303, 422),
    "linkByForm": Row(303, 404), "unlinkByForm": Row(303), "beginAuthenticator": Row(303, 200),
    "confirmAuthenticator": Row(303), "removeAuthenticator": Row(303),
    "makeRecoveryCodes": Row(303, 404), "beginPasskeyRegistration": Row(303, 403),
    "registerPasskey": Row(303, 403), "removePasskeyByForm": Row(303),
    "showPortalApplication": Row(303, 200), "showPortalView": Row(303, 200),
    "showPortalItem": Row(303, 200), "showPortalSubitem": Row(303, 200),
    "showPortalOrganization": Row(303, 200), "showPortalOrganizationView": Row(303, 200),
    "showPortalHelp": Row(303, 200), "showPortalHelpView": Row(303, 200),
  ]

  private static let pages = Routes.all.filter { $0.topic == .pages }
  /// The forms of the server's own pages.
  ///
  /// An identity provider posts `finishExternalByForm` from its own site; the response only
  /// redirects to the same path with GET.
  private static let forms = pages.filter {
    $0.method == .post && $0.id != "finishExternalByForm"
  }

  @Test func `every page has a row`() {
    #expect(Set(Self.pages.map(\.id)) == Set(Self.rows.keys))
  }

  @Test(arguments: rows.keys.sorted())
  func `pages have the expected status with and without a session`(id: String) async throws {
    let page = try #require(Self.pages.first { $0.id == id })
    let row = try #require(Self.rows[id])
    let site = try await Site(withUsers: true)
    for (browser, expected) in [
      (site.browser(), row.signedOut), (site.browser(as: .viewer), row.signedIn),
    ] {
      let response = try await browser.get(page)
      #expect(
        response.status == expected, "\(id): \(response.headers) \(response.text.suffix(600))")
      #expect(!response.text.contains("{{"), "\(id) shows its template")
      #expect(!response.text.contains(Site.password))
      #expect(Self.missingIcons(in: response.text).isEmpty, "\(id)")
      if id != "readPageFile" {
        #expect(response.headers[values: .cacheControl] == ["no-store"], "\(id)")
      }
    }
  }

  /// The ids of the icons that a page uses and does not contain.
  private static func missingIcons(in page: String) -> [Substring] {
    page.matches(of: /href="#(i-[^"]*)"/).map(\.1).filter { !page.contains("id=\"\($0)\"") }
  }

  @Test(arguments: forms.map(\.id))
  func `a form that the server's own page has not sent is rejected`(id: String) async throws {
    let page = try #require(Self.forms.first { $0.id == id })
    let site = try await Site(withUsers: true)
    let before = try await site.stateSummary()
    for browser in [site.browser(), site.browser(as: .viewer)] {
      let other = site.browser(as: .editor)
      for (token, headers): (String?, [String: String]) in [
        (nil, [:]), ("", [:]), (other.token, [:]), (browser.token.map { _ in "0" }, [:]),
        (browser.token, ["Sec-Fetch-Site": "cross-site"]),
        (browser.token, ["Sec-Fetch-Site": "same-site"]),
        (browser.token, ["Sec-Fetch-Site": "none"]),
        (browser.token, ["Origin": "https://evil.example"]), (browser.token, ["Origin": "null"]),
      ] {
        let response = try await browser.post(page.path, form: [:], token: token, headers)
        #expect(response.status == 403, "\(id) with \(token ?? "no token") and \(headers)")
      }
    }
    #expect(try await site.stateSummary() == before, "\(id): a forged form had an effect")
  }
}

/// A browser with its cookies.
struct PageBrowser {
  let site: Site
  let cookie: String
  /// The CSRF token in its forms.
  let token: String?

  /// Loads a page, or submits its form without fields if it only accepts POST.
  func get(_ page: Endpoint) async throws -> Site.Response {
    let path = page.path.replacing("{name}", with: "mark.svg")
      .replacing("{provider}", with: "nobody")
    return page.method == .post
      ? try await post(path, form: [:], token: token) : try await send(.get, path)
  }

  func post(
    _ path: String, form: [String: String], token: String?, _ headers: [String: String] = [:]
  ) async throws -> Site.Response {
    var form = form
    form["token"] = token
    let text = form.map { "\($0)=\(QueryString.percentEncoded($1))" }.joined(separator: "&")
    var headers = headers
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    return try await send(.post, path, headers, Array(text.utf8))
  }

  func send(
    _ method: HTTPRequest.Method, _ path: String, _ headers: [String: String] = [:],
    _ bytes: [UInt8] = []
  ) async throws -> Site.Response {
    var headers = headers
    headers["Cookie"] = cookie
    return try await site.send(method, path, as: .anonymous, headers, bytes: bytes)
  }
}

extension Site {
  /// A browser without a session, or with one of a user.
  func browser(as role: Role? = nil) -> PageBrowser {
    let visitor = String(repeating: "v", count: 43)
    guard let role, let session = cookies[role] else {
      return PageBrowser(
        site: self, cookie: "\(PageCookies.visitor)=\(visitor)",
        token: services.accounts.keys.csrfToken(for: visitor))
    }
    return PageBrowser(
      site: self,
      cookie: "\(PageCookies.visitor)=\(visitor); \(Cookies.sessionCookieName)=\(session.secret)",
      token: session.csrf)
  }
}
