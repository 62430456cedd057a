import FlowMagic
import Foundation

/// The shop: everything that an app on FlowMagic has to write besides its screens.
@main
struct ShopApp {
  @MainActor static func main() async {
    do {
      let options = try ShopOptions(CommandLine.arguments.dropFirst())
      switch options.task {
      case .help: print(ShopOptions.help)
      case .manifest: print(try ShopFlows.manifest().json.text(.pretty))
      case .flows: print(try ShopFlows.document().json.text(.pretty))
      case .run: try await run(options)
      }
    } catch {
      Terminal.leave()
      FileHandle.standardError.write(Data("shop: \(sentence(error))\n".utf8))
      exit(1)
    }
  }

  @MainActor private static func run(_ options: ShopOptions) async throws {
    guard Terminal.isInteractive else {
      throw ShopOptions.Mistake("The shop is shown in a terminal, and this is none.")
    }
    let document = try ShopFlows.document()
    let screens = try ShopFlows.screens()
    let link = try options.connection.map { try ShopLink($0, document: document) }
    let navigator = try Navigator(
      screens: screens, source: link?.client, default: document, context: options.context,
      events: link.map { $0.events as any EventSink } ?? NoEvents())
    let runner = try ShopRunner(navigator)
    let following = Task { @MainActor in
      guard let link else { return }
      for await problem in await link.client.problems() { runner.tell(problem.message) }
    }
    let listening = Task { @MainActor in
      guard let link else { return }
      for await connection in await link.client.connections() {
        runner.connection(isLive: connection == .live)
      }
    }
    let starting = Task { @MainActor in
      await navigator.start(restoring: options.saved())
    }
    await runner.run()
    starting.cancel()
    following.cancel()
    listening.cancel()
    options.save(navigator.state)
    await link?.finish()
  }

  private static func sentence(_ error: any Error) -> String {
    (error as? ShopOptions.Mistake)?.sentence ?? "\(error)"
  }
}
