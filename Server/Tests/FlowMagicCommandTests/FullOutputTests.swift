import Foundation
import Testing

/// Commands whose output cannot be written exit with status 74, after doing their work.
@Suite(
  .timeLimit(.minutes(5)), .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
struct FullOutputTests {
  private static let store = "--store sqlite:fm.db"

  private func makeInitializedTool() throws -> CommandLineTool {
    let tool = try CommandLineTool()
    let result = try tool.run(
      "init", "--store", "sqlite:fm.db", "--sample", "--mode", "production")
    try #require(result.status == 0, "\(result.err)")
    return tool
  }

  private func expectFull(_ line: String, in tool: CommandLineTool) throws {
    let result = try tool.shell("flowmagic \(line) > /dev/full")
    #expect(result.status == 74, "\(line)")
    #expect(
      result.err.hasSuffix("error: Cannot write the output: No space left on device.\n"),
      "\(line): \(result.err)")
  }

  @Test func `a command on the store does its work, and exits with status 74`() throws {
    let tool = try makeInitializedTool()
    defer { tool.removeDirectory() }
    for line in [
      "keys rotate", "init --new-token", "check", "backup one.backup", "org create globex",
      "user list", "org reports",
    ] { try expectFull("\(line) \(Self.store)", in: tool) }
    let repeated = try tool.run("org", "create", "globex", "--store", "sqlite:fm.db")
    #expect(repeated.status == 1, "it was created: \(repeated.out)")
    for line in ["restore one.backup --verify", "restore one.backup"] {
      try expectFull("\(line) \(Self.store)", in: tool)
    }
    #expect(try tool.shell("ls -d fm.db.before-restore-*Z").status == 0)
  }

  @Test func `check with a problem, and a refused restore, exit with status 74, too`() throws {
    let tool = try makeInitializedTool()
    defer { tool.removeDirectory() }
    #expect(try tool.run("backup", "old.backup", "--store", "sqlite:fm.db").status == 0)
    #expect(try tool.run("keys", "rotate", "--store", "sqlite:fm.db").status == 0)
    try expectFull("restore old.backup \(Self.store)", in: tool)
    let names = try tool.shell("ls -A").out
    #expect(!names.contains(".restoring"), "what was extracted is removed: \(names)")
    #expect(try tool.shell("chmod 666 fm.db.keys/*.key").status == 0)
    #expect(try tool.run("check", "sqlite:fm.db").status == 1)
    try expectFull("check sqlite:fm.db", in: tool)
  }

  @Test(arguments: ["--version", "--help", "help serve", "--generate-completion-script bash"])
  func `help and the version exit with status 74`(line: String) throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    try expectFull(line, in: tool)
  }

  @Test(arguments: ["backup", "restore"])
  func `an archive is never standard input or output`(command: String) throws {
    let tool = try makeInitializedTool()
    defer { tool.removeDirectory() }
    let result = try tool.run(command, "-", "--store", "sqlite:fm.db")
    #expect(result.status == 64)
    #expect(result.err.contains("An archive is a file."), "\(result.err)")
    #expect(try tool.shell("test -e ./-").status == 1)
  }
}
