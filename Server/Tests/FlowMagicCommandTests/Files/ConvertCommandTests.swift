import FlowCore
import Testing

@Suite struct ConvertCommandTests {
  @Test func `a document is converted to another format and back without loss`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let flowKit = """
      {"id": "F", "initialStepId": "a", "steps": [{"id": "a", "type": "INFO", "content": {}}]}
      """
    let native = try tool.run("convert", "--to", "native", "-", input: flowKit)
    #expect(native.status == 0)
    #expect(native.err.isEmpty)
    let roundTrip = try tool.run("convert", "--to", "flowkit", "--compact", "-", input: native.out)
    #expect(roundTrip.status == 0)
    #expect(try JSON(parsing: roundTrip.out) == JSON(parsing: flowKit))
    #expect(roundTrip.out.filter { $0 == "\n" }.count == 1)
  }

  @Test func `losses are listed with their number and locations`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let result = try tool.run("convert", "--to", "flowmagic", "-", input: Fixtures.simulation)
    #expect(result.status == 0)
    #expect(try JSON(parsing: result.out)["screenFlow"]?.array?.isEmpty == false)
    let lines = result.err.split(separator: "\n")
    #expect(
      lines[0].hasPrefix(
        "standard input: warning: The legacy Flow Magic format cannot represent "))
    #expect(lines[0].hasSuffix("\(lines.count - 1) items:"))
    #expect(lines.dropFirst().contains { $0.contains("flow join, step welcome") })
  }

  @Test func `with --strict, a loss is an error and nothing is written`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    try tool.write(Fixtures.simulation, to: "a.json")
    try tool.write("before", to: "b.json")
    let result = try tool.run("convert", "--to", "flowkit", "--strict", "a.json", "-o", "b.json")
    #expect(result.status == 1)
    #expect(result.out.isEmpty)
    #expect(result.err.hasSuffix("Nothing was written because of --strict.\n"))
    #expect(try tool.read("b.json") == "before")
  }

  @Test func `a file is replaced through a symbolic link, and keeps its permissions`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    try tool.write(Fixtures.valid, to: "a.json")
    let result = try tool.shell(
      """
      echo old > b.json && chmod 640 b.json && ln -s b.json link.json
      flowmagic convert --to native a.json -o link.json && stat -c %a b.json
      ls | grep -v profraw | sort
      """)
    #expect(result.status == 0)
    #expect(result.out == "640\na.json\nb.json\nlink.json\n")
    #expect(try tool.read("b.json").contains("Your cart"))
  }

  @Test func `a file that cannot be written is named in the error`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let result = try tool.run(
      "convert", "--to", "native", "-", "-o", "no/such/place.json", input: Fixtures.valid)
    #expect(result.status == 1)
    #expect(
      result.err
        == "no/such/place.json: error: Cannot write the file: No such file or directory. "
        + "Create its folder first (mkdir -p 'no/such').\n")
  }
}
