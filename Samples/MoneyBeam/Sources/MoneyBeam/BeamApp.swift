import FlowMagic
import Foundation

/// MoneyBeam in a terminal.
///
/// With a server's URL and SDK key, it receives the releases of `bank` from there; otherwise it
/// shows the bundled flow.
@main
struct BeamApp {
  static let help = """
    MoneyBeam: a step in code, with screens, a sub-step and a decision, in the terminal.

    money-beam              runs; MONEYBEAM_SERVER and MONEYBEAM_KEY name a server with
                            releases, and MONEYBEAM_ENVIRONMENT the key's environment (default:
                            production)
    money-beam --manifest   prints the manifest of this build
    money-beam --flows      prints the bundled flow
    """

  @MainActor static func main() async {
    do {
      switch CommandLine.arguments.dropFirst().first {
      case nil: try await run()
      case "--manifest": print(try manifest().json.text(.pretty))
      case "--flows": print(try BeamFlow.document().json.text(.pretty))
      case "--help", "-h": print(help)
      case let option?: fail("There is no option \(option). See money-beam --help.")
      }
    } catch {
      Terminal.leave()
      fail("\(error)")
    }
  }

  static func manifest() throws -> Manifest {
    try BeamFlow.screens(DemoBank()).manifest(
      application: "bank", platform: "terminal", version: "1.0.0", build: "1",
      flows: BeamFlow.document().flows)
  }

  @MainActor private static func run() async throws {
    guard Terminal.isInteractive else {
      fail("MoneyBeam needs a terminal as standard input and output.")
    }
    let navigator = try navigator(ProcessInfo.processInfo.environment)
    let runner = try TerminalRunner("MoneyBeam", navigator, BeamPages.host(navigator))
    await runner.run()
    await navigator.pause()
  }

  /// Creates and starts a navigator, with the server in the environment variables if there is one.
  @MainActor private static func navigator(
    _ environment: [String: String]
  ) throws -> Navigator {
    let (screens, document) = (try BeamFlow.screens(DemoBank()), try BeamFlow.document())
    if let server = environment["MONEYBEAM_SERVER"], let key = environment["MONEYBEAM_KEY"] {
      return try FlowMagic.start(
        server: server, key: key,
        environment: Name(environment["MONEYBEAM_ENVIRONMENT"] ?? "production"), screens: screens,
        default: document
      ).navigator
    }
    let navigator = try Navigator(
      screens: screens, default: document, restoration: RestorationFile(stateFile))
    Task { await navigator.start() }
    return navigator
  }

  /// The file with the state of the session, which the next launch restores.
  private static var stateFile: URL {
    FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)[0]
      .appending(path: "money-beam/session.json")
  }

  private static func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("money-beam: \(message)\n".utf8))
    exit(1)
  }
}
