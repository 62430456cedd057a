import FlowCore
import Testing

@Suite struct PublishTests {
  private static let change =
    "On “Home”, “login” now leads to “SignUp”; before, it led to “Login”."

  @Test func `the draft is published, and its changes are listed`() throws {
    let shop = try ServedShop()
    try shop.tool.write(try shop.document(loginTo: "SignUp"), to: "shop.json")
    #expect(try shop.run("push", "shop.json").status == 0)
    let result = try shop.run("publish", "--yes", "--note", "Try it")
    #expect(result.status == 0, "\(result.err)")
    #expect(result.out.contains("  ~ \(Self.change)\n"))
    #expect(result.out.contains("+ Published release 4 of shop to production in "))
    let second = try shop.run("publish", "--yes")
    #expect(second.status == 0)
    #expect(
      second.out == """
        No changes to publish: production of shop already has this content in release 4.
          After a restore, publish it again: `flowmagic publish --republish --app shop \
        --environment production`.

        """)
  }

  @Test func `--republish publishes the live release again, without the draft's changes`() throws {
    let shop = try ServedShop()
    let before = try shop.currentDocument()
    try shop.tool.write(try shop.document(loginTo: "SignUp"), to: "shop.json")
    #expect(try shop.run("push", "shop.json").status == 0)
    let unconfirmed = try shop.run("publish", "--republish")
    #expect(unconfirmed.status == 1 && unconfirmed.err.contains("Use --yes"), "\(unconfirmed.err)")
    let json = try shop.json("publish", "--republish", "--note", "After a restore", "--yes")
    #expect(json["published"] == true)
    #expect(json["release"]?["number"] == 4)
    #expect(json["release"]?["rollbackOf"] == 3)
    #expect(json["release"]?["note"] == "After a restore")
    #expect(json["changes"] == [])
    #expect(try shop.currentDocument() == before)
    let entry = try shop.json("audit", "--limit", "1")["entries"]?.array?.first
    #expect(entry?["action"] == "release.republished")
    #expect(try shop.run("releases").out.contains("release 3 again: After a restore"))
    let text = try shop.run("publish", "--republish", "--environment", "staging", "--yes")
    #expect(text.out.contains("+ Published release 5 of shop to staging in "), "\(text.err)")
  }

  @Test func `--republish needs a release, and takes no file`() throws {
    let shop = try ServedShop()
    #expect(try shop.run("publish", "shop.json", "--republish").status == 64)
    #expect(try shop.run("publish", "--republish", "--override", "Urgent").status == 64)
    #expect(try shop.run("app", "create", "new").status == 0)
    let error = try shop.json("publish", "--app", "new", "--republish", "--yes", status: 1)["error"]
    #expect(error?["code"] == "no-release")
  }

  @Test func `--release publishes the content of a release of another environment`() throws {
    let shop = try ServedShop()
    try shop.tool.write(try shop.document(loginTo: "SignUp"), to: "shop.json")
    #expect(try shop.run("publish", "shop.json", "--environment", "staging", "--yes").status == 0)
    let json = try shop.json(
      "publish", "--release", "4", "--environment", "production", "--note", "Tried", "--yes")
    #expect(json["release"]?["number"] == 5)
    #expect(json["release"]?["environment"] == "production")
    #expect(json["changes"]?.array?.map { $0["sentence"]?.string } == [Self.change])
    #expect(try shop.currentDocument() == shop.currentDocument("staging"))
    let entry = try shop.json("audit", "--limit", "1")["entries"]?.array?.first
    #expect(entry?["action"] == "release.published")
    #expect(entry?["detail"]?["fromRelease"] == 4)
    #expect(entry?["detail"]?["fromEnvironment"] == "staging")
    #expect(try shop.json("publish", "--release", "4", "--yes")["published"] == false)
  }

  @Test func `--release needs a release, and takes neither a file nor --republish`() throws {
    let shop = try ServedShop()
    let error = try shop.json("publish", "--release", "9", "--yes", status: 1)["error"]
    #expect(error?["code"] == "unknown-release")
    #expect(try shop.run("publish", "shop.json", "--release", "2").status == 64)
    #expect(try shop.run("publish", "--republish", "--release", "2").status == 64)
    #expect(try shop.run("publish", "--release", "0").status == 64)
  }

  @Test func `publishing prints a warning if no build declares its screens`() throws {
    let shop = try ServedShop()
    try shop.tool.write(try shop.document(loginTo: "SignUp"), to: "shop.json")
    let declared = try shop.run("publish", "shop.json", "--environment", "staging", "--yes")
    #expect(declared.status == 0 && !declared.err.contains("No build in use"), "\(declared.err)")
    _ = try shop.json("app", "create", "travel", "--name", "Travel")
    try shop.tool.write(
      shop.tool.read("shop.json").replacing("\"application\": \"shop\",", with: ""),
      to: "travel.json")
    let result = try shop.run("publish", "travel.json", "--app", "travel", "--yes")
    #expect(result.err.contains("warning: No build in use declares its screens"), "\(result.err)")
    try shop.tool.write(
      """
      {"schema": 1, "platform": "web", "version": "1.0", "build": "1", "screens": [],
       "blocks": {"level": 1}}
      """, to: "drawn.json")
    let pushed = try shop.run("manifest", "push", "drawn.json", "--app", "travel")
    #expect(pushed.status == 0, "\(pushed.err)")
    let drawn = try shop.run("publish", "travel.json", "--app", "travel", "--yes")
    #expect(!drawn.err.contains("No build in use"), "\(drawn.err)")
  }

  @Test func `a file is published instead of the draft`() throws {
    let shop = try ServedShop()
    try shop.tool.write(try shop.document(loginTo: "RandomPage"), to: "draft.json")
    #expect(try shop.run("push", "draft.json").status == 0)
    try shop.tool.write(try shop.document(loginTo: "SignUp"), to: "shop.json")
    let json = try shop.json(
      "publish", "shop.json", "--environment", "staging", "--yes", "--note", "Try it")
    #expect(json["published"] == true)
    #expect(json["environment"] == "staging")
    #expect(json["release"]?["number"] == 4)
    #expect(json["release"]?["note"] == "Try it")
    #expect(json["release"]?["author"]?["name"] == "init")
    #expect(json["changes"]?.array?.map { $0["sentence"]?.string } == [Self.change])
    #expect((json["milliseconds"]?.number?.int ?? 0) >= 1)
    let same = try shop.json("publish", "shop.json", "--environment", "staging", "--yes")
    #expect(same["published"] == false)
    #expect(same["release"]?.isNull == true)
  }

  @Test func `errors prevent publishing and are reported as by validate`() throws {
    let shop = try ServedShop()
    try shop.tool.write(try shop.document(loginTo: "Nowhere"), to: "shop.json")
    let result = try shop.run("publish", "shop.json", "--yes", "--accept-warnings")
    #expect(result.status == 1)
    #expect(result.err.contains("[unknown-step]"))
    #expect(result.err.contains("shop.json:"), "with the line: \(result.err)")
    #expect(result.err.contains("error: 1 error; nothing was published."))
    let error = try shop.json("publish", "shop.json", "--yes", status: 1)["error"]
    #expect(error?["code"] == "findings")
    #expect(error?["findings"]?.array?.first?["code"] == "unknown-step")
    #expect(try shop.json("releases")["releases"]?.array?.count == 3)
  }

  @Test func `new warnings must be accepted`() throws {
    let shop = try ServedShop()
    try shop.tool.write(try shop.withUnreachableStep(), to: "shop.json")
    let result = try shop.run("publish", "shop.json", "--yes")
    #expect(result.status == 1)
    #expect(result.out.contains("[unreachable-step]"))
    #expect(!result.out.contains("[flow-never-ends]"))
    #expect(result.err.contains("error: 1 warning; nothing was published."))
    #expect(result.err.contains("--accept-warnings"))
    let error = try shop.json("publish", "shop.json", "--yes", status: 1)["error"]
    #expect(error?["code"] == "warnings")
    #expect(error?["findings"]?.array?.count == 1)
    #expect(try shop.run("publish", "shop.json", "--yes", "--accept-warnings").status == 0)
  }

  @Test func `without a terminal, --yes is required`() throws {
    let shop = try ServedShop()
    try shop.tool.write(try shop.document(loginTo: "SignUp"), to: "shop.json")
    let result = try shop.run("publish", "shop.json")
    #expect(result.status == 1)
    #expect(result.err.contains("Nothing was published. Confirmation is required"))
    #expect(result.err.contains("Use --yes"))
    let error = try shop.json("publish", "shop.json", status: 1)["error"]
    #expect(error?["code"] == "not-confirmed")
  }

  @Test func `in a terminal, confirming accepts the warnings`() throws {
    let shop = try ServedShop()
    try shop.tool.write(try shop.withUnreachableStep(), to: "shop.json")
    let declining = try PseudoTerminal(
      shop.tool, ["publish", "shop.json"], environment: shop.environment)
    try declining.wait(for: "[unreachable-step]")
    try declining.wait(for: "Publish to production of shop? ")
    declining.type("")
    try declining.wait(for: "Nothing was published.")
    #expect(try declining.waitForExit() == 1)
    let confirming = try PseudoTerminal(
      shop.tool, ["publish", "shop.json"], environment: shop.environment)
    try confirming.wait(for: "Publish to production of shop? ")
    confirming.type("y")
    try confirming.wait(for: "Published release 4 of shop to production")
    #expect(try confirming.waitForExit() == 0)
  }

  @Test func `a release that was published in the meantime is not replaced`() throws {
    let shop = try ServedShop()
    try shop.tool.write(try shop.document(loginTo: "SignUp"), to: "shop.json")
    let slow = try PseudoTerminal(
      shop.tool, ["publish", "shop.json"], environment: shop.environment)
    try slow.wait(for: "Publish to production of shop? ")
    let quick = try shop.run("reroute", "shop", "Home.login", "RandomPage", "--yes")
    #expect(quick.status == 0, "\(quick.err)")
    slow.type("y")
    try slow.wait(for: "Release 4 is current in production, and no longer release 3")
    #expect(try slow.waitForExit() == 1)
    #expect(try shop.json("releases")["releases"]?.array?.count == 4)
  }

  @Test func `a draft that changed before the confirmation is not published`() throws {
    let shop = try ServedShop()
    try shop.tool.write(try shop.document(loginTo: "SignUp"), to: "shop.json")
    #expect(try shop.run("push", "shop.json").status == 0)
    let slow = try PseudoTerminal(shop.tool, ["publish"], environment: shop.environment)
    try slow.wait(for: "Publish to production of shop? ")
    #expect(try shop.run("push", "shop.json").status == 0)
    slow.type("yes")
    try slow.wait(for: "was changed by the token “init”; it is at revision 2 now.")
    #expect(try slow.waitForExit() == 1)
  }

  @Test func `without a draft, the error says how to create one`() throws {
    let shop = try ServedShop()
    let result = try shop.run("publish", "--yes")
    #expect(result.status == 1)
    #expect(result.err.contains("shop has no draft to publish."))
    #expect(result.err.contains("flowmagic push FILE"))
  }

  @Test func `the first release of an application lists its flows as added`() throws {
    let shop = try ServedShop()
    #expect(try shop.run("app", "create", "new").status == 0)
    try shop.tool.write(Fixtures.valid, to: "new.json")
    let text = try shop.run("publish", "new.json", "--app", "new")
    #expect(text.status == 1)
    #expect(text.err.contains("warning: new.json is for the application shop, not new."))
    let json = try shop.json("publish", "new.json", "--app", "new", "--yes")
    #expect(json["release"]?["number"] == 1)
    #expect(json["changes"]?.array?.map { $0["kind"] } == ["flow-added"])
  }
}
