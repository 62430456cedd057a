internal import Accounts
internal import ArgumentParser
internal import FlowCore
internal import FlowMagicWeb
internal import Foundation
internal import PriceService
internal import PriceStore
internal import PriceWeb

/// The options of the web app.
struct SiteOptions: ParsableArguments {
  @Option(help: "Allow product pictures from this host. Can be repeated.")
  var imageHost: [String] = []
  @Option(help: "The FlowMagic server to load releases from.")
  var flowmagic: String?
  @Option(help: "The SDK key of the environment.") var key: String?
  @Option(help: "The environment of the releases.") var environment = "production"

  func validate() throws {
    guard (flowmagic == nil) == (key == nil) else {
      throw ValidationError("--flowmagic and --key belong together: give both, or neither.")
    }
  }

  func site(_ service: PriceService, store: String) throws -> PriceSite {
    var settings = PriceSite.Settings()
    settings.imageHosts += imageHost
    return try PriceSite(
      service: service, key: try ServiceFolder(path: store).secret("web"), settings: settings)
  }

  /// Returns the release updates from a FlowMagic server; nil if none is configured.
  func releaseUpdates(_ site: PriceSite, store: String) async throws -> ReleaseUpdates? {
    guard let flowmagic, let key else { return nil }
    let updates = try site.host.updates(
      from: flowmagic, key: key, environment: Name(environment), of: try PriceSite.document(),
      eventFolder: URL(filePath: store).appending(path: "web-events"))
    await updates.prepare()
    return updates
  }
}

/// `prices add`: adds products by their URLs, as a guest would.
struct AddCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add products to the catalog by their URLs, one per line.")

  @OptionGroup var options: ServiceOptions

  func run() async throws {
    let service = try options.service()
    var failed = 0
    while let line = readLine() {
      guard !line.isEmpty else { continue }
      do {
        // Each line gets its own client address, because guests are rate-limited by network.
        let caller = Caller(nil, client: Client(address: "add:\(line)", userAgent: "prices"))
        let added = try await service.add(line, by: caller)
        write("\(added.view.product.id) \(added.view.product.facts.name)")
      } catch let error as PriceError {
        failed += 1
        write("\(line): \(error.description)")
      }
    }
    if failed > 0 { throw ExitCode(1) }
  }
}

/// `prices manifest`: prints the web app's manifest, for `flowmagic manifest push`.
struct ManifestCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manifest", abstract: "Print the manifest of this build's web app.")

  @OptionGroup var options: ServiceOptions
  @OptionGroup var web: SiteOptions

  func run() async throws {
    let site = try web.site(try options.service(), store: options.store)
    write(site.host.manifest.json.text(.pretty))
  }
}

/// `prices flow`: prints the flows of this build, for the portal's first release.
struct FlowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flow", abstract: "Print the flows bundled with this build.")

  func run() throws { write(try PriceSite.document().json.text(.pretty)) }
}
