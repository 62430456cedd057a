import Accounts
import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import Testing

/// The limits of a session without a recent sign-in, and the lifetime of the tokens it creates.
@Suite struct StepUpTests {
  @Test func `attack: a session with an old sign-in cannot change access`() async throws {
    var settings = Site.accountSettings
    settings.maximumAuthenticationAge = 300
    let site = try await Site(withUsers: true, accounts: settings)
    site.clock.advance(by: 301)
    let colleague = "/v1/organizations/acme/members/\(Site.userID("colleague"))"
    let changes: [(HTTPRequest.Method, String, JSON?)] = [
      (.post, "/v1/tokens", ["name": "x", "scopes": ["admin"]]),
      (.post, "/v1/organizations/acme/invitations", ["email": "a@example.net", "role": "owner"]),
      (.patch, colleague, ["role": "owner"]), (.delete, colleague, nil),
      (.post, "/v1/apps/shop/sdk-keys", ["name": "x", "environment": "production"]),
      (.delete, "/v1/apps/shop/sdk-keys/\(Site.sdkKey)", nil),
      (.patch, "/v1/organizations/acme", ["tokenDays": 3650]),
      // The environment that was the application's last would no longer be protected.
      (.post, "/v1/apps/shop/environments", ["name": "later"]),
    ]
    for (method, path, body) in changes {
      for role in [Site.Role.owner, .ownerApp] {
        let response = try await site.send(method, path, as: role, body: body)
        #expect(
          response.status == 403 && response.code == "not-recent", "\(path): \(response.text)")
      }
    }
    // A program has no sign-in; its scope was granted by someone who had one.
    let response = try await site.send(.patch, colleague, as: .admin, body: ["role": "drafter"])
    #expect(response.status == 200, "\(response.text)")
  }

  @Test func `publishing to production needs a recent sign-in, publishing to staging does not`()
    async throws
  {
    var settings = Site.accountSettings
    settings.maximumAuthenticationAgeToPublish = 600
    let site = try await Site(withUsers: true, accounts: settings)
    let body: JSON = ["document": Flows.document(), "acceptWarnings": true]
    func publish(_ environment: String, _ role: Site.Role = .editor) async throws -> Site.Response {
      try await site.send(
        .post, "/v1/apps/shop/environments/\(environment)/releases", as: role, body: body)
    }
    #expect(try await publish("production").status == 201)
    site.clock.advance(by: 601)
    #expect(try await publish("staging").status == 201)
    let refused = try await publish("production")
    #expect(refused.code == "not-recent", "\(refused.text)")
    let rollback = try await site.send(
      .post, "/v1/apps/shop/environments/production/rollback", as: .editor, body: ["to": 1])
    #expect(rollback.code == "not-recent", "\(rollback.text)")
    #expect(try await publish("production", .publish).status == 201)
  }

  @Test func `a sign-in from before the clock was set back is not recent`() async throws {
    let site = try await Site(withUsers: true)
    // The sign-ins are an hour ahead then.
    site.clock.advance(by: -3600)
    func publish(_ environment: String, _ role: Site.Role) async throws -> Site.Response {
      try await site.send(
        .post, "/v1/apps/shop/environments/\(environment)/releases", as: role,
        body: ["document": Flows.document(), "acceptWarnings": true])
    }
    let refused = try await publish("production", .editor)
    #expect(refused.code == "not-recent", "\(refused.text)")
    let token = try await createToken(site, as: .owner)
    #expect(token.code == "not-recent", "\(token.text)")
    #expect(try await publish("staging", .editor).status == 201)
    #expect(try await publish("production", .publish).status == 201)
  }

  @Test func `the legacy PUT publishes to production and needs a recent sign-in too`()
    async throws
  {
    var settings = Site.accountSettings
    settings.maximumAuthenticationAgeToPublish = 600
    let site = try await Site(withUsers: true, accounts: settings)
    try await site.publish(Flows.endless)
    let path = LegacyRoutesTests.path
    var live = try #require(try await site.send(.get, path, as: .editor).json.object)
    live["acceptWarnings"] = true
    func put(_ role: Site.Role) async throws -> Site.Response {
      try await site.send(.put, path, as: role, body: .object(live))
    }
    let before = try await put(.editor)
    #expect(before.status == 200, "\(before.text)")
    site.clock.advance(by: 601)
    for role in [Site.Role.editor, .owner] {
      let refused = try await put(role)
      #expect(refused.status == 403 && refused.text.contains("not-recent"), "\(refused.text)")
    }
    // A program has no sign-in; its scope was granted by someone who had one.
    let program = try await put(.publish)
    #expect(program.status == 200, "\(program.text)")
  }

  // MARK: Tokens

  private func createToken(
    _ site: Site, _ body: JSONObject = JSONObject(), as role: Site.Role = .admin,
    token: String? = nil
  ) async throws -> Site.Response {
    var body = body
    body["name"] = "CI"
    if body["scopes"] == nil { body["scopes"] = ["read"] }
    return try await site.send(
      .post, "/v1/tokens", as: token == nil ? role : .anonymous, token: token, body: .object(body))
  }

  @Test func `a token is valid for 90 days, but never longer than the token that creates it`()
    async throws
  {
    let site = try await Site()
    let day = 86_400
    func lifetime(_ response: Site.Response) -> Int? {
      response.json["expires"]?.string.flatMap(Timestamp.seconds(from:)).map { $0 - site.clock.now }
    }
    #expect(lifetime(try await createToken(site)) == 90 * day)
    #expect(lifetime(try await createToken(site, ["expiresInDays": 365])) == 365 * day)
    #expect(try await createToken(site, ["expiresInDays": 366]).status == 400)
    let short = try await site.addToken("acme", .admin, expires: site.clock.now + day)
    #expect(lifetime(try await createToken(site, ["expiresInDays": 300], token: short)) == day)
  }

  @Test func `the last use of a token is recorded also after the clock was ahead`() async throws {
    let site = try await Site()
    let token = try await site.addToken("acme", .read)
    let id = try #require(TokenCredential(token)).id
    for seconds in [86_400, -86_400, 60] {
      site.clock.advance(by: seconds)
      try await site.send(.get, "/v1/apps", token: token)
      await site.services.tokenUses.waitForWrites()
      #expect(try await site.store.token(id)?.lastUsed == site.clock.now)
    }
  }

  @Test func `an organization limits the lifetime of its tokens, including existing ones`()
    async throws
  {
    let site = try await Site()
    let old = try await createToken(site, ["expiresInDays": 300])
    let change = try await site.send(
      .patch, "/v1/organizations/acme", body: ["tokenDays": 30])
    #expect(change.json["tokenDays"] == 30, "\(change.text)")
    #expect(try await createToken(site, ["expiresInDays": 31]).status == 400)
    let list = try await site.send(.get, "/v1/tokens")
    let existing = list.json["tokens"]?.array?.first { $0["id"] == old.json["id"] }
    #expect(
      existing?["expires"]?.string == Timestamp.string(site.clock.now + 30 * 86_400), "\(list.text)"
    )
    let token = try #require(old.json["token"]?.string)
    #expect(try await site.send(.get, "/v1/apps", as: .anonymous, token: token).status == 200)
    site.clock.advance(by: 30 * 86_400 + 1)
    #expect(try await site.send(.get, "/v1/apps", as: .anonymous, token: token).status == 401)
  }

  @Test func `the creator of a token gets an email, and for an admin token the owner does`()
    async throws
  {
    let site = try await Site(withUsers: true)
    func notified() async throws -> [String] {
      let now = site.clock.now
      return try await site.services.accounts.store.read { try $0.dueMail(at: now, limit: 99) }
        .filter { $0.subject.contains("API token") }.map(\.to)
    }
    #expect(try await createToken(site, as: .editor).status == 201)
    #expect(try await notified() == [Site.email("editor")])
    #expect(try await createToken(site, ["scopes": ["admin"]], as: .admin).status == 201)
    #expect(try await notified() == [Site.email("editor"), Site.email("owner")])
  }

  @Test func `a password reset revokes the user's tokens`() async throws {
    let site = try await Site(withUsers: true)
    let created = try await createToken(site, ["scopes": ["draft"]], as: .drafter)
    let text = try #require(created.json["token"]?.string)
    #expect(try await site.send(.get, "/v1/apps", as: .anonymous, token: text).status == 200)
    try await site.send(
      .post, "/v1/account/password/forgot", as: .anonymous,
      body: ["email": .string(Site.email("drafter"))])
    let link = try await site.mailedSecret(to: Site.email("drafter"))
    let reset = try await site.send(
      .post, "/v1/account/password/reset", as: .anonymous,
      body: ["link": .string(link), "password": "quite another long phrase"])
    #expect(reset.status == 204, "\(reset.text)")
    #expect(try await site.send(.get, "/v1/apps", as: .anonymous, token: text).status == 401)
    #expect(try await site.send(.get, "/v1/apps", as: .admin).status == 200)
  }

  @Test func `disabling an account revokes its tokens permanently`() async throws {
    let site = try await Site(withUsers: true)
    let created = try await createToken(site, ["scopes": ["draft"]], as: .drafter)
    let text = try #require(created.json["token"]?.string)
    let administration = site.services.accounts.administration
    try await administration.disable(Site.userID("drafter"), by: .operator("tests"))
    #expect(try await site.send(.get, "/v1/apps", as: .anonymous, token: text).status == 401)
    try await administration.enable(Site.userID("drafter"), by: .operator("tests"))
    #expect(try await site.send(.get, "/v1/apps", as: .anonymous, token: text).status == 401)
    #expect(try await site.send(.get, "/v1/apps", as: .admin).status == 200)
  }
}
