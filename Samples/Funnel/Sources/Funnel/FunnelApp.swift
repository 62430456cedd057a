import CFunnelFiles
import FlowCore
import FlowMagicWeb
import Foundation
import Hummingbird

/// A sleep coach's funnel, served on this machine.
@main
struct FunnelApp {
  private static let help = """
    A sleep coach's funnel: a flow on the web, served on this machine.

    funnel        serves it on port 8090, and prints its address
    funnel PORT   serves it on another port, 0 for a free one

    FUNNEL_KEY encrypts visits' states; without it, a restart loses all visits.
    FUNNEL_SERVER and FUNNEL_SDK_KEY name a FlowMagic server with releases, and
    FUNNEL_ENVIRONMENT the key's environment (default: production). FUNNEL_DOCUMENT is a file
    with another document.
    """

  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.contains("--help") || arguments.contains("-h") { return print(help) }
    guard let port = parsedPort(arguments) else {
      let problem = "funnel: The only argument is a port from 0 to 65535. See funnel --help.\n"
      FileHandle.standardError.write(Data(problem.utf8))
      exit(64)
    }
    try await serve(port: port)
  }

  private static func parsedPort(_ arguments: ArraySlice<String>) -> Int? {
    guard let argument = arguments.first else { return 8090 }
    return arguments.count == 1 ? UInt16(argument).map { Int($0) } : nil
  }

  private static func serve(port: Int) async throws {
    let document = try document()
    let host = try FlowHost(document, settings: settings())
    let router = Router(options: .autoGenerateHeadEndpoints)
    host.addRoutes(to: router)
    router.get("/") { _, _ in Response.redirect(to: "/sleep") }
    router.get("/plan") { _, _ in "This is where your plan would be." }
    var app = Application(
      router: router,
      configuration: .init(address: .hostname("127.0.0.1", port: port)),
      onServerRunning: { channel in
        let port = channel.localAddress?.port ?? port
        FileHandle.standardOutput.write(Data("http://127.0.0.1:\(port)/sleep\n".utf8))
      })
    if let updates = try updates(host, document) {
      await updates.prepare()
      app.addServices(updates)
    }
    try await app.runService()
  }

  /// Returns the service that follows the server in the environment variables; nil if there is
  /// none.
  private static func updates(
    _ host: FlowHost, _ document: FlowDocument
  ) throws -> ReleaseUpdates? {
    let environment = ProcessInfo.processInfo.environment
    guard let server = environment["FUNNEL_SERVER"], let key = environment["FUNNEL_SDK_KEY"] else {
      return nil
    }
    return try host.updates(
      from: server, key: key, environment: Name(environment["FUNNEL_ENVIRONMENT"] ?? "production"),
      of: document)
  }

  /// Returns the document in the file `FUNNEL_DOCUMENT`, or else the funnel of this sample.
  private static func document() throws -> FlowDocument {
    guard let path = ProcessInfo.processInfo.environment["FUNNEL_DOCUMENT"] else {
      return try FlowDocument(parsing: EmbeddedFile.funnel_json.content)
    }
    return try FlowDocument(parsing: Array(Data(contentsOf: URL(filePath: path))))
  }

  /// An action whose progress visitors see, and which they can cancel.
  ///
  /// It takes the number of seconds in its parameter `seconds`: from 1 to 120, by default 3.
  private static let makePlan = WebAction(outcomes: ["made"], isCancellable: true) { call in
    let seconds = call.arguments["seconds"]?.number?.int ?? 3
    let reportCount = max(1, min(seconds, 120)) * 4
    for index in 0..<reportCount {
      call.progress.report(
        Double(index) / Double(reportCount),
        call.language == "de" ? "Wir erstellen deinen Plan" : "Making your plan")
      try await Task.sleep(for: .milliseconds(250))
    }
    return WebAction.Result("made")
  }

  private static func settings() throws -> FlowHostSettings {
    let key = ProcessInfo.processInfo.environment["FUNNEL_KEY"]
    var settings = FlowHostSettings(
      keys: try key.map { try SealingKeys(current: $0) } ?? .ephemeral())
    settings.products = { locale in
      let isGerman = locale.hasPrefix("de")
      return [
        "year": [
          "name": isGerman ? "Ein Jahr" : "One year",
          "price": isGerman ? "59,99 €" : "€59.99", "period": isGerman ? "Jahr" : "year",
        ],
        "month": [
          "name": isGerman ? "Ein Monat" : "One month",
          "price": isGerman ? "9,99 €" : "€9.99", "period": isGerman ? "Monat" : "month",
        ],
      ]
    }
    settings.actions["makePlan"] = makePlan
    settings.offersLanguages = true
    settings.onFinish = { _ in .redirect("/plan") }
    return settings
  }
}
