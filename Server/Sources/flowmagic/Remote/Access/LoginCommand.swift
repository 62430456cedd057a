import ArgumentParser
import FlowCore
import FlowMagic

/// Keeps a server's address and a token for all other verbs.
struct LoginCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "login",
    abstract: "Keeps a server's address and an API token for the other verbs.",
    discussion: """
      Asks for what is not given, without showing the token; --token - reads it from standard \
      input. The server must know the token. Both are kept in \
      $XDG_CONFIG_HOME/flowmagic/credentials.json (~/.config), readable for you alone.

      --json: {"server", "name", "organization": {"id", "name"}, "scopes", "file"}.

      Example:
        echo "$TOKEN" | flowmagic login --server "$SERVER" --token -
      """)

  @OptionGroup var remote: RemoteOptions

  func run() async throws {
    try await remote.run(needsToken: false) { session in
      let location = try location(session)
      let token = try token(session, location)
      let client = ServerClient(
        location: location, token: token, transport: session.client.transport,
        waiting: session.client.waiting)
      let me = try await client.json(.get, "v1", "me")
      let file = try CredentialsFile()
      try file.write(Credentials(server: location.description, token: token))
      var answer: JSONObject = ["server": .string(location.description)]
      for member in ["name", "organization", "scopes"] as [Name] { answer[member] = me[member] }
      answer["file"] = .string(file.path)
      session.write(.object(answer), words(me, location, file, session))
      return ExitStatus.ok
    }
  }

  /// The server that was said, or asked for.
  private func location(_ session: RemoteSession) throws -> ServerLocation {
    let suggested = session.client.location
    guard remote.server == nil, System.setEnvironment("FLOWMAGIC_SERVER") == nil, canAsk(session)
    else { return suggested }
    let typed = try ask("Server [\(suggested)]: ", session)
    return typed.isEmpty ? suggested : try ServerLocation(typed)
  }

  private func token(_ session: RemoteSession, _ location: ServerLocation) throws -> String {
    var token = remote.token ?? System.environment("FLOWMAGIC_TOKEN") ?? ""
    if token == "-" {
      guard case .bytes(let line)? = try? LineReader(System.input).next() else {
        throw RemoteProblem("no-token", "There is no token on standard input.")
      }
      token = String(decoding: line, as: UTF8.self)
    } else if token.isEmpty, canAsk(session) {
      token = try ask("API token for \(location) (not shown): ", session, isSecret: true)
    }
    token = String(token.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    guard !token.isEmpty else {
      throw RemoteProblem(
        "no-token", "A token is needed, and nobody can be asked here.",
        fix: "Give it with --token, FLOWMAGIC_TOKEN, or --token - and standard input. "
          + "`flowmagic init` shows the first one.")
    }
    try Access.checkToken(token)
    guard !token.hasPrefix("pk_") else {
      throw RemoteProblem(
        "invalid-token", "This is an SDK key, which an app is built with, and no API token.",
        fix: "An API token begins with fm_.")
    }
    return token
  }

  private func canAsk(_ session: RemoteSession) -> Bool {
    !session.isJSON && System.isTerminal(System.input) && System.isTerminal(System.errors)
  }

  private func ask(
    _ question: String, _ session: RemoteSession, isSecret: Bool = false
  ) throws -> String {
    let reader = LineReader(System.input)
    let error = session.console.err
    func read() throws(System.Refusal) -> LineReader.Line {
      error.write(StyledText(question, .strong))
      error.flush()
      return try reader.next()
    }
    // NB: what is typed is hidden before the question stands there, for those who type fast.
    let line = isSecret ? try reader.withoutEcho(read) : try read()
    if isSecret { error.line() }
    guard case .bytes(let bytes) = line else {
      throw RemoteProblem("no-token", "Nothing was entered; you are not logged in.")
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func words(
    _ me: JSON, _ location: ServerLocation, _ file: CredentialsFile, _ session: RemoteSession
  ) -> [StyledText] {
    let scopes = me["scopes"]?.array?.compactMap(\.string) ?? []
    let organization = me["organization"]?["name"]?.string ?? ""
    let name = me["name"]?.string ?? ""
    return [
      session.done(
        "Logged in to \(location) with the token “\(name)” of \(organization)."),
      StyledText(
        "  It may \(DestinationWords.list(scopes, "and")). Kept in \(file.path) for you alone.",
        .faint),
    ]
  }
}

/// Forgets the token.
struct LogoutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "logout",
    abstract: "Forgets the server and the token that `login` kept.",
    discussion: """
      The token itself still counts; an admin can end it.

      --json: {"server" or null, "removed"}.

      Example:
        flowmagic logout
      """)

  @Flag(help: "Write one JSON document instead of text.")
  var json = false

  @OptionGroup var common: CommonOptions

  func run() async throws {
    let console = Console(color: common.color)
    var status = ExitStatus.failed
    do {
      let file = try CredentialsFile()
      // What cannot be read can still be taken away.
      let server = (try? file.read())?.server
      let isRemoved = try file.remove()
      if json {
        let answer: JSON = [
          "server": server.map { .string($0) } ?? .null, "removed": .bool(isRemoved),
        ]
        console.out.write(answer.utf8(.pretty) + [UInt8(ascii: "\n")])
      } else {
        let place = server.map { " of \($0)" } ?? ""
        console.out.line(
          isRemoved
            ? StyledText("\(console.out.glyphs.done) ", .good)
              + StyledText("The token\(place) is forgotten.") : "You were not logged in.")
      }
      status = ExitStatus.ok
    } catch {
      try RemoteReport.write(error, isJSON: json, on: console)
    }
    console.flush()
    if status != ExitStatus.ok { throw ExitCode(status) }
  }
}
