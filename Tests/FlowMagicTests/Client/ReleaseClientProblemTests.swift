import FlowCore
import FlowMagic
import FlowTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReleaseClientProblemTests {
  /// Starts a client that does not wait for the network.
  private func startClient(_ fixture: inout ClientFixture) async throws -> ReleaseClient {
    fixture.configuration.timings.startTimeout = .zero
    let client = try fixture.client()
    _ = await client.start()
    return client
  }

  /// Lets three streams time out, after which the client polls.
  private func failThreeStreams(
    _ fixture: ClientFixture, _ response: (InMemoryExchange) async throws -> Void
  ) async throws {
    for _ in 0..<3 {
      let stream = try await fixture.transport.nextExchange()
      #expect(stream.isStream)
      try await response(stream)
      _ = try await fixture.clock.nextSleep { $0 == .seconds(15) }
      fixture.clock.advance(by: .seconds(15))
      try await stream.waitUntilClosed()
      fixture.clock.advance(by: try await fixture.clock.nextSleep())
    }
  }

  @Test(arguments: [401, 403])
  func `a rejected key is reported and retried slowly`(status: Int)
    async throws
  {
    var fixture = try ClientFixture()
    let client = try await startClient(&fixture)
    let problems = await client.problems()

    try await fixture.transport.nextExchange().respond(status: status)
    let wait = try await fixture.clock.nextSleep()

    #expect(wait >= .seconds(150) && wait <= .seconds(300))
    let problem = try await problems.next()
    #expect(problem?.code == .rejectedKey)
    #expect(problem?.message.contains("pk_0123456789abcdefABCDEF") == true)
    fixture.clock.advance(by: wait)
    #expect(try await fixture.transport.nextExchange().isStream)
    await client.pause()
  }

  @Test func `before the first release, the stream waits for it`() async throws {
    var fixture = try ClientFixture()
    let client = try await startClient(&fixture)
    let updates = await client.updates()

    try await fixture.transport.nextExchange().respond(status: 404)
    let stream = try await fixture.transport.nextExchange()
    stream.open()
    stream.send(try fixture.key.release(1))

    #expect(try await updates.next()?.release.number == 1)
    #expect(fixture.events.problemCodes == ["no-release"])
    await client.pause()
  }

  @Test func `behind a proxy that blocks streams, polling delivers the release`() async throws {
    var fixture = try ClientFixture()
    let client = try await startClient(&fixture)
    let updates = await client.updates()
    try await fixture.transport.nextExchange().respond(try fixture.key.release(1))

    try await failThreeStreams(fixture) { stream in
      stream.open(200)  // and no data
      // The clock advances only after the client has seen the response.
      for await state in await client.connectionStates() where state == .live { break }
    }
    let poll = try await fixture.transport.nextExchange()
    #expect(!poll.isStream)
    #expect(poll.request.headers["if-none-match"] == "\"1-1000\"")
    poll.respond(status: 304)
    let wait = try await fixture.clock.nextSleep()
    #expect(wait >= .seconds(45) && wait <= .seconds(75))
    fixture.clock.advance(by: wait)
    try await fixture.transport.nextExchange().respond(try fixture.key.release(2))

    for await update in updates where update.release.number == 2 { break }
    #expect(fixture.events.problemCodes == ["stream-blocked"])
    await client.pause()
  }

  @Test(arguments: [429, 503])
  func `an app whose stream is rejected polls until streams are available`(status: Int)
    async throws
  {
    var fixture = try ClientFixture()
    let client = try await startClient(&fixture)
    let updates = await client.updates()
    var connections = await client.connectionStates().makeAsyncIterator()
    try await fixture.transport.nextExchange().respond(try fixture.key.release(1))
    for number in 2...6 {
      let stream = try await fixture.transport.nextExchange()
      #expect(stream.isStream)
      stream.respond(
        TransportResponse(
          status: status, headers: ["retry-after": "5"],
          body: [UInt8](#"{"status":\#(status),"code":"too-many-streams"}"#.utf8)))
      let poll = try await fixture.transport.nextExchange()
      #expect(!poll.isStream)
      poll.respond(try fixture.key.release(number))
      let wait = try await fixture.clock.nextSleep { $0 != .seconds(15) }
      #expect(wait >= .seconds(5) && wait <= .seconds(65))
      fixture.clock.advance(by: wait)
    }
    // Read before the stream opens, because only the latest state is kept.
    while await connections.next() != .polling {}
    try await fixture.transport.nextExchange().open()
    #expect(await connections.next() == .live)
    for await update in updates where update.release.number == 6 { break }
    #expect(fixture.events.problemCodes.isEmpty)
    await client.pause()
  }

  @Test func `an app backs off from an overloaded server`() async throws {
    var fixture = try ClientFixture()
    let client = try await startClient(&fixture)
    try await fixture.transport.nextExchange().respond(try fixture.key.release(1))
    let stream = try await fixture.transport.nextExchange()
    stream.respond(
      TransportResponse(
        status: 503, headers: ["retry-after": "7"],
        body: [UInt8](#"{"status":503,"code":"too-many-connections"}"#.utf8)))
    let wait = try await fixture.clock.nextSleep { $0 != .seconds(15) }
    #expect(wait >= .seconds(7))
    fixture.clock.advance(by: wait)
    #expect(try await fixture.transport.nextExchange().isStream, "it polled")
    await client.pause()
  }

  @Test func `an unreachable server is not mistaken for a proxy that blocks streams`()
    async throws
  {
    var fixture = try ClientFixture()
    let client = try await startClient(&fixture)
    for attempt in 0..<8 {
      let exchange = try await fixture.transport.nextExchange()
      // A poll, then streams until too many have failed, then polls again.
      #expect(exchange.isStream == (1...2).contains(attempt), "attempt \(attempt)")
      exchange.fail(TransportFailure(.timedOut, "The request timed out."))
      // Not the wait for the first data of a stream.
      fixture.clock.advance(by: try await fixture.clock.nextSleep { $0 != .seconds(15) })
    }
    #expect(fixture.events.problemCodes == ["unreachable"])
    // The network is back: one poll, and then a stream again.
    try await fixture.transport.nextExchange().respond(try fixture.key.release(1))
    fixture.clock.advance(by: try await fixture.clock.nextSleep())
    #expect(try await fixture.transport.nextExchange().isStream)
    #expect(fixture.events.problemCodes == ["unreachable"])
    await client.pause()
  }

  @Test func `a server that never responds is unreachable, not behind a proxy`()
    async throws
  {
    var fixture = try ClientFixture()
    let client = try await startClient(&fixture)
    try await fixture.transport.nextExchange().respond(try fixture.key.release(1))
    try await failThreeStreams(fixture) { _ in }  // The server never responds.
    let poll = try await fixture.transport.nextExchange()
    #expect(!poll.isStream)
    poll.fail(TransportFailure(.timedOut, "The request timed out."))
    _ = try await fixture.clock.nextSleep()
    #expect(fixture.events.problemCodes == ["unreachable"])
    await client.pause()
  }

  @Test func `a restored network ends the back-off immediately`() async throws {
    var fixture = try ClientFixture()
    let client = try await startClient(&fixture)
    for _ in 0..<4 {
      let exchange = try await fixture.transport.nextExchange()
      exchange.fail(TransportFailure(.unreachable, "There is no network."))
      fixture.clock.advance(by: try await fixture.clock.nextSleep { $0 != .seconds(15) })
    }
    try await fixture.transport.nextExchange().fail(TransportFailure(.unreachable, "None."))
    _ = try await fixture.clock.nextSleep { $0 != .seconds(15) }
    // The clock does not advance.
    await client.networkChanged()
    let stream = try await fixture.transport.nextExchange()
    #expect(stream.isStream)
    stream.open()
    for await state in await client.connectionStates() where state == .live { break }
    await client.networkChanged()
    #expect(try await client.connectionStates().next() == .live)
    await client.pause()
    await client.networkChanged()
    #expect(fixture.transport.count == 6, "neither a live stream nor a pause is ended")
  }

  @Test func `a proxy's page is not a stream, and a huge event is rejected`() async throws {
    var fixture = try ClientFixture()
    fixture.configuration.maximumBytes = 2_000
    let client = try await startClient(&fixture)
    let problems = await client.problems()

    try await fixture.transport.nextExchange().respond(status: 304)
    let page = try await fixture.transport.nextExchange()
    page.open(200, headers: ["content-type": "text/html"])
    try await page.waitUntilClosed()
    fixture.clock.advance(by: try await fixture.clock.nextSleep { $0 < .seconds(2) })
    let huge = try await fixture.transport.nextExchange()
    huge.open()
    huge.send(String(repeating: "x", count: 3_000))
    try await huge.waitUntilClosed()

    #expect(try await problems.next()?.code == .responseTooLarge)
    await client.pause()
  }

  @Test func `a release that this build cannot read is fetched once`() async throws {
    var fixture = try ClientFixture()
    let client = try await startClient(&fixture)
    try await fixture.transport.nextExchange().respond(
      try fixture.key.release(9, document: #"{"schema":99,"flows":[]}"#))

    let stream = try await fixture.transport.nextExchange()

    #expect(stream.request.headers["last-event-id"] == "9-1000")
    #expect(fixture.events.problemCodes == ["unusable-release"])
    #expect(fixture.cache.contents.entries.isEmpty)
    await client.pause()
  }

  @Test func `through a faulty network only valid releases are used, up to the last one`()
    async throws
  {
    let key = TestKey()
    let releases = try (1...30).map { try key.release($0) }
    let newest = Locked(0)
    // Each request gets a newer release, whatever the network loses.
    let transport = InMemoryTransport(
      faults: TransportFaults(
        requestLoss: 0.2, responseLoss: 0.2, duplication: 0.2, corruption: 0.2, disconnection: 0.2),
      dependencies: ManualClock(seed: 77).dependencies
    ) { exchange in
      let release = newest.withLock { number in
        number = min(number + 1, releases.count)
        return releases[number - 1]
      }
      guard exchange.isStream else { return exchange.respond(release) }
      exchange.open()
      exchange.send(release)
      exchange.end()
    }
    var fixture = try ClientFixture(key: key, transport: transport)
    // Every sleep ends immediately, except the idle timeouts, which never end.
    var dependencies = ManualClock(seed: 5).dependencies
    dependencies.sleep = { duration in
      guard duration == .seconds(15) || duration == .seconds(45) else { return }
      let never = AsyncStream.makeStream(of: Never.self)
      for await _ in never.stream {}
      throw CancellationError()
    }
    fixture.configuration.timings.startTimeout = .zero
    fixture.configuration.timings.pollInterval = .seconds(1)
    let client = try ReleaseClient(
      fixture.configuration, transport: transport, cache: fixture.cache, dependencies: dependencies)
    _ = await client.start()

    var numbers: [Int] = []
    for await update in await client.updates() {
      numbers.append(try #require(update.release.number))
      #expect(update.release.flowIDs == ["main"])
      if numbers.last == releases.count { break }
    }
    await client.pause()

    #expect(numbers == numbers.sorted() && Set(numbers).count == numbers.count)
    #expect(try fixture.cache.contents.entries.first?.version.number == 30)
  }
}
