internal import Accounts
internal import AccountsCommand
internal import ArgumentParser
internal import Foundation
internal import Logging
internal import PageFetcher
internal import PageReader
internal import PriceService
internal import Push

/// `prices`: the price tracker's service.
@main struct PricesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "prices", abstract: "Track product prices and send price alerts.",
    subcommands: [
      ServeCommand.self, UpdateCommand.self, SendCommand.self, TestNotificationCommand.self,
      UsersCommand<ServiceOptions>.self, AddCommand.self, ManifestCommand.self, FlowCommand.self,
      ReadPagesCommand.self,
    ])
}

/// The options that the commands of the service share.
struct ServiceOptions: ParsableArguments {
  @Option(help: "The folder with the database and keys.") var store = ".prices"
  @Option(help: "The site's public URL.")
  var origin = "http://127.0.0.1:8095"
  @Option(help: "Allow products of another host. Can be repeated.")
  var allowHost: [String] = []
  @Option(help: "Use these store rules instead of the bundled ones.") var rules: String?
  @Flag(help: "Allow pages and webhooks on this machine, for tests with a local shop.")
  var allowLoopback = false
  @Option(help: "The minimum seconds between requests to one host.") var pause = 2.0

  @Option(help: "The contact for push services, such as mailto:you@example.com.")
  var contact: String?

  func service() throws -> PriceService {
    var settings = PriceService.Settings(rules: try storeRules())
    settings.publicURL = origin
    settings.extraHosts = Set(allowHost.map { $0.lowercased() })
    settings.allowsLoopback = allowLoopback
    settings.contact = contact
    settings.identityProviders = try ServiceEnvironment.identityProviders()
    if allowLoopback { settings.pushHosts.allowsLoopback = true }
    var pages = WebPageSettings(hosts: settings.hosts)
    pages.allowsLoopback = allowLoopback
    pages.pauseSeconds = pause
    var logger = Logger(label: "prices")
    logger.logLevel = .notice
    return try PriceService(
      folder: ServiceFolder(path: store), settings: settings, source: WebPageSource(pages),
      reader: readerPool(settings.rules, logger), lookupReader: readerPool(settings.rules, logger),
      logger: logger)
  }

  private func readerPool(_ rules: StoreRules, _ logger: Logger) throws -> PageReaderPool {
    var settings = PageReaderPool.Settings()
    settings.onFailure = { logger.warning("\($0)") }
    return try PageReaderPool(rules: rules, settings: settings)
  }

  private func storeRules() throws -> StoreRules {
    guard let rules else { return try StoreRules.builtIn() }
    guard let bytes = FileManager.default.contents(atPath: rules) else {
      throw ValidationError("\(rules) cannot be read. Check its path and permissions.")
    }
    return try StoreRules(json: Array(bytes))
  }
}

extension ServiceOptions: AccountOptions {
  static let program = "prices"
  static let deletedData = "its tracked products, comments, devices and notices"

  func accounts() throws -> AccountServices { try service().accounts }
}

/// `prices read-pages`: a worker process of `PageReaderPool`.
struct ReadPagesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read-pages", abstract: "Reads pages for another process.", shouldDisplay: false)

  func run() throws { throw ExitCode(PageReaderWorker.run()) }
}

/// Writes a line to standard output.
func write(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
