import FlowCore
import FlowMagic
import FlowTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(5))) struct ReleaseClientLiveTests {
  /// Starts a client, which is then on release 1 with an open stream.
  private func startClient(
    _ fixture: ClientFixture
  ) async throws -> (ReleaseClient, InMemoryExchange) {
    let client = try fixture.client()
    async let start = client.start()
    try await fixture.transport.nextExchange().respond(try fixture.key.release(1))
    #expect(await start.release.number == 1)
    let stream = try await fixture.transport.nextExchange()
    #expect(stream.isStream)
    stream.open()
    return (client, stream)
  }

  @Test func `a release from the stream is used and cached`() async throws {
    let fixture = try ClientFixture()
    let (client, stream) = try await startClient(fixture)
    let updates = await client.updates()

    #expect(stream.request.headers["last-event-id"] == "1-1000")
    stream.send(try fixture.key.release(2))

    let update = try await updates.next()
    #expect(update?.release.number == 2)
    #expect(update?.origin == .network)
    await client.pause()
    #expect(try fixture.cache.contents.entries.first?.version.number == 2)
  }

  @Test func `changes of the connection state are reported`() async throws {
    let fixture = try ClientFixture()
    let (client, stream) = try await startClient(fixture)
    var connections = await client.connectionStates().makeAsyncIterator()
    var connection = await connections.next()
    while connection != .live { connection = await connections.next() }

    stream.fail(TransportFailure(.unreachable, "The connection broke."))
    #expect(await connections.next() == ConnectionState.disconnected)

    let wait = try await fixture.clock.nextSleep { $0 < .seconds(1) }
    fixture.clock.advance(by: wait)
    try await fixture.transport.nextExchange().open()
    #expect(await connections.next() == .live)
    await client.pause()
    #expect(await connections.next() == ConnectionState.disconnected)
  }

  @Test func `a broken stream resumes after the newest release`() async throws {
    let fixture = try ClientFixture()
    let (client, stream) = try await startClient(fixture)
    let updates = await client.updates()
    stream.send(try fixture.key.release(2))
    _ = try await updates.next()

    stream.fail(TransportFailure(.unreachable, "The connection broke."))
    let wait = try await fixture.clock.nextSleep { $0 < .seconds(1) }
    fixture.clock.advance(by: wait)
    let resumed = try await fixture.transport.nextExchange()

    #expect(resumed.isStream)
    #expect(resumed.request.headers["last-event-id"] == "2-1000")
    #expect(fixture.events.events.isEmpty, "a broken stream is not a problem")
    await client.pause()
  }

  @Test func `an idle stream is closed and reopened`() async throws {
    let fixture = try ClientFixture()
    let (client, stream) = try await startClient(fixture)
    let updates = await client.updates()
    #expect(try await fixture.clock.nextSleep { $0 > .seconds(1) } == .seconds(15))
    fixture.clock.advance(by: .seconds(10))
    stream.send(try fixture.key.release(2))
    _ = try await updates.next()

    fixture.clock.advance(by: .seconds(5))
    let silence = try await fixture.clock.nextSleep { $0 > .seconds(1) }
    #expect(silence == .seconds(40), "45 s after the last data")
    #expect(!stream.isClosed)
    fixture.clock.advance(by: silence)
    try await stream.waitUntilClosed()
    fixture.clock.advance(by: try await fixture.clock.nextSleep { $0 < .seconds(1) })

    #expect(try await fixture.transport.nextExchange().isStream)
    await client.pause()
  }

  @Test func `the client observes the reconnect delay that the server requests`() async throws {
    let fixture = try ClientFixture()
    let (client, stream) = try await startClient(fixture)

    stream.send("event: goodbye\ndata: {\"reconnectAfter\": 5000}\n\n")
    try await stream.waitUntilClosed()

    let wait = try await fixture.clock.nextSleep { $0 != .seconds(15) && $0 != .seconds(1) }
    #expect(wait >= .seconds(5) && wait <= .seconds(6))
    fixture.clock.advance(by: wait)
    #expect(try await fixture.transport.nextExchange().isStream)
    await client.pause()
  }

  @Test func `pause closes the connection, and resume continues after the newest release`()
    async throws
  {
    let fixture = try ClientFixture()
    let (client, stream) = try await startClient(fixture)

    await client.pause()
    try await stream.waitUntilClosed()
    #expect(fixture.transport.count == 2)
    await client.resume()

    let resumed = try await fixture.transport.nextExchange()
    #expect(resumed.isStream)
    #expect(resumed.request.headers["last-event-id"] == "1-1000")
    await client.pause()
  }

  @Test func `invalid messages on the stream are reported, and only a valid release is used`()
    async throws
  {
    let fixture = try ClientFixture()
    let (client, stream) = try await startClient(fixture)
    let problems = await client.problems()
    let updates = await client.updates()
    let attacker = TestKey()
    let validRelease = try fixture.key.release(3)

    stream.send(try attacker.release(9))
    try await fixture.transport.nextExchange().respond(status: 404)  // the request for the keys
    stream.send(try fixture.key.release(2, application: "bank"))
    stream.send(try fixture.key.release(2, environment: "staging"))
    stream.send(try fixture.key.release(0))
    stream.send(try fixture.key.release(1, issued: 999))
    stream.send(try fixture.key.release(1, issued: 2_000, document: TestKey.document(4)))
    stream.send(try fixture.key.release(2, document: #"{"schema":99,"flows":[]}"#))
    stream.send("event: release\ndata: {\"document\n\n")
    stream.send(
      "event: release\ndata: \(String(decoding: validRelease.bytes, as: UTF8.self).dropLast())\n\n")
    stream.send(
      "event: release\ndata: "
        + String(decoding: validRelease.bytes, as: UTF8.self).replacing("done", with: "gone")
        + "\n\n")
    stream.send(try attacker.release(9))
    stream.send(validRelease)

    var codes: [FlowMagicError.Code] = []
    let update = try await updates.next()
    for await problem in problems {
      codes.append(problem.code)
      if codes.count == 11 { break }
    }
    #expect(update?.release.number == 3)
    #expect(
      codes == [
        .unexpectedResponse, .signatureMismatch, .wrongAudience, .wrongAudience, .staleRelease,
        .staleRelease, .conflictingRelease, .unusableRelease, .malformedEnvelope,
        .malformedEnvelope, .signatureMismatch,
      ])
    #expect(fixture.events.problemCodes == codes.map { $0.rawValue })
    #expect(try fixture.cache.contents.entries.map { try $0.version.number } == [3, 1])
    await client.pause()
  }

  @Test func `a renewed statement is cached without an update`() async throws {
    let fixture = try ClientFixture()
    let (client, stream) = try await startClient(fixture)
    let updates = await client.updates()

    stream.send(try fixture.key.release(1, issued: 5_000))
    stream.send(try fixture.key.release(2, issued: 4_000))

    #expect(try await updates.next()?.release.number == 2)
    await client.pause()
    #expect(try fixture.cache.contents.entries.map { try $0.version.tag } == ["2-4000", "1-5000"])
    #expect(fixture.events.events.isEmpty)
  }

  @Test func `a release that a full disk prevents from being cached is still used`() async throws {
    let fixture = try ClientFixture()
    let (client, stream) = try await startClient(fixture)
    let updates = await client.updates()
    fixture.cache.failure = FlowMagicError(.cacheNotWritten, "The disk is full.")

    stream.send(try fixture.key.release(2))

    #expect(try await updates.next()?.release.number == 2)
    await client.pause()
    #expect(fixture.events.problemCodes == ["cache-not-written"])
  }

  @Test func `an app follows a key rotation and caches the key chain`() async throws {
    let keys = [TestKey(), TestKey(), TestKey()]
    let chain = KeyChain(links: [
      try keys[0].link(1, [keys[0]]), try keys[0].link(2, [keys[1]]),
      try keys[1].link(3, [keys[2]]),
    ])
    let fixture = try ClientFixture(key: keys[0])
    let (client, stream) = try await startClient(fixture)
    let updates = await client.updates()

    stream.send(try keys[2].release(2))
    let request = try await fixture.transport.nextExchange()
    #expect(request.request.url.path == "/v1/keys")
    request.respond(TransportResponse(status: 200, body: chain.bytes))
    #expect(try await updates.next()?.release.number == 2)
    stream.send(try keys[0].release(3))  // the first key is retired
    stream.send(try keys[2].release(3))
    #expect(try await updates.next()?.release.number == 3)
    await client.pause()
    #expect(fixture.events.problemCodes == ["signature-mismatch"])

    // The next launch trusts the cache through its chain, starting from the app's own key.
    let next = try ClientFixture(key: keys[0])
    next.cache.contents = fixture.cache.contents
    let offline = try next.client()
    async let start = offline.start()
    try await next.transport.nextExchange().fail(TransportFailure(.unreachable, "No network."))
    #expect(await start.release.number == 3)
    #expect(await start.origin == .cache)
    await offline.pause()
  }
}
