import Accounts
import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import Testing

/// The access of users and their tokens, beyond the scenario tables.
@Suite struct UserAccessTests {
  // MARK: Forged requests

  private func rename(
    _ site: Site, _ headers: [String: String]
  ) async throws -> Site.Response {
    let cookie = try #require(site.cookies[.owner])
    let all = ["Cookie": "\(Cookies.sessionCookieName)=\(cookie.secret)"].merging(headers) { $1 }
    return try await site.send(.patch, "/v1/me", as: .anonymous, all, body: ["name": "Eve"])
  }

  @Test func `a request with a cookie needs a CSRF token and must come from the server's pages`()
    async throws
  {
    let site = try await Site(withUsers: true)
    let csrf = try #require(site.cookies[.owner]).csrf
    let accepted: [[String: String]] = [
      ["X-CSRF-Token": csrf, "Origin": "http://test"],
      ["X-CSRF-Token": csrf, "Sec-Fetch-Site": "same-origin"],
      ["X-CSRF-Token": csrf, "Sec-Fetch-Site": "same-origin", "Origin": "http://test"],
    ]
    for headers in accepted { #expect(try await rename(site, headers).status == 200, "\(headers)") }
    let refused: [[String: String]] = [
      [:], ["X-CSRF-Token": csrf], ["Origin": "http://test"], ["Sec-Fetch-Site": "same-origin"],
      ["X-CSRF-Token": csrf + "x", "Origin": "http://test"],
      ["X-CSRF-Token": "", "Origin": "http://test"],
      ["X-CSRF-Token": csrf, "Origin": "null"],
      ["X-CSRF-Token": csrf, "Origin": "http://test.evil.example"],
      ["X-CSRF-Token": csrf, "Origin": "http://test:81"],
      ["X-CSRF-Token": csrf, "Origin": "http://test", "Sec-Fetch-Site": "cross-site"],
      ["X-CSRF-Token": csrf, "Sec-Fetch-Site": "same-site"],
      ["X-CSRF-Token": csrf, "Sec-Fetch-Site": "none"],
    ]
    for headers in refused {
      let response = try await rename(site, headers)
      #expect(response.status == 403 && response.code == "csrf", "\(headers): \(response.text)")
    }
  }

  @Test(arguments: [
    ("http://flows.example", nil, "http://flows.example", true),
    ("https://flows.example", "flows.example", "http://flows.example", false),
    ("https://flows.example", "10.0.0.1:8080", "https://10.0.0.1:8080", true),
    ("http://127.0.0.1:8080", "localhost:8080", "http://localhost:8080", true),
    ("http://127.0.0.1:8080", "localhost:8080", "http://127.0.0.1:8080", true),
    ("http://127.0.0.1:8080", "localhost:8080", "http://localhost", false),
    ("https://flows.example/", "x", "https://flows.example.evil", false),
    ("https://flows.example", "", "https://", false),
  ])
  func `an origin is the server's own by its public URL or by the requested host`(
    publicURL: String, host: String?, origin: String, isExpected: Bool
  ) {
    let isSameOrigin = CSRFProtection.isSameOrigin(
      [.origin: origin], host: host, publicURL: publicURL)
    #expect(isSameOrigin == isExpected)
  }

  @Test func `only callers with a cookie get a CSRF token, which is bound to their session`()
    async throws
  {
    let site = try await Site(withUsers: true)
    let cookie = try await site.send(.get, "/v1/me", as: .owner)
    let token = cookie.json["csrfToken"]?.string ?? ""
    let keys = site.services.accounts.keys
    #expect(keys.isCSRFToken(token, for: "sessionowner"))
    #expect(!keys.isCSRFToken(token, for: "sessionviewer"))
    let app = try await site.send(.get, "/v1/me", as: .ownerApp)
    #expect(app.json["csrfToken"] == nil)
    #expect(app.json["email"]?.string == Site.email("owner"))
    #expect(app.json["isRecent"] == true)
    #expect(app.json["mail"] == "on")
    #expect(app.json["factors"]?["hasPassword"] == true)
    #expect(app.json["organizations"]?.array?.first?["role"] == "owner")
  }

  @Test func `where a second factor is required, a session without one cannot read an application`()
    async throws
  {
    var settings = Site.accountSettings
    settings.requiresSecondFactor = true
    let site = try await Site(withUsers: true, accounts: settings)
    for role in [Site.Role.owner, .ownerApp] {
      let refused = try await site.send(.get, "/v1/apps/shop", as: role)
      #expect(refused.status == 403 && refused.code == "second-factor-needed", "\(refused.text)")
      #expect(try await site.send(.get, "/v1/me", as: role).status == 200)
    }
    let home = try await site.send(.get, "/", as: .owner)
    #expect(home.status == 303 && home.headers[.location] == "/account/security")
    #expect(try await site.send(.get, "/v1/apps/shop", as: .admin).status == 200)
    let cookie = try #require(site.cookies[.owner]).secret
    let hash = try #require(SecretToken(cookie)).hash
    try await site.services.accounts.store.change { writer in
      guard var session = try writer.session(hash: hash) else { return }
      session.hasSecondFactor = true
      try writer.put(session)
    }
    #expect(try await site.send(.get, "/v1/apps/shop", as: .owner).status == 200)
    #expect(try await site.send(.get, "/", as: .owner).status == 200)
  }

  @Test func `attack: without the required second factor nobody joins or creates an organization`()
    async throws
  {
    var settings = Site.accountSettings
    settings.requiresSecondFactor = true
    let site = try await Site(withUsers: true, accounts: settings)
    let link = try await site.invite(.owner, to: "rival")
    let requests: [(HTTPRequest.Method, String, JSON?)] = [
      (.get, "/v1/organizations", nil),
      (.post, "/v1/organizations", ["id": "globex", "name": "Globex"]),
      (.post, "/v1/invitations/accept", ["link": .string(link)]),
    ]
    for role in [Site.Role.owner, .ownerApp] {
      for (method, path, body) in requests {
        let refused = try await site.send(method, path, as: role, body: body)
        #expect(refused.status == 403 && refused.code == "second-factor-needed", "\(path)")
      }
      let leaving = try await site.send(.delete, "/v1/me/organizations/acme", as: role)
      #expect(leaving.status == 403 && leaving.code == "second-factor-needed", "\(leaving.text)")
      #expect(try await site.send(.get, "/v1/me/sessions", as: role).status == 200)
      #expect(try await site.send(.post, "/v1/me/totp", as: role).status == 201)
    }
    let browser = site.browser(as: .owner)
    let page = try await browser.post(
      AccountPaths.invitation, form: ["link": link], token: browser.token)
    #expect(page.status == 303 && page.headers[.location] == "/account/security")
    let leaving = try await browser.post(
      "/account/organizations/leave", form: ["organization": "acme"], token: browser.token)
    #expect(leaving.status == 303 && leaving.headers[.location] == "/account/security")
    for path in ["/account", "/account/organizations"] {
      let redirect = try await site.send(.get, path, as: .owner)
      #expect(
        redirect.status == 303 && redirect.headers[.location] == "/account/security", "\(path)")
    }
    for path in ["/account/security", "/account/confirm", "/account/sessions"] {
      #expect(try await site.send(.get, path, as: .owner).status == 200, "\(path)")
    }
    #expect(try await site.send(.get, "/v1/organizations", as: .admin).status == 200)
    let owner = Site.userID("owner")
    let memberships = try await site.services.accounts.store.read {
      try $0.memberships(of: owner).map(\.organization)
    }
    #expect(memberships == ["acme"])
    #expect(try await site.send(.post, "/v1/me/sign-out", as: .owner).status == 204)
  }

  @Test func `an invalid bearer token is rejected even with a valid cookie`() async throws {
    let site = try await Site(withUsers: true)
    let secret = try #require(site.cookies[.owner]).secret
    for bearer in ["Bearer fm_x", "Basic b3duZXI6eA==", "Bearer", ""] {
      let response = try await site.send(
        .get, "/v1/me", as: .anonymous,
        ["Authorization": bearer, "Cookie": "\(Cookies.sessionCookieName)=\(secret)"])
      #expect(response.status == 401, "\(bearer)")
    }
  }

  @Test func `two different session cookies in one request are rejected`() async throws {
    let site = try await Site(withUsers: true)
    let owner = try #require(site.cookies[.owner]).secret
    let viewer = try #require(site.cookies[.viewer]).secret
    let twoCookies = "\(Cookies.sessionCookieName)=\(owner); \(Cookies.sessionCookieName)=\(viewer)"
    #expect(
      try await site.send(.get, "/v1/me", as: .anonymous, ["Cookie": twoCookies]).status == 401)
    let others = "session=\(owner); __host-session=\(owner); x__Host-session=\(owner)"
    #expect(try await site.send(.get, "/v1/me", as: .anonymous, ["Cookie": others]).status == 401)
  }

  @Test func `access tokens in cookies or URLs, and cookies as access tokens, are not accepted`()
    async throws
  {
    let site = try await Site(withUsers: true)
    let token = site.credentials[.ownerApp] ?? ""
    let cookie = ["Cookie": "\(Cookies.sessionCookieName)=\(token)"]
    #expect(try await site.send(.get, "/v1/me", as: .anonymous, cookie).status == 401)
    #expect(try await site.send(.get, "/v1/me?key=\(token)", as: .anonymous).status == 401)
    let cookieSecret = try #require(site.cookies[.owner]).secret
    #expect(try await site.send(.get, "/v1/me", token: cookieSecret).status == 401)
  }

  // MARK: Organizations

  @Test func `a user of several organizations must name one, and a user of none gets an error`()
    async throws
  {
    let site = try await Site(withUsers: true)
    let owner = Site.userID("owner")
    try await site.services.accounts.store.change { writer in
      try writer.put(Membership(organization: "rival", user: owner, role: .viewer, since: 1))
    }
    let ambiguous = try await site.send(.get, "/v1/apps", as: .owner)
    #expect(ambiguous.code == "organization-required")
    #expect(ambiguous.json["organizations"] == ["acme", "rival"])
    let ownApps = try await site.send(.get, "/v1/apps?organization=acme", as: .owner)
    #expect(ownApps.text.contains("shop") && !ownApps.text.contains("market"))
    let other = try await site.send(.get, "/v1/apps?organization=rival", as: .owner)
    #expect(other.text.contains("market") && !other.text.contains("shop"))
    let add = try await site.send(
      .post, "/v1/apps?organization=rival", as: .owner, body: ["id": "x", "name": "x"])
    #expect(add.code == "not-allowed", "a viewer there, whatever they are here")
    let unknown = try await site.send(.get, "/v1/apps?organization=globex", as: .owner)
    #expect(unknown.code == "unknown-organization")
    #expect(try await site.send(.get, "/v1/apps", as: .unaffiliated).code == "no-organization")
    let foreign = try await site.send(.get, "/v1/apps?organization=rival", as: .admin)
    #expect(foreign.code == "unknown-organization", "a token belongs to one organization")
  }

  @Test func `the creator of an organization owns it, and no other one`() async throws {
    let site = try await Site(withUsers: true)
    let created = try await site.send(
      .post, "/v1/organizations", as: .unaffiliated, body: ["id": "globex", "name": "Globex"])
    #expect(created.status == 201)
    #expect(created.headers[.location] == "/v1/organizations/globex")
    let app = try await site.send(
      .post, "/v1/apps", as: .unaffiliated, body: ["id": "kiosk", "name": "Kiosk"])
    #expect(app.status == 201)
    let taken = try await site.send(
      .post, "/v1/organizations", as: .unaffiliated, body: ["id": "acme", "name": "Mine"])
    #expect(taken.code == "already-exists")
    #expect(try await site.send(.get, "/v1/apps/shop", as: .unaffiliated).status == 404)
  }

  @Test func `with registration by invitation, only owners create organizations`()
    async throws
  {
    var settings = Site.accountSettings
    settings.registration = .invited
    let site = try await Site(withUsers: true, accounts: settings)
    let body: JSON = ["id": "globex", "name": "Globex"]
    for role in [Site.Role.unaffiliated, .editor] {
      let response = try await site.send(.post, "/v1/organizations", as: role, body: body)
      #expect(response.code == "not-allowed", "\(role)")
    }
    #expect(try await site.send(.post, "/v1/organizations", as: .owner, body: body).status == 201)
  }

  @Test func `a user's changes are recorded under their email address`() async throws {
    let site = try await Site(withUsers: true)
    try await site.send(.post, "/v1/apps", as: .owner, body: ["id": "kiosk", "name": "Kiosk"])
    try await site.send(
      .patch, "/v1/organizations/acme/members/\(Site.userID("colleague"))", as: .owner,
      body: ["role": "editor"])
    let audit = try await site.send(.get, "/v1/audit", as: .owner)
    let entries = audit.json["entries"]?.array ?? []
    for action in ["application.added", "member.changed"] {
      let entry = entries.first { $0["action"]?.string == action }
      #expect(entry?["actor"]?["name"]?.string == Site.email("owner"), "\(action)")
    }
  }

  // MARK: Grants

  @Test func `a grant gives access to its scope, and read access to the rest of the application`()
    async throws
  {
    let site = try await Site(withUsers: true)
    try await site.publish(to: "staging")
    let body: JSON = ["document": Flows.document(), "acceptWarnings": true]
    func publish(_ environment: String) async throws -> Int {
      try await site.send(
        .post, "/v1/apps/shop/environments/\(environment)/releases", as: .granted, body: body
      ).status
    }
    #expect(try await publish("production") == 201)
    #expect(try await publish("staging") == 403)
    #expect(try await publish("nowhere") == 404)
    #expect(try await site.send(.get, "/v1/apps/shop/releases", as: .granted).status == 200)
    #expect(try await site.send(.get, "/v1/apps/market", as: .granted).status == 404)
    #expect(try await site.send(.get, "/v1/audit", as: .granted).status == 403)
    let apps = try await site.send(.get, "/v1/apps", as: .granted)
    #expect(apps.json["applications"]?.array?.count == 1)
  }

  @Test func `a revoked role no longer applies to the next request`() async throws {
    let site = try await Site(withUsers: true)
    let path = "/v1/organizations/acme/members/\(Site.userID("editor"))"
    #expect(try await site.send(.patch, path, as: .owner, body: ["role": "guest"]).status == 200)
    for role in [Site.Role.editor, .editorApp] {
      #expect(try await site.send(.get, "/v1/apps/shop", as: role).status == 404)
    }
    #expect(try await site.send(.delete, path, as: .owner).status == 204)
    #expect(try await site.send(.get, "/v1/apps", as: .editorApp).code == "no-organization")
  }

  // MARK: Tokens

  @Test func `a user's token has the user's permissions, and ends with their membership`()
    async throws
  {
    let site = try await Site(withUsers: true)
    let created = try await site.send(
      .post, "/v1/tokens", as: .editorApp, body: ["name": "mine", "scopes": ["publish"]])
    #expect(created.json["owner"]?.string == Site.email("editor"))
    let token = try #require(created.json["token"]?.string)
    #expect(try await site.send(.get, "/v1/me", token: token).json["scopes"]?.array?.count == 3)
    let member = "/v1/organizations/acme/members/\(Site.userID("editor"))"
    try await site.send(.patch, member, as: .owner, body: ["role": "viewer"])
    let me = try await site.send(.get, "/v1/me", token: token)
    #expect(me.json["scopes"] == ["read"])
    let draft = try await site.send(
      .put, "/v1/apps/shop/draft", token: token, ["If-None-Match": "*"], body: Flows.document())
    #expect(draft.code == "not-allowed")
    try await site.send(.delete, member, as: .owner)
    #expect(try await site.send(.get, "/v1/me", token: token).status == 401)
  }

  static let refusedTokens: [(Site.Role, JSON, String)] = [
    (.editor, ["scopes": ["admin"]], "not-allowed"),
    (.editor, ["scopes": ["read"], "owner": "service-account"], "not-allowed"),
    (.granted, ["scopes": ["publish"], "application": "shop"], "not-allowed"),
    (
      .granted, ["scopes": ["publish"], "application": "shop", "environment": "staging"],
      "not-allowed"
    ),
    (.granted, ["scopes": ["read"], "application": "market"], "unknown-application"),
    (.owner, ["scopes": ["read"], "application": "market"], "unknown-application"),
    (
      .owner, ["scopes": ["read"], "application": "shop", "environment": "x"],
      "unknown-environment"
    ),
    (.owner, ["scopes": ["read"], "environment": "staging"], "malformed-body"),
    (.owner, ["scopes": ["read"], "owner": "you"], "malformed-body"),
    (.admin, ["scopes": ["read"], "owner": "me"], "malformed-body"),
    (.limited, ["scopes": ["read"]], "not-allowed"),
  ]

  @Test func `nobody creates a token with more permissions than their own`() async throws {
    let site = try await Site(withUsers: true)
    for (role, body, code) in Self.refusedTokens {
      var body = body.object ?? JSONObject()
      body["name"] = "x"
      let response = try await site.send(.post, "/v1/tokens", as: role, body: .object(body))
      #expect(response.code == code, "\(role) \(JSON.object(body).text()): \(response.text)")
    }
    let allowed = try await site.send(
      .post, "/v1/tokens", as: .granted,
      body: [
        "name": "x", "scopes": ["publish"], "application": "shop", "environment": "production",
      ])
    #expect(allowed.status == 201)
  }

  @Test func `a restricted token gives access only to its environment`() async throws {
    let site = try await Site(withUsers: true)
    let body: JSON = ["document": Flows.document(), "acceptWarnings": true]
    func publish(_ environment: String) async throws -> Int {
      try await site.send(
        .post, "/v1/apps/shop/environments/\(environment)/releases", as: .limited, body: body
      ).status
    }
    #expect(try await publish("staging") == 201)
    #expect(try await publish("production") == 403)
    #expect(try await site.send(.get, "/v1/apps/shop/releases", as: .limited).status == 200)
    #expect(try await site.send(.get, "/v1/apps/market", as: .limited).status == 404)
    #expect(try await site.send(.get, "/v1/tokens", as: .limited).status == 403)
    let me = try await site.send(.get, "/v1/me", as: .limited)
    #expect(me.json["application"] == "shop" && me.json["environment"] == "staging")
  }

  @Test func `members see and revoke their own tokens, and owners all of them`() async throws {
    let site = try await Site(withUsers: true)
    let created = try await site.send(
      .post, "/v1/tokens", as: .viewer, body: ["name": "mine", "scopes": ["read"]])
    let id = try #require(created.json["id"]?.string)
    let ownTokens = try await site.send(.get, "/v1/tokens", as: .viewerApp)
    #expect(ownTokens.json["tokens"]?.array?.compactMap { $0["id"]?.string } == [id])
    #expect(try await site.send(.delete, "/v1/tokens/\(id)", as: .editor).status == 404)
    let all = try await site.send(.get, "/v1/tokens", as: .owner)
    #expect(all.json["tokens"]?.array?.contains { $0["id"]?.string == id } == true)
    #expect(try await site.send(.delete, "/v1/tokens/\(id)", as: .owner).status == 204)
  }

  @Test func `the last use of a token is recorded at most once a minute`() async throws {
    let site = try await Site()
    let token = try await site.addToken("acme", .read)
    let id = try #require(TokenCredential(token)).id
    func lastUsed() async throws -> Int? {
      await site.services.tokenUses.waitForWrites()
      return try await site.store.token(id)?.lastUsed
    }
    #expect(try await lastUsed() == nil)
    try await site.send(.get, "/v1/apps", token: token)
    let first = site.clock.now
    #expect(try await lastUsed() == first)
    site.clock.advance(by: 59)
    try await site.send(.get, "/v1/apps", token: token)
    #expect(try await lastUsed() == first)
    site.clock.advance(by: 1)
    try await site.send(.get, "/v1/apps", token: token)
    #expect(try await lastUsed() == first + 60)
  }
}
