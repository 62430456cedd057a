import FlowMagic
import Foundation

/// The shop: everything that an app needs for FlowMagic besides its screens.
@main
struct ShopApp {
  @MainActor static func main() async {
    do {
      let options = try ShopOptions(CommandLine.arguments.dropFirst())
      switch options.command {
      case .help: print(ShopOptions.help)
      case .manifest: print(try ShopFlows.manifest().json.text(.pretty))
      case .flows: print(try ShopFlows.document().json.text(.pretty))
      case .snapshots: try await sendSnapshots(options)
      case .web(let port): try await ShopWeb.run(options, port: port)
      case .run: try await run(options)
      }
    } catch {
      Terminal.leave()
      log("\(error)")
      exit(1)
    }
  }

  private static func sendSnapshots(_ options: ShopOptions) async throws {
    guard let server = options.server else {
      throw ShopOptions.UsageError("Give --server and --key of the server to send snapshots to.")
    }
    guard let url = URL(string: server.url) else {
      throw ShopOptions.UsageError("\"\(server.url)\" is not the URL of a server.")
    }
    // Not `FlowMagic.start`: nobody is using the app, so no session must start.
    let client = try ReleaseClient(
      ClientConfiguration(
        server: url, application: "shop", environment: server.environment,
        key: SDKKey(parsing: server.key), bundledDocument: ShopFlows.document()),
      transport: URLSessionTransport(),
      cache: FileReleaseCache(application: "shop", environment: server.environment.string))
    try await ShopSnapshots.send(with: client)
  }

  @MainActor private static func run(_ options: ShopOptions) async throws {
    guard Terminal.isInteractive else {
      throw ShopOptions.UsageError("The shop needs a terminal as standard input and output.")
    }
    guard let server = options.server else { return try await runWithoutServer(options) }
    let app = try FlowMagic.start(
      server: server.url, key: server.key, environment: server.environment,
      screens: ShopFlows.screens(), default: ShopFlows.document(), context: options.context,
      restoresState: !options.isEphemeral)
    let runner = try TerminalRunner("Shop", app.navigator, ShopPages.host(app.navigator))
    let states = Task { @MainActor in
      for await state in await app.client.connectionStates() { runner.setLive(state == .live) }
    }
    let problems = Task { @MainActor in
      for await problem in await app.client.problems() { runner.problems.append("\(problem)") }
    }
    let snapshots = Task { @MainActor in
      // In production an app's screens show personal data, so starting it there sends no snapshots.
      guard server.environment != "production" else { return }
      do throws(FlowMagicError) {
        try await ShopSnapshots.send(with: app.client)
      } catch {
        runner.problems.append("\(error)")
      }
    }
    await runner.run()
    snapshots.cancel()
    states.cancel()
    problems.cancel()
    // Sends recorded events, and saves the state for the next launch.
    await app.navigator.pause()
    runner.problems.forEach(log)
  }

  /// Runs with the bundled flows, without a server.
  @MainActor private static func runWithoutServer(_ options: ShopOptions) async throws {
    let navigator = try Navigator(
      screens: ShopFlows.screens(), default: ShopFlows.document(), context: options.context,
      restoration: options.isEphemeral ? nil : RestorationFile(ShopOptions.stateFile))
    let runner = try TerminalRunner("Shop", navigator, ShopPages.host(navigator))
    await navigator.start()
    await runner.run()
    await navigator.pause()
    runner.problems.forEach(log)
  }

  /// Writes a line for developers to standard error.
  private static func log(_ text: String) {
    FileHandle.standardError.write(Data("shop: \(text)\n".utf8))
  }
}
