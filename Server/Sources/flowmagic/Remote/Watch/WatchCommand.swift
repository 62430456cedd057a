import ArgumentParser
import FlowCore
import FlowMagic

/// Watches an environment for new releases.
struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Watch an environment for new releases.",
    discussion: """
      Prints the live release, then each new release with its changes. With an SDK key \
      (--key), connects like an app and verifies every signature; no token is needed, but --app \
      is, and --environment unless it is production. Reconnects automatically. Ctrl-C stops it \
      with status 130; with --count, it stops with status 0, or with 1 if apps would reject one of \
      the releases.

      --json: JSON lines: {"event": "current" | "release" | "renewed", "at", "application", \
      "environment", "number", "issued", "verified": true or null, "author"?, "note"?, \
      "rollbackOf"?, "changes"}, {"event": "rejected", "at", "code", "message"}, \
      {"event": "disconnected", "at", "message", "milliseconds"} or {"event": "connected", "at"}.

      Example:
        flowmagic watch --app shop --count 1
      """)

  @Option(help: "The complete SDK key, including the part after the dot. (default: $FLOWMAGIC_KEY)")
  var key: String?

  @Option(help: "Stop after this many releases, including the current one and rejected ones.")
  var count: Int?

  @OptionGroup var environmentOption: EnvironmentOption
  @OptionGroup var application: ApplicationOption
  @OptionGroup var remote: RemoteOptions

  func validate() throws {
    guard (count ?? 1) > 0 else { throw ValidationError("--count must be at least 1.") }
  }

  func run() async throws {
    let keyText = key ?? System.nonEmptyEnvironment("FLOWMAGIC_KEY")
    try await remote.run(needsToken: keyText == nil) { context in
      let key = try Self.key(keyText)
      let (app, environment) = try await subject(context)
      var headers = ["accept": "text/event-stream"]
      if let key { headers["authorization"] = "Bearer \(key.id)" }
      var request = try context.client.request(
        .get, ["v1", "apps", app, "environments", environment, "stream"],
        // NB: the server sends a heartbeat every 15 seconds.
        timeout: .seconds(45))
      request.headers.merge(headers) { $1 }
      let feed = ReleaseFeed(
        transport: context.client.transport, request: request, server: context.client.server)
      var watcher = ReleaseWatcher(
        context: context, app: app, environment: environment,
        verifier: ReleaseVerifier(
          client: context.client, application: app, environment: environment, key: key),
        remaining: count)
      do {
        return try await watcher.run(feed)
      } catch let problem as RemoteProblem where key != nil {
        throw problem.withSDKKey(of: app, environment)
      }
    }
  }

  private static func key(_ text: String?) throws -> SDKKey? {
    guard let text else { return nil }
    do {
      return try SDKKey(parsing: text)
    } catch {
      throw RemoteProblem(
        error.code.rawValue, error.message, fix: "Run `flowmagic keys list` to see complete keys.")
    }
  }

  /// Without a token, the application cannot be looked up and is required.
  private func subject(_ context: CommandContext) async throws -> (app: String, environment: String)
  {
    if context.client.token != nil {
      let app = try await context.resolveApplication(application)
      return (app, try await context.resolveEnvironment(environmentOption.value, of: app).name)
    }
    guard let app = application.value else {
      throw RemoteProblem(
        "application-required", "The application is required if there is no token.",
        fix: "Set it with --app or FLOWMAGIC_APP.")
    }
    return (app, environmentOption.value ?? "production")
  }
}
