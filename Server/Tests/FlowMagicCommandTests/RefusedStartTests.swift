import Foundation
import Testing

/// Commands that are refused because a file is missing do not create it.
@Suite(.timeLimit(.minutes(5))) struct RefusedStartTests {
  private func makeInitializedTool() throws -> CommandLineTool {
    let tool = try CommandLineTool()
    let result = try tool.run(
      "init", "--store", "sqlite:fm.db", "--sample", "--mode", "production")
    try #require(result.status == 0, "\(result.err)")
    return tool
  }

  private func exists(_ name: String, _ tool: CommandLineTool) -> Bool {
    FileManager.default.fileExists(atPath: tool.directory.appendingPathComponent(name).path)
  }

  @Test func `a missing store beside keys that have signed releases is not created`() throws {
    let tool = try makeInitializedTool()
    defer { tool.removeDirectory() }
    #expect(try tool.shell("rm fm.db fm.db-wal fm.db-shm; rm -f fm.db.lock").out.isEmpty)
    for command in [["serve", "--bind", "127.0.0.1:0"], ["init"]] {
      let refused = try tool.run(command + ["--store", "sqlite:fm.db"])
      #expect(refused.status == 1)
      #expect(refused.err.contains("have signed release"), "\(refused.err)")
    }
    #expect(!exists("fm.db", tool) && !exists("fm.db.lock", tool))
  }

  @Test func `a missing folder of keys is not created`() throws {
    let tool = try makeInitializedTool()
    defer { tool.removeDirectory() }
    #expect(try tool.shell("mv fm.db.keys elsewhere").status == 0)
    for command in [["serve", "--bind", "127.0.0.1:0"], ["init"], ["keys", "rotate"]] {
      let refused = try tool.run(command + ["--store", "sqlite:fm.db"])
      #expect(refused.status == 1, "\(command)")
      #expect(!exists("fm.db.keys", tool), "\(command)")
    }
    #expect(try tool.run("backup", "a.backup", "--store", "sqlite:fm.db").status == 1)
    #expect(!exists("fm.db.keys", tool) && !exists("a.backup", tool))
  }

  @Test func `a rotation for a store that does not exist creates nothing`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    #expect(try tool.shell("mkdir g").status == 0)
    let refused = try tool.run("keys", "rotate", "--store", "sqlite:g/nothing.db")
    #expect(refused.status == 1)
    #expect(refused.err.contains("There are no signing keys in"), "\(refused.err)")
    #expect(try tool.shell("ls -A g").out.isEmpty)
  }

  @Test func `a rotation without the secrets of the store's users changes no signing key`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    // Development mode has sample users.
    let result = try tool.run(
      "init", "--store", "sqlite:fm.db", "--sample", "--mode", "development")
    try #require(result.status == 0, "\(result.err)")
    let chain = try tool.read("fm.db.keys/keys.json")
    #expect(try tool.shell("mv fm.db.keys/accounts.keys elsewhere").status == 0)
    for _ in 1...2 {
      let refused = try tool.run("keys", "rotate", "--store", "sqlite:fm.db")
      #expect(refused.status == 1)
      #expect(refused.err.contains("accounts.keys is missing"), "\(refused.err)")
    }
    #expect(try tool.read("fm.db.keys/keys.json") == chain)
    #expect(try tool.shell("mv elsewhere fm.db.keys/accounts.keys").status == 0)
    let rotated = try tool.run("keys", "rotate", "--store", "sqlite:fm.db")
    #expect(rotated.out.contains("there are 2 now"), "\(rotated.out)\(rotated.err)")
  }
}
