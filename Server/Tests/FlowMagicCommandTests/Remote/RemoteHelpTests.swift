import FlowCore
import Testing

@Suite struct RemoteHelpTests {
  static let commands = [
    "login", "logout", "app create", "app list", "manifest push", "manifest list", "snapshot",
    "pull",
    "push", "verify", "publish", "releases", "rollback", "reroute", "audit", "watch", "keys list",
    "keys create", "keys revoke", "org list", "org rename", "org members", "org set-role",
    "org remove", "invite create", "invite list", "invite revoke", "token create", "token list",
    "token revoke",
  ]

  @Test(arguments: commands)
  func `the example in a command's help runs, and its JSON is described`(
    command: String
  ) throws {
    let shop = try ServedShop(hasUsers: command.hasPrefix("org "))
    try shop.tool.write(try shop.currentDocument(), to: "shop.json")
    try shop.tool.write(
      #"{"schema": 1, "platform": "web", "version": "1", "build": "1", "screens": []}"#,
      to: "shop.manifest.json")
    try shop.tool.write(Fixtures.png(width: 2, height: 3), to: "home.png")
    if command == "publish" { #expect(try shop.run("push", "shop.json").status == 0) }
    let invitation =
      command == "invite revoke" ? try shop.json("invite", "create", "a@example.net") : .null
    let token = command == "token revoke" ? try shop.json("token", "create", "old") : .null
    let variables = [
      "TOKEN": shop.token, "SERVER": shop.address, "KEY": shop.keys["staging"] ?? "",
      "INVITATION": invitation["id"]?.string ?? "", "TOKEN_ID": token["id"]?.string ?? "",
    ]
    let arguments = command.split(separator: " ").map(String.init)
    let help = try shop.tool.run(["help"] + arguments)
    #expect(help.status == 0)
    #expect(help.out.contains("--json:"))
    let lines = help.out.split(separator: "\n", omittingEmptySubsequences: false)
    let heading = try #require(lines.firstIndex(of: "Example:"))
    let example = String(lines[heading + 1])
    #expect(example.contains("flowmagic \(command)"))
    #expect(lines[heading + 2].isEmpty, "an example is a single line")
    #expect(lines.allSatisfy { $0.count <= 80 || $0.hasPrefix("USAGE:") })
    let result = try shop.tool.shell(
      example, environment: shop.environment.merging(variables) { $1 })
    #expect(result.status == 0, "\(result.out)\(result.err)")
    #expect(!result.out.isEmpty)
  }

  @Test func `the overview lists the remote commands`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let help = try tool.run("--help")
    let names = Set(Self.commands.compactMap { $0.split(separator: " ").first })
    for name in names { #expect(help.out.contains("\n  \(name) "), "\(name)") }
  }
}
