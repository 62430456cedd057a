import FlowCore
import Testing

@Suite struct UnattendedWalkTests {
  /// Walks a document with answers; the session that is printed at the end, as JSON.
  private func walk(
    _ answers: String, _ options: String..., document: String = Fixtures.walk
  ) throws -> (result: CommandLineTool.Result, session: JSON?) {
    let tool = try CommandLineTool()
    defer { tool.clean() }
    try tool.write(document, to: "shop.json")
    try tool.write(answers, to: "answers.json")
    let result = try tool.shell(
      "flowmagic walk shop.json --answers answers.json \(options.joined(separator: " "))")
    let line = result.out.split(separator: "\n").last { $0.hasPrefix("session ") }
    return (result, line.flatMap { try? JSON(parsing: String($0.dropFirst(8))) })
  }

  private func path(_ session: JSON?) -> [String] {
    session?["path"]?.array?.compactMap { $0["step"]?.string } ?? []
  }

  @Test func `answers by step lead to the end`() throws {
    let (result, session) = try walk(
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

  @Test func `a step without an answer is named and ends in status 1`() throws {
    let (result, session) = try walk(#"{"answers": {"welcome": {}}}"#)
    #expect(result.status == 1)
    #expect(result.err.contains("There is no answer for step name, which has the ports next."))
    #expect(path(session) == ["welcome", "name"])
  }

  @Test func `events happen in order, back included`() throws {
    let (result, session) = try walk(
      """
      {"answers": [{"fire": "login"}, {"back": true}, {"fire": "next"},
                   {"fire": "next", "output": "Ada"}]}
      """)
    #expect(result.status == 0)
    #expect(path(session) == ["welcome", "name", "password"])
    #expect(result.out.contains("All events have happened; the flow has not ended."))
  }

  @Test func `an entered flow returns and says so`() throws {
    let (result, _) = try walk(
      #"{"answers": {"welcome": {"port": "login"}, "form": {"port": "submit"}, "done": {}}}"#)
    #expect(result.status == 0)
    #expect(result.out.contains("+ login -> flow login, step form\n"))
    #expect(result.out.contains("-> the entered flow has ended; back in step welcome, on to done"))
  }

  @Test func `a port that is not there ends the walk with status 1 and the ports there are`() throws
  {
    let (result, session) = try walk(#"{"answers": [{"fire": "fly"}]}"#)
    #expect(result.status == 1)
    #expect(result.err.contains("Step welcome has no port fly. It has next, login."))
    #expect(path(session) == ["welcome"])
  }

  @Test func `a walk in circles is stopped`() throws {
    let (result, _) = try walk(
      #"{"answers": {"*": {}}}"#, "--step-limit 5", document: Fixtures.circle)
    #expect(result.status == 1)
    #expect(result.err.contains("The walk was stopped after 5 moves, at step b"))
  }

  @Test func `an answer for a step that is not there is warned of`() throws {
    let (result, _) = try walk(#"{"answers": {"nmae": "Ada", "*": {}}}"#)
    #expect(result.status == 0)
    #expect(result.err.contains("The answers name steps that the document does not have: nmae."))
  }

  @Test(arguments: [
    (#"{"answers": {}, "contxt": {}}"#, "1:27"), (#"{"answers": 1}"#, "1:13"),
    (#"{"answers": [{"fire": 1}]}"#, "1:23"), (#"{"answers": [{"back": false}]}"#, "1:14"),
    (#"{"answers": [{"fire": "a", "out": 1}]}"#, "1:35"), ("{}", "1:1"),
  ])
  func `a faulty file of answers is refused with its place`(answers: String, place: String) throws {
    let (result, _) = try walk(answers)
    #expect(result.status == 1)
    #expect(result.err.hasPrefix("answers.json:\(place): error: "))
  }

  @Test func `context and flow of the command line come before those of the file`() throws {
    let (result, session) = try walk(
      #"{"flow": "join", "context": {"age": 1}, "answers": {"*": {}}}"#, "--flow login")
    #expect(result.status == 0)
    #expect(session?["flow"] == "login")
    let (wrong, _) = try walk(#"{"answers": {"*": {}}}"#, "--context '[1]'")
    #expect(wrong.status == 1)
    #expect(wrong.err.hasPrefix("--context:1:1: error: The context must be an object"))
    let (file, _) = try walk(#"{"answers": {"*": {}}}"#, "--context @answers.json")
    #expect(file.status == 0)
  }

  @Test func `a manifest says which screens are missing`() throws {
    let tool = try CommandLineTool()
    defer { tool.clean() }
    try tool.write(Fixtures.walk, to: "shop.json")
    try tool.write(#"{"answers": {"*": {}}}"#, to: "answers.json")
    try tool.write(
      """
      {"schema": 1, "screens": [{"name": "Info"}, {"name": "Summary"}]}
      """, to: "build.json")
    let result = try tool.run(
      "walk", "shop.json", "--manifest", "build.json", "--answers", "answers.json")
    #expect(result.status == 0)
    #expect(result.out.contains("~ name was skipped: the build does not have its screen"))
  }

  @Test func `a walk in a pipe reads its answers line by line and ends with the input`() throws {
    let tool = try CommandLineTool()
    defer { tool.clean() }
    try tool.write(Fixtures.walk, to: "shop.json")
    let result = try tool.run("walk", "shop.json", input: "1\nAda\n")
    #expect(result.status == 0)
    #expect(result.out.contains("Stopped at step password; the flow has not ended."))
    #expect(result.out.contains("| name  Ada"))
  }
}
