import FlowCore
import Testing

@Suite struct ReleaseCommandTests {
  @Test func `releases are listed with the current ones marked`() throws {
    let shop = try ServedShop()
    #expect(
      try shop.run("reroute", "shop", "Home.login", "SignUp", "--note", "Try", "--yes").status == 0)
    let list = try #require(try shop.json("releases")["releases"]?.array)
    #expect(list.compactMap { $0["number"]?.number?.int } == [4, 3, 2, 1])
    #expect(list.map { $0["current"] } == [true, false, true, true])
    #expect(list[0]["note"] == "Try")
    let limited = try shop.json("releases", "--environment", "production", "--limit", "1")
    #expect(limited["releases"]?.array?.count == 1)
    #expect(limited["more"] == true)
    let text = try shop.run("releases", "--environment", "production")
    #expect(text.out.contains(/\n\*  4        production   20[0-9 :-]+  token init      Try\n/))
    #expect(text.out.contains("\n   3        production"))
    #expect(try shop.run("releases", "--environment", "x").status == 1)
    #expect(try shop.run("releases", "--limit", "0").status == 64)
  }

  @Test func `a limit above the server's page size lists all releases`() throws {
    let shop = try ServedShop()
    for index in 1...5 {
      let step = index.isMultiple(of: 2) ? "Login" : "SignUp"
      #expect(try shop.run("reroute", "shop", "Home.login", step, "--yes").status == 0)
    }
    let all = try shop.json("releases", "--limit", "1000")
    #expect(all["releases"]?.array?.count == 8)
    #expect(all["more"] == false)
  }

  @Test func `rollback publishes an earlier release again`() throws {
    let shop = try ServedShop()
    let before = try shop.currentDocument()
    #expect(try shop.run("reroute", "shop", "Home.login", "SignUp", "--yes").status == 0)
    let unconfirmed = try shop.run("rollback", "3")
    #expect(unconfirmed.status == 1)
    #expect(unconfirmed.out.contains("now leads to “Login”; before, it led to “SignUp”."))
    let json = try shop.json("rollback", "3", "--note", "Fewer sign-ups", "--yes")
    #expect(json["environment"] == "production")
    #expect(json["release"]?["number"] == 5)
    #expect(json["release"]?["rollbackOf"] == 3)
    #expect(try shop.currentDocument() == before)
    let second = try shop.run("rollback", "3", "--yes")
    #expect(second.status == 0)
    #expect(
      second.out.hasPrefix(
        "No changes: production of shop already has the content of release 3.\n"))
    #expect(second.out.contains("publish --republish --app shop --environment production`"))
    #expect(try shop.run("releases").out.contains("rollback to 3: Fewer sign-ups"))
  }

  @Test func `rollback requires a release of the environment`() throws {
    let shop = try ServedShop()
    let missing = try shop.run("rollback", "99", "--yes")
    #expect(missing.status == 1)
    #expect(missing.err.contains("shop has no release 99."))
    #expect(try shop.run("reroute", "shop", "Home.login", "SignUp", "--yes").status == 0)
    let otherEnvironment = try shop.json(
      "rollback", "1", "--environment", "production", "--yes", status: 1)["error"]
    #expect(otherEnvironment?["code"] == "unknown-release")
    #expect(otherEnvironment?["status"] == 404)
    #expect(try shop.run("rollback", "0").status == 64)
  }

  @Test func `diff compares releases, the draft, environments and files`() throws {
    let shop = try ServedShop()
    #expect(try shop.run("reroute", "shop", "Home.login", "SignUp", "--yes").status == 0)
    let sentence = "~ On “Home”, “login” now leads to “SignUp”; before, it led to “Login”."
    #expect(try shop.run("diff", "--app", "shop", "3", "4").out.contains(sentence))
    let json = try shop.json("diff", "--app", "shop", "staging", "production")
    #expect(json["same"] == false)
    #expect(json["changes"]?.array?.first?["port"] == "login")
    try shop.tool.write(try shop.currentDocument(), to: "shop.json")
    let same = try shop.run("diff", "--app", "shop", "shop.json", "production", "--exit-code")
    #expect(same.status == 0)
    #expect(same.out == "No differences.\n")
    #expect(try shop.run("diff", "--app", "shop", "3", "4", "--exit-code").status == 1)
    #expect(try shop.run("diff", "--app", "shop", "3", "draft").err.contains("has no draft"))
    #expect(try shop.run("diff", "--app", "shop", "3", "9").err.contains("shop has no release 9."))
    let missing = try shop.run("diff", "--app", "shop", "3", "none.json")
    #expect(missing.err.contains("No such file: none.json"))
  }

  @Test func `comparing two files needs no server and rejects --server`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    try tool.write(Fixtures.valid, to: "a.json")
    try tool.write(Fixtures.warning, to: "b.json")
    let unreachable = ["FLOWMAGIC_SERVER": "http://127.0.0.1:9", "FLOWMAGIC_TOKEN": "fm_x"]
    #expect(try tool.run("diff", "a.json", "b.json", environment: unreachable).status == 0)
    #expect(try tool.run("diff", "a.json", "b.json", "--server", "http://x").status == 64)
  }

  @Test func `the audit log lists changes with their actors`() throws {
    let shop = try ServedShop()
    #expect(
      try shop.run("reroute", "shop", "Home.login", "SignUp", "--note", "Try", "--yes").status == 0)
    let entries = try shop.json("audit", "--app", "shop", "--limit", "1")
    let entry = try #require(entries["entries"]?.array?.first)
    #expect(entry["action"] == "release.published")
    #expect(entry["actor"]?["name"] == "init")
    #expect(entry["environment"] == "production")
    #expect(entry["detail"]?["note"] == "Try")
    #expect(entries["more"] == true)
    let text = try shop.run("audit")
    #expect(text.out.contains(/release\.published +shop production/))
    #expect(text.out.contains("organization.added"))
    #expect(try shop.run("audit", "--app", "nothing").status == 1)
  }

  @Test func `SDK keys are created, listed and revoked`() throws {
    let shop = try ServedShop()
    let created = try shop.json(
      "keys", "create", "--environment", "staging", "--name", "Test devices")
    let key = try #require(created["key"]?.string)
    #expect(created["environment"] == "staging")
    #expect(created["name"] == "Test devices")
    #expect(key.split(separator: ".").count == 2)
    let script = try shop.run("keys", "create")
    #expect(script.out.hasPrefix("pk_"))
    #expect(script.out.split(separator: "\n").count == 1, "scripts use the output as it is")
    #expect(try shop.json("keys", "list")["keys"]?.array?.count == 5)
    #expect(try shop.run("keys", "list").out.contains(key))

    #expect(try shop.run("keys", "revoke", key).status == 1)
    let revoked = try shop.json("keys", "revoke", key, "--yes")
    #expect(revoked["revoked"] == true)
    #expect(revoked["id"] == created["id"])
    let secondRevocation = try shop.json("keys", "revoke", key, "--yes", status: 1)["error"]
    #expect(secondRevocation?["code"] == "unknown-key")
    let list = try shop.json("keys", "list")["keys"]?.array
    #expect(list?.first { $0["id"] == created["id"] }?["revoked"]?.string?.hasSuffix("Z") == true)
    #expect(try shop.run("keys", "list").out.contains("revoked 20"))
  }
}
