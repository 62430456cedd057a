import FlowCore
import FlowMagic
import FlowTesting
import Foundation
import Testing

/// A queue with a transport and a clock that tests control.
struct QueueFixture {
  let folder: TemporaryFolder
  let transport: InMemoryTransport
  let clock: ManualClock
  var configuration: EventQueueConfiguration

  init(
    folder: TemporaryFolder? = nil, transport: InMemoryTransport = InMemoryTransport(),
    seed: UInt64 = 1
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    self.transport = transport
    clock = ManualClock(seed: seed)
    configuration = EventQueueConfiguration(
      server: try #require(URL(string: "https://flows.example.com")), application: "shop",
      key: try TestKey().sdkKey, manifest: Manifest(platform: "ios", version: "2.3.0", build: "45"),
      directory: folder.url)
  }

  func queue() -> EventQueue {
    EventQueue(configuration, transport: transport, dependencies: clock.dependencies)
  }
}

extension FlowEvent {
  static func numbered(_ number: Int) -> FlowEvent {
    FlowEvent(.custom, session: "s", release: 7, detail: ["name": .string("e\(number)")])
  }
}

extension InMemoryExchange {
  /// The batch in the request.
  var batch: JSON { get throws { try JSON(parsing: request.body) } }
  var eventNames: [String] {
    get throws { try #require(try batch["events"]?.array).compactMap { $0["name"]?.string } }
  }
}

@Suite(.timeLimit(.minutes(5))) struct EventQueueTests {
  @Test func `a hundred events are sent as one batch with an idempotency key`() async throws {
    let fixture = try QueueFixture()
    let queue = fixture.queue()

    for number in 0..<100 { queue.record(.numbered(number)) }
    let exchange = try await fixture.transport.nextExchange()

    let batch = try exchange.batch
    #expect(exchange.request.method == .post)
    #expect(exchange.request.url.path == "/v1/apps/shop/events")
    #expect(batch["batch"]?.string == exchange.request.headers["idempotency-key"])
    #expect(batch["build"] == ["platform": "ios", "version": "2.3.0", "build": "45"])
    #expect(try exchange.eventNames == (0..<100).map { "e\($0)" })
    let first = try #require(batch["events"]?.array?.first)
    #expect(first["type"] == "custom" && first["session"] == "s" && first["release"] == 7)
    #expect(first["at"] == 1_750_000_000_000)
    #expect(first["id"]?.string?.count == 36)
    exchange.respond(status: 202)
    await queue.flush()
    #expect(fixture.folder.names == [])
  }

  @Test func `a few events are sent after half a minute`() async throws {
    let fixture = try QueueFixture()
    let queue = fixture.queue()

    queue.record(.numbered(1))
    #expect(try await fixture.clock.nextSleep() == .seconds(30))
    #expect(fixture.transport.count == 0)
    fixture.clock.advance(by: .seconds(30))
    let exchange = try await fixture.transport.nextExchange()

    #expect(try exchange.eventNames == ["e1"])
    exchange.respond(status: 202)
    await queue.flush()
    #expect(fixture.transport.count == 1)
  }

  @Test func `pause sends pending events once and stores later ones`() async throws {
    let fixture = try QueueFixture()
    let queue = fixture.queue()
    queue.record(.numbered(1))

    async let pause: Void = queue.pause()
    let exchange = try await fixture.transport.nextExchange()
    exchange.fail(TransportFailure(.unreachable, "No network."))
    await pause
    queue.record(.numbered(2))
    await queue.resume()
    let retry = try await fixture.transport.nextExchange()

    #expect(try retry.eventNames == ["e1"])
    #expect(retry.request == exchange.request)
    retry.respond(status: 202)
    async let flush: Void = queue.flush()
    let last = try await fixture.transport.nextExchange()
    #expect(try last.eventNames == ["e2"])
    last.respond(status: 202)
    await flush
  }

  @Test func `pause does not retry a failed batch`() async throws {
    let fixture = try QueueFixture()
    let queue = fixture.queue()
    queue.record(.numbered(1))
    async let flush: Void = queue.flush()
    let exchange = try await fixture.transport.nextExchange()

    async let pause: Void = queue.pause()
    while await !queue.isPaused { await Task.yield() }
    exchange.fail(TransportFailure(.unreachable, "No network."))
    await flush
    await pause
    #expect(fixture.transport.count == 1)
    await queue.resume()

    let retry = try await fixture.transport.nextExchange()
    #expect(retry.request == exchange.request)
    retry.respond(status: 202)
  }

  @Test func `after a lost response the batch is sent again with the same key`()
    async throws
  {
    let fixture = try QueueFixture()
    let queue = fixture.queue()
    queue.record(.numbered(1))
    async let flush: Void = queue.flush()

    let first = try await fixture.transport.nextExchange()
    first.fail(TransportFailure(.unreachable, "The connection broke."))
    await flush
    for failures in 0..<12 {
      let wait = try await fixture.clock.nextSleep { $0 != .seconds(30) }
      #expect(wait <= fixture.configuration.backOff.window(after: failures))
      fixture.clock.advance(by: wait)
      let retry = try await fixture.transport.nextExchange()
      #expect(retry.request == first.request)
      retry.respond(status: failures.isMultiple(of: 2) ? 503 : 429)
    }
    let wait = try await fixture.clock.nextSleep { $0 != .seconds(30) }
    fixture.clock.advance(by: wait)
    try await fixture.transport.nextExchange().respond(status: 202)
    await queue.flush()
    #expect(fixture.folder.names == [])
    #expect(fixture.transport.count == 14)
  }

  @Test(arguments: [429, 503, 507])
  func `a server that requests a delay gets no requests until then, and nothing is lost`(
    status: Int
  ) async throws {
    let fixture = try QueueFixture()
    let queue = fixture.queue()
    queue.record(.numbered(1))
    async let flush: Void = queue.flush()

    try await fixture.transport.nextExchange().respond(
      TransportResponse(status: status, headers: ["retry-after": "77"]))
    await flush
    #expect(fixture.folder.names.count == 1, "the batch stays on the device")

    let wait = try await fixture.clock.nextSleep { $0 != .seconds(30) }
    #expect(wait >= .seconds(77) && wait <= .seconds(79))
    #expect(fixture.transport.count == 1)
  }

  @Test(arguments: [400, 413, 422])
  func `a rejected batch is set aside and reported, and the next one is sent`(
    status: Int
  ) async throws {
    let fixture = try QueueFixture()
    let queue = fixture.queue()
    let problems = await queue.problems()
    for number in 0..<101 { queue.record(.numbered(number)) }

    try await fixture.transport.nextExchange().respond(status: status)
    async let flush: Void = queue.flush()
    let next = try await fixture.transport.nextExchange()
    #expect(try next.eventNames == ["e100"])
    next.respond(status: 202)
    await flush

    #expect(try await problems.next()?.code == .batchRejected)
    #expect(fixture.folder.names.map { $0.hasSuffix(".rejected") } == [true])
    #expect(fixture.transport.count == 2)
  }

  @Test func `after the key is rejected, the events are kept and retried slowly`() async throws {
    let fixture = try QueueFixture()
    let queue = fixture.queue()
    let problems = await queue.problems()
    queue.record(.numbered(1))
    async let flush: Void = queue.flush()
    try await fixture.transport.nextExchange().respond(status: 401)
    await flush

    #expect(try await problems.next()?.code == .rejectedKey)
    let wait = try await fixture.clock.nextSleep { $0 != .seconds(30) }
    #expect(wait >= .seconds(150) && wait <= .seconds(300))
    fixture.clock.advance(by: wait)
    let retry = try await fixture.transport.nextExchange()
    #expect(try retry.eventNames == ["e1"])
    retry.respond(status: 202)
  }

  @Test func `the next launch sends the batches left by a crash with the same key`()
    async throws
  {
    let fixture = try QueueFixture()
    let queue = fixture.queue()
    for number in 0..<103 { queue.record(.numbered(number)) }
    let lost = try await fixture.transport.nextExchange()
    let crashed = try copy(fixture.folder)
    let next = try QueueFixture(folder: crashed, seed: 2)

    let restarted = next.queue()
    let first = try await next.transport.nextExchange()
    #expect(first.request.body == lost.request.body, "only the response may have been lost")
    first.respond(status: 202)
    let second = try await next.transport.nextExchange()
    #expect(try second.eventNames == ["e100", "e101", "e102"])
    second.respond(status: 202)
    await restarted.flush()

    #expect(crashed.names == [])
    lost.respond(status: 202)
  }

  @Test func `events from many threads all arrive exactly once`() async throws {
    let received = Locked<[String]>([])
    var fixture = try QueueFixture(
      transport: InMemoryTransport { exchange in
        let names = (try? exchange.eventNames) ?? []
        received.withLock { $0 += names }
        exchange.respond(status: 202)
      })
    // The limit applies only to events whose write to disk failed, of which there are none.
    fixture.configuration.maximumMemoryEvents = 1
    let queue = fixture.queue()

    await withTaskGroup { group in
      for thread in 0..<8 {
        group.addTask { for number in 0..<250 { queue.record(.numbered(thread * 250 + number)) } }
      }
    }
    await queue.flush()

    let names = received.withLock { $0 }
    #expect(names.count == 2_000)
    #expect(Set(names).count == 2_000)
    for thread in 0..<8 {
      let threadNames = Set((0..<250).map { "e\(thread * 250 + $0)" })
      #expect(
        names.filter { threadNames.contains($0) } == (0..<250).map { "e\(thread * 250 + $0)" })
    }
  }

  @Test func `a faulty network neither loses nor duplicates events`()
    async throws
  {
    let server = Locked<[String: [String]]>([:])
    let transport = InMemoryTransport(
      faults: TransportFaults(
        requestLoss: 0.3, responseLoss: 0.3, duplication: 0.3, disconnection: 0.1),
      dependencies: ManualClock(seed: 9).dependencies
    ) { exchange in
      guard let names = try? exchange.eventNames,
        let key = exchange.request.headers["idempotency-key"]
      else { return exchange.respond(status: 400) }
      server.withLock { if $0[key] == nil { $0[key] = names } }
      exchange.respond(TransportResponse(status: 202, body: Array(#"{"accepted":1}"#.utf8)))
    }
    let fixture = try QueueFixture(transport: transport)
    let queue = fixture.queue()

    for number in 0..<1_000 { queue.record(.numbered(number)) }
    var attempts = 0
    while !fixture.folder.names.isEmpty, attempts < 1_000 {
      await queue.flush()
      attempts += 1
    }

    let names = server.withLock { $0.values.flatMap { $0 } }
    #expect(names.count == 1_000)
    #expect(Set(names) == Set((0..<1_000).map { "e\($0)" }))
    #expect(attempts > 1)
  }

  @Test func `events beyond the disk limit are dropped, oldest first, and reported`()
    async throws
  {
    let received = Locked<[String]>([])
    var fixture = try QueueFixture(
      transport: InMemoryTransport { exchange in
        let names = (try? exchange.eventNames) ?? []
        received.withLock { $0 += names }
        exchange.respond(status: 202)
      })
    fixture.configuration.maximumDiskBytes = 60_000
    fixture.configuration.maximumBatchEvents = 50
    let queue = fixture.queue()
    let problems = await queue.problems()
    await queue.pause()

    for number in 0..<1_000 { queue.record(.numbered(number)) }
    await queue.flush()

    // NB: the report of a loss is an event, too, which may evict the batch after the one in flight.
    let names = received.withLock { $0 }
    let newest = (0..<1_000).suffix(300).map { "e\($0)" }
    #expect(names.suffix(300) == newest[...], "the newest events remain")
    let numbers = names.compactMap { Int($0.dropFirst()) }
    #expect(numbers == numbers.sorted())
    #expect(names.count > 300 && names.count < 600)
    #expect(try await problems.next()?.code == .eventsDropped)
  }

  @Test func `an event that is too large is dropped and reported`() async throws {
    let fixture = try QueueFixture()
    let queue = fixture.queue()
    let problems = await queue.problems()

    queue.record(
      FlowEvent(.custom, detail: ["name": .string(String(repeating: "x", count: 40_000))]))

    #expect(try await problems.next()?.code == .eventsDropped)
    async let flush: Void = queue.flush()
    let exchange = try await fixture.transport.nextExchange()
    #expect(try exchange.batch["events"]?.array?.first?["code"] == "events-dropped")
    exchange.respond(status: 202)
    await flush
  }

  @Test func `events that cannot be written are sent from memory`()
    async throws
  {
    let folder = try TemporaryFolder()
    try folder.write([1], "events")  // a file instead of the folder
    var fixture = try QueueFixture(folder: folder)
    fixture.configuration.directory = folder.url.appending(path: "events")
    fixture.configuration.maximumMemoryEvents = 5
    let queue = fixture.queue()
    let problems = await queue.problems()

    await queue.pause()
    for number in 0..<8 { queue.record(.numbered(number)) }
    await queue.resume()
    async let flush: Void = queue.flush()
    let first = try await fixture.transport.nextExchange()
    first.respond(status: 503)
    await flush
    let wait = try await fixture.clock.nextSleep { $0 != .seconds(30) }
    fixture.clock.advance(by: wait)
    let retry = try await fixture.transport.nextExchange()

    #expect(retry.request == first.request)
    let names = try retry.eventNames
    #expect(names.last == "e7")
    #expect(names.count >= 3 && names.count <= 5)
    retry.respond(status: 202)
    var codes: Set<FlowMagicError.Code> = []
    for await problem in problems {
      codes.insert(problem.code)
      if codes.isSuperset(of: [.journalNotWritten, .eventsDropped]) { break }
    }
  }

  private func copy(_ folder: TemporaryFolder) throws -> TemporaryFolder {
    let other = try TemporaryFolder()
    for name in folder.names { try other.write(try folder.bytes(name), name) }
    return other
  }
}
