import ArgumentParser
import FlowCore
import FlowMagic

/// The options of every verb that works against a server.
struct RemoteOptions: ParsableArguments {
  @Option(
    help: "The server's address; else FLOWMAGIC_SERVER, else the one logged in to.")
  var server: String?

  @Option(
    help: "An API token; else FLOWMAGIC_TOKEN, else the one logged in with.")
  var token: String?

  @Flag(help: "Write one JSON document instead of text.")
  var json = false

  @OptionGroup var common: CommonOptions

  /// Runs a verb: whatever it has written is flushed, and what went wrong is reported.
  ///
  /// - Throws: `ExitCode` unless the status is 0.
  func run(
    needsToken: Bool = true, _ verb: (RemoteSession) async throws -> Int32
  ) async throws {
    let console = Console(color: common.color)
    var status = ExitStatus.failed
    do {
      let access = try Access(server: server, token: token, needsToken: needsToken)
      for warning in access.warnings {
        console.err.line(StyledText("warning: ", .warning) + StyledText(warning))
      }
      let client = ServerClient(
        location: access.location, token: access.token, transport: URLSessionTransport(),
        waiting: WaitingNote(isShown: System.isTerminal(System.errors)))
      status = try await verb(RemoteSession(console: console, isJSON: json, client: client))
    } catch {
      try RemoteReport.write(error, isJSON: json, on: console)
    }
    console.flush()
    if status != ExitStatus.ok { throw ExitCode(status) }
  }
}

/// The option of verbs that are about one application.
struct ApplicationOption: ParsableArguments {
  @Option(help: "The application's id; else FLOWMAGIC_APP, else the only one there is.")
  var app: String?

  /// What was said, if anything was.
  var spoken: String? { app ?? System.setEnvironment("FLOWMAGIC_APP") }
}

/// The option of verbs that are about one environment.
struct EnvironmentOption: ParsableArguments {
  @Option(
    help: "The environment; else FLOWMAGIC_ENVIRONMENT, else the last one, such as production.")
  var environment: String?

  /// What was said, if anything was.
  var spoken: String? { environment ?? System.setEnvironment("FLOWMAGIC_ENVIRONMENT") }
}

extension System {
  /// An environment variable; nil also if it is empty.
  static func setEnvironment(_ name: String) -> String? {
    environment(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// A verb that works against a server.
protocol RemoteVerb: AsyncParsableCommand {
  var remote: RemoteOptions { get }

  /// Does what the verb is for.
  ///
  /// - Returns: The exit status.
  func perform(_ session: RemoteSession) async throws -> Int32
}

extension RemoteVerb {
  mutating func run() async throws {
    let verb = self
    try await remote.run { try await verb.perform($0) }
  }
}
