import Testing

@Suite(.serialized) final class InteractiveSimulationTests {
  private let tool: CommandLineTool

  init() throws {
    tool = try CommandLineTool()
    try tool.write(Fixtures.simulation, to: "shop.json")
  }

  deinit { tool.removeDirectory() }

  /// Starts a simulation in a terminal.
  private func simulate(
    _ options: String..., columns: Int = 80, environment: [String: String] = ["NO_COLOR": "1"]
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      tool, ["simulate", "shop.json"] + options, columns: columns, environment: environment)
  }

  /// Starts a simulation and waits for its first prompt.
  private func startSimulation(columns: Int = 80) throws -> PseudoTerminal {
    let terminal = try simulate(columns: columns)
    try terminal.wait(for: "Choose a port:")
    return terminal
  }

  @Test func `a simulation shows cards, reasons and a summary`() throws {
    let terminal = try simulate("--context", #"{"country": "DE", "userId": "u1"}"#)
    try terminal.wait(
      for: "╭─ Info ────────────────────────────────────────────────────── join › welcome ─╮")
    try terminal.wait(for: "1  next   → legal or name")
    try terminal.wait(for: "Choose a port: [1] › ")
    terminal.type("")
    try terminal.wait(for: "✓ next → legal, because country is one of DE or AT")
    try terminal.wait(
      for: "↷ legal was skipped: it is only shown if age is at least 18; next: name")
    try terminal.wait(for: "name (text) › ")
    terminal.type("Ada")
    try terminal.wait(for: "password (hidden) › ")
    terminal.type("s3cret")
    try terminal.wait(for: "experiment thanks: userId u1 is assigned to variant plain")
    try terminal.wait(for: "Return to continue › ")
    terminal.type("next")
    try terminal.wait(for: "flow finished: completed")
    try terminal.wait(for: "name      Ada")
    try terminal.wait(for: "password  ••••••")
    try terminal.wait(for: "session {")
    #expect(try terminal.waitForExit() == 0)
    #expect(!terminal.output.contains("s3cret"))
  }

  @Test func `back, context, session, help and invalid input are handled`() throws {
    let terminal = try startSimulation()
    terminal.type("b")
    try terminal.wait(for: "This is the first step; cannot go back.")
    terminal.type("7")
    try terminal.wait(for: "No such port. Enter a port's number or name, or ? for help.")
    terminal.type("?")
    try terminal.wait(for: "quit (or Ctrl-D)")
    terminal.type("c country=AT")
    try terminal.wait(for: "Choose a port:")
    terminal.type("c")
    try terminal.wait(for: "country  AT")
    terminal.type("c age=30")
    try terminal.wait(for: "Choose a port:")
    terminal.type("1")
    try terminal.wait(for: "─ Legal ─")
    terminal.type("s")
    try terminal.wait(for: #""path":[{"step":"welcome""#)
    terminal.type("b")
    try terminal.wait(for: "back at welcome")
    try terminal.wait(for: "Choose a port:")
    terminal.type("q")
    try terminal.wait(for: "Stopped at step welcome; the flow is not finished.")
    try terminal.wait(for: "No outputs.")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func `a value entered before going back is the default afterwards`() throws {
    let terminal = try startSimulation()
    terminal.type("1")
    try terminal.wait(for: "name (text) › ")
    terminal.type("=b")
    try terminal.wait(for: "password (hidden) › ")
    terminal.type("b")
    try terminal.wait(for: "name (text) [b] › ")
    terminal.type("")
    try terminal.wait(for: "password (hidden) › ")
    terminal.type("q")
    try terminal.wait(for: "name  b")
    #expect(try terminal.waitForExit() == 0)
  }

  @Test func `Ctrl-D quits with status 0, Ctrl-C with 130`() throws {
    let first = try startSimulation()
    first.send("\u{4}")
    try first.wait(for: "Stopped at step welcome; the flow is not finished.")
    #expect(try first.waitForExit() == 0)
    let second = try startSimulation()
    second.interrupt()
    try second.wait(for: "Interrupted at step welcome; the flow is not finished.")
    #expect(try second.waitForExit() == 130)
  }

  @Test func `every line of a card is as wide as a narrow terminal`() throws {
    let terminal = try startSimulation(columns: 40)
    terminal.type("1")
    try terminal.wait(for: "name (text) › ")
    terminal.type("q")
    #expect(try terminal.waitForExit() == 0)
    let frames = terminal.output.split(separator: "\n").filter { "╭│├╰".contains($0.prefix(1)) }
    #expect(frames.count > 10)
    #expect(frames.allSatisfy { $0.count == 40 })
  }

  @Test func `a terminal without Unicode gets ASCII, a terminal with color gets color`() throws {
    let plain = try simulate(environment: ["LANG": "C", "NO_COLOR": "1"])
    try plain.wait(for: "+- Info ---")
    try plain.wait(for: "Choose a port: [1] > ")
    plain.type("q")
    #expect(try plain.waitForExit() == 0)
    #expect(plain.output.utf8.allSatisfy { $0 < 0x80 })
    let colored = try simulate(environment: [:])
    try colored.wait(for: "\u{1B}[1;36mInfo\u{1B}[0m")
    colored.type("q")
    #expect(try colored.waitForExit() == 0)
  }
}
