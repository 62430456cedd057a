import Testing

@Suite struct HelpTests {
  static let verbs = ["validate", "convert", "graph", "diff", "walk", "eval", "bucket"]

  @Test(arguments: verbs) func `the example in a verb's help runs`(verb: String) throws {
    let tool = try CommandLineTool()
    defer { tool.clean() }
    try tool.write(Fixtures.walk, to: "shop.json")
    try tool.write(Fixtures.walk.replacing("Welcome", with: "Hello"), to: "shop.new.json")
    try tool.write(#"{"answers": {"*": {}}}"#, to: "shop.answers.json")
    let names = ["Info", "Legal", "TextInput", "Summary"].map {
      #"{"name": "\#($0)", "ports": ["next", "login"]}"#
    }
    let screens = names + [#"{"name": "Login", "ports": ["submit"]}"#]
    try tool.write(
      #"{"schema": 1, "screens": [\#(screens.joined(separator: ", "))]}"#,
      to: "shop.manifest.json")

    let help = try tool.run("help", verb)
    #expect(help.status == 0)
    let lines = help.out.split(separator: "\n", omittingEmptySubsequences: false)
    let heading = try #require(lines.firstIndex(of: "Example:"))
    let example = lines[heading + 1]
    #expect(example.hasPrefix("  "))
    #expect(example.contains("flowmagic \(verb)"))
    #expect(lines[heading + 2].isEmpty, "an example is one line, so that it can be copied")

    let result = try tool.shell(String(example))
    #expect(result.status == 0, "\(result.out)\(result.err)")
    #expect(!result.out.isEmpty || verb == "convert")
  }

  @Test func `the overview names every verb, and no line is wider than a terminal`() throws {
    let tool = try CommandLineTool()
    defer { tool.clean() }
    let help = try tool.run("--help")
    #expect(help.status == 0)
    for verb in HelpTests.verbs { #expect(help.out.contains("\n  \(verb) ")) }
    #expect(help.out.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `the version is a number`() throws {
    let tool = try CommandLineTool()
    defer { tool.clean() }
    let version = try tool.run("--version")
    #expect(version.status == 0)
    #expect(version.out.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `a completion script knows the verbs`(shell: String) throws {
    let tool = try CommandLineTool()
    defer { tool.clean() }
    let script = try tool.run("--generate-completion-script", shell)
    #expect(script.status == 0)
    for verb in HelpTests.verbs { #expect(script.out.contains(verb)) }
  }
}
