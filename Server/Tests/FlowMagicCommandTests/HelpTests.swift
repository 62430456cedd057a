import Testing

@Suite struct HelpTests {
  /// The commands that work on files; their examples run without a server.
  static let commands = ["validate", "convert", "graph", "diff", "simulate", "eval", "bucket"]
  static let allCommands =
    commands + [
      "init", "serve", "backup", "restore", "check", "keys", "user", "login", "logout", "app",
      "manifest", "snapshot", "pull", "push", "verify", "publish", "releases", "rollback",
      "reroute", "watch", "audit", "org", "invite", "token",
    ]

  @Test(arguments: commands) func `the example in a command's help runs`(command: String) throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    try tool.write(Fixtures.simulation, to: "shop.json")
    try tool.write(Fixtures.simulation.replacing("Welcome", with: "Hello"), to: "shop.new.json")
    try tool.write(#"{"answers": {"*": {}}}"#, to: "shop.answers.json")
    let ordinaryScreens = ["Info", "Legal", "TextInput", "Summary"].map {
      #"{"name": "\#($0)", "ports": ["next", "login"]}"#
    }
    let screens = ordinaryScreens + [#"{"name": "Login", "ports": ["submit"]}"#]
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
    defer { tool.removeDirectory() }
    let help = try tool.run("--help")
    #expect(help.status == 0)
    for command in HelpTests.allCommands { #expect(help.out.contains("\n  \(command) ")) }
    #expect(help.out.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  static let storeCommands = [
    "check", "backup", "restore", "keys rotate", "keys reset-rollback-protection", "user list",
    "user reset-link",
    "init",
  ]

  @Test(arguments: storeCommands)
  func `a command on the store shows the settings that concern it, and accepts a hidden one`(
    command: String
  ) throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let names = command.split(separator: " ").map(String.init)
    let help = try tool.run(["help"] + names)
    #expect(help.status == 0)
    for shown in ["--store", "--keys", "--config", "--json"] {
      #expect(help.out.contains("  \(shown)"), "\(command) lacks \(shown)")
    }
    let createsLinks = command.hasPrefix("user") || command == "init"
    #expect(help.out.contains("--public-url") == createsLinks)
    #expect(help.out.contains("--mode") == createsLinks)
    for hidden in [
      "RATE LIMITS AND RETENTION", "INVITATIONS:", "QUOTAS", "CACHE INVALIDATION", "--bind <",
      "--event-quota",
      "--mail-server",
      "--storage-quota", "--purge-url", "--log-level", "--backup-to", "--cors-origin",
    ] { #expect(!help.out.contains(hidden), "\(command) shows \(hidden)") }
    // Scripts may give every command the same settings.
    let archive = ["backup", "restore"].contains(command) ? ["none"] : []
    let requiredArguments =
      ["user reset-link": ["a@example.com"], "keys reset-rollback-protection": ["--yes"]][command]
      ?? []
    let result = try tool.run(names + archive + requiredArguments + ["--event-quota", "lots"])
    #expect(result.err.contains("--event-quota must be a number of bytes"), "\(result.err)")
  }

  @Test(arguments: [
    ("publsh", "Unexpected argument 'publsh'. Did you mean 'publish'?"),
    ("help publsh", "Unexpected argument 'publsh'. Did you mean 'publish'?"),
    ("help org lst", "Unexpected argument 'lst'. Did you mean 'list'?"),
    ("help something-else", "Unexpected argument 'something-else'\n"),
    ("org lst", "Unexpected argument 'lst'. Did you mean 'list'?"),
    ("org list lst", "Unexpected argument 'lst'\n"),
    ("something-else", "Unexpected argument 'something-else'\n"),
  ])
  func `a misspelled subcommand gets a suggestion, any other argument does not`(
    line: String, message: String
  ) throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let result = try tool.run(line.split(separator: " ").map(String.init))
    #expect(result.status == 64)
    #expect(result.err.contains(message), "\(result.err)")
    #expect(result.err.contains("Usage: flowmagic"))
  }

  @Test func `serve shows settings of every kind, grouped by topic`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let help = try tool.run("help", "serve").out
    for shown in [
      "RATE LIMITS AND RETENTION:", "QUOTAS:", "CACHE INVALIDATION:", "--store", "--public-url",
      "--bind",
      "--application-ids", "--cors-origin", "--event-quota", "--storage-quota",
      "--purge-headers-file",
    ] { #expect(help.contains(shown), "\(shown)") }
  }

  @Test func `the version has the number, commit, configuration, compiler and platform`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
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
    defer { tool.removeDirectory() }
    let script = try tool.run("--generate-completion-script", shell)
    #expect(script.status == 0)
    for command in HelpTests.allCommands { #expect(script.out.contains(command)) }
  }
}
