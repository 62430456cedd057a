import FlowServer
import HTTPTypes
import Logging
import NIOCore
import ServiceLifecycle
import Testing

/// Responses of the fast path are not logged individually, but counted in one line per minute.
@Suite struct DeliverySummaryTests {
  /// A timer that a test advances.
  private struct ManualTimer: Sendable {
    private let ticks: AsyncStream<Void>
    private let tickContinuation: AsyncStream<Void>.Continuation
    private let waits: AsyncStream<Duration>
    private let waitContinuation: AsyncStream<Duration>.Continuation

    init() {
      (ticks, tickContinuation) = AsyncStream.makeStream()
      (waits, waitContinuation) = AsyncStream.makeStream()
    }

    func wait(_ duration: Duration) async throws {
      waitContinuation.yield(duration)
      guard await ticks.first(where: { _ in true }) != nil else { throw CancellationError() }
    }

    /// Returns the duration of the job's next wait, once it has begun.
    func nextWait() async -> Duration? { await waits.first { _ in true } }

    func advance() { tickContinuation.yield() }
  }

  @Test func `for each minute with responses of the fast path, the log has their number`()
    async throws
  {
    let log = CapturedLog()
    let site = try await Site(logger: log.logger)
    try await site.publish()
    let timer = ManualTimer()
    let job = DeliverySummaryJob(services: site.services) { try await timer.wait($0) }
    try await Self.run(site, job) { port, shutDown in
      #expect(await timer.nextWait() == .seconds(60))
      let client = try await TestClient(port: port)
      let get = TestServer.request().replacing(TestServer.key, with: Site.sdkKey)
      let first = try await client.response(to: get)
      #expect(first.status == 200)
      for _ in 0..<2 { #expect(try await client.response(to: get).status == 200) }
      let tag = first.fields["etag"] ?? ""
      let known = get.replacing("\r\n\r\n", with: "\r\nIf-None-Match: \(tag)\r\n\r\n")
      #expect(try await client.response(to: known, hasBody: false).status == 304)
      timer.advance()
      await log.wait(for: 1, "Delivery in")
      #expect(
        Self.summaries(log) == [
          "info Delivery in the last minute not-modified=1 releases=3 streams=0"
        ])

      // A minute without activity has no line.
      #expect(await timer.nextWait() == .seconds(60))
      timer.advance()
      #expect(await timer.nextWait() == .seconds(60))
      #expect(Self.summaries(log).count == 1)

      // The next summary counts from the previous one, and not from the start.
      #expect(try await client.response(to: get).status == 200)
      let stream = try await TestClient(port: port)
      try await stream.send(
        TestServer.request(TestServer.streamPath).replacing(TestServer.key, with: Site.sdkKey))
      _ = try await stream.nextEvent()
      timer.advance()
      await log.wait(for: 2, "Delivery in")
      #expect(
        Self.summaries(log).last
          == "info Delivery in the last minute releases=1 streams=1 streams-opened=1")
      #expect(!log.text.contains("readRelease"), "requests are not logged individually")
      await shutDown()
    }
  }

  @Test func `skipped log lines are counted too`() async throws {
    let log = CapturedLog()
    let site = try await Site(logger: log.logger)
    let job = DeliverySummaryJob(services: site.services)
    let start = DeliverySummaryJob.Totals(site.services)
    for _ in 0..<15 { try await site.send(.get, "/v1/apps/shop") }
    #expect(log.lines.count { $0.contains("route=readApplication") } == 10)
    let next = job.summarize(since: start)
    #expect(
      Self.summaries(log) == [
        "info Delivery in the last minute lines-skipped=5 streams=0"
      ])
    #expect(job.summarize(since: next) == next)
    #expect(Self.summaries(log).count == 1)
  }

  private static func summaries(_ log: CapturedLog) -> [String] {
    log.lines.filter { $0.contains("Delivery in") }
  }

  /// Runs the job together with a server on a free port.
  private static func run(
    _ site: Site, _ job: DeliverySummaryJob,
    _ body: @escaping @Sendable (Int, @Sendable () async -> Void) async throws -> Void
  ) async throws {
    let (ports, port) = AsyncStream.makeStream(of: Int.self)
    let silentLogger = LogFormat.human.logger("test", level: .critical)
    let server = DeliveryServer(
      host: "127.0.0.1", port: 0, currentReleases: site.services.currentReleases,
      routes: site.responder, logger: silentLogger
    ) { address in port.yield(address.port ?? 0) }
    let group = ServiceGroup(services: [server, job], logger: silentLogger)
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
