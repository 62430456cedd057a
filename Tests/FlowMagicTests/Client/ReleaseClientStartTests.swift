import FlowCore
import FlowMagic
import FlowTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct ReleaseClientStartTests {
  @Test func `the network's release comes first when it answers in time`() async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    async let start = client.start()

    let request = try await bench.transport.nextExchange()
    request.answer(try bench.key.release(7))

    let release = await start
    #expect(release.origin == .network)
    #expect(release.release.number == 7)
    #expect(request.request.url.path == "/v1/apps/shop/environments/production/release")
    #expect(request.request.headers["authorization"] == "Bearer pk_0123456789abcdefABCDEF")
    #expect(request.request.headers["if-none-match"] == nil)
    #expect(bench.cache.contents.entries.count == 1)
    await client.pause()
  }

  @Test func `the first screen waits no longer than the limit for a slow network`() async throws {
    var bench = try ClientBench()
    bench.configuration.timings.startLimit = .milliseconds(300)
    let client = try bench.client()
    async let start = client.start()
    let request = try await bench.transport.nextExchange()

    #expect(try await bench.clock.nextSleep() == .milliseconds(300))
    bench.clock.advance(by: .milliseconds(300))
    let release = await start

    #expect(release.origin == .bundle)
    #expect(!request.isClosed, "what comes late is still welcome")
    let updates = await client.updates()
    request.answer(try bench.key.release(7))
    let update = try #require(try await updates.first())
    #expect(update.release.number == 7)
    await client.pause()
  }

  @Test func `what came between start and the call of updates is not lost`() async throws {
    var bench = try ClientBench()
    bench.configuration.timings.startLimit = .zero
    let client = try bench.client()
    let first = await client.start()
    #expect(first.origin == .bundle)
    try await bench.transport.nextExchange().answer(try bench.key.release(7))
    _ = try await bench.transport.nextExchange()  // the stream is asked for once 7 is in use

    let update = try await client.updates().first()

    #expect(update?.release.number == 7)
    await client.pause()
  }

  @Test func `an app with no network starts at once with the cache`() async throws {
    let key = TestKey()
    let bench = try ClientBench(key: key, cached: key.release(5))
    let client = try bench.client()
    async let start = client.start()

    let request = try await bench.transport.nextExchange()
    #expect(request.request.headers["if-none-match"] == "\"5-1000\"")
    request.fail(TransportFailure(.unreachable, "No network."))

    let release = await start
    #expect(release.origin == .cache)
    #expect(release.release.number == 5)
    #expect(bench.events.problemCodes == ["unreachable"])
    await client.pause()
  }

  @Test func `a 304 confirms the cache`() async throws {
    let key = TestKey()
    let bench = try ClientBench(key: key, cached: key.release(5))
    let client = try bench.client()
    async let start = client.start()

    try await bench.transport.nextExchange().answer(status: 304)

    #expect(await start.origin == .cache)
    #expect(bench.events.events.isEmpty)
    await client.pause()
  }

  @Test func `a bundle of the same environment that is newer than the cache wins`() async throws {
    let key = TestKey()
    for (environment, origin) in [("production", LoadedRelease.Origin.bundle), ("staging", .cache)]
    {
      var bench = try ClientBench(key: key, cached: key.release(5))
      bench.configuration.bundle.application = "shop"
      bench.configuration.bundle.environment = Name(environment)
      bench.configuration.bundle.number = 6
      let client = try bench.client()
      async let start = client.start()
      try await bench.transport.nextExchange().answer(status: 304)

      #expect(await start.origin == origin)
      await client.pause()
    }
  }

  @Test func `a cache that is no good is told of and the entry before it used`() async throws {
    let key = TestKey()
    let bench = try ClientBench(key: key)
    let good = try CacheEntry(key.release(4))
    var tampered = try CacheEntry(key.release(5))
    tampered.envelope = Array(
      String(decoding: tampered.envelope, as: UTF8.self).replacing("done", with: "gone").utf8)
    let foreign = try CacheEntry(TestKey().release(6))
    var older = try CacheEntry(key.release(3))
    older.newest = try CacheEntry(key.release(7)).newest
    bench.cache.contents = CacheContents(
      entries: [tampered, foreign, older, good],
      problems: [FlowMagicError(.damagedCache, "It is cut off.")])
    let client = try bench.client()
    async let start = client.start()
    try await bench.transport.nextExchange().answer(status: 304)

    #expect(await start.release.number == 4)
    #expect(bench.events.problemCodes == Array(repeating: "damaged-cache", count: 4))
    await client.pause()
  }

  @Test func `an app whose clock is years wrong starts and follows, and says so`() async throws {
    let key = TestKey()
    for wall in [0, 9_000_000_000_000_000] {
      let bench = try ClientBench(
        key: key, cached: key.release(5), clock: ManualClock(milliseconds: wall))
      let client = try bench.client()
      async let start = client.start()
      try await bench.transport.nextExchange().answer(try key.release(6, issued: 1_750_000_000))

      #expect(await start.release.number == 6)
      #expect(
        bench.events.problemCodes == (wall == 0 ? [] : ["expired-release", "expired-release"]))
      await client.pause()
    }
  }

  @Test func `a second start gives what is in use and asks for nothing`() async throws {
    let bench = try ClientBench()
    let client = try bench.client()
    async let start = client.start()
    try await bench.transport.nextExchange().answer(try bench.key.release(7))
    _ = await start
    let stream = try await bench.transport.nextExchange()

    let again = await client.start()

    #expect(again.release.number == 7)
    #expect(stream.isStream)
    #expect(bench.transport.count == 2)
    await client.pause()
  }
}
