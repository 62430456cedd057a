import FlowCore
import FlowMagic
import FlowTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct ReleaseClientTroubleTests {
  /// A client that does not wait at its start.
  private func started(_ bench: inout ClientBench) async throws -> ReleaseClient {
    bench.configuration.timings.startLimit = .zero
    let client = try bench.client()
    _ = await client.start()
    return client
  }

  @Test(arguments: [401, 403])
  func `a refused key is told of in a sentence, and asked about again slowly`(status: Int)
    async throws
  {
    var bench = try ClientBench()
    let client = try await started(&bench)
    let problems = await client.problems()

    try await bench.transport.nextExchange().answer(status: status)
    let wait = try await bench.clock.nextSleep()

    #expect(wait >= .seconds(150) && wait <= .seconds(300))
    let problem = try await problems.first()
    #expect(problem?.code == .refusedKey)
    #expect(problem?.message.contains("pk_0123456789abcdefABCDEF") == true)
    bench.clock.advance(by: wait)
    #expect(try await bench.transport.nextExchange().isStream)
    await client.pause()
  }

  @Test func `before the first release the stream waits for it`() async throws {
    var bench = try ClientBench()
    let client = try await started(&bench)
    let updates = await client.updates()

    try await bench.transport.nextExchange().answer(status: 404)
    let stream = try await bench.transport.nextExchange()
    stream.open()
    stream.send(try bench.key.release(1))

    #expect(try await updates.first()?.release.number == 1)
    #expect(bench.events.problemCodes == ["no-release"])
    await client.pause()
  }

  @Test func `where a proxy holds streams back, polls bring the release`() async throws {
    var bench = try ClientBench()
    let client = try await started(&bench)
    let updates = await client.updates()
    try await bench.transport.nextExchange().answer(try bench.key.release(1))

    for _ in 0..<3 {
      let stream = try await bench.transport.nextExchange()
      #expect(stream.isStream)
      stream.open(200)  // and not a byte
      _ = try await bench.clock.nextSleep { $0 == .seconds(15) }
      bench.clock.advance(by: .seconds(15))
      try await stream.closed()
      bench.clock.advance(by: try await bench.clock.nextSleep())
    }
    let poll = try await bench.transport.nextExchange()
    #expect(!poll.isStream)
    #expect(poll.request.headers["if-none-match"] == "\"1-1000\"")
    poll.answer(status: 304)
    let wait = try await bench.clock.nextSleep()
    #expect(wait >= .seconds(45) && wait <= .seconds(75))
    bench.clock.advance(by: wait)
    try await bench.transport.nextExchange().answer(try bench.key.release(2))

    for await update in updates where update.release.number == 2 { break }
    #expect(bench.events.problemCodes == ["stream-blocked"])
    await client.pause()
  }

  @Test func `a page of a proxy is no stream, and a huge answer is refused`() async throws {
    var bench = try ClientBench()
    bench.configuration.maximumBytes = 2_000
    let client = try await started(&bench)
    let problems = await client.problems()

    try await bench.transport.nextExchange().answer(status: 304)
    let page = try await bench.transport.nextExchange()
    page.open(200, headers: ["content-type": "text/html"])
    try await page.closed()
    bench.clock.advance(by: try await bench.clock.nextSleep { $0 < .seconds(2) })
    let huge = try await bench.transport.nextExchange()
    huge.open()
    huge.send(String(repeating: "x", count: 3_000))
    try await huge.closed()

    #expect(try await problems.first()?.code == .answerTooLarge)
    await client.pause()
  }

  @Test func `a release that this build cannot read is fetched once`() async throws {
    var bench = try ClientBench()
    let client = try await started(&bench)
    try await bench.transport.nextExchange().answer(
      try bench.key.release(9, document: #"{"schema":99,"flows":[]}"#))

    let stream = try await bench.transport.nextExchange()

    #expect(stream.request.headers["last-event-id"] == "9-1000")
    #expect(bench.events.problemCodes == ["unusable-release"])
    #expect(bench.cache.contents.entries.isEmpty)
    await client.pause()
  }

  @Test func `through a network as bad as can be, only good releases are used, and the last one`()
    async throws
  {
    let key = TestKey()
    let releases = try (1...30).map { try key.release($0) }
    let newest = Locked(0)
    // Whatever the network loses, publishing goes on: each request finds one release more.
    let transport = InMemoryTransport(
      faults: TransportFaults(
        losesRequest: 0.2, losesReply: 0.2, duplicates: 0.2, corrupts: 0.2, cuts: 0.2),
      dependencies: ManualClock(seed: 77).dependencies
    ) { exchange in
      let release = newest.withLock { number in
        number = min(number + 1, releases.count)
        return releases[number - 1]
      }
      guard exchange.isStream else { return exchange.answer(release) }
      exchange.open()
      exchange.send(release)
      exchange.end()
    }
    var bench = try ClientBench(key: key, transport: transport)
    // Time flies: every wait is over at once, but for the one for silence, which nobody keeps here.
    var dependencies = ManualClock(seed: 5).dependencies
    dependencies.sleep = { duration in
      guard duration == .seconds(15) || duration == .seconds(45) else { return }
      let never = AsyncStream.makeStream(of: Never.self)
      for await _ in never.stream {}
      throw CancellationError()
    }
    bench.configuration.timings.startLimit = .zero
    bench.configuration.timings.pollInterval = .seconds(1)
    let client = try ReleaseClient(
      bench.configuration, transport: transport, cache: bench.cache, dependencies: dependencies)
    _ = await client.start()

    var numbers: [Int] = []
    for await update in await client.updates() {
      numbers.append(try #require(update.release.number))
      #expect(update.release.flowIDs == ["main"])
      if numbers.last == releases.count { break }
    }
    await client.pause()

    #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
    #expect(bench.cache.contents.entries.first?.newest.number == 30)
  }
}
