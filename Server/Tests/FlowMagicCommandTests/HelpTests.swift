import Testing

@Suite struct HelpTests {
  static let commands = ["validate", "convert", "graph", "diff", "walk", "eval", "bucket"]

  @Test(arguments: commands) func `the example in a command's help runs`(command: String) throws {
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

    let help = try tool.run("help", command)
    #expect(help.status == 0)
    let lines = help.out.split(separator: "\n", omittingEmptySubsequences: false)
    let heading = try #require(lines.firstIndex(of: "Example:"))
    let example = lines[heading + 1]
    #expect(example.hasPrefix("  "))
    #expect(example.contains("flowmagic \(command)"))
    #expect(lines[heading + 2].isEmpty, "an example is a single line")

    let result = try tool.shell(String(example))
    #expect(result.status == 0, "\(result.out)\(result.err)")
    #expect(!result.out.isEmpty || command == "convert")
  }

  @Test func `the overview lists every command within 80 columns`() throws {
    let tool = try CommandLineTool()
    defer { tool.clean() }
    let help = try tool.run("--help")
    #expect(help.status == 0)
    for command in HelpTests.commands { #expect(help.out.contains("\n  \(command) ")) }
    #expect(help.out.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `the version has the number, commit, configuration, compiler and platform`() throws {
    let tool = try CommandLineTool()
    defer { tool.clean() }
    let version = try tool.run("--version")
    #expect(version.status == 0)
    let pattern = #/flowmagic \d+\.\d+\.\d+ \((commit [0-9a-f]{7,40}(-dirty)?|unknown commit), /#
    let compiler = #/, (debug|release), Swift 6[0-9.]*, [a-z0-9_]+ (Linux|macOS)\)\n/#
    #expect(version.out.prefixMatch(of: pattern) != nil, "\(version.out)")
    #expect(version.out.contains(compiler), "\(version.out)")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `a completion script has every command`(shell: String) throws {
    let tool = try CommandLineTool()
    defer { tool.clean() }
    let script = try tool.run("--generate-completion-script", shell)
    #expect(script.status == 0)
    for command in HelpTests.commands { #expect(script.out.contains(command)) }
  }
}
