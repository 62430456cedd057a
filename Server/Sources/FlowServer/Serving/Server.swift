import Accounts
package import FlowStore
package import Logging
import NIOCore
import NIOPosix
import ServiceLifecycle
import UnixSignals

/// A server: the store, the keys, the routes, and background jobs.
package struct Server: Sendable {
  package let services: Services
  private let folder: KeyFolder
  private let lock: KeyFolderLock
  private let address: ServerAddress
  private let administration: ServerAddress?
  private let sockets: InheritedSockets
  private let site: SiteSettings
  private let limits: DeliveryLimits
  private let backups: BackupJob?
  private let control: ControlListener?

  /// Reads the keys and the store.
  ///
  /// With `administration`, there is a second listener for operators, with reserved connections. If
  /// there are `sockets`, the server listens on them instead of on the address.
  ///
  /// - Throws: `StoreError`, `KeyFolder.Failure` or `MissingPortal`, with a message for the
  ///   operator; `KeyFolder.Failure` also while another server uses the keys.
  package init(
    store: any Store, keys folder: KeyFolder, address: ServerAddress,
    administration: ServerAddress? = nil, sockets: InheritedSockets = InheritedSockets(),
    site: SiteSettings,
    limits: DeliveryLimits = DeliveryLimits(),
    backups schedule: (schedule: BackupSchedule, store: String)? = nil,
    purging: PurgeSettings? = nil, control: ControlListener? = nil, logger: Logger,
    clock: @escaping @Sendable () -> Int = Timestamp.now,
    uptime: @escaping @Sendable () -> Int = ClockMonitor.monotonicSeconds
  ) async throws {
    self.folder = folder
    try await folder.requireFolder(for: store)
    lock = try folder.lockForServing()
    self.address = address
    self.administration = administration
    self.sockets = sockets
    self.site = site
    self.control = control
    var limits = limits
    limits.trustedProxies = site.trustedProxies
    limits.origins = site.origins
    self.limits = limits.resolved
    let keys = try await folder.keys(for: store)
    let accounts = AccountServices(
      store: store.accounts, keys: try await folder.accountKeys(for: store.accounts),
      identityProviders: IdentityProviderClient(providers: site.providers, clock: clock),
      settings: site.accounts,
      logger: logger, clock: clock, uptime: uptime)
    let start = StartChecks(logger: logger)
    try await start.raiseNumbers(of: store, to: folder)
    let minimumIssueTime = try await start.minimumIssueTime(
      of: store, in: folder, clock: clock())
    start.logImplausibleClock(clock(), latest: minimumIssueTime)
    services = Services(
      store: store, keys: keys, minimumIssueTime: minimumIssueTime,
      numberRecorder: folder.numberRecorder, accounts: accounts,
      portal: try PortalFiles(folder: site.portal), packageURL: site.packageURL,
      trustedProxies: site.trustedProxies,
      limits: limits, intake: site.intake, applicationIDs: site.applicationIDs,
      purger: purging.map { CachePurger($0, logger: logger) }, logger: logger, clock: clock,
      uptime: uptime)
    let record = services.backups
    backups = schedule.map {
      BackupJob(
        $0.schedule, store: $0.store, keys: folder, record: record,
        reserve: site.intake.diskReserve, logger: logger, clock: clock)
    }
    if let created = folder.creationTime(of: keys) {
      services.metrics.recordSigningKey(created: created)
    }
    try await services.readStore()
  }

  /// Serves until SIGTERM or SIGINT; requests in progress are finished or, if they take too long,
  /// aborted, then the store is closed.
  ///
  /// - Parameters:
  ///   - onAdministration: Called with the port when the administration listener is ready.
  ///   - onReady: Called with the port when the server listens.
  /// - Throws: Any error of listening and of the services.
  package func run(
    onAdministration: @escaping @Sendable (Int?) async -> Void = { _ in },
    onReady: @escaping @Sendable (Int?) async -> Void = { _ in }
  ) async throws {
    warnIfFewConnections()
    let deadline = StopDeadline()
    let delivery = DeliveryServer(
      host: address.host, port: address.port, sockets: sockets.public,
      currentReleases: services.currentReleases,
      routes: EndpointResponder(
        services: services, listener: administration == nil ? .single : .public),
      limits: limits, admission: services.streams, deadline: deadline, logger: services.logger
    ) { address in await onReady(address.port) }
    // NB: the last one stops first, so that operators can observe while the others stop.
    var running: [ServiceGroupConfiguration.ServiceConfiguration] = []
    if let server = control?.server(services, deadline) { running.append(.init(service: server)) }
    if let administration {
      let server = administrationServer(
        at: administration, deadline, onReady: onAdministration)
      running.append(.init(service: server))
    }
    running += [
      .init(service: delivery), .init(service: RefreshJob(services: services, folder: folder)),
      .init(service: CleanupJob(services: services)),
      .init(service: ResultsJob(services: services)),
      .init(service: DeliverySummaryJob(services: services)),
    ]
    if let purger = services.purger { running.append(.init(service: purger)) }
    if let backups { running.append(.init(service: backups)) }
    if let mail = site.mail { running.append(.init(service: mailService(mail))) }
    let group = ServiceGroup(
      configuration: ServiceGroupConfiguration(
        services: running,
        gracefulShutdownSignals: [.sigterm, .sigint], logger: services.logger))
    let result: Result<Void, any Error>
    do {
      try await group.run()
      result = .success(())
    } catch {
      result = .failure(error)
    }
    // Removed while this server still holds the store's lock; the next server creates its own.
    control?.socket.remove()
    // Released before the store's lock, so that a server that acquires that one can acquire this
    // one, too.
    lock.release()
    try await services.store.close()
    try result.get()
  }

  /// The listener for operators, with an event loop and connections of its own.
  private func administrationServer(
    at address: ServerAddress, _ deadline: StopDeadline,
    onReady: @escaping @Sendable (Int?) async -> Void
  ) -> some Service {
    DeliveryServer(
      host: address.host, port: address.port, sockets: sockets.administration,
      currentReleases: services.currentReleases,
      routes: EndpointResponder(services: services, listener: .administration),
      limits: administrationLimits, admission: services.streams,
      group: MultiThreadedEventLoopGroup(numberOfThreads: 1), deadline: deadline,
      logger: services.logger
    ) { address in await onReady(address.port) }
  }

  private var administrationLimits: DeliveryLimits {
    var limits = DeliveryLimits.administration
    limits.origins = site.origins
    return limits
  }

  private func warnIfFewConnections() {
    let connections = limits.connections ?? .max
    guard connections < DeliveryLimits.connectionsWarningThreshold else { return }
    services.logger.warning(
      """
      This process may open only \(OpenFiles.limit) files, so it serves \(connections) connections \
      at once, and each app with a stream needs one. Raise the limit: LimitNOFILE=65536 in a \
      systemd unit, --ulimit nofile=65536 for a container, or `ulimit -n 65536` in a shell.
      """)
  }

  private func mailService(_ settings: SMTPSettings) -> MailService {
    let accounts = services.accounts
    return MailService(
      outbox: Outbox(
        store: accounts.store, transport: SMTPTransport(settings),
        keys: { [services] in services.accounts.keys }, signal: accounts.outboxSignal,
        logger: services.logger, clock: accounts.clock,
        isClockTrusted: { [monitor = services.clockMonitor] in
          !monitor.wasImplausibleAtStart && monitor.jump <= ClockMonitor.maximumJump
        }))
  }
}

/// The address that a server listens on.
package struct ServerAddress: Sendable, Equatable, CustomStringConvertible {
  package let host: String
  package let port: Int

  package init(host: String, port: Int) {
    self.host = host
    self.port = port
  }

  /// Parses a host and a port, such as `127.0.0.1:8080`, `[::1]:8080`, or `:8080` for all IPv4
  /// addresses.
  ///
  /// Nil without a port from 0 to 65535, and for an IPv6 address without brackets.
  package init?(_ text: String) {
    guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
      (0...65535).contains(port)
    else { return nil }
    var host = String(text[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") {
      host = String(host.dropFirst().dropLast())
    } else if host.contains(":") {
      return nil
    }
    self.init(host: host.isEmpty ? "0.0.0.0" : host, port: port)
  }

  package var description: String {
    host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}
