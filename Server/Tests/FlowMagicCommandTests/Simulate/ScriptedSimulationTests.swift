import FlowCore
import Testing

@Suite struct ScriptedSimulationTests {
  /// Simulates a document with answers; also returns the session that is printed at the end.
  private func simulate(
    _ answers: String, _ options: String..., document: String = Fixtures.simulation
  ) throws -> (result: CommandLineTool.Result, session: JSON?) {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    try tool.write(document, to: "shop.json")
    try tool.write(answers, to: "answers.json")
    let result = try tool.shell(
      "flowmagic simulate shop.json --answers answers.json \(options.joined(separator: " "))")
    let line = result.out.split(separator: "\n").last { $0.hasPrefix("session ") }
    return (result, line.flatMap { try? JSON(parsing: String($0.dropFirst(8))) })
  }

  private func path(_ session: JSON?) -> [String] {
    session?["path"]?.array?.compactMap { $0["step"]?.string } ?? []
  }

  @Test func `answers by step finish the flow`() throws {
    let (result, session) = try simulate(
      """
      {"context": {"country": "DE", "age": 30},
       "answers": {"name": "Ada", "password": {"output": "s3cret"}, "*": {}}}
      """)
    #expect(result.status == 0)
    #expect(result.err.isEmpty)
    #expect(path(session) == ["welcome", "legal", "name", "password", "done"])
    #expect(session?["finished"] == "completed")
    #expect(result.out.contains("> next  Ada\n"))
    #expect(result.out.contains("+ next -> legal, because country is one of DE or AT\n"))
    #expect(!result.out.contains("s3cret"))
    #expect(!result.out.contains("\u{1B}"))
  }

  @Test func `a step without an answer is an error`() throws {
    let (result, session) = try simulate(#"{"answers": {"welcome": {}}}"#)
    #expect(result.status == 1)
    #expect(result.err.contains("No answer for step name, which has the ports next."))
    #expect(path(session) == ["welcome", "name"])
  }

  @Test func `events are applied in order, including back`() throws {
    let (result, session) = try simulate(
      """
      {"answers": [{"fire": "login"}, {"back": true}, {"fire": "next"},
                   {"fire": "next", "output": "Ada"}]}
      """)
    #expect(result.status == 0)
    #expect(path(session) == ["welcome", "name", "password"])
    #expect(result.out.contains("No more events; the flow is not finished."))
  }

  @Test func `a nested flow returns`() throws {
    let (result, _) = try simulate(
      #"{"answers": {"welcome": {"port": "login"}, "form": {"port": "submit"}, "done": {}}}"#)
    #expect(result.status == 0)
    #expect(result.out.contains("+ login -> flow login, step form\n"))
    #expect(result.out.contains("-> nested flow finished; returned to step welcome, then to done"))
  }

  @Test func `an unknown port is an error that lists the ports`() throws {
    let (result, session) = try simulate(#"{"answers": [{"fire": "fly"}]}"#)
    #expect(result.status == 1)
    #expect(result.err.contains("Step welcome has no port fly. It has next, login."))
    #expect(path(session) == ["welcome"])
  }

  @Test func `a loop is stopped at the step limit`() throws {
    let (result, _) = try simulate(
      #"{"answers": {"*": {}}}"#, "--step-limit 5", document: Fixtures.loop)
    #expect(result.status == 1)
    #expect(result.err.contains("Stopped after 5 moves, at step b"))
  }

  @Test func `an answer for an unknown step gives a warning`() throws {
    let (result, _) = try simulate(#"{"answers": {"nmae": "Ada", "*": {}}}"#)
    #expect(result.status == 0)
    #expect(
      result.err.contains("The answers refer to steps that the document does not have: nmae."))
  }

  @Test(arguments: [
    (#"{"answers": {}, "contxt": {}}"#, "1:27"), (#"{"answers": 1}"#, "1:13"),
    (#"{"answers": [{"fire": 1}]}"#, "1:23"), (#"{"answers": [{"back": false}]}"#, "1:14"),
    (#"{"answers": [{"fire": "a", "out": 1}]}"#, "1:35"), ("{}", "1:1"),
  ])
  func `an invalid answer file is reported with its position`(
    answers: String, position: String
  ) throws {
    let (result, _) = try simulate(answers)
    #expect(result.status == 1)
    #expect(result.err.hasPrefix("answers.json:\(position): error: "))
  }

  @Test func `options override the context and flow of the file`() throws {
    let (result, session) = try simulate(
      #"{"flow": "join", "context": {"age": 1}, "answers": {"*": {}}}"#, "--flow login")
    #expect(result.status == 0)
    #expect(session?["flow"] == "login")
    let (_, adult) = try simulate(
      #"{"context": {"country": "DE", "age": 1}, "answers": {"*": {}}}"#,
      #"--context '{"country": "DE", "age": 30}'"#)
    #expect(path(adult).prefix(2) == ["welcome", "legal"])
    let (wrong, _) = try simulate(#"{"answers": {"*": {}}}"#, "--context '[1]'")
    #expect(wrong.status == 1)
    #expect(wrong.err.hasPrefix("--context:1:1: error: The context must be a JSON object"))
    let (file, _) = try simulate(#"{"answers": {"*": {}}}"#, "--context @answers.json")
    #expect(file.status == 0)
  }

  @Test func `a manifest determines which screens are missing`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    try tool.write(Fixtures.simulation, to: "shop.json")
    try tool.write(#"{"answers": {"*": {}}}"#, to: "answers.json")
    try tool.write(
      """
      {"schema": 1, "screens": [{"name": "Info"}, {"name": "Summary"}]}
      """, to: "build.json")
    let result = try tool.run(
      "simulate", "shop.json", "--manifest", "build.json", "--answers", "answers.json")
    #expect(result.status == 0)
    #expect(result.out.contains("~ name was skipped: the build does not have its screen"))
  }

  @Test func `a simulation in a pipe reads input line by line`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    try tool.write(Fixtures.simulation, to: "shop.json")
    let result = try tool.run("simulate", "shop.json", input: "1\nAda\n")
    #expect(result.status == 0)
    #expect(result.out.contains("Stopped at step password; the flow is not finished."))
    #expect(result.out.contains("| name  Ada"))
  }
}
