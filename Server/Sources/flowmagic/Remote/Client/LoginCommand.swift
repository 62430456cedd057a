import ArgumentParser
import FlowCore
import FlowMagic

/// Stores a server URL and an API token for the other commands.
struct LoginCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "Log in to a server.",
    discussion: """
      Prompts for the server and an API token unless they are given; --token - reads the token \
      from standard input. Verifies the token with the server, then stores both in \
      $XDG_CONFIG_HOME/flowmagic/credentials.json (default: ~/.config), readable only by you.

      --json: {"server", "name", "organization": {"id", "name"}, "scopes", "file"}.

      Example:
        echo "$TOKEN" | flowmagic login --server "$SERVER" --token -
      """)

  @OptionGroup var remote: RemoteOptions

  func run() async throws {
    try await remote.run(needsToken: false) { context in
      let server = try readServer(context)
      warnIfUnencrypted(server, context)
      let token = try readToken(context, server)
      let client = ServerClient(
        server: server, token: token, transport: context.client.transport,
        progress: context.client.progress)
      let me = try await client.requestJSON(.get, "v1", "me")
      let file = try CredentialsFile()
      try file.write(Credentials(server: server.description, token: token))
      var response: JSONObject = ["server": .string(server.description)]
      for member in ["name", "organization", "scopes"] as [Name] { response[member] = me[member] }
      response["file"] = .string(file.path)
      context.write(.object(response), text(me, server, file, context))
      return ExitStatus.ok
    }
  }

  /// Returns the server that was given, or prompts for it in a terminal.
  private func readServer(_ context: CommandContext) throws -> ServerURL {
    let current = context.client.server
    guard remote.server == nil, System.nonEmptyEnvironment("FLOWMAGIC_SERVER") == nil,
      canPrompt(context)
    else { return current }
    let entered = try prompt("Server [\(current)]: ", context)
    return entered.isEmpty ? current : try ServerURL(entered)
  }

  /// Prints a warning if the token will be sent unencrypted.
  ///
  /// `RemoteOptions.run` has already printed it if neither the server nor the token is entered at a
  /// prompt.
  private func warnIfUnencrypted(_ server: ServerURL, _ context: CommandContext) {
    let hasWarned = context.client.token != nil && context.client.server == server
    guard !hasWarned, let warning = ConnectionSettings.warning(sendingTokenTo: server) else {
      return
    }
    context.note(StyledText("warning: ", .warning) + StyledText(warning))
  }

  /// Returns the token that was given, or prompts for it in a terminal.
  private func readToken(_ context: CommandContext, _ server: ServerURL) throws -> String {
    var token = remote.token ?? System.environment("FLOWMAGIC_TOKEN") ?? ""
    if token == "-" {
      guard case .bytes(let line)? = try? LineReader(System.stdin).next() else {
        throw RemoteProblem("no-token", "Standard input has no token.")
      }
      token = String(decoding: line, as: UTF8.self)
    } else if token.isEmpty, canPrompt(context) {
      token = try prompt("API token for \(server) (input is hidden): ", context, isSecret: true)
    }
    token = String(token.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    guard !token.isEmpty else {
      throw RemoteProblem(
        "no-token", "No token was given.",
        fix: "Use --token, FLOWMAGIC_TOKEN, or --token - to read it from standard input. "
          + "`flowmagic init` creates the first token.")
    }
    try ConnectionSettings.checkToken(token)
    guard !token.hasPrefix("pk_") else {
      throw RemoteProblem(
        "invalid-token", "This is an SDK key, not an API token.",
        fix: "Use an API token, which begins with fm_.")
    }
    return token
  }

  private func canPrompt(_ context: CommandContext) -> Bool {
    !context.outputsJSON && System.isTerminal(System.stdin) && System.isTerminal(System.stderr)
  }

  private func prompt(
    _ text: String, _ context: CommandContext, isSecret: Bool = false
  ) throws -> String {
    let reader = LineReader(System.stdin)
    let error = context.console.err
    func read() throws(System.Failure) -> LineReader.Line {
      error.write(StyledText(text, .strong))
      error.flush()
      return try reader.next()
    }
    // NB: echo is turned off before the prompt appears, so that type-ahead is hidden, too.
    let line = isSecret ? try reader.withoutEcho(read) : try read()
    if isSecret { error.writeLine() }
    guard case .bytes(let bytes) = line else {
      throw RemoteProblem("no-token", "No input; you are not logged in.")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func text(
    _ me: JSON, _ server: ServerURL, _ file: CredentialsFile, _ context: CommandContext
  ) -> [StyledText] {
    let scopes = me["scopes"]?.array?.compactMap(\.string) ?? []
    let organization = me["organization"]?["name"]?.string ?? ""
    let name = me["name"]?.string ?? ""
    return [
      context.success(
        "Logged in to \(server) with the token “\(name)” of \(organization)."),
      StyledText(
        "  Scopes: \(scopes.joined(separator: ", ")). Stored in \(file.path).",
        .faint),
    ]
  }
}

/// Removes the stored server and token.
struct LogoutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout",
    abstract: "Log out of a server.",
    discussion: """
      Removes the stored server and token. The token itself remains valid; use `token revoke` to \
      revoke it.

      --json: {"server" or null, "removed"}.

      Example:
        flowmagic logout
      """)

  @Flag(help: "Output JSON.")
  var json = false

  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = Console(color: common.color)
    var status = ExitStatus.failed
    do {
      let file = try CredentialsFile()
      // A damaged file can still be removed.
      let server = (try? file.read())?.server
      let isRemoved = try file.remove()
      if json {
        let response: JSON = [
          "server": server.map { .string($0) } ?? .null, "removed": .bool(isRemoved),
        ]
        console.out.write(response.utf8(.pretty) + [UInt8(ascii: "\n")])
      } else {
        let name = server.map { " of \($0)" } ?? ""
        console.out.writeLine(
          isRemoved
            ? StyledText("\(console.out.glyphs.done) ", .success)
              + StyledText("Logged out\(name).") : "You were not logged in.")
      }
      status = ExitStatus.ok
    } catch {
      try RemoteReport.write(error, asJSON: json, on: console)
    }
    console.flush()
    if status != ExitStatus.ok { throw ExitCode(status) }
  }
}
