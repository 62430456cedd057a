import FlowCore
import Testing

@Suite struct ValidateCommandTests {
  @Test func `a file without problems gives one line and status 0`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    try tool.write(Fixtures.valid, to: "shop.json")
    let result = try tool.run("validate", "shop.json")
    #expect(result.status == 0)
    #expect(result.out == "+ 1 file with 1 flow and 2 steps: no problems found.\n")
    #expect(result.err.isEmpty)
  }

  @Test func `a warning gives status 0, or 1 with --strict`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    try tool.write(Fixtures.warning, to: "shop.json")
    let result = try tool.run("validate", "shop.json")
    #expect(result.status == 0)
    #expect(result.out.contains("[unreachable-step]"))
    #expect(result.out.hasSuffix("* 1 file: 0 errors, 1 warning.\n"))
    #expect(try tool.run("validate", "--strict", "shop.json").status == 1)
  }

  @Test func `an error has a line, a location and a fix`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    try tool.write(Fixtures.broken, to: "shop.json")
    let result = try tool.run("validate", "shop.json")
    #expect(result.status == 1)
    #expect(result.out.contains("shop.json:3:14: error: "))
    #expect(result.out.contains("  where flow buy > step cart > port next > route 1\n"))
    #expect(result.out.contains("  fix  "))
  }

  @Test func `a need that is not provided is shown with the shortest path to it`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    try tool.write(Fixtures.missingNeed, to: "join.json")
    try tool.write(Fixtures.missingNeedManifest, to: "build.json")
    let result = try tool.run("validate", "join.json", "--manifest", "build.json")
    #expect(result.status == 1)
    #expect(result.out.contains("[need-not-provided]"))
    #expect(result.out.contains("  path  home -> short -> summary\n"))
  }

  @Test func `a syntax error is shown with a caret, and the next file is still checked`()
    throws
  {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    try tool.write("{\"schema\": 1,\n \"flows\": [}", to: "bad.json")
    try tool.write(Fixtures.valid, to: "shop.json")
    let result = try tool.run("validate", "bad.json", "shop.json")
    #expect(result.status == 1)
    #expect(result.out.hasPrefix("bad.json:2:12: error: "))
    #expect(result.out.contains("\n  2 |  \"flows\": [}\n    |            ^\n"))
    #expect(result.out.hasSuffix("x 2 files: 1 error, 0 warnings.\n"))
  }

  @Test func `a missing file is named with the current directory`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let result = try tool.run("validate", "nowhere/shop.json")
    #expect(result.status == 1)
    #expect(result.out.contains("No such file: nowhere/shop.json (in "))
    #expect(result.out.contains(tool.name))
  }

  @Test func `a manifest in place of a document is recognized, and vice versa`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    try tool.write(Fixtures.missingNeedManifest, to: "build.json")
    try tool.write(Fixtures.valid, to: "shop.json")
    let manifestAsDocument = try tool.run("validate", "build.json")
    #expect(manifestAsDocument.status == 1)
    #expect(manifestAsDocument.out.contains("This file is a manifest, not a document"))
    let document = try tool.run("validate", "shop.json", "--manifest", "shop.json")
    #expect(document.status == 1)
    #expect(document.out.contains("This file is a document, not a manifest"))
  }

  @Test func `a document may have an empty list of screens, as a manifest may`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let document = Fixtures.valid.replacing("\"flows\":", with: "\"screens\": [], \"flows\":")
    let result = try tool.run("validate", "-", input: document)
    #expect(result.status == 0, "\(result.out)")
    let manifest = document.replacing("\"flows\":", with: "\"platform\": \"ios\", \"flows\":")
    #expect(try tool.run("validate", "-", input: manifest).out.contains("This file is a manifest"))
  }

  @Test func `an unknown schema version is an error`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let result = try tool.run("validate", "-", input: #"{"schema": 7, "flows": []}"#)
    #expect(result.status == 1)
    #expect(result.out.hasPrefix("standard input:1:12: error: "))
    #expect(result.out.contains("`schema` is 7"))
  }

  @Test func `standard input can be used as a file, but only once`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    #expect(try tool.run("validate", "-", input: Fixtures.valid).status == 0)
    let repeated = try tool.run("validate", "-", "-", input: Fixtures.valid)
    #expect(repeated.status == 1)
    #expect(repeated.out.contains("Standard input can only be read once"))
  }

  @Test func `the JSON report has every file with its findings and its error`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    try tool.write(Fixtures.broken, to: "broken.json")
    try tool.write("[1, 2", to: "bad.json")
    let result = try tool.run("validate", "--json", "broken.json", "bad.json")
    #expect(result.status == 1)
    let report = try JSON(parsing: result.out)
    #expect(report["errors"] == 2)
    let files = try #require(report["files"]?.array)
    #expect(files.map { $0["ok"] } == [false, false])
    #expect(files[0]["format"] == "native")
    let finding = try #require(files[0]["findings"]?.array?.first)
    #expect(finding["code"] == "unknown-step")
    #expect(finding["step"] == "cart")
    #expect(finding["line"] == 3)
    #expect(files[1]["error"]?["code"] == "json-syntax")
    #expect(files[1]["findings"] == [])
  }

  @Test func `findings beyond the limit are counted in text and JSON`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let routes = (0..<1_200).map { "{\"when\": {\"n\": \($0)}, \"to\": \"nowhere\"}" }
    let step =
      "{\"id\": \"a\", \"screen\": \"A\", \"ports\": {\"next\": ["
      + routes.joined(separator: ", ") + ", {\"finish\": \"done\"}]}}"
    try tool.write(
      "{\"schema\": 1, \"flows\": [{\"id\": \"main\", \"start\": \"a\", \"steps\": [\(step)]}]}",
      to: "shop.json")
    let text = try tool.run("validate", "shop.json")
    #expect(text.status == 1)
    #expect(text.out.contains("The document has 200 more findings of this kind"))
    #expect(text.out.hasSuffix("x 1 file: 1200 errors, 0 warnings.\n"))
    let report = try JSON(parsing: try tool.run("validate", "--json", "shop.json").out)
    #expect(report["errors"] == 1_200)
    let findings = report["files"]?.array?.first?["findings"]?.array ?? []
    #expect(findings.count == 1_001)
    #expect(findings.last?["count"] == 200)
    #expect(findings.last?["step"] == nil)
  }

  @Test func `in a pipe, color is used only if requested`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    try tool.write(Fixtures.broken, to: "shop.json")
    #expect(try !tool.run("validate", "shop.json").out.contains("\u{1B}"))
    let colored = try tool.run("validate", "--color", "always", "shop.json").out
    #expect(colored.contains("\u{1B}[1;31merror: \u{1B}[0m"))
  }

  @Test func `a document cannot control the terminal`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let hostile = Fixtures.broken.replacing(
      "\"to\": \"pay\"", with: #""to": "\u001b]0;owned\u0007""#)
    let result = try tool.run("validate", "--color", "never", "-", input: hostile)
    #expect(result.status == 1)
    #expect(result.out.contains("owned"))
    #expect(!result.out.contains("\u{1B}"))
    #expect(!result.out.contains("\u{07}"))
  }

  @Test func `a usage error is status 64`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    #expect(try tool.run("validate").status == 64)
    #expect(try tool.run("validate", "--color", "loud", "x").status == 64)
    #expect(try tool.run("nonsense").status == 64)
  }

  @Test func `output that cannot be written is an error, but a closed pipe is not`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    try tool.write(Fixtures.valid, to: "shop.json")
    let full = try tool.shell("flowmagic validate shop.json > /dev/full")
    #expect(full.status == 74)
    #expect(full.err.contains("Cannot write the output"))
    let closedPipe = try tool.shell("flowmagic convert --to native shop.json | true")
    #expect(closedPipe.status == 0)
    #expect(closedPipe.err.isEmpty)
  }
}
