internal import Accounts
internal import ArgumentParser
internal import FlowMagicWeb
internal import Hummingbird
internal import PriceDomain
internal import PriceService
internal import PriceStore
internal import PriceWeb

/// `prices serve`: runs the service.
struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Run the API, update prices and send notices.",
    discussion: ServiceEnvironment.help)

  @OptionGroup var options: ServiceOptions
  @OptionGroup var web: SiteOptions
  @Option(help: "The address and port to listen on.") var address = "127.0.0.1:8095"
  @Option(help: "The seconds between checks of a page, for demos with a local shop.")
  var checkEvery: Int?

  @Flag(help: "Trust the client address in X-Forwarded-For, behind a reverse proxy.")
  var behindProxy = false

  func validate() throws {
    _ = try hostAndPort()
    guard checkEvery ?? 1 >= 1 else {
      throw ValidationError("--check-every must be at least 1 second.")
    }
  }

  func run() async throws {
    let service = try options.service()
    let (host, port) = try hostAndPort()
    let site = try web.site(service, store: options.store)
    let updates = try await web.releaseUpdates(site, store: options.store)
    let mailFolder = options.store + "/mail"
    try await ServiceEnvironment.withChannels(service, mailFolder: mailFolder) { channels in
      let server = PriceServer(
        service, channels: channels, host: host, port: port, isBehindProxy: behindProxy)
      try await withThrowingTaskGroup(of: Void.self) { group in
        if let updates { group.addTask { await updates.run() } }
        group.addTask { try await serve(server, site, at: service.settings.publicURL) }
        // Only the server finishes: after a signal, or with the error that keeps it from listening.
        try await group.next()
        group.cancelAll()
      }
    }
  }

  private func serve(
    _ server: PriceServer, _ site: PriceSite, at origin: String
  ) async throws {
    let address = address
    try await server.run(
      checkEvery: checkEvery.map { Int64($0) }, onChange: { site.dataChanged() },
      addRoutes: { router in
        router.add(middleware: PeerMiddleware())
        site.addRoutes(to: router)
      },
      onReady: { _ in
        // NB: not the address: its pages do not work at another origin.
        write("The price tracker is at \(origin), listening on \(address); its API is at /docs.")
      })
  }

  private func hostAndPort() throws -> (host: String, port: Int) {
    guard let colon = address.lastIndex(of: ":"), let port = Int(address[colon...].dropFirst()),
      (0...65_535).contains(port), colon != address.startIndex
    else { throw ValidationError("--address must be a host and a port, such as 127.0.0.1:8095.") }
    return (String(address[..<colon]), port)
  }
}

/// `prices update`: checks all products that are due, once.
struct UpdateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "update", abstract: "Check all pages that are due, as from cron.",
    discussion: """
      Only one update runs at a time: a second one exits immediately with status 75. After a \
      crash, the next update continues where it stopped.
      """)

  @OptionGroup var options: ServiceOptions

  func run() async throws {
    do {
      let report = try await PriceUpdate(try options.service()).run()
      write(
        "\(report.read) read, \(report.failed) failed, \(report.postponed) postponed,"
          + " \(report.notices) notices")
    } catch let error as StoreError where error.code == .jobTaken {
      write("\(error.description)")
      throw ExitCode(75)
    }
  }
}

/// `prices send`: sends the notices in the outbox, once.
struct SendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send", abstract: "Send pending notices.", discussion: ServiceEnvironment.help)

  @OptionGroup var options: ServiceOptions

  func run() async throws {
    let service = try options.service()
    let mailFolder = options.store + "/mail"
    try await ServiceEnvironment.withChannels(service, mailFolder: mailFolder) { channels in
      let attempts = try await NoticeSender(service, channels).sendDue()
      let states = try await service.store.outboxCounts().states.sorted { $0.key < $1.key }
      let counts = states.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
      write("\(attempts) attempts; \(counts)")
    }
  }
}

/// `prices test-notification`: queues a test notification for a user's devices.
struct TestNotificationCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "test-notification",
    abstract: "Queue a test notification, which the service or `prices send` sends.")

  @OptionGroup var options: ServiceOptions
  @Argument(help: "The user's email address or ID.") var user: String
  @Option(help: "Notify only this device.") var device: String?

  func run() async throws {
    let service = try options.service()
    let account = try await service.accounts.administration.user(user)
    guard let profile = try await service.store.profile(account.id) else {
      throw ValidationError("\(account.email) has never signed in here, so there is no device.")
    }
    let devices = try await service.sendTest(device: device, to: profile)
    write("The test notification goes to \(devices) \(devices == 1 ? "device" : "devices").")
  }
}
