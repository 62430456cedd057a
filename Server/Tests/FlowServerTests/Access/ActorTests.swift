import Accounts
import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import Testing

/// Actors in the audit log, drafts and releases, and who may read which entries of the log.
@Suite struct ActorTests {
  @Test func `attack: releases, drafts and the log show a token named like a user as a token`()
    async throws
  {
    let site = try await Site(withUsers: true)
    let owner = Site.email("owner")
    let created = try await site.send(
      .post, "/v1/tokens", as: .admin,
      body: ["name": .string(owner), "scopes": ["publish"], "owner": "service-account"])
    let token = try #require(created.json["token"]?.string)
    let id = try #require(created.json["id"]?.string)
    try await site.send(
      .put, "/v1/apps/shop/draft", as: .anonymous, token: token, ["If-None-Match": "*"],
      body: Flows.document())
    let release = try await site.send(
      .post, "/v1/apps/shop/environments/staging/releases", as: .anonymous, token: token,
      body: ["acceptWarnings": true])
    let forger: JSON = ["type": "token", "id": .string(id), "name": .string(owner)]
    #expect(release.json["author"] == forger)
    let overview = try await site.send(.get, "/v1/overview?organization=acme", as: .owner)
    let shop = overview.json["applications"]?.array?.first { $0["id"] == "shop" }
    #expect(shop?["draft"]?["author"] == forger)
    #expect(shop?["changed"]?["by"] == forger)
    let all = try await entries(site, as: .owner)
    #expect(all.first { $0["action"] == "release.published" }?["actor"] == forger)
    let ownEntries = try await entries(site, as: .owner, "actor=\(Site.userID("owner"))")
    #expect(ownEntries.allSatisfy { $0["actor"]?["type"] == "user" })
    #expect(!ownEntries.contains { $0["action"] == "release.published" })
  }

  @Test func `a member's actions are recorded under their id`() async throws {
    let site = try await Site(withUsers: true)
    try await site.send(
      .post, "/v1/apps", as: .owner, body: ["id": "kiosk", "name": "Kiosk"])
    let entry = try await entries(site, as: .owner).first { $0["action"] == "application.added" }
    #expect(
      entry?["actor"] == [
        "type": "user", "id": .string(Site.userID("owner")), "name": .string(Site.email("owner")),
      ])
  }

  @Test func `an organization's audit log does not disclose where users sign in`() async throws {
    let site = try await Site(withUsers: true)
    for action in ["session.began", "session.failed", "password.changed", "factor.totp-added"] {
      try await site.addSecurityEvent(action, of: Site.userID("colleague"))
    }
    for role in [Site.Role.owner, .viewer, .admin, .read] {
      let text = "\(try await entries(site, as: role))"
      #expect(!text.contains("192.0.2.") && !text.contains("session."), "\(role)")
    }
  }

  @Test func `changes to members are visible to owners, and to each member about themselves`()
    async throws
  {
    let site = try await Site(withUsers: true)
    let changes = [("colleague", "drafter"), ("viewer", "drafter"), ("viewer", "viewer")]
    for (name, role) in changes {
      try await site.send(
        .patch, "/v1/organizations/acme/members/\(Site.userID(name))", as: .owner,
        body: ["role": .string(role)])
    }
    try await site.send(
      .post, "/v1/organizations/acme/invitations", as: .owner,
      body: ["email": "cy@example.net", "role": "viewer"])
    func subjects(_ role: Site.Role) async throws -> Set<String> {
      Set(
        try await entries(site, as: role).filter {
          ["member.changed", "invitation.sent"].contains($0["action"]?.string ?? "")
        }.map { $0["detail"]?["user"]?.string ?? "invitation" })
    }
    let (viewer, colleague) = (Site.userID("viewer"), Site.userID("colleague"))
    #expect(try await subjects(.owner) == [viewer, colleague, "invitation"])
    #expect(try await subjects(.admin) == [viewer, colleague, "invitation"])
    #expect(try await subjects(.viewer) == [viewer])
    #expect(try await subjects(.read) == [])
    #expect(try await subjects(.editor) == [])
  }

  @Test func `the log has the address of a removed member until the account is deleted`()
    async throws
  {
    let site = try await Site(withUsers: true)
    let viewer = Site.userID("viewer")
    let path = "/v1/organizations/acme/members/\(viewer)"
    #expect(try await site.send(.delete, path, as: .owner).status == 204)
    func detail() async throws -> JSON? {
      try await entries(site, as: .owner).first { $0["action"] == "member.removed" }?["detail"]
    }
    #expect(
      try await detail() == ["email": .string(Site.email("viewer")), "user": .string(viewer)])
    try await site.services.accounts.administration.deleteUser(viewer, by: "test")
    #expect(try await detail() == ["email": "deleted user", "user": .string(viewer)])
  }

  private func entries(
    _ site: Site, as role: Site.Role, _ query: String = "limit=200"
  ) async throws -> [JSON] {
    let response = try await site.send(.get, "/v1/audit?organization=acme&\(query)", as: role)
    #expect(response.status == 200, "\(response.text)")
    return response.json["entries"]?.array ?? []
  }
}
