import ArgumentParser
import FlowCore
import FlowMagic

/// Prints each change live.
struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Prints each change of what is live, as it happens.",
    discussion: """
      First what is live now, then every release with its changes in words. With --key, an app's \
      whole SDK key, it listens as the app does and checks every signature; no token is needed \
      then. It connects again by itself; Ctrl-C ends it with status 130, --count after so many \
      lines with 0.

      --json: a line each: {"event": "current" | "release" | "renewed", "at", "application", \
      "environment", "number", "issued", "verified": true or null, "author"?, "note"?, \
      "changes"}, {"event": "refused", "at", "code", "message"}, {"event": "lost", "at", \
      "message", "milliseconds"} or {"event": "connected", "at"}.

      Example:
        flowmagic watch --app shop --count 1
      """)

  @Option(help: "An app's whole SDK key, with the part behind the dot; else FLOWMAGIC_KEY.")
  var key: String?

  @Option(help: "End after so many releases, the one that is live now included.")
  var count: Int?

  @OptionGroup var place: EnvironmentOption
  @OptionGroup var application: ApplicationOption
  @OptionGroup var remote: RemoteOptions

  func validate() throws {
    guard (count ?? 1) > 0 else { throw ValidationError("--count must be at least 1.") }
  }

  func run() async throws {
    let spoken = key ?? System.environment("FLOWMAGIC_KEY").flatMap { $0.isEmpty ? nil : $0 }
    try await remote.run(needsToken: spoken == nil) { session in
      let key = try Self.key(spoken)
      let (app, environment) = try await subject(session)
      var headers = ["accept": "text/event-stream"]
      if let key { headers["authorization"] = "Bearer \(key.id)" }
      var request = try session.client.request(
        .get, ["v1", "apps", app, "environments", environment, "stream"],
        // NB: the server says something every 15 seconds.
        timeout: .seconds(45))
      request.headers.merge(headers) { $1 }
      let feed = ReleaseFeed(
        transport: session.client.transport, request: request, location: session.client.location)
      var watch = Watch(
        session: session, app: app, environment: environment,
        witness: ReleaseVerifier(client: session.client, key: key), remaining: count)
      return try await watch.run(feed)
    }
  }

  private static func key(_ text: String?) throws -> SDKKey? {
    guard let text else { return nil }
    do {
      return try SDKKey(parsing: text)
    } catch {
      throw RemoteProblem(
        error.code.rawValue, error.message, fix: "`flowmagic keys list` shows whole keys.")
    }
  }

  /// With a token the server is asked what there is; with a key alone it must be said.
  private func subject(_ session: RemoteSession) async throws -> (app: String, environment: String)
  {
    if session.client.token != nil {
      let app = try await session.application(application)
      return (app, try await session.environment(place.spoken, of: app).name)
    }
    guard let app = application.spoken else {
      throw RemoteProblem(
        "which-application", "Without a token nobody can say which application the key is for.",
        fix: "Say it with --app or FLOWMAGIC_APP.")
    }
    return (app, place.spoken ?? "production")
  }
}
