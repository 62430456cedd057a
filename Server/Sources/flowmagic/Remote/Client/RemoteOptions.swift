import ArgumentParser
import FlowCore
import FlowMagic

/// The options of every command that talks to a server.
struct RemoteOptions: ParsableArguments {
  @Option(
    help: """
      The server's URL. (default: $FLOWMAGIC_SERVER, or the server you are logged in to, or \
      http://127.0.0.1:8080)
      """)
  var server: String?

  @Option(
    help: "An API token. (default: $FLOWMAGIC_TOKEN, or the token you logged in with)")
  var token: String?

  @Flag(help: "Output JSON.")
  var json = false

  @OptionGroup var common: CommonOptions

  /// Runs a command, flushes its output and reports errors.
  ///
  /// - Throws: `ExitCode` unless the status is 0; errors other than `RemoteProblem` and
  ///   `InputProblem`.
  func run(
    needsToken: Bool = true, _ body: (CommandContext) async throws -> Int32
  ) async throws {
    let console = Console(color: common.color)
    var status = ExitStatus.failed
    do {
      let settings = try ConnectionSettings(server: server, token: token, needsToken: needsToken)
      for warning in settings.warnings {
        console.err.writeLine(StyledText("warning: ", .warning) + StyledText(warning))
      }
      let client = ServerClient(
        server: settings.server, token: settings.token, transport: URLSessionTransport(),
        progress: ProgressIndicator(isEnabled: System.isTerminal(System.stderr)))
      status = try await body(CommandContext(console: console, outputsJSON: json, client: client))
    } catch {
      try RemoteReport.write(error, asJSON: json, on: console)
    }
    console.flush()
    if status != ExitStatus.ok { throw ExitCode(status) }
  }
}

/// The option of commands for one application.
struct ApplicationOption: ParsableArguments {
  @Option(help: "The application's id. (default: $FLOWMAGIC_APP, or the only application)")
  var app: String?

  /// The value from the command line or the environment, if any.
  var value: String? { app ?? System.nonEmptyEnvironment("FLOWMAGIC_APP") }
}

/// The option of commands for one environment.
struct EnvironmentOption: ParsableArguments {
  @Option(
    help: """
      The environment. (default: $FLOWMAGIC_ENVIRONMENT, or that of the SDK key in \
      $FLOWMAGIC_KEY, or the one the token is restricted to, or the application's last)
      """)
  var environment: String?

  /// The value from the command line or the environment, if any.
  var value: String? { environment ?? System.nonEmptyEnvironment("FLOWMAGIC_ENVIRONMENT") }
}

extension System {
  /// An environment variable; nil if unset or empty.
  static func nonEmptyEnvironment(_ name: String) -> String? {
    environment(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// A command that talks to a server.
protocol RemoteCommand: AsyncParsableCommand {
  var remote: RemoteOptions { get }

  /// Runs the command.
  ///
  /// - Returns: The exit status.
  func perform(_ context: CommandContext) async throws -> Int32
}

extension RemoteCommand {
  mutating func run() async throws {
    let command = self
    try await remote.run { try await command.perform($0) }
  }
}
