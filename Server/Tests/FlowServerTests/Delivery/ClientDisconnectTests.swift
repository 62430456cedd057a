import Dispatch
import FlowServer
import FlowStore
import HTTPTypes
import Logging
import NIOConcurrencyHelpers
import NIOCore
import ServiceLifecycle
import Testing

/// Clients that send many requests and disconnect, and a server that stops meanwhile.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ClientDisconnectTests {
  /// A route that reads documents, and waits until the test lets it continue.
  private final class SlowRoute: Sendable {
    private struct State {
      var startedCount = 0
      var waiters: [CheckedContinuation<Void, Never>] = []
      var isOpen = false
    }

    private let state = NIOLockedValueBox(State())
    private let starts = AsyncStream<Void>.makeStream()

    var startedCount: Int { state.withLockedValue { $0.startedCount } }

    var endpoint: Endpoint {
      Endpoint(
        "readDraft", .get, "/v1/apps/{app}/draft", .drafts, .scope(.read), "A slow draft.",
        responses: [], problems: [.tooManyDocuments]
      ) { [self] _ in
        await withCheckedContinuation { continuation in
          let isOpen = state.withLockedValue { state in
            state.startedCount += 1
            if !state.isOpen { state.waiters.append(continuation) }
            return state.isOpen
          }
          starts.continuation.yield()
          if isOpen { continuation.resume() }
        }
        return EndpointResponse(200, body: ByteBuffer(string: "the draft"))
      }
    }

    /// Waits until one more request has begun.
    func waitForStart() async { for await _ in starts.stream { return } }

    func open() {
      let waiters = state.withLockedValue { state in
        state.isOpen = true
        defer { state.waiters = [] }
        return state.waiters
      }
      for continuation in waiters { continuation.resume() }
    }
  }

  private static func request(_ site: Site) throws -> String {
    let token = try #require(site.credentials[.read])
    return "GET /v1/apps/shop/draft HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer \(token)\r\n\r\n"
  }

  @Test
  func `a queued request is dropped when its client disconnects`() async throws {
    let site = try await Site()
    let route = SlowRoute()
    try await site.serving([route.endpoint]) { port, _ in
      let limiter = site.services.documentLimiter
      var connected: [TestClient] = []
      for number in 1...4 {
        connected.append(try await TestClient(port: port))
        try await connected[number - 1].send(try Self.request(site))
        await route.waitForStart()
      }
      let queued = try await TestClient(port: port)
      try await queued.send(try Self.request(site))
      while limiter.count(of: "acme") < 5 { await Task.yield() }
      var leaving: [TestClient] = []
      for _ in 1...200 {
        leaving.append(try await TestClient(port: port))
        try await leaving[leaving.count - 1].send(try Self.request(site))
      }
      while limiter.count(of: "acme") < 205 { await Task.yield() }
      for client in leaving { try await client.close() }
      while limiter.count(of: "acme") > 5 { await Task.yield() }
      #expect(route.startedCount == 4)
      route.open()
      for client in connected + [queued] {
        #expect(try await client.readResponse().body == "the draft")
      }
      #expect(route.startedCount == 5, "a dropped request was started")
    }
  }

  @Test
  func `a client that half-closes its connection learns that its request was dropped`()
    async throws
  {
    let site = try await Site()
    let route = SlowRoute()
    try await site.serving([route.endpoint]) { port, _ in
      var clients: [TestClient] = []
      for _ in 1...5 {
        clients.append(try await TestClient(port: port))
        try await clients[clients.count - 1].send(try Self.request(site))
        while site.services.documentLimiter.count(of: "acme") < clients.count {
          await Task.yield()
        }
      }
      try await clients[4].endSending()
      let dropped = try await clients[4].readResponse()
      #expect(dropped.status == 499)
      #expect(dropped.body.contains("client-closed"))
      // A running request is answered anyway.
      try await clients[0].endSending()
      route.open()
      for client in clients.prefix(4) {
        #expect(try await client.readResponse().body == "the draft")
      }
    }
  }

  @Test
  func `attack: a shutdown completes although requests never end, and logs the aborted ones`()
    async throws
  {
    let log = CapturedLog()
    let site = try await Site()
    let route = SlowRoute()
    var limits = DeliveryLimits()
    limits.drainTimeout = .milliseconds(20)
    // Queued requests have been dropped by then.
    limits.abortTimeout = .seconds(2)
    try await site.serving([route.endpoint], limits, log.logger) { port, stop in
      var clients: [TestClient] = []
      for _ in 1...20 {
        clients.append(try await TestClient(port: port))
        try await clients[clients.count - 1].send(try Self.request(site))
      }
      while site.services.documentLimiter.count(of: "acme") < 20 { await Task.yield() }
      await stop()
      for client in clients { #expect(await client.readToEnd().hasPrefix("HTTP/1.1 200") == false) }
    }
    #expect(route.startedCount == 4, "a queued request was started")
    let lines = log.lines.filter { $0.hasPrefix("warning Shutting down") }
    #expect(
      lines.first == "warning Shutting down: requests that took too long are aborted "
        + "requests=GET /v1/apps/shop/draft (20)")
    // Queued requests are dropped without being aborted, on a busy machine perhaps after the stop.
    #expect(
      lines.last?.hasPrefix(
        "warning Shutting down: requests that do not end are abandoned without a response "
          + "requests=GET /v1/apps/shop/draft (") == true)
    route.open()
  }

  @MainActor @Test
  func `checks whose clients have disconnected are not started`() async throws {
    let checks = DocumentChecks(limit: 8)
    let client = ClientConnectionState()
    let begun = NIOLockedValueBox(0)
    let gate = DispatchSemaphore(value: 0)
    let first = Task { try await checks.run(for: "acme") { gate.wait() } }
    let abandoned = (1...7).map { _ in
      Task {
        try await ClientConnectionState.$current.withValue(client) {
          try await checks.run(for: "acme") { begun.withLockedValue { $0 += 1 } }
        }
      }
    }
    await letStartedTasksRun()
    #expect(checks.count(of: "acme") == 8)
    client.markDisconnected()
    for task in abandoned {
      await #expect(throws: Problem.self) { try await task.value }
    }
    #expect(checks.count(of: "acme") == 1)
    gate.signal()
    try await first.value
    #expect(try await checks.run(for: "acme") { 2 } == 2)
    #expect(begun.withLockedValue { $0 } == 0)
  }
}

extension Site {
  /// Serves the endpoints on a free port until the body has returned or stops it.
  fileprivate func serving(
    _ endpoints: [Endpoint], _ limits: DeliveryLimits = DeliveryLimits(),
    _ logger: Logger = LogFormat.human.logger("test", level: .critical),
    _ body: @escaping @Sendable (Int, @escaping @Sendable () async -> Void) async throws -> Void
  ) async throws {
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    let server = DeliveryServer(
      host: "127.0.0.1", port: 0, currentReleases: services.currentReleases,
      routes: EndpointResponder(services: services, endpoints: endpoints), limits: limits,
      logger: logger
    ) { address in port.yield(address.port ?? 0) }
    let group = ServiceGroup(services: [server], logger: logger)
    try await withThrowingTaskGroup { tasks in
      tasks.addTask { try await group.run() }
      let boundPort = await ports.first { _ in true } ?? 0
      let result: Result<Void, any Error>
      do {
        result = .success(try await body(boundPort) { await group.triggerGracefulShutdown() })
      } catch { result = .failure(error) }
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
      try result.get()
    }
  }
}
