import Accounts
import ArgumentParser
import FlowCore
import Foundation
import Logging
import YogaService

/// `yoga serve`: runs the service.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Run the service and its web app.",
    discussion: """
      YOGA_SMTP sets the mail server, such as smtp://user:password@host:587, and YOGA_MAIL_FROM \
      the sender. Without them, emails are written as files to --mail-folder.
      """)

  @OptionGroup var folder: FolderOptions
  @Option(help: "The address and port to listen on.") var address = "127.0.0.1:8090"
  @Option(help: "The folder with the output of scripts/yoga-media.") var media = ".yoga/media"
  @Option(help: "The folder to write emails to if no mail server is set.")
  var mailFolder: String?
  @Option(help: "The FlowMagic server to load releases from.") var flowmagic: String?
  @Option(help: "The SDK key of the environment.") var key: String?
  @Option(help: "The environment.") var environment = "production"

  @Option(
    name: .customLong("administrator"),
    help: "The email address of an administrator of accounts. Can be repeated.")
  var administrators: [String] = []

  @Option(
    help: """
      The team ID and bundle ID of the iOS app that opens links in emails, such as \
      TEAM123456.dev.flowmagic.yoga.
      """)
  var appleApp: String?

  @Flag(help: "Trust the client address in X-Forwarded-For, behind a reverse proxy.")
  var behindProxy = false

  func validate() throws {
    guard (flowmagic == nil) == (key == nil) else {
      throw ValidationError("--flowmagic and --key belong together: give both, or neither.")
    }
    if let key, let problem = YogaServer.problem(withKey: key) {
      throw ValidationError("--key: \(problem)")
    }
    if let appleApp, let problem = YogaServer.problem(withAppleApp: appleApp) {
      throw ValidationError("--apple-app: \(problem)")
    }
    for address in administrators {
      if let problem = YogaServer.problem(withAdministrator: address) {
        throw ValidationError("--administrator \"\(address)\": \(problem)")
      }
    }
    _ = try listenAddress()
  }

  func run() async throws {
    var settings = YogaServer.Settings()
    (settings.host, settings.port) = try listenAddress()
    settings.origin = folder.origin
    settings.mediaFolder = media
    settings.administrators = administrators
    settings.isBehindProxy = behindProxy
    settings.appleApp = appleApp
    if let flowmagic, let key { settings.releases = (flowmagic, key, Name(environment)) }
    settings.mailTransport = try mailTransport()
    var logger = Logger(label: "yoga")
    logger.logLevel = .notice
    let server = try YogaServer(
      folder: ServiceFolder(path: folder.store), settings: settings, logger: logger)
    try await server.run { write("Mythic Yoga Flow is at \($0)") }
  }

  private func listenAddress() throws -> (host: String, port: Int) {
    guard let colon = address.lastIndex(of: ":"), let port = Int(address[colon...].dropFirst()),
      (0...65_535).contains(port), colon != address.startIndex
    else { throw ValidationError("--address must be a host and a port, such as 127.0.0.1:8090.") }
    return (String(address[..<colon]), port)
  }

  private func mailTransport() throws -> any MailTransport {
    let environment = ProcessInfo.processInfo.environment
    if let server = environment["YOGA_SMTP"] {
      guard let from = environment["YOGA_MAIL_FROM"] else {
        throw ValidationError("Set YOGA_MAIL_FROM, too: the address that emails are sent from.")
      }
      return SMTPTransport(try SMTPSettings(url: server, from: from, fromName: "Mythic Yoga Flow"))
    }
    return try FolderMailTransport(folder: mailFolder ?? folder.store + "/mail")
  }
}
