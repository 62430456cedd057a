package import Hummingbird
import HummingbirdCore
package import Logging
package import NIOCore
import NIOPosix
import ServiceLifecycle

/// The server's listener: answers the current release, 304, streams and `/healthz` from the bytes
/// of a request, and hands everything else to the application's routes.
///
/// A route of the HTTP library makes a task, a parsed head and a response for every request; that
/// is fine for what users do and too much for what every running app asks for.
package struct DeliveryServer<Routes: HTTPResponder>: Service
where Routes.Context: InitializableFromSource<ApplicationRequestContextSource> {
  private let host: String
  private let port: Int
  private let sockets: [CInt]
  private let currentReleases: CurrentReleases
  private let routes: Routes
  private let limits: DeliveryLimits
  private let admission: StreamAdmission
  private let group: any EventLoopGroup
  private let logger: Logger
  private let onRunning: @Sendable (SocketAddress) async -> Void

  /// Creates a server that listens when it is run.
  ///
  /// - Parameters:
  ///   - host: The address to listen on.
  ///   - port: 0 for any free one; `onRunning` receives it.
  ///   - sockets: Bound sockets to listen with in place of host and port; they are closed at the
  ///     end.
  ///   - currentReleases: The releases to serve.
  ///   - routes: Answers everything that the fast path does not.
  ///   - limits: The limits for clients.
  ///   - admission: Counts the streams of all listeners and routes; one of its own if nil.
  ///   - group: The event loops to run on.
  ///   - logger: For start, stop and what goes wrong.
  ///   - onRunning: Called once, when connections are accepted.
  package init(
    host: String, port: Int, sockets: [CInt] = [], currentReleases: CurrentReleases, routes: Routes,
    limits: DeliveryLimits = DeliveryLimits(), admission: StreamAdmission? = nil,
    group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton, logger: Logger,
    onRunning: @escaping @Sendable (SocketAddress) async -> Void = { _ in }
  ) {
    self.host = host
    self.port = port
    self.sockets = sockets
    self.currentReleases = currentReleases
    self.routes = routes
    self.limits = limits.fitted
    self.admission = admission ?? StreamAdmission(limits)
    self.group = group
    self.logger = logger
    self.onRunning = onRunning
  }

  /// Serves until graceful shutdown, and then ends every connection in good order.
  ///
  /// Streams are sent when to come back, requests under way are waited for. Throws if the address
  /// cannot be listened at.
  package func run() async throws {
    let (passed, passedTo) = AsyncStream.makeStream(of: ForwardedConnection.self)
    let http = makeHTTP()
    let logger = logger
    let totals = DeliveryTotals()
    let loops = group.makeIterator().map { [limits, admission] eventLoop in
      DeliveryLoop(
        eventLoop, currentReleases: currentReleases, settings: limits, totals: totals,
        admission: admission
      ) { channel in
        http.setup(channel: channel, logger: logger).whenComplete { result in
          switch result {
          case .success(let value): passedTo.yield(ForwardedConnection(value: value))
          case .failure: channel.close(promise: nil)
          }
        }
      }
    }
    for loop in loops { try await loop.eventLoop.submit { loop.start() }.get() }
    let listeners = try await listen(loops)
    currentReleases.attach(loops)
    if let address = listeners.first?.localAddress {
      logger.debug("Listening at \(address)")
      await onRunning(address)
    }
    await withDiscardingTaskGroup { group in
      group.addTask {
        await waitForShutdown(listeners, loops)
        await drain(loops)
        passedTo.finish()
      }
      for await connection in passed {
        group.addTask { await http.handle(value: connection.value, logger: logger) }
      }
    }
    currentReleases.detach(loops)
    for loop in loops { try await loop.eventLoop.submit { loop.stop() }.get() }
  }

  /// A connection whose requests are with the routes, on its way to its task.
  private struct ForwardedConnection: Sendable {
    let value: HTTP1Channel.Value
  }

  // MARK: Listening

  private func listen(_ loops: [DeliveryLoop]) async throws -> [any Channel] {
    guard !sockets.isEmpty else {
      return [try await bootstrap(loops, isTCP: true).bind(host: host, port: port).get()]
    }
    var listeners: [any Channel] = []
    for socket in sockets {
      let bootstrap = bootstrap(loops, isTCP: BoundSocket.isTCP(socket))
      listeners.append(try await bootstrap.withBoundSocket(socket).get())
    }
    return listeners
  }

  private func bootstrap(_ loops: [DeliveryLoop], isTCP: Bool) -> ServerBootstrap {
    let byEventLoop = Dictionary(
      uniqueKeysWithValues: loops.map { (ObjectIdentifier($0.eventLoop), $0) })
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(ChannelOptions.backlog, value: 4096)
      .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
      .childChannelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
      .childChannelOption(
        ChannelOptions.recvAllocator,
        value: AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 1024, maximum: 65_536)
      )
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          guard let loop = byEventLoop[ObjectIdentifier(channel.eventLoop)] else {
            throw ChannelError.operationUnsupported
          }
          try channel.pipeline.syncOperations.addHandler(ConnectionHandler(loop: loop))
        }
      }
    // A Unix socket has no such option.
    return isTCP
      ? bootstrap.childChannelOption(ChannelOptions.tcpOption(.tcp_nodelay), value: 1) : bootstrap
  }

  // MARK: Ending

  private func waitForShutdown(_ listeners: [any Channel], _ loops: [DeliveryLoop]) async {
    // Returns early if the task is cancelled; then ending in good order is still right.
    try? await gracefulShutdown()
    // From here on every response says that it is its connection's last one.
    for loop in loops { try? await loop.eventLoop.submit { loop.beginDraining() }.get() }
    logger.info("Shutting down: no new connections, streams are sent to come back later")
    for listener in listeners { await stop(listener, loops) }
  }

  /// Ends a listener without losing a connection that it has accepted.
  ///
  /// Connections that it has not accepted wait for whoever else holds the socket, such as systemd.
  private func stop(_ listener: any Channel, _ loops: [DeliveryLoop]) async {
    try? await listener.setOption(ChannelOptions.autoRead, value: false).get()
    // NB: what was accepted goes from the listener's loop to its own, back, and there again.
    for _ in 1...2 {
      for loop in loops { try? await loop.eventLoop.submit {}.get() }
      try? await listener.eventLoop.submit {}.get()
    }
    for loop in loops { try? await loop.eventLoop.submit {}.get() }
    try? await listener.close()
  }

  private func drain(_ loops: [DeliveryLoop]) async {
    let timeouts = loops.map { loop in
      loop.eventLoop.scheduleTask(in: limits.drainTimeout) { loop.closeAll() }
    }
    await withDiscardingTaskGroup { group in
      for loop in loops {
        group.addTask {
          // A loop that has ended has no connections.
          try? await loop.eventLoop.flatSubmit { loop.drain() }.get()
        }
      }
    }
    for timeout in timeouts { timeout.cancel() }
  }

  // MARK: Routes

  private func makeHTTP() -> HTTP1Channel {
    let routes = routes
    let logger = logger
    return HTTP1Channel(
      responder: { request, writer, channel in
        var logger = logger
        logger[metadataKey: "hb.request.id"] = .string(
          String(UInt64.random(in: .min ... .max), radix: 16))
        let source = ApplicationRequestContextSource(channel: channel, logger: logger)
        var response: Response
        do {
          response = try await routes.respond(
            to: request, context: Routes.Context(source: source))
        } catch {
          logger.error("A request failed: \(error)")
          response = Response(status: .internalServerError)
        }
        response.headers[.date] = HTTPDate.now
        try await writer.write(response: response.head, body: response.body)
      },
      configuration: .init(additionalChannelHandlers: [ForwardingObserver()]))
  }
}
