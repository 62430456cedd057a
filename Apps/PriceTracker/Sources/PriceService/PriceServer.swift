internal import Accounts
package import AccountsWeb
public import Hummingbird
internal import Logging
public import NIOCore
internal import PriceDomain
internal import PriceStore

/// The server process: the API, price updates, and sending of notices and emails.
public struct PriceServer: Sendable {
  private let service: PriceService
  private let channels: NoticeChannels
  private let address: (host: String, port: Int)
  private let isBehindProxy: Bool
  /// The limits of connections.
  package var limits = ConnectionLimits()

  /// Creates a server for a service.
  ///
  /// - `isBehindProxy`: Whether a reverse proxy sets `X-Forwarded-For`; without one, clients could
  ///   forge their address.
  public init(
    _ service: PriceService, channels: NoticeChannels, host: String = "127.0.0.1", port: Int,
    isBehindProxy: Bool = false
  ) {
    self.isBehindProxy = isBehindProxy
    self.service = service
    self.channels = channels
    address = (host, port)
    limits.logger = service.logger
    if isBehindProxy { limits.connectionsPerNetwork = nil }
  }

  /// Returns the HTTP server with the API's routes and the limits of connections.
  ///
  /// - Parameters:
  ///   - addRoutes: Adds more routes.
  ///   - onReady: Called when the server is listening.
  /// - Returns: The server.
  package func application(
    addRoutes: (Router<PriceContext>) -> Void = { _ in },
    onReady: @escaping @Sendable (_ port: Int) -> Void
  ) -> Application<RouterResponder<PriceContext>> {
    let router = Router(context: PriceContext.self, options: .autoGenerateHeadEndpoints)
    if isBehindProxy { router.add(middleware: ForwardedMiddleware()) }
    PriceRoutes(service).add(to: router) { $0.address }
    addRoutes(router)
    let limits = limits
    return Application(
      router: router,
      server: .http1(configuration: .init(additionalChannelHandlers: [limits.makeHandler()])),
      configuration: .init(address: .hostname(address.host, port: address.port)),
      onServerRunning: { channel in onReady(channel.localAddress?.port ?? 0) },
      logger: service.logger)
  }

  /// Serves until the task is cancelled or the process receives a termination signal.
  ///
  /// - Parameters:
  ///   - checkEvery: The interval in seconds at which all pages are checked again, for a demo shop;
  ///     nil for the usual interval.
  ///   - onChange: Called when prices have changed, or the result of a webhook's test is known.
  ///   - addRoutes: Adds the routes of a web app to the same router.
  ///   - onReady: Called when the server is listening.
  /// - Throws: If the server cannot listen on the address.
  public func run(
    checkEvery: Int64? = nil, onChange: @escaping @Sendable () -> Void = {},
    addRoutes: (Router<PriceContext>) -> Void = { _ in },
    onReady: @escaping @Sendable (_ port: Int) -> Void
  ) async throws {
    let app = application(addRoutes: addRoutes, onReady: onReady)
    let (service, channels) = (service, channels)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        await Self.runBackgroundTasks(service, channels, checkEvery: checkEvery, onChange: onChange)
      }
      group.addTask { try await app.runService() }
      // Only the server finishes: after a signal, or with the error that keeps it from listening.
      try await group.next()
      group.cancelAll()
    }
  }

  /// Runs the background tasks until the task is cancelled.
  public static func runBackgroundTasks(
    _ service: PriceService, _ channels: NoticeChannels, checkEvery: Int64? = nil,
    onChange: @escaping @Sendable () -> Void = {}
  ) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await PriceUpdate(service).runContinuously(every: checkEvery, onChange: onChange)
      }
      group.addTask {
        await NoticeSender(service, channels, onChange: onChange).sendContinuously()
      }
      if let mail = channels.mail {
        let accounts = service.accounts
        let outbox = Outbox(
          store: accounts.store, transport: mail, keys: { accounts.keys },
          signal: accounts.outboxSignal, logger: service.logger, clock: accounts.clock)
        group.addTask { await outbox.run() }
      }
      group.addTask { await removeExpiredHourly(service) }
    }
  }

  /// Removes expired data once an hour, until the task is cancelled.
  private static func removeExpiredHourly(_ service: PriceService) async {
    while !Task.isCancelled {
      do {
        try await service.accounts.maintenance.removeExpired()
        try await service.store.removeExpired(at: service.clock())
      } catch {
        service.logger.error(
          "Expired records could not be removed.", metadata: ["error": "\(error)"])
      }
      try? await Task.sleep(for: .seconds(3600))
    }
  }
}

/// A request context with the client's address.
public struct PriceContext: RequestContext, RemoteAddressRequestContext {
  /// The storage that Hummingbird requires.
  public var coreContext: CoreRequestContextStorage
  /// The address of the connection's peer.
  public let remoteAddress: SocketAddress?
  /// The client's address according to the proxy; nil without a proxy.
  var forwardedAddress: String?

  /// Creates the context of a request.
  public init(source: ApplicationRequestContextSource) {
    coreContext = .init(source: source)
    remoteAddress = source.channel.remoteAddress
  }

  /// The client's address, without a port.
  public var address: String { forwardedAddress ?? remoteAddress?.ipAddress ?? "unknown" }
}

/// Takes the client's address from the `X-Forwarded-For` field, which the proxy sets.
struct ForwardedMiddleware: RouterMiddleware {
  func handle(
    _ request: Request, context: PriceContext,
    next: @concurrent (Request, PriceContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    context.forwardedAddress = request.headers.forwardedAddress
    return try await next(request, context)
  }
}
