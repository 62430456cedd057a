import FlowServer
import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers
import NIOCore
import Testing

/// Large responses to many fast readers at once: few chunks are written at a time.
@Suite struct SendLimiterTests {
  /// Clients that read only when the test requests it.
  private final class Clients: Sendable {
    private struct State {
      var startedCount = 0
      var waiters: [CheckedContinuation<Void, Never>] = []
      var isOpen = false
      var order: [String] = []
    }
    private let state = NIOLockedValueBox(State())
    private let starts = AsyncStream<Void>.makeStream()

    var startedCount: Int { state.withLockedValue { $0.startedCount } }
    var order: [String] { state.withLockedValue { $0.order } }

    func receiveChunk(_ name: String = "") async {
      await withCheckedContinuation { continuation in
        let isOpen = state.withLockedValue { state in
          state.startedCount += 1
          state.order.append(name)
          if !state.isOpen { state.waiters.append(continuation) }
          return state.isOpen
        }
        starts.continuation.yield()
        if isOpen { continuation.resume() }
      }
    }

    /// Waits until this many more chunks have been written.
    func waitForStarts(_ count: Int) async {
      var remaining = count
      for await _ in starts.stream {
        remaining -= 1
        if remaining == 0 { return }
      }
    }

    /// Reads what was written, and from then on everything immediately.
    func open() {
      let waiters = state.withLockedValue { state in
        state.isOpen = true
        defer { state.waiters = [] }
        return state.waiters
      }
      for continuation in waiters { continuation.resume() }
    }
  }

  private struct Writer: ResponseBodyWriter {
    let clients: Clients
    mutating func write(_ buffer: ByteBuffer) async throws { await clients.receiveChunk() }
    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {}
  }

  /// A timeout that never elapses, so that a turn lasts until its chunk has been written.
  private static let endless: @Sendable () async throws -> Void = {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    for await _ in stream {}
    withExtendedLifetime(continuation) {}
    try Task.checkCancellation()
  }

  private func endpointResponse(_ size: Int) -> EndpointResponse {
    EndpointResponse(200, body: ByteBuffer(repeating: 1, count: size))
  }

  @Test(.timeLimit(.minutes(10)))
  func `attack: few readers of one draft are written to at a time, and others continue`()
    async throws
  {
    let limiter = SendLimiter(limit: 6, perOrganization: 4, timeout: Self.endless)
    let responses = LargeResponseLimiter(limiter: limiter)
    let draft = endpointResponse(17 << 16)
    let clients = Clients()
    let readers = try (1...12).map { _ in
      let response = try responses.response(draft, for: "hostile", to: "grace")
      return Task { try await response.body.write(Writer(clients: clients)) }
    }
    while limiter.pendingCount < 8 { await Task.yield() }
    #expect(clients.startedCount == 4)
    let metrics = responses.metrics
    #expect([metrics.responses, metrics.bytes, metrics.pendingChunks] == [12, 17 << 16, 8])
    // Another organization's response is written as if there were no others.
    let other = Clients()
    other.open()
    try await responses.response(endpointResponse(17 << 16), for: "acme", to: "ada").body
      .write(Writer(clients: other))
    #expect(other.startedCount == 17)
    clients.open()
    for reader in readers { try await reader.value }
    #expect(clients.startedCount == 12 * 17, "every response arrives completely")
    #expect(responses.metrics.pendingChunks == 0)
  }

  @MainActor @Test(.timeLimit(.minutes(10)))
  func `turns rotate among credentials, so one with many connections gets no more of them`()
    async
  {
    let limiter = SendLimiter(limit: 1, perOrganization: 1, timeout: Self.endless)
    let clients = Clients()
    var tasks: [Task<Void, Never>] = []
    func send(_ name: String, waiting: Int) async {
      tasks.append(
        Task {
          let turn = await limiter.begin(for: .init(organization: "acme", credential: name))
          await clients.receiveChunk(name)
          limiter.end(turn)
        })
      await letStartedTasksRun()
      #expect(clients.startedCount == 1 && limiter.pendingCount == waiting)
    }
    await send("grace", waiting: 0)
    for count in 1...3 { await send("grace", waiting: count) }
    await send("ada", waiting: 4)
    await send("ada", waiting: 5)
    clients.open()
    for task in tasks { await task.value }
    #expect(clients.order == ["grace", "grace", "ada", "grace", "ada", "grace"])
  }

  @Test(.timeLimit(.minutes(10)))
  func `a client that reads nothing loses its turn and blocks no other`() async {
    let limiter = SendLimiter(limit: 2, perOrganization: 1, timeout: {})
    let clients = Clients()
    let tasks = (1...10).map { _ in
      Task {
        let turn = await limiter.begin(for: .init(organization: "acme"))
        await clients.receiveChunk()
        limiter.end(turn)
      }
    }
    // All have started, although none of them has read anything.
    await clients.waitForStarts(10)
    #expect(limiter.pendingCount == 0)
    clients.open()
    for task in tasks { await task.value }
  }

  @Test func `the unread large responses of each credential are limited`() throws {
    let responses = LargeResponseLimiter(perCredential: 2)
    let draft = endpointResponse(2 << 20)
    var held = try (1...2).map { _ in try responses.response(draft, for: "acme", to: "grace") }
    let refusal = #expect(throws: Problem.self) {
      try responses.response(draft, for: "acme", to: "grace")
    }
    #expect(refusal?.code == .tooManyDocuments)
    #expect(refusal?.headers[.retryAfter] == "5")
    held.append(try responses.response(draft, for: "acme", to: "ada"))
    // Anonymous clients have no credential; pictures are for thousands of devices.
    for _ in 1...5 { held.append(try responses.response(draft, for: "assets of shop")) }
    #expect(responses.metrics.refused == 1)
    held.removeAll()
    #expect(responses.metrics.responses == 0 && responses.metrics.bytes == 0)
    _ = try responses.response(draft, for: "acme", to: "grace")
  }

  @Test func `the metrics of large responses start at 0`() async throws {
    let text = try await Site().services.metricsText()
    for name in [
      "flowmagic_large_responses 0", "flowmagic_large_response_bytes 0",
      "flowmagic_large_responses_waiting 0", "flowmagic_large_responses_refused_total 0",
    ] {
      #expect(text.contains("\n\(name)\n"), "\(name)")
    }
  }
}
