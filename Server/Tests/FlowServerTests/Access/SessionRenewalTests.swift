import Accounts
import FlowCore
import FlowServer
import HTTPTypes
import Testing

/// A change of how a user signs in renews the session in which it is made, so that copies of its
/// cookie or tokens get 401.
@Suite struct SessionRenewalTests {
  // MARK: API

  /// A change through the API.
  enum Change: String, CaseIterable, CustomTestStringConvertible {
    case password, authenticatorAdded, authenticatorRemoved, recoveryCodes

    var testDescription: String { rawValue }

    /// Sends the request.
    func send(
      to site: Site, as role: Site.Role, token: String? = nil
    ) async throws -> Site.Response {
      switch self {
      case .password:
        return try await site.send(
          .post, "/v1/me/password", as: role, token: token,
          body: ["old": .string(Site.password), "new": "another good pass phrase"])
      case .authenticatorAdded:
        let setup = try await site.send(.post, "/v1/me/totp", as: role, token: token)
        let secret = try Base32.bytes(#require(setup.json["secret"]?.string))
        let code = TOTP.code(secret: secret, step: TOTP.step(at: site.clock.now))
        return try await site.send(
          .post, "/v1/me/totp/confirmation", as: role, token: token,
          body: ["code": .string(code)])
      case .authenticatorRemoved:
        try await site.setUpTOTP(as: role)
        return try await site.send(.delete, "/v1/me/totp", as: role, token: token)
      case .recoveryCodes:
        try await site.setUpTOTP(as: role)
        return try await site.send(.post, "/v1/me/recovery-codes", as: role, token: token)
      }
    }
  }

  private func refresh(_ site: Site, _ token: JSON?) async throws -> Site.Response {
    try await site.send(
      .post, "/v1/account/refresh", as: .anonymous, body: ["refreshToken": token ?? .null])
  }

  private func me(_ site: Site, _ token: JSON?) async throws -> Site.Response {
    try await site.send(.get, "/v1/me", token: try #require(token?.string))
  }

  @Test(arguments: Change.allCases)
  func `attack: an app's copied tokens get 401 after a change, and the new ones work`(
    change: Change
  ) async throws {
    let site = try await Site(withUsers: true)
    let stolen = try await refresh(site, .string(try await site.refreshToken("viewer"))).json
    #expect(try await me(site, stolen["accessToken"]).status == 200)

    let response = try await change.send(
      to: site, as: .viewer, token: try #require(stolen["accessToken"]?.string))

    #expect(response.status == 200, "\(response.text)")
    #expect(try await me(site, stolen["accessToken"]).code == "no-session")
    #expect(try await refresh(site, stolen["refreshToken"]).code == "no-session")
    let newTokens = response.json["session"] ?? response.json
    #expect(try await me(site, newTokens["accessToken"]).status == 200)
    let next = try await refresh(site, newTokens["refreshToken"])
    #expect(next.status == 200, "\(next.text)")
    #expect(try await me(site, next.json["accessToken"]).status == 200)
    for role in [Site.Role.viewer, .viewerApp] {
      #expect(try await site.send(.get, "/v1/me", as: role).status == 401, "\(role)")
    }
  }

  @Test(arguments: Change.allCases)
  func `attack: a copied cookie gets 401 after a change, and the new one works`(change: Change)
    async throws
  {
    let site = try await Site(withUsers: true)

    let response = try await change.send(to: site, as: .viewer)

    #expect(response.status == 200 && !response.text.contains("Token"), "\(response.text)")
    let cookie = try newCookie(response)
    #expect(try await site.send(.get, "/v1/me", as: .viewer).code == "no-session")
    #expect(try await site.send(.get, "/v1/me", as: .viewerApp).code == "no-session")
    // The page in another tab has the same cookies, and keeps its CSRF token.
    let csrf = try #require(site.cookies[.viewer]).csrf
    let renamed = try await site.send(
      .patch, "/v1/me", as: .anonymous,
      ["Cookie": cookie, "X-CSRF-Token": csrf, "Origin": "http://test"], body: ["name": "Grace"])
    #expect(renamed.status == 200, "\(renamed.text)")
  }

  /// The session's new cookie, as a browser sends it.
  private func newCookie(_ response: Site.Response) throws -> String {
    let cookies = response.headers[values: .setCookie]
      .filter { $0.hasPrefix(Cookies.sessionCookieName) }
    #expect(cookies.count == 1)
    let cookie = try #require(cookies.first)
    for part in ["Path=/", "Secure", "HttpOnly", "SameSite=Lax"] {
      #expect(cookie.contains("; \(part)"), "\(part)")
    }
    return String(cookie.prefix { $0 != ";" })
  }

  // MARK: Pages

  /// A change through a form.
  enum Form: String, CaseIterable, CustomTestStringConvertible {
    case password, address, authenticatorAdded, authenticatorRemoved, recoveryCodes
    case passkeyRemoved

    var testDescription: String { rawValue }

    func submit(at site: Site) async throws -> Site.Response {
      let browser = site.browser(as: .viewer)
      func post(_ path: String, _ fields: [String: String] = [:]) async throws -> Site.Response {
        try await browser.post(path, form: fields, token: browser.token)
      }
      switch self {
      case .password:
        return try await post(
          "/account/password",
          ["current-password": Site.password, "password": "another good pass phrase"])
      case .address:
        _ = try await post("/account/address/change", ["new-email": "new@example.net"])
        return try await post(
          AccountPaths.address, ["link": try await site.mailedSecret(to: "new@example.net")])
      case .authenticatorAdded:
        let page = try await post("/account/authenticator").text
        let setup = try #require(page.firstMatch(of: /name="setup" value="([^"]*)"/)).1
        let text = try #require(page.firstMatch(of: /id="secret">([A-Z2-7 ]+)</)).1
        let secret = try Base32.bytes(String(text).replacing(" ", with: ""))
        let code = TOTP.code(secret: secret, step: TOTP.step(at: site.clock.now))
        return try await post(
          "/account/authenticator/confirm", ["setup": String(setup), "code": code])
      case .authenticatorRemoved:
        try await site.setUpTOTP(as: .viewer)
        return try await post("/account/authenticator/remove")
      case .recoveryCodes:
        try await site.setUpTOTP(as: .viewer)
        return try await post("/account/recovery-codes")
      case .passkeyRemoved:
        let id = try await site.addPasskey(to: .viewer)
        return try await post("/account/passkeys/remove", ["id": id])
      }
    }
  }

  @Test(arguments: Form.allCases)
  func `attack: a copied cookie is worthless after a form has changed the account`(form: Form)
    async throws
  {
    let site = try await Site(withUsers: true)

    let response = try await form.submit(at: site)

    #expect([200, 303].contains(response.status), "\(response.text)")
    let cookie = try newCookie(response)
    #expect(try await site.send(.get, "/v1/me", as: .viewer).code == "no-session")
    let old = try await site.browser(as: .viewer).send(.get, "/account")
    #expect(old.headers[.location]?.hasPrefix("/sign-in") == true)
    #expect(
      !old.headers[values: .setCookie].contains { $0.hasPrefix(Cookies.sessionCookieName) },
      "a late response to another tab must not remove the renewed cookie")
    #expect(
      try await site.send(.get, "/v1/me", as: .viewerApp).status
        == (form == .passkeyRemoved ? 200 : 401))
    // A form that was opened in another tab before can still be sent.
    let renewed = PageBrowser(site: site, cookie: cookie, token: site.browser(as: .viewer).token)
    let renamed = try await renewed.post("/account", form: ["name": "Grace"], token: renewed.token)
    #expect(renamed.status == 303 && renamed.headers[.location] == "/account", "\(renamed.text)")
  }
}

extension Site {
  /// Gives a caller a passkey, with which its session was opened; returns its id in forms.
  fileprivate func addPasskey(to role: Role) async throws -> String {
    let passkey = Passkey(
      credentialID: [1, 2, 3], user: try #require(users[role]), publicKey: [4], signatureCount: 0,
      name: "Key", isBackupEligible: false, created: clock.now)
    try await services.accounts.store.change { writer in
      try writer.put(passkey)
      guard var session = try writer.session("session\(role.rawValue)") else { return }
      session.hasSecondFactor = true
      try writer.put(session)
    }
    return "AQID"
  }
}
