import Accounts
import FlowCore
import HTTPTypes
import Testing

/// The responses if a user reaches a limit of accounts.
@Suite struct AccountLimitTests {
  @Test func `further invitations are refused with the time to wait`() async throws {
    var settings = Site.accountSettings
    settings.limits.invitationsPerUser = 1
    let site = try await Site(withUsers: true, accounts: settings)
    func invite(_ email: String) async throws -> Site.Response {
      try await site.send(
        .post, "/v1/organizations/acme/invitations", as: .owner,
        body: ["email": .string(email), "role": "viewer"])
    }
    #expect(try await invite("ada@example.net").status == 201)
    let refused = try await invite("bob@example.net")
    #expect(refused.status == 429 && refused.code == "too-many-invitations")
    #expect(refused.headers[.retryAfter] == "86400")
  }

  @Test func `a further organization is refused with a fix, and invalid ones do not count`()
    async throws
  {
    var settings = Site.accountSettings
    settings.limits.organizationsPerUser = 1
    let site = try await Site(withUsers: true, accounts: settings)
    func create(_ id: String, _ name: String) async throws -> Site.Response {
      try await site.send(
        .post, "/v1/organizations", as: .owner,
        body: ["id": .string(id), "name": .string(name)])
    }
    #expect(try await create("globex", "Acme\u{202E}").code == "invalid-input")
    #expect(try await create("globex", "").code == "malformed-body")
    #expect(try await create("globex", "Globex").status == 201)
    let second = try await create("initech", "Initech")
    #expect(second.status == 403 && second.code == "limit-reached")
    #expect(second.json["detail"]?.string?.contains("number of organizations: 1. Use one") == true)
  }
}
