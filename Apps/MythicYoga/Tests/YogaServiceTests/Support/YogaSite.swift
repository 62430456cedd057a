import Accounts
import FlowCore
import FlowMagicWeb
import Foundation
import Hummingbird
import HummingbirdTesting
import Logging
import NIOConcurrencyHelpers
import YogaService

/// The complete service with its real routes and files, in its own folder.
struct YogaSite: Sendable {
  static let origin = "http://localhost:8090"
  static let password = "seven calm tigers breathe"

  let server: YogaServer
  let client: any TestClientProtocol
  let mailbox: Mailbox
  let bodyHook: BodyHook
  /// The folder of the videos, which is empty at first.
  let mediaFolder: String

  /// Runs the service while `body` sends requests to it; its emails go to the mailbox.
  static func run(
    administrators: [String] = [], appleApp: String? = nil, clock: SettableClock = SettableClock(),
    settings base: YogaServer.Settings = YogaServer.Settings(),
    _ body: @escaping @Sendable (YogaSite) async throws -> Void
  ) async throws {
    let path = newFolder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    var settings = base
    settings.origin = origin
    settings.mediaFolder = path + "/media"
    settings.administrators = administrators
    settings.appleApp = appleApp
    // A browser would follow the progress page of a press.
    settings.progressDelay = .seconds(600)
    settings.clock = { clock.now }
    settings.passwordHasher = PasswordHasher(
      parameters: ScryptParameters(logRounds: 5, blockSize: 1, parallelism: 1))
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let server = try YogaServer(
      folder: ServiceFolder(path: path), settings: settings, logger: logger)
    let (mailbox, accounts) = (Mailbox(), server.users.accounts)
    let outbox = Outbox(
      store: accounts.store, transport: mailbox, keys: { accounts.keys },
      signal: accounts.outboxSignal, logger: logger, clock: accounts.clock)
    let outboxTask = Task { await outbox.run() }
    defer { outboxTask.cancel() }
    let bodyHook = BodyHook()
    let responder = DelayedBodyResponder(
      inner: server.router().buildResponder(), bodyHook: bodyHook)
    try await Application(responder: responder, logger: logger).test(.router) { client in
      try await body(
        YogaSite(
          server: server, client: client, mailbox: mailbox, bodyHook: bodyHook,
          mediaFolder: path + "/media"))
    }
    mailbox.close()
    outboxTask.cancel()
    await outboxTask.value
  }

  /// The web app's manifest: its blocks and actions, which the portal verifies against.
  static func manifest() throws -> Manifest {
    let path = newFolder()
    defer { try? FileManager.default.removeItem(atPath: path) }
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    return try YogaServer(folder: ServiceFolder(path: path), settings: .init(), logger: logger)
      .host.manifest
  }

  private static func newFolder() -> String {
    NSTemporaryDirectory() + "yoga-\(UUID().uuidString)"
  }

  /// A browser without cookies.
  func browser(_ language: String = "en") -> YogaBrowser {
    YogaBrowser(client: client, language: language)
  }

  /// Registers a user, opens the link in the email and enters the password again.
  ///
  /// - Returns: The browser, logged in.
  func register(
    _ email: String = "mira@example.com", password: String = password
  ) async throws -> YogaBrowser {
    var browser = browser()
    try await browser.openStart()
    try await browser.press("register")
    try await browser.press(
      "register", ["name": "Mira", "email": email, "password": password])
    try await browser.confirm(try await mailbox.mail(to: email, "Confirm your address"), password)
    return browser
  }
}

/// A clock that advances only when a test advances it.
final class SettableClock: Sendable {
  private let seconds = NIOLockedValueBox(1_900_000_000)

  var now: Int { seconds.withLockedValue { $0 } }

  func advance(by seconds: Int) { self.seconds.withLockedValue { $0 += seconds } }
}
