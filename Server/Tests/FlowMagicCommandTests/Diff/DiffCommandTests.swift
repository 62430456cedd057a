import FlowCore
import Testing

@Suite struct DiffCommandTests {
  @Test func `documents that mean the same have no difference, whatever their text`() throws {
    let tool = try CommandLineTool()
    defer { tool.clean() }
    try tool.write(Fixtures.fine, to: "a.json")
    let compact = try tool.run("convert", "--to", "native", "--compact", "a.json").out
    try tool.write(compact, to: "b.json")
    let result = try tool.run("diff", "a.json", "b.json", "--exit-code")
    #expect(result.status == 0)
    #expect(result.out == "There is no difference.\n")
  }

  @Test func `a change is a sentence under its flow`() throws {
    let tool = try CommandLineTool()
    defer { tool.clean() }
    try tool.write(Fixtures.fine, to: "a.json")
    try tool.write(Fixtures.fine.replacing("\"Cart\"", with: "\"Basket\""), to: "b.json")
    let result = try tool.run("diff", "a.json", "b.json")
    #expect(result.status == 0)
    #expect(
      result.out
        == "Flow buy\n  ~ “cart” now shows screen “Basket” instead of “Cart”.\n\n1 change.\n")
    #expect(try tool.run("diff", "a.json", "b.json", "--exit-code").status == 1)
  }

  @Test func `changes are JSON for programs`() throws {
    let tool = try CommandLineTool()
    defer { tool.clean() }
    try tool.write(Fixtures.fine, to: "a.json")
    let changed = Fixtures.fine.replacing("\"finish\": \"bought\"", with: "\"to\": \"cart\"")
    let result = try tool.run("diff", "--json", "a.json", "-", input: changed)
    let report = try JSON(parsing: result.out)
    #expect(report["same"] == false)
    let change = try #require(report["changes"]?.array?.first)
    #expect(change["kind"] == "destination-changed")
    #expect(change["step"] == "pay")
    #expect(change["port"] == "next")
  }

  @Test func `a file that cannot be read is an error on standard error`() throws {
    let tool = try CommandLineTool()
    defer { tool.clean() }
    try tool.write(Fixtures.fine, to: "a.json")
    let result = try tool.run("diff", "a.json", "b.json")
    #expect(result.status == 1)
    #expect(result.out.isEmpty)
    #expect(result.err.hasPrefix("b.json: error: There is no file b.json in "))
  }
}
