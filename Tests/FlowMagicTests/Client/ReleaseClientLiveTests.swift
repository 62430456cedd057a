import FlowCore
import FlowMagic
import FlowTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct ReleaseClientLiveTests {
  /// A client that runs on release 1, and its open stream.
  private func running(_ bench: ClientBench) async throws -> (ReleaseClient, InMemoryExchange) {
    let client = try bench.client()
    async let start = client.start()
    try await bench.transport.nextExchange().answer(try bench.key.release(1))
    #expect(await start.release.number == 1)
    let stream = try await bench.transport.nextExchange()
    #expect(stream.isStream)
    stream.open()
    return (client, stream)
  }

  @Test func `a release on the stream is in use and kept`() async throws {
    let bench = try ClientBench()
    let (client, stream) = try await running(bench)
    let updates = await client.updates()

    #expect(stream.request.headers["last-event-id"] == "1-1000")
    stream.send(try bench.key.release(2))

    let update = try await updates.first()
    #expect(update?.release.number == 2)
    #expect(update?.origin == .network)
    await client.pause()
    #expect(bench.cache.contents.entries.first?.newest.number == 2)
  }

  @Test func `how the server is heard is told as it changes`() async throws {
    let bench = try ClientBench()
    let (client, stream) = try await running(bench)
    var connections = await client.connections().makeAsyncIterator()
    var connection = await connections.next()
    while connection != .live { connection = await connections.next() }

    stream.fail(TransportFailure(.unreachable, "The connection broke."))
    #expect(await connections.next() == ServerConnection.none)

    let wait = try await bench.clock.nextSleep { $0 < .seconds(1) }
    bench.clock.advance(by: wait)
    try await bench.transport.nextExchange().open()
    #expect(await connections.next() == .live)
    await client.pause()
    #expect(await connections.next() == ServerConnection.none)
  }

  @Test func `a stream that breaks is resumed behind the newest release`() async throws {
    let bench = try ClientBench()
    let (client, stream) = try await running(bench)
    let updates = await client.updates()
    stream.send(try bench.key.release(2))
    _ = try await updates.first()

    stream.fail(TransportFailure(.unreachable, "The connection broke."))
    let wait = try await bench.clock.nextSleep { $0 < .seconds(1) }
    bench.clock.advance(by: wait)
    let resumed = try await bench.transport.nextExchange()

    #expect(resumed.isStream)
    #expect(resumed.request.headers["last-event-id"] == "2-1000")
    #expect(bench.events.events.isEmpty, "a stream that breaks is nothing to tell")
    await client.pause()
  }

  @Test func `a stream that falls silent is closed and opened again`() async throws {
    let bench = try ClientBench()
    let (client, stream) = try await running(bench)
    let updates = await client.updates()
    #expect(try await bench.clock.nextSleep { $0 > .seconds(1) } == .seconds(15))
    bench.clock.advance(by: .seconds(10))
    stream.send(try bench.key.release(2))
    _ = try await updates.first()

    bench.clock.advance(by: .seconds(5))
    let silence = try await bench.clock.nextSleep { $0 > .seconds(1) }
    #expect(silence == .seconds(40), "45 s after what came last")
    #expect(!stream.isClosed)
    bench.clock.advance(by: silence)
    try await stream.closed()
    bench.clock.advance(by: try await bench.clock.nextSleep { $0 < .seconds(1) })

    #expect(try await bench.transport.nextExchange().isStream)
    await client.pause()
  }

  @Test func `a server that says bye is left alone for as long as it asks`() async throws {
    let bench = try ClientBench()
    let (client, stream) = try await running(bench)

    stream.send("event: bye\ndata: {\"reconnectAfter\": 5000}\n\n")
    try await stream.closed()

    let wait = try await bench.clock.nextSleep { $0 != .seconds(15) && $0 != .seconds(1) }
    #expect(wait >= .seconds(5) && wait <= .seconds(6))
    bench.clock.advance(by: wait)
    #expect(try await bench.transport.nextExchange().isStream)
    await client.pause()
  }

  @Test func `pause closes the connection and resume goes on behind the newest release`()
    async throws
  {
    let bench = try ClientBench()
    let (client, stream) = try await running(bench)

    await client.pause()
    try await stream.closed()
    #expect(bench.transport.count == 2)
    await client.resume()

    let resumed = try await bench.transport.nextExchange()
    #expect(resumed.isStream)
    #expect(resumed.request.headers["last-event-id"] == "1-1000")
    await client.pause()
  }

  @Test func `an attack on the stream changes nothing and is told once`() async throws {
    let bench = try ClientBench()
    let (client, stream) = try await running(bench)
    let problems = await client.problems()
    let updates = await client.updates()
    let thief = TestKey()
    let good = try bench.key.release(3)

    stream.send(try thief.release(9))
    try await bench.transport.nextExchange().answer(status: 404)  // the keys are asked for
    stream.send(try bench.key.release(2, application: "bank"))
    stream.send(try bench.key.release(2, environment: "staging"))
    stream.send(try bench.key.release(0))
    stream.send(try bench.key.release(1, issued: 999))
    stream.send(try bench.key.release(1, issued: 2_000, document: TestKey.document(4)))
    stream.send(try bench.key.release(2, document: #"{"schema":99,"flows":[]}"#))
    stream.send("event: release\ndata: {\"document\n\n")
    stream.send(
      "event: release\ndata: \(String(decoding: good.bytes, as: UTF8.self).dropLast())\n\n")
    stream.send(
      "event: release\ndata: "
        + String(decoding: good.bytes, as: UTF8.self).replacing("done", with: "gone") + "\n\n")
    stream.send(try thief.release(9))
    stream.send(good)

    var told: [FlowMagicError.Code] = []
    let update = try await updates.first()
    for await problem in problems {
      told.append(problem.code)
      if told.count == 11 { break }
    }
    #expect(update?.release.number == 3)
    #expect(
      told == [
        .unexpectedAnswer, .signatureMismatch, .wrongAudience, .wrongAudience, .staleRelease,
        .staleRelease, .conflictingRelease, .unusableRelease, .malformedEnvelope,
        .malformedEnvelope, .signatureMismatch,
      ])
    #expect(bench.events.problemCodes == told.map { $0.rawValue })
    #expect(bench.cache.contents.entries.map { $0.newest.number } == [3, 1])
    await client.pause()
  }

  @Test func `the server's renewed word is kept and nobody is disturbed`() async throws {
    let bench = try ClientBench()
    let (client, stream) = try await running(bench)
    let updates = await client.updates()

    stream.send(try bench.key.release(1, issued: 5_000))
    stream.send(try bench.key.release(2, issued: 4_000))

    #expect(try await updates.first()?.release.number == 2)
    await client.pause()
    #expect(bench.cache.contents.entries.map { $0.newest.tag } == ["2-4000", "1-5000"])
    #expect(bench.events.events.isEmpty)
  }

  @Test func `a disk that takes nothing costs the cache and not the release`() async throws {
    let bench = try ClientBench()
    let (client, stream) = try await running(bench)
    let updates = await client.updates()
    bench.cache.failure = FlowMagicError(.cacheNotWritten, "The disk is full.")

    stream.send(try bench.key.release(2))

    #expect(try await updates.first()?.release.number == 2)
    await client.pause()
    #expect(bench.events.problemCodes == ["cache-not-written"])
  }

  @Test func `an app follows the server to a new key and remembers the way`() async throws {
    let keys = [TestKey(), TestKey(), TestKey()]
    let chain = KeyChain(links: [
      try keys[0].link(1, [keys[0]]), try keys[0].link(2, [keys[1]]),
      try keys[1].link(3, [keys[2]]),
    ])
    let bench = try ClientBench(key: keys[0])
    let (client, stream) = try await running(bench)
    let updates = await client.updates()

    stream.send(try keys[2].release(2))
    let request = try await bench.transport.nextExchange()
    #expect(request.request.url.path == "/v1/keys")
    request.answer(TransportResponse(status: 200, body: chain.bytes))
    #expect(try await updates.first()?.release.number == 2)
    stream.send(try keys[0].release(3))  // the first key has been given up
    stream.send(try keys[2].release(3))
    #expect(try await updates.first()?.release.number == 3)
    await client.pause()
    #expect(bench.events.problemCodes == ["signature-mismatch"])

    // A fresh start believes the cache through the chain in it, from the key it was built with.
    let next = try ClientBench(key: keys[0])
    next.cache.contents = bench.cache.contents
    let offline = try next.client()
    async let start = offline.start()
    try await next.transport.nextExchange().fail(TransportFailure(.unreachable, "No network."))
    #expect(await start.release.number == 3)
    #expect(await start.origin == .cache)
    await offline.pause()
  }
}
