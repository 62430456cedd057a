import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import Hummingbird
import Logging
import NIOConcurrencyHelpers
import NIOCore
import ServiceLifecycle
import Testing

/// Purging out-of-date releases from the cache in front of the server; with a real server on
/// loopback.
@Suite struct CachePurgerTests {
  private static let release = "/v1/apps/shop/environments/production/release"

  @Test func `publishing, rolling back and revoking a key purge the release`() async throws {
    try await Cache.run { cache in
      let log = CapturedLog()
      let purger = try cache.purger("{path}", headers: ["Fastly-Key: abc"], log: log)
      try await whileRunning(purger) {
        let site = try await Site(purger: purger)
        try await site.publish()
        #expect(await cache.next() == "PURGE \(Self.release) abc ")
        try await site.publish(Flows.document(title: "Second"))
        #expect(await cache.next() == "PURGE \(Self.release) abc ")
        try await site.send(
          .post, "/v1/apps/shop/environments/production/rollback", as: .publish, body: ["to": 1])
        #expect(await cache.next() == "PURGE \(Self.release) abc ")
        try await site.publish(to: "staging")
        #expect(
          await cache.next()
            == "PURGE \(Self.release.replacing("production", with: "staging")) abc ")
        let revoked = try await site.send(.delete, "/v1/apps/shop/sdk-keys/\(Site.sdkKey)")
        #expect(revoked.status == 204)
        #expect(await cache.next() == "PURGE \(Self.release) abc ")
        await log.wait(for: 5, "Purged the cache")
        let metrics = await site.services.metricsText()
        #expect(metrics.contains(#"flowmagic_cache_purges_total{result="done"} 5"#))
        #expect(metrics.contains(#"flowmagic_cache_purges_total{result="failed"} 0"#))
        #expect(metrics.contains("flowmagic_cache_purge_queue 0"))
      }
      #expect(!log.text.contains("abc"), "headers are secret")
      #expect(log.text.contains("releases=\(Self.release)"))
    }
  }

  @Test func `without a placeholder, the URLs are sent as a list`() async throws {
    try await Cache.run { cache in
      let purger = try cache.purger("/zones/1/purge_cache", headers: ["Authorization: Bearer abc"])
      try await whileRunning(purger) {
        purger.enqueue(application: "shop", environment: "production")
        #expect(
          await cache.next() == "POST /zones/1/purge_cache Bearer abc "
            + #"{"files":["https://flows.example.com\#(Self.release)"]}"#)
      }
    }
  }

  @Test func `host and URL can be parts of the cache's own URL`() async throws {
    try await Cache.run { cache in
      let purger = try cache.purger("/purge/{host}{path}?url={url}", method: "POST")
      try await whileRunning(purger) {
        purger.enqueue(application: "shop", environment: "production")
        let escaped =
          "https%3A%2F%2Fflows.example.com"
          + Self.release.replacing("/", with: "%2F")
        #expect(
          await cache.next()
            == "POST /purge/flows.example.com\(Self.release)?url=\(escaped)  ")
      }
    }
  }

  @Test
  func `a failed purge is retried with increasing delays, and publishing does not wait`()
    async throws
  {
    try await Cache.run(statuses: [503, 500, 429]) { cache in
      let log = CapturedLog()
      let waits = NIOLockedValueBox<[Duration]>([])
      let purger = try cache.purger("{path}", log: log) { wait in
        waits.withLockedValue { $0.append(wait) }
      }
      try await whileRunning(purger) {
        let site = try await Site(purger: purger)
        try await site.publish()
        for _ in 0..<4 { #expect(await cache.next() == "PURGE \(Self.release)  ") }
        await log.wait(for: 1, "Purged the cache")
      }
      #expect(
        waits.withLockedValue { $0 } == [.milliseconds(500), .seconds(1), .seconds(2)])
      #expect(
        purger.counts.retries == 3 && purger.counts.succeeded == 1 && purger.counts.failed == 0)
    }
  }

  @Test func `a purge that keeps failing is given up after six attempts, and the release is live`()
    async throws
  {
    let log = CapturedLog()
    // Nothing listens on port 1.
    let settings = try PurgeSettings(
      url: "http://127.0.0.1:1{path}", publicURL: "https://flows.example.com")
    let waits = NIOLockedValueBox(0)
    let purger = CachePurger(settings, logger: log.logger) { _ in
      waits.withLockedValue { $0 += 1 }
    }
    try await whileRunning(purger) {
      let site = try await Site(purger: purger)
      #expect(try await site.publish() == 1)
      await log.wait(for: 1, "The cache could not be purged")
      #expect(
        try await site.send(.get, Self.release, as: .app).status == 200)
    }
    #expect(waits.withLockedValue { $0 } == CachePurger.maximumAttempts - 1)
    #expect(purger.counts.failed == 1)
    #expect(log.text.contains("error") && log.text.contains("The request failed"))
  }

  @Test(arguments: [301, 400, 401, 403])
  func `a permanent failure is not retried, and no redirect is followed`(
    status: Int
  ) async throws {
    try await Cache.run(statuses: [status]) { cache in
      let log = CapturedLog()
      let purger = try cache.purger("{path}", log: log)
      try await whileRunning(purger) {
        purger.enqueue(application: "shop", environment: "production")
        await log.wait(for: 1, "The cache could not be purged")
        #expect(log.text.contains("It responded with \(status)."))
        // The next purge is of another environment: there was none in between.
        _ = await cache.next()
        purger.enqueue(application: "shop", environment: "staging")
        #expect(await cache.next().contains("staging"))
      }
      #expect(purger.counts.retries == 0)
    }
  }

  @Test func `many changes during a request become one request that lists both environments`()
    async throws
  {
    try await Cache.run { cache in
      let purger = try cache.purger("/list")
      try await whileRunning(purger) {
        cache.hold()
        purger.enqueue(application: "shop", environment: "production")
        #expect(await cache.next().contains("production"))
        for _ in 0..<100 {
          purger.enqueue(application: "shop", environment: "production")
          purger.enqueue(application: "shop", environment: "staging")
        }
        #expect(purger.counts.pending == 2)
        cache.release()
        // On a busy machine, the delayed request may be repeated first.
        var second = await cache.next()
        while !second.contains("staging") { second = await cache.next() }
        #expect(second.contains("production"))
      }
    }
  }

  @Test func `a change before the purger runs is not queued`() async throws {
    let settings = try PurgeSettings(
      url: "http://127.0.0.1:1{path}", publicURL: "https://flows.example.com")
    let purger = CachePurger(settings, logger: CapturedLog().logger)
    purger.enqueue(application: "shop", environment: "production")
    #expect(purger.counts.pending == 0)
  }

  // MARK: Running

  /// Runs a purger during the body, and stops it as a server does.
  private func whileRunning(
    _ purger: CachePurger, _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    let group = ServiceGroup(services: [purger], logger: CapturedLog().logger)
    try await withThrowingTaskGroup { tasks in
      tasks.addTask { try await group.run() }
      while !purger.isRunning { await Task.yield() }
      let result: Result<Void, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
      try result.get()
    }
  }
}

/// A cache that receives purges: a real server on a free port of this machine.
private struct Cache: Sendable {
  let port: Int
  private let requests: AsyncStream<String>
  private let gate: Gate

  /// Delays responses while it is closed.
  private final class Gate: Sendable {
    private let state = NIOLockedValueBox<
      (isOpen: Bool, waiters: [CheckedContinuation<Void, Never>])
    >(
      (true, []))

    func close() { state.withLockedValue { $0.isOpen = false } }

    func open() {
      let waiters = state.withLockedValue { state in
        defer { state = (true, []) }
        return state.waiters
      }
      for continuation in waiters { continuation.resume() }
    }

    func pass() async {
      await withCheckedContinuation { continuation in
        let isOpen = state.withLockedValue { state in
          if !state.isOpen { state.waiters.append(continuation) }
          return state.isOpen
        }
        if isOpen { continuation.resume() }
      }
    }
  }

  /// Runs a cache during the body; it responds with these statuses, then with 200.
  static func run(
    statuses: [Int] = [], _ body: @escaping @Sendable (Cache) async throws -> Void
  ) async throws {
    let (requests, request) = AsyncStream.makeStream(of: String.self)
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    let remaining = NIOLockedValueBox(statuses)
    let gate = Gate()
    let responder = CallbackResponder<BasicRequestContext> { incoming, _ in
      let body = String(buffer: try await incoming.body.collect(upTo: 1 << 20))
      let secret =
        incoming.headers[.authorization]
        ?? HTTPField.Name("Fastly-Key").flatMap { incoming.headers[$0] } ?? ""
      request.yield("\(incoming.method) \(incoming.uri) \(secret) \(body)")
      await gate.pass()
      let status = remaining.withLockedValue { $0.isEmpty ? 200 : $0.removeFirst() }
      var headers = HTTPFields()
      if status == 301 { headers[.location] = "http://127.0.0.1:1/elsewhere" }
      return Response(status: .init(code: status), headers: headers)
    }
    let logger = CapturedLog().logger
    let server = DeliveryServer(
      host: "127.0.0.1", port: 0, currentReleases: CurrentReleases(), routes: responder,
      logger: logger
    ) { address in port.yield(address.port ?? 0) }
    let group = ServiceGroup(services: [server], logger: logger)
    try await withThrowingTaskGroup { tasks in
      tasks.addTask { try await group.run() }
      let boundPort = await ports.first { _ in true } ?? 0
      let cache = Cache(port: boundPort, requests: requests, gate: gate)
      let result: Result<Void, any Error>
      do { result = .success(try await body(cache)) } catch { result = .failure(error) }
      gate.open()
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
      try result.get()
    }
  }

  /// Delays responses until `release()`.
  func hold() { gate.close() }

  /// Sends the delayed responses, and no longer delays others.
  func release() { gate.open() }

  /// The next request: method, URL, secret header and body.
  func next() async -> String {
    await requests.first { _ in true } ?? "nothing"
  }

  func purger(
    _ path: String, method: String? = nil, headers: [String] = [],
    log: CapturedLog = CapturedLog(),
    wait: @escaping @Sendable (Duration) async throws -> Void = { _ in }
  ) throws -> CachePurger {
    CachePurger(
      try PurgeSettings(
        url: "http://127.0.0.1:\(port)\(path)", method: method, headers: headers,
        publicURL: "https://flows.example.com"), logger: log.logger, wait: wait)
  }
}
