import Accounts
import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import NIOConcurrencyHelpers
import Testing

/// Accounts over HTTP, as an app uses them; the rules themselves are tested in Accounts.
@Suite struct AccountTests {
  private static let email = "ada@example.net"

  private func signIn(
    _ site: Site, _ email: String, _ password: String = Site.password
  ) async throws -> Site.Response {
    try await site.send(
      .post, "/v1/account/sign-in", as: .anonymous,
      body: ["email": .string(email), "password": .string(password)])
  }

  @Test func `a user registers, verifies the address, signs in, refreshes and signs out`()
    async throws
  {
    let site = try await Site()
    let registered = try await site.send(
      .post, "/v1/account/register", as: .anonymous,
      body: [
        "email": .string(Self.email), "password": .string(Site.password), "name": "Ada",
      ])
    #expect(registered.status == 202)
    let link = try await site.mailedSecret(to: Self.email)
    let before = try await signIn(site, Self.email)
    #expect(before.code == "wrong-credentials", "\(before.text)")
    let verified = try await site.send(
      .post, "/v1/account/verify", as: .anonymous,
      body: [
        "link": .string(try await site.mailedSecret(to: Self.email)),
        "password": .string(Site.password),
      ])
    #expect(verified.status == 200, "\(verified.text)")
    #expect(verified.json["user"]?["name"] == "Ada")
    let old = try await site.send(
      .post, "/v1/account/verify", as: .anonymous,
      body: ["link": .string(link), "password": .string(Site.password)])
    #expect(old.code == "invalid-link")

    let signedIn = try await signIn(site, Self.email.uppercased())
    #expect(signedIn.status == 200)
    #expect(signedIn.headers[.cacheControl] == "no-store")
    let access = try #require(signedIn.json["accessToken"]?.string)
    #expect(try await site.send(.get, "/v1/me", token: access).status == 200)
    site.clock.advance(by: 601 + 60)
    let expired = try await site.send(.get, "/v1/me", token: access)
    #expect(expired.status == 401 && expired.code == "no-session")
    #expect(expired.headers[.wwwAuthenticate] == "Bearer")

    let next = try await site.send(
      .post, "/v1/account/refresh", as: .anonymous,
      body: ["refreshToken": signedIn.json["refreshToken"] ?? .null])
    let newer = try #require(next.json["accessToken"]?.string)
    #expect(try await site.send(.get, "/v1/me", token: newer).status == 200)
    #expect(try await site.send(.post, "/v1/me/sign-out", token: newer).status == 204)
    #expect(try await site.send(.get, "/v1/me", token: newer).status == 401)
  }

  @Test func `a copied refresh token ends the session for both holders`() async throws {
    let site = try await Site(withUsers: true)
    let refresh = try await site.refreshToken("viewer")
    func next(_ token: JSON) async throws -> Site.Response {
      try await site.send(
        .post, "/v1/account/refresh", as: .anonymous, body: ["refreshToken": token])
    }
    let first = try await next(.string(refresh))
    let second = try await next(first.json["refreshToken"] ?? .null)
    #expect(second.status == 200)
    site.clock.advance(by: 60)
    let copied = try await next(.string(refresh))
    #expect(copied.code == "no-session")
    let after = try await next(second.json["refreshToken"] ?? .null)
    #expect(after.code == "no-session", "the token family is revoked")
  }

  @Test func `an address without an account gets the same response as a wrong password`()
    async throws
  {
    let site = try await Site(withUsers: true)
    let wrong = try await signIn(site, Site.email("viewer"), "not the pass phrase")
    let unknown = try await signIn(site, "nobody@example.net", "not the pass phrase")
    #expect(wrong.status == 401 && wrong.code == "wrong-credentials")
    #expect(wrong.json["detail"] == unknown.json["detail"])
    #expect(wrong.status == unknown.status && wrong.headers == unknown.headers)
    // Registered with a known password, which works only once the address is verified.
    _ = try await site.register("newcomer@example.net")
    let unverified = try await signIn(site, "newcomer@example.net")
    #expect(unverified.code == wrong.code && unverified.json["detail"] == wrong.json["detail"])
    #expect(unverified.status == wrong.status && unverified.headers == wrong.headers)
    for path in ["register", "password/forgot"] {
      func request(_ email: String) async throws -> Site.Response {
        try await site.send(
          .post, "/v1/account/\(path)", as: .anonymous,
          body: ["email": .string(email), "password": .string(Site.password)])
      }
      let known = try await request(Site.email("viewer"))
      let other = try await request("unknown@example.net")
      #expect(known.status == 202 && other.status == 202)
      #expect(known.body == other.body)
    }
  }

  @Test func `the response to too many attempts has the time to wait`() async throws {
    let site = try await Site(withUsers: true)
    var last: Site.Response?
    for _ in 0..<12 { last = try await signIn(site, Site.email("viewer"), "wrong pass phrase") }
    let refused = try #require(last)
    #expect(refused.status == 429 && refused.code == "too-many-attempts")
    let wait = try #require(refused.headers[.retryAfter].flatMap { Int($0) })
    #expect(wait > 0)
    let right = try await signIn(site, Site.email("viewer"))
    #expect(right.status == 429, "the right password does not work earlier")
    site.clock.advance(by: wait)
    #expect(try await signIn(site, Site.email("viewer")).status == 200)
    #expect(try await signIn(site, Site.email("editor")).status == 200)
  }

  @Test func `attempts are counted by the address that a trusted proxy reports`() async throws {
    let site = try await Site(withUsers: true, trustedProxies: 1)
    func attempt(_ forwarded: String, _ number: Int) async throws -> Int {
      try await site.send(
        .post, "/v1/account/sign-in", as: .anonymous, ["X-Forwarded-For": forwarded],
        body: ["email": .string("a\(number)@example.net"), "password": "wrong pass phrase"]
      ).status
    }
    var statuses: [Int] = []
    for number in 0..<80 {
      statuses.append(try await attempt("6.6.6.\(number), 203.0.113.9", number))
    }
    #expect(statuses.last == 429, "many accounts from one address")
    #expect(try await attempt("6.6.6.6, 203.0.113.10", 100) == 401, "another address")
  }

  @Test func `a lost password is reset by email, and all sessions end`() async throws {
    let site = try await Site(withUsers: true)
    try await site.send(
      .post, "/v1/account/password/forgot", as: .anonymous,
      body: ["email": .string(Site.email("viewer"))])
    let link = try await site.mailedSecret(to: Site.email("viewer"))
    func reset(_ password: String) async throws -> Site.Response {
      try await site.send(
        .post, "/v1/account/password/reset", as: .anonymous,
        body: ["link": .string(link), "password": .string(password)])
    }
    #expect(try await reset("short").code == "weak-password")
    #expect(try await reset("viewer@example.com").code == "weak-password")
    #expect(try await reset("another good pass phrase").status == 204)
    #expect(try await reset("a third good pass phrase").code == "invalid-link")
    for role in [Site.Role.viewer, .viewerApp] {
      #expect(try await site.send(.get, "/v1/me", as: role).status == 401)
    }
    #expect(try await signIn(site, Site.email("viewer")).status == 401)
    #expect(
      try await signIn(site, Site.email("viewer"), "another good pass phrase").status == 200)
  }

  @Test func `changing the sign-in methods needs a recent sign-in`() async throws {
    let site = try await Site(withUsers: true)
    let refresh = try await site.refreshToken("viewer")
    site.clock.advance(by: 901)
    let next = try await site.send(
      .post, "/v1/account/refresh", as: .anonymous, body: ["refreshToken": .string(refresh)])
    let access = try #require(next.json["accessToken"]?.string)
    #expect(try await site.send(.get, "/v1/me", token: access).json["isRecent"] == false)
    #expect(try await site.send(.post, "/v1/me/totp", token: access).code == "not-recent")
    #expect(try await site.send(.delete, "/v1/me", token: access).code == "not-recent")
    let wrong = try await site.send(
      .post, "/v1/me/confirmation", token: access, body: ["password": "wrong pass phrase"])
    #expect(wrong.code == "wrong-credentials")
    let right = try await site.send(
      .post, "/v1/me/confirmation", token: access, body: ["password": .string(Site.password)])
    let recent = try #require(right.json["accessToken"]?.string)
    #expect(try await site.send(.post, "/v1/me/totp", token: recent).status == 201)
  }

  @Test func `a browser that confirms its identity gets a new cookie, and the old one expires`()
    async throws
  {
    let site = try await Site(withUsers: true)
    let response = try await site.send(
      .post, "/v1/me/confirmation", as: .viewer, body: ["password": .string(Site.password)])
    #expect(response.status == 200)
    #expect(!response.text.contains("Token"))
    let cookie = try #require(response.headers[.setCookie])
    #expect(cookie.hasPrefix("__Host-session="))
    for part in ["Path=/", "Secure", "HttpOnly", "SameSite=Lax"] {
      #expect(cookie.contains("; \(part)"), "\(part)")
    }
    #expect(!cookie.contains("Domain"))
    #expect(try await site.send(.get, "/v1/me", as: .viewer).status == 401)
    let value = String(cookie.prefix { $0 != ";" })
    #expect(try await site.send(.get, "/v1/me", as: .anonymous, ["Cookie": value]).status == 200)
    let signOut = try await site.send(.post, "/v1/me/sign-out", as: .editor)
    #expect(signOut.headers[.setCookie]?.contains("Max-Age=0") == true)
  }

  @Test func `without a mail server, users join by an invitation link alone`() async throws {
    var settings = Site.accountSettings
    settings.canSendMail = false
    let site = try await Site(withUsers: true, accounts: settings)
    let body: JSON = ["email": .string(Self.email), "password": .string(Site.password)]
    for path in ["register", "password/forgot"] {
      let response = try await site.send(.post, "/v1/account/\(path)", as: .anonymous, body: body)
      #expect(response.code == "not-allowed", "\(path): \(response.text)")
    }
    #expect(try await site.send(.get, "/v1/me", as: .owner).json["mail"] == "off")
    let invited = try await site.send(
      .post, "/v1/organizations/acme/invitations", as: .owner,
      body: ["email": .string(Self.email), "role": "viewer"])
    let link = Site.secret(of: try #require(invited.json["link"]?.string))
    let accepted = try await site.send(
      .post, "/v1/account/register", as: .anonymous,
      body: ["invitation": .string(link), "password": .string(Site.password), "name": "Ada"])
    #expect(accepted.status == 200, "\(accepted.text)")
    let access = try #require(accepted.json["accessToken"]?.string)
    let me = try await site.send(.get, "/v1/me", token: access)
    #expect(me.json["organizations"]?.array?.first?["role"] == "viewer")
  }

  @Test func `with registration by invitation, nobody registers without one`() async throws {
    var settings = Site.accountSettings
    settings.registration = .invited
    let site = try await Site(accounts: settings)
    let response = try await site.send(
      .post, "/v1/account/register", as: .anonymous,
      body: ["email": .string(Self.email), "password": .string(Site.password)])
    #expect(response.code == "registration-closed")
  }

  @Test func `a user who leaves loses access, and the last owner cannot leave`() async throws {
    let site = try await Site(withUsers: true)
    let leave = "/v1/me/organizations/acme"
    #expect(try await site.send(.delete, leave, as: .owner).code == "last-owner")
    #expect(try await site.send(.delete, leave, as: .editor).status == 204)
    #expect(try await site.send(.get, "/v1/apps/shop", as: .editorApp).status == 404)
    let path = "/v1/organizations/acme/members/\(Site.userID("owner"))"
    let demotion = try await site.send(.patch, path, as: .admin, body: ["role": "viewer"])
    #expect(demotion.code == "last-owner", "not by a service account either")
    #expect(try await site.send(.delete, path, as: .admin).code == "last-owner")
  }

  static let malformedBodies: [(String, JSON)] = [
    ("sign-in", [:]), ("sign-in", ["email": 1, "password": "x"]),
    ("sign-in", ["email": "a@b.c", "password": ""]),
    ("sign-in", ["email": .string(String(repeating: "a", count: 5000)), "password": "x"]),
    ("refresh", ["refreshToken": ""]), ("verify", ["link": "x"]),
    ("second-factor", ["pendingSignIn": "x"]), ("password/reset", ["password": "x"]),
  ]

  @Test func `an invalid body is rejected before a password is hashed`() async throws {
    let site = try await Site()
    for (path, body) in Self.malformedBodies {
      let response = try await site.send(.post, "/v1/account/\(path)", as: .anonymous, body: body)
      #expect(response.code == "malformed-body", "\(path) \(body.text()): \(response.text)")
    }
    #expect(await site.services.accounts.passwordHasher.derivationCount == 0)
  }

  @Test func `every error of the account services is a problem with the same code`() {
    for code in AccountError.Code.allCases {
      let problem = Problem(AccountError(code, "Do this.", retryAfter: 7))
      #expect(problem.code.rawValue == code.rawValue)
      #expect(problem.detail == "Do this.")
      #expect(problem.headers[.retryAfter] == "7")
    }
  }

  @Test func `expired records are deleted, and valid ones stay`() async throws {
    let site = try await Site(withUsers: true)
    let accounts = site.services.accounts
    try await site.send(
      .post, "/v1/account/password/forgot", as: .anonymous,
      body: ["email": .string(Site.email("viewer"))])
    let job = CleanupJob(services: site.services)
    await job.cleanUp()
    #expect(try await site.send(.get, "/v1/me", as: .viewer).status == 200)
    #expect(try await accounts.store.read { try $0.oneTimeTokens(for: .resetPassword).count } == 1)
    site.clock.advance(by: 3601)
    await job.cleanUp()
    let remaining = try await accounts.store.read { reader in
      try reader.users(after: "", limit: 500).flatMap { try reader.sessions(of: $0.id) }
    }
    #expect(remaining.isEmpty)
    #expect(try await accounts.store.read { try $0.oneTimeTokens(for: .resetPassword).isEmpty })
  }

  @Test func `a device without a sign-in for a year is deleted`() async throws {
    let site = try await Site(withUsers: true)
    let viewer = Site.userID("viewer")
    let now = site.clock.now
    let accounts = site.services.accounts
    try await accounts.store.change { writer in
      try writer.put(KnownDevice(hash: [1], user: viewer, created: now))
      try writer.put(KnownDevice(hash: [2], user: viewer, created: now + 2))
    }
    site.clock.advance(by: 365 * 86_400 + 1)
    await CleanupJob(services: site.services).cleanUp()
    let remaining = try await accounts.store.read { try $0.knownDevices(of: viewer).map(\.hash) }
    #expect(remaining == [[2]])
  }

  @Test func `a device with a future creation time is deleted if that is still so an hour later`()
    async throws
  {
    let uptime = NIOLockedValueBox(0)
    let site = try await Site(withUsers: true, uptime: { uptime.withLockedValue { $0 } })
    let viewer = Site.userID("viewer")
    let created = site.clock.now + 3 * 86_400
    try await site.services.accounts.store.change { writer in
      try writer.put(KnownDevice(hash: [1], user: viewer, created: created))
    }
    func survivesCleanup() async throws -> Bool {
      await CleanupJob(services: site.services).cleanUp()
      let devices = try await site.services.accounts.store.read { try $0.knownDevices(of: viewer) }
      return devices.contains { $0.hash == [1] }
    }
    func advance(by seconds: Int) {
      site.clock.advance(by: seconds)
      uptime.withLockedValue { $0 += seconds }
    }
    #expect(try await survivesCleanup())
    advance(by: 3600)
    site.clock.advance(by: -86_400)
    #expect(try await survivesCleanup(), "the clock was set back")
    // `flowmagic keys rotate` makes the server reload the keys in the same way.
    site.services.replaceAccountKeys(with: site.services.accounts.keys)
    advance(by: 3600)
    #expect(try await !survivesCleanup())
  }
}
