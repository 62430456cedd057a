import FlowCore
import Testing

@Suite struct DraftCommandTests {
  @Test func `without a draft, pull downloads the live release`() throws {
    let shop = try ServedShop()
    let pull = try shop.run("pull", "shop.json")
    #expect(pull.status == 0)
    #expect(pull.err.contains("There is no draft; using the live release in production."))
    #expect(pull.out.contains("Downloaded release 3 of shop to shop.json."))
    let text = try shop.tool.read("shop.json")
    #expect(!text.contains("\"number\""))
    let push = try shop.json("push", "shop.json")
    #expect(push["revision"] == 1)
    #expect(push["isNew"] == true)
    #expect(push["file"] == "shop.json")
    #expect(push["updated"]?.string?.hasSuffix("Z") == true)
  }

  @Test func `the draft is downloaded unchanged to a file or to standard output`() throws {
    let shop = try ServedShop()
    try shop.tool.write(Fixtures.valid, to: "a.json")
    #expect(try shop.run("push", "a.json").status == 0)
    #expect(try shop.run("pull").out == Fixtures.valid)
    let json = try shop.json("pull", "b.json")
    #expect(
      json == [
        "application": "shop", "source": "draft", "revision": 1, "file": "b.json",
      ])
    #expect(try shop.tool.read("b.json") == Fixtures.valid)
    let pulled = try shop.json("pull")
    #expect(pulled["document"] == (try JSON(parsing: Fixtures.valid)))
    #expect(pulled["file"]?.isNull == true)
  }

  @Test func `a release is downloaded by number or environment, and on one line with --raw`()
    throws
  {
    let shop = try ServedShop()
    let formatted = try shop.run("pull", "--release", "2")
    #expect(formatted.out == (try shop.currentDocument("staging")))
    #expect(formatted.out.contains("\n      \"id\": \"shop\""))
    let raw = try shop.run("pull", "--release", "2", "--raw")
    #expect(raw.out.contains("\"number\":2"))
    #expect(!raw.out.contains("\n"))
    let conflicting = try shop.run("pull", "--release", "2", "--environment", "staging")
    #expect(conflicting.status == 64)
    let missing = try shop.run("pull", "--release", "99", "x.json")
    #expect(missing.status == 1)
    #expect(missing.err.contains("shop has no release 99."))
    #expect(throws: (any Error).self) { try shop.tool.read("x.json") }
  }

  @Test func `push does not overwrite a change that the file is not based on`() throws {
    let shop = try ServedShop()
    try shop.tool.write(Fixtures.valid, to: "mine.json")
    #expect(try shop.run("push", "mine.json").status == 0)
    #expect(try shop.run("pull", "theirs.json").status == 0)
    try shop.tool.write(Fixtures.warning, to: "theirs.json")
    #expect(try shop.run("push", "theirs.json").status == 0)

    let conflict = try shop.run("push", "mine.json")
    #expect(conflict.status == 1)
    #expect(
      conflict.err.contains(
        "error: mine.json is based on revision 1 of the draft. The draft was changed by the token "
          + "“init”; it is at revision 2 now."), "\(conflict.err)")
    #expect(conflict.err.contains("`flowmagic diff --app shop draft mine.json`"))
    #expect(try shop.run("pull").out == Fixtures.warning)
    let error = try shop.json("push", "mine.json", status: 1)["error"]
    #expect(error?["code"] == "draft-changed")
    #expect(error?["status"] == 412)

    #expect(try shop.json("push", "mine.json", "--force")["revision"] == 3)
    #expect(try shop.run("pull").out == Fixtures.valid)
    #expect(
      try shop.json("push", "mine.json")["revision"] == 4,
      "the file is now based on the forced revision")
  }

  @Test func `a file that was never pulled does not replace a draft`() throws {
    let shop = try ServedShop()
    try shop.tool.write(Fixtures.valid, to: "a.json")
    try shop.tool.write(Fixtures.warning, to: "b.json")
    #expect(try shop.run("push", "a.json").status == 0)
    let result = try shop.run("push", "b.json")
    #expect(result.status == 1)
    #expect(result.err.contains("A draft already exists, and b.json is not based on it."))
    let piped = try shop.run("push", "-", input: Fixtures.warning)
    #expect(piped.status == 1)
    // After pulling a release into the file, it is no longer based on the draft.
    #expect(try shop.run("pull", "a.json", "--release", "1").status == 0)
    #expect(try shop.run("push", "a.json").status == 1)
    #expect(try shop.run("push", "-", "--force", input: Fixtures.warning).status == 0)
  }

  @Test func `--force also creates a first draft`() throws {
    let shop = try ServedShop()
    #expect(try shop.run("push", "-", "--force", input: Fixtures.valid).status == 0)
    #expect(try shop.run("pull").out == Fixtures.valid)
  }

  @Test func `an invalid document is reported with its line and creates no draft`() throws {
    let shop = try ServedShop()
    let result = try shop.run("push", "-", input: "{\"schema\": 1,\n \"flows\": [}")
    #expect(result.status == 1)
    #expect(result.err.hasPrefix("standard input:2:12: error: "))
    let error = try shop.json("push", "nowhere.json", status: 1)["error"]
    #expect(error?["code"] == "unreadable-file")
    #expect(error?["file"] == "nowhere.json")
    #expect(try shop.json("verify", status: 1)["error"]?["code"] == "no-draft")
  }

  @Test func `verify reports findings like validate, for the builds in use`() throws {
    let shop = try ServedShop()
    try shop.tool.write(Fixtures.valid, to: "flows.json")
    let result = try shop.run("verify", "flows.json")
    #expect(result.status == 1)
    #expect(result.out.contains("flows.json:2:3: error: "), "\(result.out)")
    #expect(result.out.contains("[unknown-screen]"))
    #expect(result.out.contains("  fix  "))
    #expect(result.out.contains("Checked against the builds in use in production of shop."))
    let json = try shop.json("verify", "flows.json", status: 1)
    #expect(json["environment"] == "production")
    #expect(json["application"] == "shop")
    let finding = json["files"]?.array?.first?["findings"]?.array?.first
    #expect(finding?["line"] == 2)
    #expect((json["errors"]?.number?.int ?? 0) > 0)
  }

  @Test func `verify checks the draft, and --strict treats warnings as errors`() throws {
    let shop = try ServedShop()
    try shop.tool.write(try shop.currentDocument(), to: "shop.json")
    #expect(try shop.run("push", "shop.json").status == 0)
    let lenient = try shop.json("verify", "--environment", "staging")
    #expect(lenient["revision"] == 1)
    #expect(lenient["environment"] == "staging")
    #expect(lenient["warnings"] == 1, "the shop never ends")
    #expect(try shop.run("verify", "--strict").status == 1)
  }
}
