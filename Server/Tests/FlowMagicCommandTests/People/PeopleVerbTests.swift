import FlowCore
import Testing

@Suite(.timeLimit(.minutes(2))) struct PeopleVerbTests {
  @Test func `members are listed, changed and removed`() throws {
    let shop = try ServedShop(hasPeople: true)
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
    #expect(audit.out.contains("init"), "the token's name says who it was")
  }

  @Test func `the last owner stays, and what is unknown is said`() throws {
    let shop = try ServedShop(hasPeople: true)
    let remove = try shop.json("org", "remove", "owner@example.com", "--yes", status: 1)
    #expect(remove["error"]?["code"] == "last-owner")
    #expect(remove["error"]?["fix"]?.string?.contains("set-role") == true)
    let lower = try shop.json("org", "set-role", "owner@example.com", "viewer", status: 1)
    #expect(lower["error"]?["code"] == "last-owner")
    let unknown = try shop.json("org", "set-role", "nobody@example.com", "viewer", status: 1)
    #expect(unknown["error"]?["code"] == "not-found")
    let role = try shop.json("org", "set-role", "viewer@example.com", "king", status: 1)
    #expect(role["error"]?["code"] == "malformed-body")
    let place = try shop.json(
      "org", "set-role", "viewer@example.com", "viewer", "--grant", "market=editor", status: 1)
    #expect(place["error"]?["code"] == "unknown-application")
    let grant = try shop.run("org", "set-role", "a", "viewer", "--grant", "shop:editor")
    #expect(grant.status == 64)
    let organization = try shop.json("org", "members", "--organization", "globex", status: 1)
    #expect(organization["error"]?["code"] == "unknown-organization")
  }

  @Test func `what gives or takes rights asks first`() throws {
    let shop = try ServedShop(hasPeople: true)
    let made = try shop.json("invite", "create", "a@example.net")
    let id = try #require(made["id"]?.string)
    for verb in [
      ["org", "remove", "viewer@example.com"], ["org", "set-role", "viewer@example.com", "owner"],
      ["invite", "create", "b@example.net", "--role", "owner"], ["invite", "end", id],
      ["token", "revoke", "aaaaaaaaaaaaaaaa"],
    ] {
      let result = try shop.tool.run(verb, environment: shop.environment)
      #expect(result.status == 1, "\(verb)")
      #expect(result.err.contains("--yes"), "\(verb): \(result.err)")
    }
  }

  @Test func `an invitation shows its link where no mails are sent, and is taken back`() throws {
    let shop = try ServedShop(hasPeople: true)
    let made = try shop.json("invite", "create", "grace@example.net", "--role", "editor")
    #expect(made["link"]?.string?.contains("/account/invitation?link=") == true)
    let id = try #require(made["id"]?.string)
    let list = try shop.run("invite", "list")
    #expect(list.out.contains("grace@example.net") && list.out.contains("editor"))
    #expect(!list.out.contains("link="), "it is shown once")
    #expect(try shop.run("invite", "end", id, "--yes").status == 0)
    #expect(try shop.run("invite", "list").out.contains("ended"))
    let again = try shop.json("invite", "end", id, "--yes", status: 1)
    #expect(again["error"]?["code"] == "not-found")
    let address = try shop.json("invite", "create", "grace", status: 1)
    #expect(address["error"]?["code"] == "invalid-address")
  }

  @Test func `a token is made for a place, shown once, and ended`() throws {
    let shop = try ServedShop(hasPeople: true)
    let made = try shop.run(
      "token", "create", "CI", "--scope", "publish", "--app", "shop", "--environment", "staging",
      "--expires", "90")
    #expect(made.status == 0, "\(made.err)")
    let token = made.out.split(separator: "\n").first.map(String.init) ?? ""
    #expect(token.hasPrefix("fm_"))
    #expect(made.out == token + "\n", "a script takes the output as it is")
    let list = try shop.json("token", "list")
    let entry = try #require(list["tokens"]?.array?.first { $0["name"] == "CI" })
    #expect(entry["owner"] == "robot" && entry["environment"] == "staging")
    #expect(!list.text().contains(token))
    let refused = try shop.json("app", "create", "x", "--token", token, status: 1)
    #expect(refused["error"]?["status"] == 403)
    let id = try #require(entry["id"]?.string)
    #expect(try shop.run("token", "revoke", id, "--yes").status == 0)
    #expect(try shop.json("app", "list", "--token", token, status: 1)["error"]?["status"] == 401)
  }
}
