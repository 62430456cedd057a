import FlowCore
import FlowMagic
import FlowTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReleaseClientStartTests {
  @Test func `the network's release is used if the server responds in time`() async throws {
    let fixture = try ClientFixture()
    let client = try fixture.client()
    async let start = client.start()

    let request = try await fixture.transport.nextExchange()
    request.respond(try fixture.key.release(7))

    let release = await start
    #expect(release.origin == .network)
    #expect(release.release.number == 7)
    #expect(request.request.url.path == "/v1/apps/shop/environments/production/release")
    #expect(request.request.headers["authorization"] == "Bearer pk_0123456789abcdefABCDEF")
    #expect(request.request.headers["if-none-match"] == nil)
    #expect(fixture.cache.contents.entries.count == 1)
    await client.pause()
  }

  @Test func `the first screen waits for a slow network up to the timeout`() async throws {
    var fixture = try ClientFixture()
    fixture.configuration.timings.startTimeout = .milliseconds(300)
    let client = try fixture.client()
    async let start = client.start()
    let request = try await fixture.transport.nextExchange()

    #expect(try await fixture.clock.nextSleep() == .milliseconds(300))
    fixture.clock.advance(by: .milliseconds(300))
    let release = await start

    #expect(release.origin == .bundle)
    #expect(!request.isClosed, "a late response is still used")
    let updates = await client.updates()
    request.respond(try fixture.key.release(7))
    let update = try #require(try await updates.next())
    #expect(update.release.number == 7)
    await client.pause()
  }

  @Test func `a start waits for a response even if the network changes meanwhile`() async throws {
    let fixture = try ClientFixture()
    let client = try fixture.client()
    async let start = client.start()
    let first = try await fixture.transport.nextExchange()

    await client.networkChanged()
    try await first.waitUntilClosed()
    let second = try await fixture.transport.nextExchange()
    #expect(!second.isStream)
    second.respond(try fixture.key.release(7))

    #expect(await start.release.number == 7)
    await client.pause()
  }

  @Test func `the first screen does not wait for a server that never responds`() async throws {
    let key = TestKey()
    for (cached, origin) in [(try key.release(5), LoadedRelease.Origin.cache), (nil, .bundle)] {
      var fixture = try ClientFixture(key: key, cached: cached)
      fixture.configuration.timings = ClientTimings()
      let client = try fixture.client()
      // Neither does the transport respond, nor does the clock advance.
      #expect(await client.start().origin == origin)
      await client.pause()
    }
  }

  @Test func `a host gets the documents of the cache and of the network`() async throws {
    let key = TestKey()
    let fixture = try ClientFixture(key: key, cached: key.release(5))
    let client = try fixture.client()
    var documents = await client.documents().makeAsyncIterator()
    async let start = client.start()

    let cached = try #require(await documents.next())
    #expect(cached.number == 5)
    #expect(cached.flows.first?.start == "s5")
    try await fixture.transport.nextExchange().respond(try key.release(7))
    #expect(await documents.next()?.number == 7)
    #expect(await start.release.number == 7)
    await client.pause()
  }

  @Test func `a release between start and updates is not lost`() async throws {
    var fixture = try ClientFixture()
    fixture.configuration.timings.startTimeout = .zero
    let client = try fixture.client()
    let first = await client.start()
    #expect(first.origin == .bundle)
    try await fixture.transport.nextExchange().respond(try fixture.key.release(7))
    _ = try await fixture.transport.nextExchange()  // the stream is requested once 7 is in use

    let update = try await client.updates().next()

    #expect(update?.release.number == 7)
    await client.pause()
  }

  @Test func `an app without a network starts immediately with the cache`() async throws {
    let key = TestKey()
    let fixture = try ClientFixture(key: key, cached: key.release(5))
    let client = try fixture.client()
    async let start = client.start()

    let request = try await fixture.transport.nextExchange()
    #expect(request.request.headers["if-none-match"] == "\"5-1000\"")
    request.fail(TransportFailure(.unreachable, "No network."))

    let release = await start
    #expect(release.origin == .cache)
    #expect(release.release.number == 5)
    #expect(fixture.events.problemCodes == ["unreachable"])
    await client.pause()
  }

  @Test func `a 304 confirms the cache`() async throws {
    let key = TestKey()
    let fixture = try ClientFixture(key: key, cached: key.release(5))
    let client = try fixture.client()
    async let start = client.start()

    try await fixture.transport.nextExchange().respond(status: 304)

    #expect(await start.origin == .cache)
    #expect(fixture.events.events.isEmpty)
    await client.pause()
  }

  @Test func `a bundle of the same environment that is newer than the cache is used`()
    async throws
  {
    let key = TestKey()
    for (environment, origin) in [("production", LoadedRelease.Origin.bundle), ("staging", .cache)]
    {
      var fixture = try ClientFixture(key: key, cached: key.release(5))
      fixture.configuration.bundledDocument.application = "shop"
      fixture.configuration.bundledDocument.environment = Name(environment)
      fixture.configuration.bundledDocument.number = 6
      let client = try fixture.client()
      async let start = client.start()
      try await fixture.transport.nextExchange().respond(status: 304)

      #expect(await start.origin == origin)
      await client.pause()
    }
  }

  @Test func `an invalid cache entry is reported and the previous entry is used`() async throws {
    let key = TestKey()
    let fixture = try ClientFixture(key: key)
    let validEntry = try CacheEntry(key.release(4))
    var tampered = try CacheEntry(key.release(5))
    tampered.envelope = Array(
      String(decoding: tampered.envelope, as: UTF8.self).replacing("done", with: "gone").utf8)
    let foreign = try CacheEntry(TestKey().release(6))
    var unreadable = try CacheEntry(key.release(3))
    unreadable.chain = [UInt8(ascii: "{")]
    fixture.cache.contents = CacheContents(
      entries: [tampered, foreign, unreadable, validEntry],
      problems: [FlowMagicError(.corruptCache, "It is truncated.")])
    let client = try fixture.client()
    async let start = client.start()
    try await fixture.transport.nextExchange().respond(status: 304)

    #expect(await start.release.number == 4)
    #expect(fixture.events.problemCodes == Array(repeating: "corrupt-cache", count: 4))
    await client.pause()
  }

  @Test
  func `updates are used with a clock years behind, and have expired with one years ahead`()
    async throws
  {
    let key = TestKey()
    for wall in [0, 9_000_000_000_000_000] as [Int64] {
      let fixture = try ClientFixture(
        key: key, cached: key.release(5), clock: ManualClock(milliseconds: wall))
      let client = try fixture.client()
      async let start = client.start()
      try await fixture.transport.nextExchange().respond(try key.release(6, issued: 1_750_000_000))

      #expect(await start.release.number == (wall == 0 ? 6 : 5))
      #expect(
        fixture.events.problemCodes == (wall == 0 ? [] : ["expired-release", "expired-release"]))
      await client.pause()
    }
  }

  @Test func `a second start returns the current release without a request`() async throws {
    let fixture = try ClientFixture()
    let client = try fixture.client()
    async let start = client.start()
    try await fixture.transport.nextExchange().respond(try fixture.key.release(7))
    _ = await start
    let stream = try await fixture.transport.nextExchange()

    let secondStart = await client.start()

    #expect(secondStart.release.number == 7)
    #expect(stream.isStream)
    #expect(fixture.transport.count == 2)
    await client.pause()
  }
}
