package import Hummingbird
import HummingbirdCore
package import Logging
package import NIOCore
import NIOPosix
import ServiceLifecycle

/// A listener of the server: answers requests for current releases and their streams, and liveness
/// checks, directly from their bytes, and forwards all others to the application's routes.
///
/// A route of the HTTP library creates a task, a parsed head and a response for every request. That
/// is fine for the API, but too expensive for the requests that every running app sends.
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
  private let deadline: StopDeadline
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
  ///   - admission: Counts the streams of all listeners and routes; nil for a separate one.
  ///   - group: The event loops to run on.
  ///   - deadline: The end of the time that requests have at shutdown, shared with other listeners.
  ///   - logger: For start, stop and errors.
  ///   - onRunning: Called once, when connections are accepted.
  package init(
    host: String, port: Int, sockets: [CInt] = [], currentReleases: CurrentReleases, routes: Routes,
    limits: DeliveryLimits = DeliveryLimits(), admission: StreamAdmission? = nil,
    group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton,
    deadline: StopDeadline = StopDeadline(), logger: Logger,
    onRunning: @escaping @Sendable (SocketAddress) async -> Void = { _ in }
  ) {
    self.host = host
    self.port = port
    self.sockets = sockets
    self.currentReleases = currentReleases
    self.routes = routes
    self.limits = limits.resolved
    self.admission = admission ?? StreamAdmission(limits)
    self.group = group
    self.deadline = deadline
    self.logger = logger
    self.onRunning = onRunning
  }

  /// Serves until graceful shutdown, and then closes every connection gracefully.
  ///
  /// Clients with a stream are told when to reconnect, and requests in progress are awaited; those
  /// that take too long are aborted, and abandoned if they do not end then.
  ///
  /// - Throws: `ListenError` if the server cannot listen on the address.
  package func run() async throws {
    let (connections, continuation) = AsyncStream.makeStream(of: ForwardedConnection.self)
    let running = RunningRequests()
    let http = makeHTTPChannel(running)
    let logger = logger
    let totals = DeliveryTotals()
    let loops = group.makeIterator().map { [limits, admission] eventLoop in
      DeliveryLoop(
        eventLoop, currentReleases: currentReleases, settings: limits, totals: totals,
        admission: admission
      ) { channel, client in
        http.setup(channel: channel, logger: logger).whenComplete { result in
          switch result {
          case .success(let value):
            continuation.yield(ForwardedConnection(value: value, client: client))
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
    async let ending = waitForShutdown(listeners, loops, running, finishing: continuation)
    for await connection in connections {
      running.serve {
        await ClientConnectionState.$current.withValue(connection.client) {
          await http.handle(value: connection.value, logger: logger)
        }
      }
    }
    let timeouts = await ending
    await running.wait()
    for timeout in timeouts { timeout.cancel() }
    currentReleases.detach(loops)
    for loop in loops { try await loop.eventLoop.submit { loop.stop() }.get() }
  }

  /// A connection whose requests are forwarded to the routes, on its way to its task.
  private struct ForwardedConnection: Sendable {
    let value: HTTP1Channel.Value
    let client: ClientConnectionState
  }

  // MARK: Listening

  private func listen(_ loops: [DeliveryLoop]) async throws -> [any Channel] {
    do {
      return try await bindListeners(loops)
    } catch let error as IOError {
      throw ListenError(address: ServerAddress(host: host, port: port), cause: error)
    }
  }

  private func bindListeners(_ loops: [DeliveryLoop]) async throws -> [any Channel] {
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
        // NB: a connection keeps up to four such buffers while it is idle.
        value: AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 1024, maximum: 16_384)
      )
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          guard let loop = byEventLoop[ObjectIdentifier(channel.eventLoop)] else {
            throw ChannelError.operationUnsupported
          }
          try channel.pipeline.syncOperations.addHandler(ConnectionHandler(loop: loop))
        }
      }
    // The option does not exist for Unix sockets.
    return isTCP
      ? bootstrap.childChannelOption(ChannelOptions.tcpOption(.tcp_nodelay), value: 1) : bootstrap
  }

  // MARK: Ending

  /// Waits for the shutdown, and then until all connections have ended; schedules the abort of
  /// requests that take too long.
  ///
  /// - Returns: The scheduled tasks, to be cancelled when all requests have ended.
  private func waitForShutdown(
    _ listeners: [any Channel], _ loops: [DeliveryLoop], _ running: RunningRequests,
    finishing continuation: AsyncStream<ForwardedConnection>.Continuation
  ) async -> [Scheduled<Void>] {
    // Returns early if the task is cancelled; connections are still closed gracefully then.
    try? await gracefulShutdown()
    // From here on, every response announces that it is its connection's last one.
    for loop in loops { try? await loop.eventLoop.submit { loop.beginDraining() }.get() }
    if deadline.announce() {
      logger.info("Shutting down: no new connections; streams are asked to reconnect later")
    }
    for listener in listeners { await stop(listener, loops) }
    let timeouts = scheduleAbort(of: running, loops)
    await drain(loops)
    continuation.finish()
    return timeouts
  }

  /// Closes a listener without losing a connection that it has accepted.
  ///
  /// Connections that it has not accepted are left to the other holder of the socket, such as
  /// systemd.
  private func stop(_ listener: any Channel, _ loops: [DeliveryLoop]) async {
    try? await listener.setOption(ChannelOptions.autoRead, value: false).get()
    // NB: an accepted connection is passed from the listener's loop to its own, back, and there
    // again.
    for _ in 1...2 {
      for loop in loops { try? await loop.eventLoop.submit {}.get() }
      try? await listener.eventLoop.submit {}.get()
    }
    for loop in loops { try? await loop.eventLoop.submit {}.get() }
    try? await listener.close()
  }

  private func drain(_ loops: [DeliveryLoop]) async {
    await withDiscardingTaskGroup { group in
      for loop in loops {
        group.addTask {
          // A loop that has shut down has no connections.
          try? await loop.eventLoop.flatSubmit { loop.drain() }.get()
        }
      }
    }
  }

  /// Aborts requests when their time is up, and abandons them after `abortTimeout`.
  private func scheduleAbort(
    of running: RunningRequests, _ loops: [DeliveryLoop]
  ) -> [Scheduled<Void>] {
    let time = deadline.remaining(of: limits.drainTimeout)
    let eventLoop = group.next()
    let abort = eventLoop.scheduleTask(in: time) { [logger] in
      if let requests = running.summary {
        logger.warning(
          "Shutting down: requests that took too long are aborted",
          metadata: ["requests": "\(requests)"])
      }
      running.cancel()
      for loop in loops { loop.eventLoop.execute { loop.closeAll() } }
    }
    let abandon = eventLoop.scheduleTask(in: time + limits.abortTimeout) { [logger] in
      if let requests = running.summary {
        logger.warning(
          "Shutting down: requests that do not end are abandoned without a response",
          metadata: ["requests": "\(requests)"])
      }
      running.stopWaiting()
    }
    return [abort, abandon]
  }

  // MARK: Routes

  private func makeHTTPChannel(_ running: RunningRequests) -> HTTP1Channel {
    let routes = routes
    let logger = logger
    return HTTP1Channel(
      responder: { request, writer, channel in
        var logger = logger
        logger[metadataKey: "hb.request.id"] = .string(
          String(UInt64.random(in: .min ... .max), radix: 16))
        let source = ApplicationRequestContextSource(channel: channel, logger: logger)
        let context = Routes.Context(source: source)
        let number = running.begin("\(request.method) \(request.uri.path)")
        defer { running.end(number) }
        var response: Response
        do {
          response = try await routes.respond(to: request, context: context)
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
