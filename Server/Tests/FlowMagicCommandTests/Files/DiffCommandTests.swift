import FlowCore
import Testing

@Suite struct DiffCommandTests {
  @Test func `documents with the same meaning have no differences, whatever their formatting`()
    throws
  {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    try tool.write(Fixtures.valid, to: "a.json")
    let compact = try tool.run("convert", "--to", "native", "--compact", "a.json").out
    try tool.write(compact, to: "b.json")
    let result = try tool.run("diff", "a.json", "b.json", "--exit-code")
    #expect(result.status == 0)
    #expect(result.out == "No differences.\n")
  }

  @Test func `changes are listed under their flow`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    try tool.write(Fixtures.valid, to: "a.json")
    try tool.write(Fixtures.valid.replacing("\"Cart\"", with: "\"Basket\""), to: "b.json")
    let result = try tool.run("diff", "a.json", "b.json")
    #expect(result.status == 0)
    #expect(
      result.out
        == "Flow buy\n  ~ “cart” now shows screen “Basket” instead of “Cart”.\n\n1 change.\n")
    #expect(try tool.run("diff", "a.json", "b.json", "--exit-code").status == 1)
  }

  @Test func `sections are named by their titles`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    func document(_ title: String, _ section: String) -> String {
      """
      { "schema": 1, "flows": [{ "id": "buy", "start": "cart",
        "steps": [{ "id": "cart", "screen": "Cart"\(section) }],
        "sections": { "pay": { "title": "\(title)", "color": "red" } } }] }
      """
    }
    try tool.write(document("Pay", ""), to: "a.json")
    try tool.write(document("Payment", #", "section": "pay""#), to: "b.json")
    #expect(
      try tool.run("diff", "a.json", "b.json").out
        == "Flow buy\n  ~ Section “Pay” is now called “Payment”.\n"
        + "  ~ Section “Payment” now has cart.\n\n2 changes.\n")
  }

  @Test func `--json lists the changes`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    try tool.write(Fixtures.valid, to: "a.json")
    let changed = Fixtures.valid.replacing("\"finish\": \"bought\"", with: "\"to\": \"cart\"")
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
    defer { tool.removeDirectory() }
    try tool.write(Fixtures.valid, to: "a.json")
    let result = try tool.run("diff", "a.json", "b.json")
    #expect(result.status == 1)
    #expect(result.out.isEmpty)
    #expect(result.err.hasPrefix("b.json: error: No such file: b.json (in "))
  }
}
