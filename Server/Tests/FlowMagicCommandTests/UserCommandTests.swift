import FlowCore
import Foundation
import Testing

/// Commands for accounts that work on the store, and the server's handling of the sample users.
@Suite(.timeLimit(.minutes(10))) struct UserCommandTests {
  static let commands = [
    "user create", "user list", "user disable", "user enable", "user reset-link",
    "user remove-factors", "org create",
  ]

  private func initializeStore(_ options: String...) throws -> (CommandLineTool, JSON) {
    let tool = try CommandLineTool()
    let initialized = try tool.run(
      ["init", "--store", "sqlite:flowmagic.db", "--sample", "--json"] + options)
    #expect(initialized.status == 0, "\(initialized.err)")
    return (tool, try JSON(parsing: initialized.out))
  }

  @Test(arguments: commands)
  func `the example in a command's help runs, and its JSON is described`(
    command: String
  ) throws {
    let (tool, _) = try initializeStore()
    defer { tool.removeDirectory() }
    let help = try tool.run(["help"] + command.split(separator: " ").map(String.init))
    #expect(help.status == 0)
    #expect(help.out.contains("--json:"))
    let lines = help.out.split(separator: "\n", omittingEmptySubsequences: false)
    let heading = try #require(lines.firstIndex(of: "Example:"))
    let example = String(lines[heading + 1])
    #expect(example.contains("flowmagic \(command)"))
    #expect(lines.allSatisfy { $0.count <= 80 || $0.hasPrefix("USAGE:") })
    let text = try tool.shell(example)
    #expect(text.status == 0, "\(text.out)\(text.err)")
    #expect(!text.out.isEmpty)
    let second = try tool.shell("\(example) --json")
    if second.status == 0 { #expect(throws: Never.self) { try JSON(parsing: second.out) } }
  }

  @Test func `removing second factors says that there are none, and help says what is recorded`()
    throws
  {
    let (tool, _) = try initializeStore()
    defer { tool.removeDirectory() }
    let arguments = ["user", "remove-factors", "viewer@example.com", "--yes"]
    let text = try tool.run(arguments)
    #expect(text.status == 0)
    #expect(text.out.hasPrefix("viewer@example.com has no second factors."), "\(text.out)")
    #expect(try JSON(parsing: try tool.run(arguments + ["--json"]).out)["removed"] == false)
    let help = try tool.run("help", "user").out.replacing("\n", with: " ")
    #expect(!help.contains("Every change is recorded in the audit log"))
  }

  @Test(arguments: [
    ["user", "list"], ["org", "reports"], ["user", "reset-link", "ada@example.com"],
    ["user", "disable", "ada@example.com", "--yes"], ["org", "allow-invitations", "acme"],
    ["user", "create", "ada@example.com", "--organization", "acme"],
    ["org", "create", "globex", "--owner", "ada@example.com"],
  ])
  func `a command that needs data in the store creates none`(arguments: [String]) throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    #expect(try tool.shell("mkdir empty").status == 0)
    let result = try tool.run(arguments + ["--store", "sqlite:empty/f.db"])
    #expect(result.status == 1)
    #expect(result.err.contains("There is no store at empty/f.db."), "\(result.err)")
    #expect(try tool.shell("ls -A empty").out.isEmpty)
  }

  @Test(arguments: [["user", "create", "ada@example.com"], ["org", "create", "globex"]])
  func `a command that needs no data in the store creates it`(arguments: [String]) throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let result = try tool.run(arguments + ["--store", "sqlite:first.db"])
    #expect(result.status == 0, "\(result.err)")
  }

  @Test func `a command on the store warns if it is older than the apps' releases`() throws {
    let (tool, _) = try initializeStore("--mode", "production")
    defer { tool.removeDirectory() }
    let edit = #"sed -i 's/"production":[0-9]*/"production":9/' flowmagic.db.keys/floor.json"#
    #expect(try tool.shell(edit).status == 0)
    let result = try tool.run(
      "init", "--store", "sqlite:flowmagic.db", "--mode", "production")
    #expect(result.status == 0)
    #expect(result.err.contains("shop in production had release 9"), "\(result.err)")
    #expect(result.err.contains("--republish --app shop"), "\(result.err)")
  }

  @Test func `without a terminal, changing an account requires --yes`() throws {
    let (tool, _) = try initializeStore()
    defer { tool.removeDirectory() }
    for command in ["disable", "remove-factors"] {
      let result = try tool.run(
        "user", command, "viewer@example.com", "--store", "sqlite:flowmagic.db")
      #expect(result.status == 1)
      #expect(result.err.contains("Use --yes"), "\(result.err)")
    }
    let list = try tool.run("user", "list", "--store", "sqlite:flowmagic.db")
    #expect(!list.out.contains("disabled"))
  }

  @Test func `an unknown email address is an error, and the last owner cannot be disabled`() throws
  {
    let (tool, _) = try initializeStore()
    defer { tool.removeDirectory() }
    let unknown = try tool.run(
      "user", "reset-link", "nobody@example.com", "--store", "sqlite:flowmagic.db")
    #expect(unknown.status == 1)
    #expect(unknown.err.hasPrefix("error: "))
    let owner = try tool.run(
      "user", "disable", "owner@example.com", "--yes", "--store", "sqlite:flowmagic.db")
    #expect(owner.status == 1)
    #expect(owner.err.contains("This is the last owner"), "\(owner.err)")
    let repeated = try tool.run(
      "user", "create", "OWNER@example.com", "--store", "sqlite:flowmagic.db")
    #expect(repeated.status == 1)
    #expect(repeated.err.contains("`flowmagic user reset-link`"), "\(repeated.err)")
    let unknownOrganization = try tool.run(
      "user", "create", "a@example.net", "--organization", "globex", "--store",
      "sqlite:flowmagic.db")
    #expect(unknownOrganization.status == 1)
    #expect(unknownOrganization.err.contains("Available: acme"))
    let list = try tool.run("user", "list", "--store", "sqlite:flowmagic.db")
    #expect(
      !list.out.contains("a@example.net"),
      "no account is created if the organization does not exist")
  }

  @Test(arguments: [
    ("", "A name cannot be empty."), (" ", "A name cannot be empty."),
    ("Globex\u{202E}", "A name cannot contain line breaks or invisible characters."),
  ])
  func `init and org create reject an invalid name of an organization`(
    name: String, message: String
  ) throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let store = ["--store", "sqlite:flowmagic.db"]
    let first = try tool.run(["init", "--organization", "globex", "--name", name] + store)
    #expect(first.status == 1 && first.err.contains(message), "\(first.err)")
    #expect(try tool.run(["init"] + store).out.contains("acme"))
    let second = try tool.run(["org", "create", "globex", "--name", name] + store)
    #expect(second.status == 1 && second.err.contains(message), "\(second.err)")
    let added = try tool.run(["org", "create", "globex"] + store)
    #expect(added.status == 0, "nothing was added: \(added.err)")
  }

  @Test func `sample users are created once and can sign in`() async throws {
    let (tool, initialized) = try initializeStore()
    defer { tool.removeDirectory() }
    #expect(initialized["users"]?.array?.count == 4)
    let password = try #require(initialized["password"]?.string)
    let second = try tool.run(
      "init", "--store", "sqlite:flowmagic.db", "--sample", "--json")
    #expect(try JSON(parsing: second.out)["password"] == .null)
    let server = try await ServerProcess.start(tool, ["--store", "sqlite:flowmagic.db"])
    #expect(!server.startupLog.joined().contains("/account/set-up"), "there is an owner already")
    let response = try await server.send(
      "POST", "/v1/account/sign-in",
      body: #"{"email": "editor@example.com", "password": "\#(password)"}"#)
    #expect(response.status == 200, "\(response.text)")
    let token = try #require(JSON(parsing: response.text)["accessToken"]?.string)
    let me = try await server.send("GET", "/v1/me", token: token)
    #expect(me.text.contains(#""role":"editor""#))
    let sessions = try await server.send("GET", "/v1/me/sessions", token: token)
    #expect(sessions.text.contains(#""address":"127.0.0.1""#), "the address of the connection")
    let ended = await server.terminate()
    let log = (server.startupLog + ended.log).joined(separator: "\n")
    #expect(!log.contains(password) && !log.contains(token))
    #expect(log.contains("editor@example.com"), "the log has the user")
  }

  @Test func `init shows the new password only for the sample users that it added again`() throws {
    let (tool, initialized) = try initializeStore()
    defer { tool.removeDirectory() }
    #expect(initialized["users"]?.array?.allSatisfy { $0["added"] == true } == true)
    let disabled = try tool.run(
      "user", "disable", "editor@example.com", "--yes", "--store", "sqlite:flowmagic.db")
    #expect(disabled.status == 0, "\(disabled.err)")
    let second = try tool.run("init", "--store", "sqlite:flowmagic.db", "--sample")
    let printedUsers = second.out.split(separator: "\n").drop {
      !$0.hasPrefix("Added sample users")
    }
    #expect(printedUsers.dropFirst().prefix { $0.hasPrefix("  ") } == ["  editor@example.com"])
  }

  @Test func `init adds a sample user who left the organization, with the same password`()
    async throws
  {
    let (tool, initialized) = try initializeStore()
    defer { tool.removeDirectory() }
    let password = try #require(initialized["password"]?.string)
    let credentials = #"{"email": "editor@example.com", "password": "\#(password)"}"#
    let server = try await ServerProcess.start(tool, ["--store", "sqlite:flowmagic.db"])
    let signedIn = try await server.send("POST", "/v1/account/sign-in", body: credentials)
    let token = try #require(JSON(parsing: signedIn.text)["accessToken"]?.string)
    let leaveResponse = try await server.send("DELETE", "/v1/me/organizations/acme", token: token)
    #expect(leaveResponse.status == 204, "\(leaveResponse.text)")
    let second = try tool.run("init", "--store", "sqlite:flowmagic.db", "--sample", "--json")
    #expect(second.status == 0, "\(second.err)")
    let result = try JSON(parsing: second.out)
    #expect(result["password"] == .null)
    #expect(result["users"]?.array?.allSatisfy { $0["added"] == false } == true)
    let added = result["added"]?.array?.compactMap(\.string) ?? []
    #expect(added.count == 1 && added[0].contains("editor@example.com as a member"), "\(added)")
    let response = try await server.send("POST", "/v1/account/sign-in", body: credentials)
    #expect(response.status == 200, "\(response.text)")
    let me = try await server.send("GET", "/v1/me", token: token)
    #expect(me.text.contains(#""role":"editor""#), "\(me.text)")
    _ = await server.terminate()
  }

  @Test func `production mode disables the sample users and writes a set-up link`() async throws {
    let (tool, initialized) = try initializeStore()
    defer { tool.removeDirectory() }
    let password = try #require(initialized["password"]?.string)
    let server = try await ServerProcess.start(
      tool, ["--store", "sqlite:flowmagic.db", "--mode", "production"])
    let notice = try #require(await server.line(containing: "acme has no owner."))
    #expect(notice.contains("flowmagic.db.set-up-links"))
    #expect(!notice.contains("link="), "the link must not be in the log")
    let file = "flowmagic.db.set-up-links"
    #expect(try tool.read(file).contains("/account/set-up?link="))
    #expect(try tool.shell("stat -c %a \(file)").out == "600\n")
    #expect(server.startupLog.joined().contains("Disabled the sample users"))
    let response = try await server.send(
      "POST", "/v1/account/sign-in",
      body: #"{"email": "owner@example.com", "password": "\#(password)"}"#)
    #expect(response.status == 403 || response.status == 401, "\(response.text)")
    _ = await server.terminate()
    let list = try tool.run("user", "list", "--store", "sqlite:flowmagic.db", "--json")
    let users = try JSON(parsing: list.out)["users"]?.array ?? []
    #expect(users.allSatisfy { $0["disabled"] != nil && $0["organizations"] == [] })
  }

  @Test func `production mode creates no sample users`() throws {
    let (tool, initialized) = try initializeStore("--mode", "production")
    defer { tool.removeDirectory() }
    #expect(initialized["users"] == [])
    #expect(initialized["password"] == .null)
    let (other, https) = try initializeStore("--public-url", "https://flows.example.com")
    defer { other.removeDirectory() }
    #expect(https["users"] == [], "an https URL implies production mode")
  }

  @Test func `a store whose account keys are missing is not served`() async throws {
    let (tool, _) = try initializeStore()
    defer { tool.removeDirectory() }
    _ = try tool.shell("rm flowmagic.db.keys/accounts.keys")
    let result = try tool.run(
      "serve", "--bind", "127.0.0.1:0", "--store", "sqlite:flowmagic.db")
    #expect(result.status == 1)
    #expect(result.err.contains("accounts.keys is missing"))
    #expect(result.err.contains("backup"))
  }

  @Test func `sessions from before a key rotation stay valid`() async throws {
    let (tool, initialized) = try initializeStore()
    defer { tool.removeDirectory() }
    let password = try #require(initialized["password"]?.string)
    let server = try await ServerProcess.start(tool, ["--store", "sqlite:flowmagic.db"])
    let response = try await server.send(
      "POST", "/v1/account/sign-in",
      body: #"{"email": "viewer@example.com", "password": "\#(password)"}"#)
    let token = try #require(JSON(parsing: response.text)["accessToken"]?.string)
    let rotated = try tool.run("keys", "rotate", "--store", "sqlite:flowmagic.db", "--json")
    #expect(try JSON(parsing: rotated.out)["accountSecrets"] == 2)
    server.send(signal: SIGHUP)
    #expect(await server.line(containing: "Signing with a new key") != nil)
    let keys = try await server.send("GET", "/v1/account/keys")
    #expect(try JSON(parsing: keys.text)["keys"]?.array?.count == 2)
    #expect(try await server.send("GET", "/v1/me", token: token).status == 200)
    _ = await server.terminate()
  }

  private static let mailServer = [
    "--mail-server", "smtps://mail.example.com", "--mail-from", "a@example.com",
  ]
  static let invalidSettings: [([String], String)] = [
    (["--public-url", "flows.example.com"], "--public-url must be an http:// or https://"),
    (["--public-url", "https://flows.example.com/x"], "--public-url must be"),
    (["--public-url", "https://user:secret@x"], "--public-url must be"),
    (["--registration", "all"], "--registration must be open or invited"),
    (["--mail-server", "smtp://u:secret@mail.example.com"], "--mail-server requires --mail-from"),
    (["--mail-from", "a@example.com"], "--mail-from requires --mail-server"),
    (
      ["--mail-server", "smtp+plain://u:secret@mail.example.com", "--mail-from", "a@example.com"],
      "unencrypted"
    ),
    (["--mail-ca-file", "secret.json"], "--mail-ca-file requires --mail-server"),
    (mailServer + ["--mail-ca-file", "none.pem"], "--mail-ca-file: No such file: none.pem"),
    (mailServer + ["--mail-ca-file", "bad.json"], "bad.json has no certificate in PEM format"),
    (["--trusted-proxies", "17"], "--trusted-proxies must be"),
    (["--mode", "test"], "--mode must be production or development"),
    (["--providers", "none.json"], "none.json"),
    (["--providers", "bad.json"], "bad.json:1:1"),
    (["--providers", "syntax.json"], "syntax.json:1:"),
    (["--providers", "kind.json"], "Use google, apple, facebook or openid"),
    (["--providers", "secret.json"], "the name of an environment variable"),
    (["--providers", "twice.json"], "the same id"),
  ]

  @Test func `an invalid setting is an error that does not show a secret`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    try tool.write(#"{}"#, to: "bad.json")
    try tool.write(#"[{"kind"}]"#, to: "syntax.json")
    try tool.write(#"[{"kind": "myspace", "clientID": "x"}]"#, to: "kind.json")
    try tool.write(
      #"[{"kind": "google", "clientID": "x", "clientSecret": "the-secret-itself"}]"#,
      to: "secret.json")
    try tool.write(
      #"[{"kind": "google", "clientID": "x"}, {"kind": "google", "clientID": "y"}]"#,
      to: "twice.json")
    for (arguments, message) in Self.invalidSettings {
      let line = (["flowmagic serve"] + arguments.map { "'\($0)'" }).joined(separator: " ")
      let result = try tool.shell(line)
      #expect(result.status == 64, "\(line)")
      #expect(result.err.contains(message), "\(line): \(result.err)")
      #expect(!result.err.contains("secret@") && !result.err.contains("the-secret-itself"))
    }
  }
}
