import Testing

@Suite(.serialized) struct WalkInTerminalTests {
  /// Starts a walk in a terminal of that many columns.
  private func walk(
    _ tool: CommandLineTool, _ options: String..., columns: Int = 80,
    environment: [String: String] = ["NO_COLOR": "1"]
  ) throws -> PseudoTerminal {
    try tool.write(Fixtures.walk, to: "shop.json")
    return try PseudoTerminal(
      tool, ["walk", "shop.json"] + options, columns: columns, environment: environment)
  }

  @Test func `a person walks to the end and sees cards, reasons and a summary`() throws {
    let tool = try CommandLineTool()
    defer { tool.clean() }
    let terminal = try walk(tool, "--context", #"{"country": "DE", "userId": "u1"}"#)
    try terminal.wait(
      for: "╭─ Info ────────────────────────────────────────────────────── join › welcome ─╮")
    try terminal.wait(for: "1  next   → legal or name")
    try terminal.wait(for: "Which way? [1] › ")
    terminal.type("")
    try terminal.wait(for: "✓ next → legal, because country is one of DE or AT")
    try terminal.wait(
      for: "↷ legal was skipped: it is shown only if age is at least 18; on to name")
    try terminal.wait(for: "name (text) › ")
    terminal.type("Ada")
    try terminal.wait(for: "password (not shown) › ")
    terminal.type("s3cret")
    try terminal.wait(for: "experiment thanks: userId u1 belongs to variant plain")
    try terminal.wait(for: "return goes on › ")
    terminal.type("next")
    try terminal.wait(for: "the flow has ended: completed")
    try terminal.wait(for: "name      Ada")
    try terminal.wait(for: "password  ••••••")
    try terminal.wait(for: "session {")
    #expect(try terminal.end() == 0)
    #expect(!terminal.shown.contains("s3cret"))
  }

  @Test func `back, context, session, help and wrong input are answered`() throws {
    let tool = try CommandLineTool()
    defer { tool.clean() }
    let terminal = try walk(tool)
    try terminal.wait(for: "Which way?")
    terminal.type("b")
    try terminal.wait(for: "This is the first step; there is no way back.")
    terminal.type("7")
    try terminal.wait(for: "There is no such port. Enter a number from 1 to 2, or ? for help.")
    terminal.type("?")
    try terminal.wait(for: "quit; Ctrl-D does the same")
    terminal.type("c country=AT")
    try terminal.wait(for: "Which way?")
    terminal.type("c")
    try terminal.wait(for: "country  AT")
    terminal.type("c age=30")
    try terminal.wait(for: "Which way?")
    terminal.type("1")
    try terminal.wait(for: "─ Legal ─")
    terminal.type("s")
    try terminal.wait(for: #""path":[{"step":"welcome""#)
    terminal.type("b")
    try terminal.wait(for: "back at welcome")
    try terminal.wait(for: "Which way?")
    terminal.type("q")
    try terminal.wait(for: "Stopped at step welcome; the flow has not ended.")
    try terminal.wait(for: "Nothing was entered.")
    #expect(try terminal.end() == 0)
  }

  @Test func `what was entered is offered again after going back`() throws {
    let tool = try CommandLineTool()
    defer { tool.clean() }
    let terminal = try walk(tool)
    try terminal.wait(for: "Which way?")
    terminal.type("1")
    try terminal.wait(for: "name (text) › ")
    terminal.type("=b")
    try terminal.wait(for: "password (not shown) › ")
    terminal.type("b")
    try terminal.wait(for: "name (text) [b] › ")
    terminal.type("")
    try terminal.wait(for: "password (not shown) › ")
    terminal.type("q")
    try terminal.wait(for: "name  b")
    #expect(try terminal.end() == 0)
  }

  @Test func `Ctrl-D ends with a sentence and status 0, Ctrl-C with 130`() throws {
    let tool = try CommandLineTool()
    defer { tool.clean() }
    let first = try walk(tool)
    try first.wait(for: "Which way?")
    first.send("\u{4}")
    try first.wait(for: "Stopped at step welcome; the flow has not ended.")
    #expect(try first.end() == 0)
    let second = try walk(tool)
    try second.wait(for: "Which way?")
    second.interrupt()
    try second.wait(for: "Interrupted at step welcome; the flow has not ended.")
    #expect(try second.end() == 130)
  }

  @Test func `every line fits a narrow terminal`() throws {
    let tool = try CommandLineTool()
    defer { tool.clean() }
    let terminal = try walk(tool, columns: 40)
    try terminal.wait(for: "Which way?")
    terminal.type("1")
    try terminal.wait(for: "name (text) › ")
    terminal.type("q")
    #expect(try terminal.end() == 0)
    let frames = terminal.shown.split(separator: "\n").filter { "╭│├╰".contains($0.prefix(1)) }
    #expect(frames.count > 10)
    #expect(frames.allSatisfy { $0.count == 40 })
  }

  @Test func `a terminal without Unicode gets plain characters, one with colours gets them`() throws
  {
    let tool = try CommandLineTool()
    defer { tool.clean() }
    let plain = try walk(tool, environment: ["LANG": "C", "NO_COLOR": "1"])
    try plain.wait(for: "+- Info ---")
    try plain.wait(for: "Which way? [1] > ")
    plain.type("q")
    #expect(try plain.end() == 0)
    #expect(plain.shown.utf8.allSatisfy { $0 < 0x80 })
    let colored = try walk(tool, environment: [:])
    try colored.wait(for: "\u{1B}[1;36mInfo\u{1B}[0m")
    colored.type("q")
    #expect(try colored.end() == 0)
  }
}
