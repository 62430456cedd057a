import FlowCore
import Testing

@Suite(.timeLimit(.minutes(10))) struct OrganizationCommandTests {
  @Test func `members are listed, changed and removed`() throws {
    let shop = try ServedShop(hasUsers: true)
    let list = try shop.run("org", "members")
    #expect(list.status == 0, "\(list.err)")
    #expect(list.out.contains("owner@example.com"))
    let changed = try shop.json(
      "org", "set-role", "viewer@example.com", "drafter", "--grant", "shop/staging=editor")
    #expect(changed["role"] == "drafter")
    #expect(changed["grants"]?.array?.first?["environment"] == "staging")
    #expect(
      try shop.run("org", "members").out.contains("drafter; editor in shop staging"))
    let removed = try shop.json("org", "remove", "viewer@example.com", "--yes")
    #expect(removed["removed"] == true)
    #expect(!(try shop.run("org", "members").out.contains("viewer@example.com")))
    let audit = try shop.run("audit", "--limit", "5")
    #expect(audit.out.contains("init"), "the actor is the token's name")
    let removal = audit.out.split(separator: "\n").first { $0.contains("member.removed") }
    #expect(removal?.contains("email viewer@example.com") == true, "\(audit.out)")
  }

  @Test func `the last owner cannot be removed, and unknown names are errors`() throws {
    let shop = try ServedShop(hasUsers: true)
    let remove = try shop.json("org", "remove", "owner@example.com", "--yes", status: 1)
    #expect(remove["error"]?["code"] == "last-owner")
    #expect(remove["error"]?["fix"]?.string?.contains("set-role") == true)
    let demotion = try shop.json("org", "set-role", "owner@example.com", "viewer", status: 1)
    #expect(demotion["error"]?["code"] == "last-owner")
    let unknownMember = try shop.json("org", "set-role", "nobody@example.com", "viewer", status: 1)
    #expect(unknownMember["error"]?["code"] == "not-found")
    let unknownApplication = try shop.json(
      "org", "set-role", "viewer@example.com", "viewer", "--grant", "market=editor", status: 1)
    #expect(unknownApplication["error"]?["code"] == "unknown-application")
    let grant = try shop.run("org", "set-role", "a", "viewer", "--grant", "shop:editor")
    #expect(grant.status == 64)
    let organization = try shop.json("org", "members", "--organization", "globex", status: 1)
    #expect(organization["error"]?["code"] == "unknown-organization")
  }

  @Test(arguments: [
    (["org", "set-role", "a@example.com", "king"], "The role must be guest, viewer"),
    (["invite", "create", "a@example.com", "--role", "king"], "--role must be guest, viewer"),
    (["token", "create", "CI", "--scope", "god"], "--scope must be read, draft, publish or admin"),
    (["token", "create", "CI", "--expires", "9999"], "--expires must be from 1 to 3650 days"),
    (["token", "create", "CI", "--expires", "0"], "--expires must be from 1 to 3650 days"),
  ])
  func `an invalid role, scope or lifetime is a usage error that names the option`(
    arguments: [String], message: String
  ) throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let result = try tool.run(arguments)
    #expect(result.status == 64)
    #expect(result.err.contains(message), "\(result.err)")
  }

  @Test func `a lifetime above the organization's limit is a problem of the option`() throws {
    let shop = try ServedShop()
    let refused = try shop.run("token", "create", "CI", "--expires", "400")
    #expect(refused.status == 1)
    #expect(refused.err.contains("--expires must be at most 365"), "\(refused.err)")
  }

  @Test func `changing permissions requires confirmation`() throws {
    let shop = try ServedShop(hasUsers: true)
    let invitation = try shop.json("invite", "create", "a@example.net")
    let id = try #require(invitation["id"]?.string)
    for command in [
      ["org", "remove", "viewer@example.com"], ["org", "set-role", "viewer@example.com", "owner"],
      ["invite", "create", "b@example.net", "--role", "owner"], ["invite", "revoke", id],
      ["token", "revoke", "aaaaaaaaaaaaaaaa"],
    ] {
      let result = try shop.tool.run(command, environment: shop.environment)
      #expect(result.status == 1, "\(command)")
      #expect(result.err.contains("--yes"), "\(command): \(result.err)")
    }
  }

  @Test func `an invitation shows its link if there is no mail server, and can be revoked`() throws
  {
    let shop = try ServedShop(hasUsers: true)
    let invitation = try shop.json(
      "invite", "create", "grace@example.net", "--role", "editor")
    #expect(invitation["link"]?.string?.contains("/account/invitation?link=") == true)
    let id = try #require(invitation["id"]?.string)
    let list = try shop.run("invite", "list")
    #expect(list.out.contains("grace@example.net") && list.out.contains("editor"))
    #expect(!list.out.contains("link="), "it is only shown once")
    #expect(try shop.run("invite", "revoke", id, "--yes").status == 0)
    #expect(try shop.run("invite", "list").out.contains("revoked"))
    let invitations = try shop.json("invite", "list")["invitations"]?.array
    #expect(invitations?.first { $0["id"]?.string == id }?["outcome"] == "revoked")
    let secondRevocation = try shop.json("invite", "revoke", id, "--yes", status: 1)
    #expect(secondRevocation["error"]?["code"] == "not-found")
    let address = try shop.json("invite", "create", "grace", status: 1)
    #expect(address["error"]?["code"] == "invalid-address")
  }

  @Test func `a token is created with a restriction, shown once and revoked`() throws {
    let shop = try ServedShop(hasUsers: true)
    let created = try shop.run(
      "token", "create", "CI", "--scope", "publish", "--app", "shop", "--environment", "staging",
      "--expires", "90")
    #expect(created.status == 0, "\(created.err)")
    let token = created.out.split(separator: "\n").first.map(String.init) ?? ""
    #expect(token.hasPrefix("fm_"))
    #expect(created.out == token + "\n", "scripts use the output as it is")
    let list = try shop.json("token", "list")
    let entry = try #require(list["tokens"]?.array?.first { $0["name"] == "CI" })
    #expect(entry["owner"] == "service-account" && entry["environment"] == "staging")
    #expect(!list.text().contains(token))
    let refused = try shop.json("app", "create", "x", "--token", token, status: 1)
    #expect(refused["error"]?["status"] == 403)
    let id = try #require(entry["id"]?.string)
    #expect(try shop.run("token", "revoke", id, "--yes").status == 0)
    #expect(try shop.json("app", "list", "--token", token, status: 1)["error"]?["status"] == 401)
  }

  @Test func `revoking by a full token uses its id and does not show the token`() throws {
    let shop = try ServedShop()
    let first = try shop.createToken("read")
    let revoked = try shop.run("token", "revoke", first, "--yes")
    #expect(revoked.status == 0, "\(revoked.err)")
    let id = String(first.split(separator: "_")[1])
    #expect(revoked.err.contains("its id is \(id)"))
    #expect(!(revoked.out + revoked.err).contains(first))
    #expect(try shop.json("app", "list", "--token", first, status: 1)["error"]?["status"] == 401)
    let second = try shop.createToken("read")
    let json = try shop.json("token", "revoke", second, "--yes")
    #expect(json["id"]?.string == String(second.split(separator: "_")[1]))
    #expect(json["revoked"] == true)
  }
}
