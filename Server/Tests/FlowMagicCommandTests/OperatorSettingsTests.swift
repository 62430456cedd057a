import Foundation
import Testing

/// Operator commands with the settings file of a server whose secrets are only in its environment.
@Suite(.timeLimit(.minutes(10))) struct OperatorSettingsTests {
  private static let commands = [
    ["init"], ["check"], ["user", "create", "ed@acme.test", "--organization", "acme"],
    ["user", "list"], ["user", "reset-link", "ed@acme.test"],
    ["user", "disable", "ed@acme.test", "--yes"], ["user", "enable", "ed@acme.test"],
    ["user", "remove-factors", "ed@acme.test", "--yes"], ["org", "reports"],
    ["org", "create", "globex"], ["backup", "a.backup"], ["restore", "a.backup", "--verify"],
    ["keys", "rotate"], ["keys", "reset-rollback-protection", "--yes"],
  ]

  private func write(_ settings: [String: String], in tool: CommandLineTool) throws {
    let all = settings.merging(
      ["store": "sqlite:fm.db", "public-url": "https://flows.example.com"]) { $1 }
    try tool.write(Array(try JSONEncoder().encode(all)), to: "cfg.json")
  }

  @Test func `a command on the store needs no secret and no file of the server`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    try tool.write(
      #"[{"kind": "google", "clientID": "x", "clientSecret": "GOOGLE_SECRET"}]"#, to: "prov.json")
    try write(
      [
        "mail-from": "flows@acme.test", "providers": "prov.json", "backup-to": "none",
        "backup-passphrase-file": "none.txt", "purge-headers-file": "none.txt",
      ], in: tool)
    for command in Self.commands {
      let result = try tool.run(command + ["--config", "cfg.json"])
      #expect(result.status == 0, "\(command): \(result.out)\(result.err)")
    }
    let link = try tool.run("user", "reset-link", "ed@acme.test", "--config", "cfg.json")
    #expect(link.out.contains("https://flows.example.com/"), "\(link.out)")
    // The server reads all of them.
    let serve = ["serve", "--config", "cfg.json"]
    let withoutMail = try tool.run(serve)
    #expect(withoutMail.status == 64)
    #expect(withoutMail.err.contains("--mail-from requires --mail-server"), "\(withoutMail.err)")
    let withMail = try tool.run(
      serve, environment: ["FLOWMAGIC_MAIL_SERVER": "smtp+plain://127.0.0.1:9"])
    #expect(withMail.status == 64)
    #expect(withMail.err.contains("the name of an environment variable"), "\(withMail.err)")
  }

  @Test func `what a command uses is still checked`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    for (name, value) in [("public-url", "flows.example.com"), ("mode", "test")] {
      let result = try tool.run("user", "list", "--store", "sqlite:fm.db", "--\(name)", value)
      #expect(result.status == 64)
      #expect(result.err.contains("--\(name) must be"), "\(result.err)")
    }
  }

  @Test func `an email of a command without the mail server is sent by the next server`()
    async throws
  {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    try write(["mail-from": "flows@acme.test", "mail-ca-file": "ca.pem"], in: tool)
    for command in [
      ["init"], ["user", "create", "ed@acme.test", "--organization", "acme", "--role", "owner"],
      ["init", "--new-token"],
    ] { #expect(try tool.run(command + ["--config", "cfg.json"]).status == 0, "\(command)") }
    try tool.write("-----BEGIN CERTIFICATE-----\n", to: "ca.pem")
    // Nothing answers at this port, so the email stays in the outbox.
    let server = try await ServerProcess.start(
      tool, ["--config", "cfg.json"],
      environment: ["FLOWMAGIC_MAIL_SERVER": "smtp+plain://127.0.0.1:9"])
    let log = server.startupLog.joined(separator: "\n")
    #expect(log.contains(#""message":"Setting mail-ca-file","value":"ca.pem""#), "\(log)")
    let metrics = try await server.send("GET", "/metrics").text
    let count = try #require(metrics.firstMatch(of: /\nflowmagic_mail_queue (\d+)\n/)?.1)
    #expect(count != "0")
    _ = await server.terminate()
  }
}
