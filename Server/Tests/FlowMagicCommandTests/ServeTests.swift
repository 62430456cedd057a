import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// `flowmagic serve` as a process.
@Suite(.timeLimit(.minutes(10))) struct ServeTests {
  private struct InitOutput: Decodable {
    let organization: String
    let application: String?
    let sdkKeys: [String: String]
    let token: String?
    let tokenExpires: String?
    let adminTokens: [AdminToken]
    let added: [String]
  }

  private struct AdminToken: Decodable {
    let id: String
    let created: String
    let expires: String

    /// Its lifetime in days.
    var days: Int? {
      guard let start = try? Date(created, strategy: .iso8601),
        let end = try? Date(expires, strategy: .iso8601)
      else { return nil }
      return Int(end.timeIntervalSince(start)) / 86_400
    }
  }

  private func initializeStore(_ tool: CommandLineTool, _ options: String...) throws -> InitOutput {
    // Production mode has no sample users, whose password takes seconds to hash.
    let command = "flowmagic init --store sqlite:fm.db --sample --json --mode production"
    let line = ([command] + options).joined(separator: " ")
    let result = try tool.shell(line)
    #expect(result.status == 0, "\(result.err)")
    return try JSONDecoder().decode(InitOutput.self, from: Data(result.out.utf8))
  }

  @Test func `initializing a store again changes nothing`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let first = try initializeStore(tool)
    #expect(first.organization == "acme")
    #expect(first.application == "shop")
    #expect(Set(first.sdkKeys.keys) == ["development", "staging", "production"])
    #expect(first.token?.hasPrefix("fm_") == true)
    let second = try initializeStore(tool)
    #expect(second.added.isEmpty)
    #expect(second.token == nil)
    #expect(second.sdkKeys == first.sdkKeys)
    let third = try initializeStore(tool, "--new-token")
    #expect(third.added == ["an admin token"])
    let text = try tool.run(
      "init", "--store", "sqlite:fm.db", "--sample", "--mode", "production")
    #expect(text.out.contains("No changes: "))
  }

  @Test func `an application of another organization is an error, and adds no organization`() throws
  {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    _ = try initializeStore(tool)
    for application in [["--sample"], ["--first-flow", "shop"]] {
      let refused = try tool.run(
        ["init", "--store", "sqlite:fm.db", "--organization", "globex"] + application)
      #expect(refused.status == 1)
      #expect(refused.err.contains("The application shop belongs to acme."), "\(refused.err)")
    }
    let added = try tool.run("org", "create", "globex", "--store", "sqlite:fm.db")
    #expect(added.status == 0, "\(added.err)")
  }

  @Test func `a first flow is published to three environments of a new application`()
    throws
  {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let arguments = ["init", "--store", "sqlite:fm.db", "--first-flow", "my-app", "--json"]
    func initializeStore() throws -> InitOutput {
      let result = try tool.run(arguments)
      #expect(result.status == 0, "\(result.err)")
      return try JSONDecoder().decode(InitOutput.self, from: Data(result.out.utf8))
    }
    let first = try initializeStore()
    #expect(first.application == "my-app")
    #expect(first.added.contains("the application my-app"))
    #expect(first.added.filter { $0.hasPrefix("release ") }.count == 3)
    #expect(Set(first.sdkKeys.keys) == ["development", "staging", "production"])
    #expect(try initializeStore().added == [])
    let refusals = [(["--sample"], "Choose one"), (["--first-flow", "My_App!"], "first-flow")]
    for (options, message) in refusals {
      let refused = try tool.run(arguments + options)
      #expect(refused.status != 0)
      #expect(refused.err.contains(message), "\(refused.err)")
    }
  }

  @Test func `an admin token is valid for 90 days or as requested, and shows its expiry`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let first = try initializeStore(tool)
    #expect(first.adminTokens.map(\.days) == [90])
    #expect(first.tokenExpires == first.adminTokens.first?.expires)
    let short = try initializeStore(tool, "--new-token", "--token-days", "7")
    #expect(short.adminTokens.map(\.days) == [90, 7])
    #expect(short.tokenExpires == short.adminTokens.last?.expires)
    let second = try initializeStore(tool)
    #expect(second.token == nil && second.tokenExpires == nil)
    #expect(second.adminTokens.map(\.id) == short.adminTokens.map(\.id))
    let text = try tool.run("init", "--store", "sqlite:fm.db", "--new-token")
    #expect(text.out.contains("Admin token, valid until 2"), "\(text.out)")
    for (days, message) in [("0", "from 1 to 3650"), ("366", "at most 365")] {
      let refused = try tool.run(
        "init", "--store", "sqlite:fm.db", "--new-token", "--token-days", days)
      #expect(refused.status != 0)
      #expect(refused.err.contains(message), "\(refused.err)")
    }
    #expect(try initializeStore(tool).adminTokens.count == 3)
  }

  @Test func `a published release is served, also after a restart`() async throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let initialized = try initializeStore(tool)
    let token = try #require(initialized.token)
    let key = try #require(initialized.sdkKeys["production"])
    let server = try await ServerProcess.start(tool)
    let path = "/v1/apps/shop/environments/production"
    let before = try await server.send("GET", "\(path)/release", token: key)
    #expect(before.status == 200)
    #expect(before.text.contains(#"\"number\":3"#))
    let finish = #"[{"finish":"x"}]"#
    let ports =
      #"{"login":\#(finish),"signUp":\#(finish),"forgotPassword":\#(finish),"#
      + #""randomPage":\#(finish)}"#
    let flow =
      #"{"schema":1,"flows":[{"id":"main","start":"a","steps":[{"id":"a","screen":"Home","#
      + #""ports":\#(ports)}]}]}"#
    let published = try await server.send(
      "POST", "\(path)/releases", token: token,
      body: #"{"note":"n","document":\#(flow),"acceptWarnings":true}"#)
    #expect(published.status == 201, "\(published.text)")
    let after = try await server.send("GET", "\(path)/release", token: key)
    #expect(after.text.contains(#"\"number\":4"#))
    let metrics = try await server.send("GET", "/metrics")
    #expect(metrics.text.contains("flowmagic_releases_answered_total 2"))
    let ended = await server.terminate()
    #expect(ended.status == 0)
    let log = (server.startupLog + ended.log).joined(separator: "\n")
    #expect(log.contains("publishRelease"))
    #expect(!log.contains(token) && !log.contains(key))
    #expect(!log.contains(String(token.split(separator: "_")[2])))

    let restarted = try await ServerProcess.start(tool)
    let afterRestart = try await restarted.send("GET", "\(path)/release", token: key)
    #expect(afterRestart.text.contains(#"\"number\":4"#))
    #expect(await restarted.terminate().status == 0)
  }

  @Test func `SIGHUP activates a rotated key`() async throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    _ = try initializeStore(tool)
    let server = try await ServerProcess.start(tool)
    let rotated = try tool.run("keys", "rotate", "--store", "sqlite:fm.db", "--json")
    #expect(rotated.status == 0)
    server.send(signal: SIGHUP)
    #expect(await server.line(containing: "Signing with a new key") != nil)
    let keys = try await server.send("GET", "/v1/keys")
    #expect(keys.text.matches(of: /keySets|"statement"/).count == 3)
    #expect(await server.terminate().status == 0)
  }

  @Test func `a port in use is an error, and the first server keeps running`() async throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let server = try await ServerProcess.start(tool)
    let address = String(server.baseURL.dropFirst("http://".count))
    let second = try tool.run("serve", "--bind", address, "--store", "sqlite:other.db")
    #expect(second.status == 1)
    #expect(second.err.contains("The address \(address) is already in use"))
    #expect(try await server.send("GET", "/healthz").status == 200)
    #expect(await server.terminate().status == 0)
  }

  @Test func `an administration port in use is an error that names its address and its option`()
    async throws
  {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let server = try await ServerProcess.start(tool)
    let address = String(server.baseURL.dropFirst("http://".count))
    let second = try tool.run(
      "serve", "--bind", "127.0.0.1:0", "--admin-bind", address, "--store", "sqlite:other.db")
    #expect(second.status == 1)
    #expect(second.err.contains("The address \(address) is already in use"), "\(second.err)")
    #expect(second.err.contains("or change --admin-bind."))
    #expect(await server.terminate().status == 0)
  }

  @Test func `a second server on the same store is an error`() async throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let server = try await ServerProcess.start(tool)
    let second = try tool.run("serve", "--bind", "127.0.0.1:0", "--store", "sqlite:fm.db")
    #expect(second.status == 1)
    #expect(second.err.contains("(locked)"))
    #expect(try await server.send("GET", "/readyz").status == 200)
    #expect(await server.terminate().status == 0)
  }

  @Test func `a damaged store is an error and left unchanged`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let text = String(repeating: "This is not a store. ", count: 1000)
    try tool.write(text, to: "fm.db")
    let result = try tool.run("serve", "--bind", "127.0.0.1:0", "--store", "sqlite:fm.db")
    #expect(result.status == 1)
    #expect(result.err.contains("(damaged)"))
    #expect(try tool.read("fm.db") == text)
  }

  static let invalidSettings: [([String], String)] = [
    (["--bind", "here"], "--bind must be an address and a port"),
    (["--bind", "203.0.113.1:8080"], "not an address of this machine"),
    (["--store", "postgres://user:secret@db/x"], "write --store sqlite:flowmagic.db"),
    (["--store", "postgres://user:secret@db/x", "--keys", "k"], "does not support postgres yet"),
    (["--log-format", "xml"], "--log-format must be human or json"),
    (["--log-level", "loud"], "--log-level must be"),
    (["--config", "none.json"], "none.json"),
    (["--config", "bad.json"], "bad.json:1:10"),
    (["--config", "unknown.json"], "Unknown setting \"bond\". Did you mean bind?"),
    (["--config", "nested.json"], "A settings file cannot name another one: remove \"config\"."),
    (["--event-quota", "lots"], "--event-quota must be a number of bytes"),
    (["--event-quota", "9999999999TiB"], "--event-quota must be a number of bytes"),
    (["--key-bytes", "1152921504606846976"], "--key-bytes must be a number of bytes"),
    (["--client-bytes", "1048576TiB"], "--client-bytes must be a number of bytes"),
    (["--key-requests", "many"], "--key-requests must be a whole number from 0 to 1000000"),
    (["--invitations-per-user", "many"], "--invitations-per-user must be a whole number from 0"),
    (["--usage-retention", "7"], "--usage-retention must be at least 30 days"),
    (["--application-quota", "many"], "--application-quota must be a whole number"),
    (["--storage-quota", "2GB"], "--storage-quota must be a number of bytes"),
    (["--application-ids", "short"], "--application-ids must be chosen or random"),
    (["--cors-origin", "shop.example.com"], "is not an origin: write scheme and host"),
    (["--cors-origin", "*", "--cors-origin", "https://a.example"], "* and none must be alone"),
    (["--package-url", "https://me:secret@git.example.com/x"], "without a password"),
    (["--package-url", "../flowmagic"], "--package-url must be the URL of a Git repository"),
    (["--purge-method", "PURGE"], "require --purge-url"),
    (["--backup-every", "1h"], "--backup-every requires --backup-to"),
    (["--purge-url", "http://127.0.0.1:1{path}"], "--purge-url requires --public-url"),
    (
      ["--purge-url", "http://me:secret@cache{path}", "--public-url", "https://a.example"],
      "--purge-url must be"
    ),
    (
      ["--purge-url", "http://c/", "--public-url", "https://a.example"]
        + ["--purge-headers-file", "open.txt"], " 'open.txt'`"
    ),
    (
      ["--purge-url", "http://c/", "--public-url", "https://a.example"]
        + ["--purge-headers-file", "broken.txt"], "line 1 is not an allowed header"
    ),
  ]

  @Test func `an invalid setting is an error that does not show a secret`() throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    try tool.write(#"{"bind": 1}"#, to: "bad.json")
    try tool.write(#"{"bond": "127.0.0.1:1"}"#, to: "unknown.json")
    try tool.write(#"{"config": "bad.json"}"#, to: "nested.json")
    for name in ["open.txt", "broken.txt"] { try tool.write("Fastly-Key secret\n", to: name) }
    #expect(try tool.shell("chmod 644 open.txt && chmod 600 broken.txt").status == 0)
    for (arguments, message) in Self.invalidSettings {
      let line = (["flowmagic serve"] + arguments.map { "'\($0)'" }).joined(separator: " ")
      let result = try tool.shell(line)
      let isUnavailable = message == "not an address of this machine"
      #expect(result.status == (isUnavailable ? 1 : 64), "\(line)")
      // The error has the log's format, and JSON escapes quotes.
      let text = result.err.replacing("\\", with: "")
      #expect(text.contains(message), "\(line): \(result.err)")
      #expect(!result.err.contains("secret"))
    }
  }

  @Test func `options override variables, which override the file`() async throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    try tool.write(
      #"{"keys": "from-file", "log-level": "critical", "log-format": "human"}"#, to: "fm.json")
    let server = try await ServerProcess.start(
      tool, ["--log-level", "debug"],
      environment: [
        "FLOWMAGIC_CONFIG": "fm.json", "FLOWMAGIC_LOG_LEVEL": "error",
        "FLOWMAGIC_LOG_FORMAT": "json",
      ])
    let log = server.startupLog.joined(separator: "\n")
    #expect(log.contains(#""message":"Setting keys","value":"from-file""#))
    #expect(log.contains(#""message":"Setting log-level","value":"debug""#))
    for line in server.startupLog {
      #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) != nil, "\(line)")
    }
    #expect(await server.terminate().status == 0)
  }

  @Test func `quotas and origins are applied, and appear in the log`() async throws {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let initialized = try initializeStore(tool)
    let token = try #require(initialized.token)
    let key = try #require(initialized.sdkKeys["production"])
    let server = try await ServerProcess.start(
      tool,
      ["--application-quota", "1", "--cors-origin", "https://a.example", "--log-format", "json"]
        + ["--cors-origin", "https://b.example"],
      environment: ["FLOWMAGIC_SDK_KEY_QUOTA": "0"])
    let log = server.startupLog.joined(separator: "\n")
    #expect(log.contains(#""message":"Setting application-quota","value":"1""#))
    #expect(log.contains(#""message":"Setting sdk-key-quota","value":"none""#))
    #expect(log.contains(#""message":"Setting storage-quota","value":"2147483648""#))
    #expect(log.contains(#""message":"Setting cors-origin","value":"https://a.example,https://b"#))
    #expect(log.contains(#""message":"Setting application-ids","value":"chosen""#))
    let more = try await server.send(
      "POST", "/v1/apps", token: token, body: #"{"id":"kiosk","name":"Kiosk"}"#)
    #expect(more.status == 409)
    #expect(more.text.contains("--application-quota"))
    let path = "/v1/apps/shop/environments/production/release"
    for (origin, allowed) in [
      ("https://b.example", "https://b.example"), ("https://c.example", nil),
    ] {
      let release = try await server.response(
        "GET", path, token: key, headers: ["Origin": origin])
      #expect(release.statusCode == 200)
      #expect(release.value(forHTTPHeaderField: "Access-Control-Allow-Origin") == allowed)
    }
    #expect(await server.terminate().status == 0)
  }

  @Test func `no warning about a short list of common passwords is logged at the start`()
    async throws
  {
    let tool = try CommandLineTool()
    defer { tool.removeDirectory() }
    let server = try await ServerProcess.start(tool)
    #expect(
      !server.startupLog.contains { $0.contains("common passwords") },
      "run scripts/common-passwords and build again")
    #expect(await server.terminate().status == 0)
  }
}
