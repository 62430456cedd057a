import FlowCore
import Foundation
import Testing

@Suite struct LoginTests {
  private static let file = ".config/flowmagic/credentials.json"

  private func permissions(_ shop: ServedShop, _ name: String) throws -> Int {
    let path = shop.tool.directory.appendingPathComponent(name).path
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test func `login stores the server and the token`() throws {
    let shop = try ServedShop()
    let login = try shop.tool.run(
      ["login", "--server", shop.address + "/", "--token", "-"], input: shop.token + "\n",
      environment: shop.baseEnvironment)
    #expect(login.status == 0, "\(login.err)")
    #expect(login.out.contains("Logged in to \(shop.address) with the token “init” of Acme."))
    #expect(!login.out.contains(shop.token))
    #expect(try permissions(shop, Self.file) == 0o600)
    #expect(try permissions(shop, ".config/flowmagic") == 0o700)
    let list = try shop.tool.run(["app", "list"], environment: shop.baseEnvironment)
    #expect(list.status == 0, "\(list.err)")
    #expect(list.out.contains("shop"))
  }

  @Test func `XDG_CONFIG_HOME sets where the token is stored`() throws {
    let shop = try ServedShop()
    let folder = shop.tool.directory.appendingPathComponent("settings").path
    let customEnvironment = shop.baseEnvironment.merging(["XDG_CONFIG_HOME": folder]) { $1 }
    let login = try shop.tool.run(
      ["login", "--server", shop.address, "--token", shop.token, "--json"],
      environment: customEnvironment)
    let json = try JSON(parsing: login.out)
    #expect(json["server"]?.string == shop.address)
    #expect(json["name"] == "init")
    #expect(json["organization"] == ["id": "acme", "name": "Acme"])
    #expect(json["scopes"] == ["read", "draft", "publish", "admin"])
    #expect(json["file"]?.string == "\(folder)/flowmagic/credentials.json")
    #expect(try permissions(shop, "settings/flowmagic/credentials.json") == 0o600)
  }

  @Test func `an unknown token is not stored`() throws {
    let shop = try ServedShop()
    let wrong = "fm_" + String(repeating: "0", count: 16) + "_" + String(repeating: "0", count: 43)
    let login = try shop.tool.run(
      ["login", "--server", shop.address, "--token", wrong], environment: shop.baseEnvironment)
    #expect(login.status == 1)
    #expect(login.err.contains("This token is unknown, was revoked or has expired."))
    #expect(throws: (any Error).self) { try shop.tool.read(Self.file) }
  }

  @Test func `an SDK key is not a token, and a missing token is an error without a terminal`()
    throws
  {
    let shop = try ServedShop()
    let key = try #require(shop.keys["production"])
    let withSDKKey = try shop.tool.run(
      ["login", "--server", shop.address, "--token", key], environment: shop.baseEnvironment)
    #expect(withSDKKey.status == 1)
    #expect(withSDKKey.err.contains("This is an SDK key"))
    let withoutToken = try shop.tool.run(
      ["login", "--server", shop.address], environment: shop.baseEnvironment)
    #expect(withoutToken.status == 1)
    #expect(withoutToken.err.contains("No token was given."))
  }

  @Test func `in a terminal, login prompts without showing the token`() throws {
    let shop = try ServedShop()
    let terminal = try PseudoTerminal(
      shop.tool, ["login", "--server", shop.address], environment: shop.baseEnvironment)
    try terminal.wait(for: "(input is hidden): ")
    terminal.type(shop.token)
    try terminal.wait(for: "Logged in to \(shop.address)")
    #expect(try terminal.waitForExit() == 0)
    #expect(!terminal.output.contains(shop.token))
  }

  @Test func `login warns before a token is entered that will be sent unencrypted`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let terminal = try PseudoTerminal(
      tool, ["login"], environment: ["HOME": tool.directory.path])
    try terminal.wait(for: "Server [http://127.0.0.1:8080]")
    terminal.type("http://0.0.0.0:9")
    try terminal.wait(for: "The token is sent to http://0.0.0.0:9 unencrypted. Use https.")
    try terminal.wait(for: "(input is hidden): ")
    terminal.type("fm_x")
    try terminal.wait(for: "Cannot reach the server http://0.0.0.0:9.")
    #expect(try terminal.waitForExit() == 1)
  }

  @Test func `a stored token is never sent to another server`() throws {
    let shop = try ServedShop()
    _ = try shop.tool.run(
      ["login", "--server", shop.address, "--token", shop.token], environment: shop.baseEnvironment)
    let other = try shop.tool.run(
      ["app", "list", "--server", "http://127.0.0.1:9"], environment: shop.baseEnvironment)
    #expect(other.status == 1)
    #expect(
      other.err.contains("You are logged in to \(shop.address), not to http://127.0.0.1:9."))
  }

  @Test func `readable credentials give a warning, and damaged ones can be replaced`() throws {
    let shop = try ServedShop()
    let login = ["login", "--server", shop.address, "--token", shop.token]
    _ = try shop.tool.run(login, environment: shop.baseEnvironment)
    let path = shop.tool.directory.appendingPathComponent(Self.file).path
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    let list = try shop.tool.run(["app", "list"], environment: shop.baseEnvironment)
    #expect(list.status == 0)
    #expect(list.err.contains("warning: Other users can read \(path)"))

    try shop.tool.write("{", to: Self.file)
    let damaged = try shop.tool.run(["app", "list"], environment: shop.baseEnvironment)
    #expect(damaged.status == 1)
    #expect(damaged.err.contains("credentials.json is damaged"))
    #expect(try shop.tool.run(login, environment: shop.baseEnvironment).status == 0)
    #expect(try permissions(shop, Self.file) == 0o600)
  }

  @Test func `logout removes the token`() throws {
    let shop = try ServedShop()
    _ = try shop.tool.run(
      ["login", "--server", shop.address, "--token", shop.token], environment: shop.baseEnvironment)
    let first = try shop.tool.run(["logout", "--json"], environment: shop.baseEnvironment)
    #expect(first.status == 0)
    #expect(
      try JSON(parsing: first.out) == ["server": .string(shop.address), "removed": true])
    let second = try shop.tool.run(["logout"], environment: shop.baseEnvironment)
    #expect(second.out == "You were not logged in.\n")
    let list = try shop.tool.run(["app", "list"], environment: shop.baseEnvironment)
    #expect(list.status == 1)
    #expect(list.err.contains("You are not logged in."))
  }
}
