import AccountsWeb
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import PriceService
import Testing

/// Clients that hold connections without using them.
@Suite(.timeLimit(.minutes(10))) struct ConnectionLimitTests {
  private static let request = "GET /docs HTTP/1.1\r\nHost: a\r\n"
  private static let shortTimeout = Duration.milliseconds(20)

  private struct Server {
    let port: Int
    /// The numbers of open connections, after each change.
    let connectionCounts: AsyncStream<Int>

    /// Returns once all connections have ended.
    func waitUntilAllClosed() async {
      for await count in connectionCounts where count == 0 { return }
    }

    /// Connects; with `keepsOpen`, the client keeps its side open after the server has closed its.
    func connect(
      keepsOpen: Bool = false
    ) async throws -> NIOAsyncChannel<ByteBuffer, ByteBuffer> {
      try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .channelOption(.allowRemoteHalfClosure, value: keepsOpen)
        .connect(host: "127.0.0.1", port: port) { channel in
          channel.eventLoop.makeCompletedFuture {
            try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
          }
        }
    }

    /// Sends a text, and returns what is received until the server closes the connection.
    func receive(after text: String) async throws -> String {
      try await connect().executeThenClose { inbound, outbound in
        var bytes = ByteBuffer()
        do {
          if !text.isEmpty { try await outbound.write(ByteBuffer(string: text)) }
          for try await part in inbound { bytes.writeImmutableBuffer(part) }
        } catch {
          // The server closed the connection before the text was sent.
        }
        return String(buffer: bytes)
      }
    }
  }

  /// Runs a test with a server whose limits are high, except those that `change` sets.
  private static func withServer(
    addRoutes: (Router<PriceContext>) -> Void = { _ in },
    _ change: (inout ConnectionLimits) -> Void, _ test: (Server) async throws -> Void
  ) async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    var server = PriceServer(fixture.service, channels: NoticeChannels(), port: 0)
    server.limits.headTimeout = .seconds(3600)
    server.limits.idleTimeout = .seconds(3600)
    server.limits.lingerTimeout = .seconds(3600)
    server.limits.stallTimeout = .seconds(3600)
    server.limits.tick = .milliseconds(10)
    let (connectionCounts, continuation) = AsyncStream.makeStream(of: Int.self)
    server.limits.onChange = { _ = continuation.yield($0) }
    change(&server.limits)
    let (ports, listening) = AsyncStream.makeStream(of: Int.self)
    let app = server.application(addRoutes: addRoutes) { port in
      listening.yield(port)
      listening.finish()
    }
    let serverTask = Task {
      defer { listening.finish() }
      try await app.run()
    }
    defer { serverTask.cancel() }
    guard let port = await ports.first(where: { _ in true }) else {
      return try await serverTask.value
    }
    try await test(Server(port: port, connectionCounts: connectionCounts))
    serverTask.cancel()
    _ = await serverTask.result
  }

  @Test(arguments: ["", "GET /docs HTTP/1.1\r\n", "GET /docs HTTP/1.1\r\nHost: a\r\nX-"])
  func `attack: a connection is closed if its first request does not arrive`(
    start: String
  ) async throws {
    try await Self.withServer({ $0.headTimeout = Self.shortTimeout }) { server in
      let text = try await server.receive(after: start)
      #expect(text.isEmpty)
    }
  }

  @Test(arguments: ["", "GET /docs HT"])
  func `attack: a connection is closed if its next request does not arrive`(
    start: String
  ) async throws {
    try await Self.withServer({ $0.idleTimeout = Self.shortTimeout }) { server in
      let text = try await server.receive(after: Self.request + "\r\n" + start)
      #expect(text.hasPrefix("HTTP/1.1 200"))
    }
  }

  /// The head of a request that is answered before its body is read.
  private static let unauthorizedHead =
    "PUT /api/v1/me/password HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
    + "Content-Length: 1000000000\r\n\r\n"

  @Test func `attack: a connection is closed if a body does not arrive after its response`()
    async throws
  {
    try await Self.withServer({ $0.lingerTimeout = Self.shortTimeout }) { server in
      let text = try await server.receive(after: Self.unauthorizedHead + "{")
      #expect(text.hasPrefix("HTTP/1.1 401"))
    }
  }

  @Test func `attack: a connection is closed if a body continues after its response`()
    async throws
  {
    try await Self.withServer({ $0.lingerTimeout = Self.shortTimeout }) { server in
      try await server.connect().executeThenClose { inbound, outbound in
        try await outbound.write(ByteBuffer(string: Self.unauthorizedHead))
        var parts = inbound.makeAsyncIterator()
        let next = try await parts.next()
        let first = try #require(next)
        #expect(String(buffer: first).hasPrefix("HTTP/1.1 401"))
        await #expect(throws: (any Error).self) {
          while true { try await outbound.write(ByteBuffer(string: "x")) }
        }
      }
    }
  }

  @Test func `attack: a connection is closed if the client does not close it`() async throws {
    try await Self.withServer({ $0.lingerTimeout = Self.shortTimeout }) { server in
      try await server.connect(keepsOpen: true).executeThenClose { inbound, outbound in
        try await outbound.write(ByteBuffer(string: Self.request + "Connection: close\r\n\r\n"))
        for try await _ in inbound {}
        await server.waitUntilAllClosed()
      }
    }
  }

  @Test func `attack: a connection is closed if the client reads nothing of a response`()
    async throws
  {
    let (requests, received) = AsyncStream.makeStream(of: Void.self)
    let addRoutes: (Router<PriceContext>) -> Void = { router in
      router.get("/large") { _, _ -> Response in
        received.yield()
        return Response(
          status: .ok, body: .init(byteBuffer: ByteBuffer(repeating: 0, count: 32 << 20)))
      }
    }
    try await Self.withServer(addRoutes: addRoutes, { $0.stallTimeout = Self.shortTimeout }) {
      server in
      let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
        .channelOption(.autoRead, value: false)
        .connect(host: "127.0.0.1", port: server.port).get()
      try await channel.writeAndFlush(
        ByteBuffer(string: "GET /large HTTP/1.1\r\nHost: a\r\n\r\n"))
      var iterator = requests.makeAsyncIterator()
      _ = await iterator.next()
      await server.waitUntilAllClosed()
      try? await channel.close()
    }
  }

  /// Two routes, one of which responds only after `respond()`.
  private struct SlowRoutes {
    private let requests: AsyncStream<Void>
    private let received: AsyncStream<Void>.Continuation
    private let ends: AsyncStream<Void>
    private let end: AsyncStream<Void>.Continuation

    static let request = "GET /slow HTTP/1.1\r\nHost: a\r\n"

    init() {
      (requests, received) = AsyncStream.makeStream(of: Void.self)
      (ends, end) = AsyncStream.makeStream(of: Void.self)
    }

    func addRoutes(to router: Router<PriceContext>) {
      let (received, ends) = (received, ends)
      router.get("/quick") { _, _ in "quick" }
      router.get("/slow") { _, _ -> String in
        received.yield()
        for await _ in ends {}
        return "slow"
      }
    }

    /// Returns once the server has the request.
    func waitForRequest() async { for await _ in requests { return } }

    func respond() { end.finish() }
  }

  @Test func `a slow response is not limited in time, not even after another request`()
    async throws
  {
    let routes = SlowRoutes()
    let change: (inout ConnectionLimits) -> Void = { limits in
      (limits.idleTimeout, limits.lingerTimeout) = (Self.shortTimeout, Self.shortTimeout)
      limits.stallTimeout = Self.shortTimeout
    }
    try await Self.withServer(addRoutes: routes.addRoutes, change) { server in
      // In one write, because the connection may be idle only briefly between the requests.
      let quick = "GET /quick HTTP/1.1\r\nHost: a\r\n\r\n"
      async let slow = server.receive(after: quick + SlowRoutes.request + "\r\n")
      await routes.waitForRequest()
      // These connections are closed, so the time limits have passed.
      for _ in 0..<3 { _ = try await server.receive(after: Self.request + "\r\n") }
      routes.respond()
      let text = try await slow
      #expect(text.contains("quick") && text.hasSuffix("slow"))
    }
  }

  // MARK: Numbers of connections

  @Test func `a network has a limited number of connections`() async throws {
    let routes = SlowRoutes()
    try await Self.withServer(addRoutes: routes.addRoutes, { $0.connectionsPerNetwork = 1 }) {
      server in
      async let slow = server.receive(after: SlowRoutes.request + "Connection: close\r\n\r\n")
      await routes.waitForRequest()
      let rejected = try await server.receive(after: "")
      #expect(rejected.isEmpty)
      routes.respond()
      let first = try await slow
      #expect(first.hasSuffix("slow"))
      await server.waitUntilAllClosed()
      let text = try await server.receive(after: Self.request + "Connection: close\r\n\r\n")
      #expect(text.hasPrefix("HTTP/1.1 200"))
    }
  }

  @Test func `a further connection of a network replaces an idle one`() async throws {
    try await Self.withServer({ $0.connectionsPerNetwork = 1 }) { server in
      try await server.connect().executeThenClose { inbound, outbound in
        try await outbound.write(ByteBuffer(string: Self.request + "\r\n"))
        var parts = inbound.makeAsyncIterator()
        let response = try await parts.next()
        #expect(response != nil)
        var text = ""
        // It is rejected until the server has noticed that the first one is idle.
        for _ in 0..<10_000 where text.isEmpty {
          text = try await server.receive(after: Self.request + "Connection: close\r\n\r\n")
        }
        #expect(text.hasPrefix("HTTP/1.1 200"))
        guard !text.isEmpty else { return }
        while try await parts.next() != nil {}
      }
      await server.waitUntilAllClosed()
    }
  }

  /// Makes the server reject three connections, and returns the log entries: until their totals add
  /// up to `number`, or, if it is nil, those that were logged immediately.
  private static func rejectionLog(
    every interval: Duration, until number: Int?
  ) async throws -> [Logger.Metadata] {
    let routes = SlowRoutes()
    let (entries, log) = AsyncStream.makeStream(of: Logger.Metadata.self)
    let change: (inout ConnectionLimits) -> Void = { limits in
      (limits.connectionsPerNetwork, limits.logInterval) = (1, interval)
      limits.logger = Logger(label: "test") { _ in EntryLog(entries: log) }
    }
    var loggedEntries: [Logger.Metadata] = []
    try await withServer(addRoutes: routes.addRoutes, change) { server in
      async let slow = server.receive(after: SlowRoutes.request + "Connection: close\r\n\r\n")
      await routes.waitForRequest()
      for _ in 0..<3 { _ = try await server.receive(after: "") }
      if number == nil { log.finish() }
      for await entry in entries {
        loggedEntries.append(entry)
        if total(loggedEntries) == number { break }
      }
      routes.respond()
      _ = try await slow
    }
    return loggedEntries
  }

  private static func total(_ entries: [Logger.Metadata]) -> Int {
    entries.reduce(0) { $0 + (Int("\($1["total"] ?? "0")") ?? 0) }
  }

  @Test func `rejected connections are logged once in an interval`() async throws {
    let entries = try await Self.rejectionLog(every: .seconds(3600), until: nil)
    #expect(entries.count == 1)
    #expect(entries.first?["network"] == "127.0.0.1" && Self.total(entries) == 1)
  }

  @Test func `all rejected connections are counted in the log`() async throws {
    let entries = try await Self.rejectionLog(every: Self.shortTimeout, until: 3)
    #expect(entries.allSatisfy { $0["network"] == "127.0.0.1" && $0["count"] == $0["total"] })
  }
}

/// A log handler that yields the metadata of its entries to a stream.
private struct EntryLog: LogHandler {
  let entries: AsyncStream<Logger.Metadata>.Continuation
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.trace

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) { entries.yield(event.metadata ?? [:]) }
}
