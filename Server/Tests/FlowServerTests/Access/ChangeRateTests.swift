import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import Testing

/// Changes are limited by rate, because each one adds to the audit log.
@Suite struct ChangeRateTests {
  private func site() async throws -> Site {
    var limits = IntakeLimits()
    limits.changes = IntakeLimits.Rate(requests: 1, bytes: 0, burst: 3)
    return try await Site(withUsers: true, intake: limits)
  }

  private func rename(_ site: Site, as role: Site.Role) async throws -> Site.Response {
    try await site.send(.patch, "/v1/me", as: role, body: ["name": "Ada"])
  }

  private func addApplication(
    _ site: Site, _ number: Int, token: String
  ) async throws -> Site.Response {
    try await site.send(
      .post, "/v1/apps", token: token,
      body: ["id": .string("kiosk\(number)"), "name": "Kiosk"])
  }

  @Test func `attack: a user who changes something too often must wait, and others are unaffected`()
    async throws
  {
    let site = try await site()
    for role in [Site.Role.owner, .ownerApp, .owner] {
      #expect(try await rename(site, as: role).status == 200)
    }
    for role in [Site.Role.owner, .ownerApp] {
      let refused = try await rename(site, as: role)
      #expect(refused.status == 429 && refused.code == "too-many-attempts", "\(refused.text)")
      #expect(refused.headers[.retryAfter] == "1")
    }
    #expect(try await rename(site, as: .viewer).status == 200)
    #expect(try await site.send(.get, "/v1/me", as: .owner).status == 200)
    let metrics = await site.services.metricsText()
    #expect(metrics.contains("flowmagic_intake_refused_total{reason=\"change-rate\"} 2\n"))

    site.clock.advance(by: 1)
    #expect(try await rename(site, as: .owner).status == 200)
    #expect(try await rename(site, as: .owner).status == 429)
  }

  @Test func `attack: HTML forms share the API's rate limit`() async throws {
    let site = try await site()
    let browser = site.browser(as: .owner)
    func rename() async throws -> Int {
      try await browser.post("/account", form: ["name": "Ada"], token: browser.token).status
    }
    for _ in 0..<3 { #expect(try await rename() == 303) }
    #expect(try await rename() == 429)
    #expect(try await self.rename(site, as: .owner).status == 429)
    #expect(
      try await browser.post("/logout", form: [:], token: browser.token).status == 303,
      "signing out is always possible")
  }

  /// The ids of the forms that end someone's access, such as signing out.
  private static let accessEndingForms = [
    "signOutByForm", "confirmByForm", "changePasswordByForm", "endSessionByForm",
    "endOtherSessionsByForm", "deleteByForm", "leaveByForm", "removeAuthenticator",
    "removePasskeyByForm",
    "unlinkByForm",
  ]

  @Test(arguments: accessEndingForms)
  func `attack: an exhausted rate limit does not block a form that revokes access`(
    id: String
  ) async throws {
    let page = try #require(Routes.all.first { $0.id == id })
    let site = try await site()
    for _ in 0..<3 { #expect(try await rename(site, as: .viewer).status == 200) }
    let browser = site.browser(as: .viewer)
    let refused = try await browser.post("/account", form: ["name": "Ada"], token: browser.token)
    #expect(refused.status == 429)
    let response = try await browser.get(page)
    #expect([303, 422].contains(response.status), "\(id): \(response.status)")
  }

  @Test func `attack: a user's tokens share a rate limit, separate from the user's own`()
    async throws
  {
    let site = try await site()
    let owner = Site.userID("owner")
    let tokens = [
      try await site.addToken("acme", .admin, user: owner),
      try await site.addToken("acme", .admin, user: owner),
    ]
    for number in 0..<3 {
      let token = tokens[number % 2]
      #expect(try await addApplication(site, number, token: token).status == 201)
    }
    for token in tokens {
      #expect(try await addApplication(site, 4, token: token).status == 429)
    }
    #expect(try await rename(site, as: .owner).status == 200)
    let service = try #require(site.credentials[.admin])
    for number in 5..<8 {
      #expect(try await addApplication(site, number, token: service).status == 201)
    }
    let other = try await site.addToken("acme", .admin)
    #expect(try await addApplication(site, 9, token: other).status == 429)
  }

  @Test func `other changes never delay publishing, rolling back or signing out`() async throws {
    let site = try await site()
    for _ in 0..<5 { try await site.publish() }
    let rollback = try await site.send(
      .post, "/v1/apps/shop/environments/production/rollback", as: .publish, body: ["to": 1])
    #expect(rollback.status == 201, "\(rollback.text)")
    for _ in 0..<3 { #expect(try await rename(site, as: .ownerApp).status == 200) }
    #expect(try await rename(site, as: .ownerApp).status == 429)
    let published = try await site.send(
      .post, "/v1/apps/shop/environments/production/releases", as: .ownerApp,
      body: ["document": Flows.document(), "acceptWarnings": true])
    #expect(published.status == 201, "\(published.text)")
    let secondRollback = try await site.send(
      .post, "/v1/apps/shop/environments/production/rollback", as: .ownerApp, body: ["to": 1])
    #expect(secondRollback.status == 201, "\(secondRollback.text)")
    #expect(try await site.send(.post, "/v1/me/sign-out", as: .ownerApp).status == 204)
  }

  @Test func `attack: a caller that publishes and rolls back too often must wait`() async throws {
    let site = try await site()
    let path = "/v1/apps/shop/environments/production/rollback"
    func rollBack(to number: JSON) async throws -> Site.Response {
      try await site.send(.post, path, as: .publish, body: ["to": number])
    }
    for _ in 0..<2 { try await site.publish() }
    // NB: refused attempts count, too.
    for _ in 2..<600 { #expect(try await rollBack(to: "no number").status != 429) }
    let refused = try await rollBack(to: 1)
    #expect(refused.status == 429 && refused.code == "too-many-attempts", "\(refused.text)")
    #expect(refused.headers[.retryAfter] == "1")
    let legacy = try await site.send(
      .put, "/applications/shop/screenFlow", as: .publish, body: ["id": "shop"])
    #expect(legacy.status == 429, "\(legacy.text)")
    let metrics = await site.services.metricsText()
    #expect(metrics.contains("flowmagic_intake_refused_total{reason=\"change-rate\"} 2\n"))
    let service = try #require(site.credentials[.admin])
    #expect(try await addApplication(site, 1, token: service).status == 201)
    site.clock.advance(by: 1)
    #expect(try await rollBack(to: 1).status == 201)
  }

  @Test func `without a rate limit for changes, publishing is unlimited, too`() {
    var limits = IntakeLimits()
    #expect(limits.publications == IntakeLimits.Rate(requests: 1, bytes: 0, burst: 600))
    limits.changes.requests = 0
    #expect(limits.publications.requests == 0)
  }

  @Test func `the default allows a burst of 3,600 changes, and 600 a minute`() {
    let rate = IntakeLimits().changes
    #expect(rate.requests * 60 == 600 && rate.requests * rate.burst == 3600)
  }
}
