import FlowMagic
import Foundation

/// The shop: everything that an app on FlowMagic needs besides its screens.
@main
struct ShopApp {
  @MainActor static func main() async {
    do {
      let options = try ShopOptions(CommandLine.arguments.dropFirst())
      switch options.task {
      case .help: print(ShopOptions.help)
      case .manifest: print(try ShopFlows.manifest().json.text(.pretty))
      case .flows: print(try ShopFlows.document().json.text(.pretty))
      case .pictures: try await sendPictures(options)
      case .run: try await run(options)
      }
    } catch {
      Terminal.leave()
      FileHandle.standardError.write(Data("shop: \(message(error))\n".utf8))
      exit(1)
    }
  }

  private static func sendPictures(_ options: ShopOptions) async throws {
    guard let server = options.server else {
      throw ShopOptions.UsageError("Give --server and --key of the server to send pictures to.")
    }
    let connection = try ShopConnection(server, document: ShopFlows.document())
    try await ShopPictures.send(with: connection.client)
  }

  @MainActor private static func run(_ options: ShopOptions) async throws {
    guard Terminal.isInteractive else {
      throw ShopOptions.UsageError("The shop needs a terminal as standard input and output.")
    }
    let document = try ShopFlows.document()
    let screens = try ShopFlows.screens()
    let connection = try options.server.map { try ShopConnection($0, document: document) }
    let navigator = try Navigator(
      screens: screens, source: connection?.client, default: document, context: options.context,
      events: connection.map { $0.events as any EventSink } ?? NoOpEventSink())
    let runner = try ShopRunner(navigator)
    let problems = Task { @MainActor in
      guard let connection else { return }
      for await problem in await connection.client.problems() {
        runner.show(message: problem.message)
      }
    }
    let states = Task { @MainActor in
      guard let connection else { return }
      for await state in await connection.client.connectionStates() {
        runner.setLive(state == .live)
      }
    }
    let pictures = Task { @MainActor in
      // Screens in production show personal data, so no picture of them leaves the device.
      guard let connection, options.server?.environment != "production" else { return }
      do throws(FlowMagicError) {
        try await ShopPictures.send(with: connection.client)
      } catch {
        runner.show(message: error.message)
      }
    }
    let starting = Task { @MainActor in
      await navigator.start(restoring: options.saved())
    }
    await runner.run()
    starting.cancel()
    pictures.cancel()
    problems.cancel()
    states.cancel()
    options.save(navigator.state)
    await connection?.finish()
  }

  private static func message(_ error: any Error) -> String {
    (error as? ShopOptions.UsageError)?.message ?? "\(error)"
  }
}
