import FlowCore
import FlowMagic
import FlowTesting
import Foundation
import Testing

/// Attacks on update systems that The Update Framework lists
/// (https://theupdateframework.io/docs/security/), against a client.
@Suite(.timeLimit(.minutes(5))) struct UpdateAttackTests {
  private let key = TestKey()
  /// A time before that of the fixture's clock (1,750,000,000) and after its build date
  /// (1,700,000,000).
  private let pastTime = 1_749_000_000

  /// Starts a client and answers its first request.
  private func start(
    _ fixture: ClientFixture, _ respond: (InMemoryExchange) throws -> Void
  ) async throws -> (client: ReleaseClient, release: LoadedRelease) {
    let client = try fixture.client()
    async let start = client.start()
    try respond(try await fixture.transport.nextExchange())
    return (client, await start)
  }

  // MARK: Freeze

  @Test func `freeze: a fresh install rejects an expired statement and starts with its bundle`()
    async throws
  {
    let fixture = try ClientFixture(key: key)

    let (client, release) = try await start(fixture) {
      $0.respond(try key.release(6, issued: 1_748_000_000, expires: pastTime))
    }

    #expect(release.origin == .bundle)
    #expect(fixture.events.problemCodes == ["expired-release"])
    #expect(fixture.cache.contents.entries.isEmpty)
    let stream = try await fixture.transport.nextExchange()
    #expect(stream.request.headers["last-event-id"] == nil, "it must be sent again")
    await client.pause()
  }

  @Test func `freeze: an expired newer release is rejected, and the accepted one stays in use`()
    async throws
  {
    let fixture = try ClientFixture(key: key, cached: key.release(5))

    let (client, release) = try await start(fixture) {
      $0.respond(try key.release(6, issued: 1_748_000_000, expires: pastTime))
    }

    #expect(release.origin == .cache)
    #expect(release.release.number == 5)
    #expect(fixture.events.problemCodes == ["expired-release"])
    await client.pause()
  }

  @Test func `freeze: a server that confirms an expired statement is reported`() async throws {
    let fixture = try ClientFixture(key: key, cached: key.release(5, expires: 1_750_000_010))
    let (client, release) = try await start(fixture) { $0.respond(status: 304) }
    #expect(release.release.number == 5)
    #expect(fixture.events.problemCodes.isEmpty)
    let problems = await client.problems()
    let stream = try await fixture.transport.nextExchange()
    stream.open()

    fixture.clock.advance(by: .seconds(11))
    stream.send(": a heartbeat\n\n")

    #expect(try await problems.next()?.code == .expiredRelease)
    await client.pause()
  }

  @Test func `an accepted release works offline long after its statement has expired`()
    async throws
  {
    let fixture = try ClientFixture(key: key, cached: key.release(5, expires: pastTime))

    let (client, release) = try await start(fixture) {
      $0.fail(TransportFailure(.unreachable, "No network."))
    }

    #expect(release.origin == .cache)
    #expect(release.release.number == 5)
    #expect(fixture.events.problemCodes == ["expired-release", "unreachable"])
    await client.pause()
  }

  @Test func `a clock older than the build is not trusted: the release is used with a warning`()
    async throws
  {
    for clock in [0, 1_699_999_999_000] as [Int64] {
      let fixture = try ClientFixture(key: key, clock: ManualClock(milliseconds: clock))

      let (client, release) = try await start(fixture) {
        $0.respond(try key.release(6, expires: 1_650_000_000))
      }

      #expect(release.release.number == 6)
      #expect(fixture.events.problemCodes == ["expired-release"])
      #expect(
        fixture.events.events.first?.detail["message"]?.string?.contains("Set the clock") == true)
      await client.pause()
    }
  }

  // MARK: Rollback

  @Test func `rollback: a release older than the bundle is rejected from the network`()
    async throws
  {
    var fixture = try ClientFixture(key: key)
    fixture.setBundle(release: 6)

    let (client, release) = try await start(fixture) { $0.respond(try key.release(5)) }

    #expect(release.origin == .bundle)
    #expect(fixture.events.problemCodes == ["stale-release"])
    await client.pause()
  }

  @Test func `rollback: a release older than the bundle is rejected from the cache`() async throws {
    var fixture = try ClientFixture(key: key, cached: key.release(5))
    fixture.setBundle(release: 6)

    let (client, release) = try await start(fixture) {
      #expect($0.request.headers["if-none-match"] == nil)
      $0.respond(try key.release(6, issued: 2_000))
    }

    #expect(release.release.number == 6)
    #expect(release.origin == .network)
    #expect(fixture.events.problemCodes.isEmpty, "a new build with an old cache is not a problem")
    await client.pause()
  }

  @Test func `rollback: a valid statement sets the minimum even if its document is damaged`()
    async throws
  {
    var damaged = try CacheEntry(key.release(7))
    damaged.envelope = Array(
      String(decoding: damaged.envelope, as: UTF8.self).replacing("done", with: "gone").utf8)
    let fixture = try ClientFixture(key: key)
    // The order of the files is not signed, so it must not matter.
    fixture.cache.contents.entries = [try CacheEntry(key.release(5)), damaged]
    let (client, release) = try await start(fixture) {
      #expect($0.request.headers["if-none-match"] == "\"5-1000\"")
      $0.respond(try key.release(6))
    }
    #expect(release.release.number == 5, "the newest valid release")
    #expect(fixture.events.problemCodes == ["corrupt-cache", "stale-release"])

    let updates = await client.updates()
    let stream = try await fixture.transport.nextExchange()
    stream.open()
    stream.send(try key.release(7))

    #expect(try await updates.next()?.release.number == 7)
    await client.pause()
  }

  @Test func `rollback: an entry that no trusted key signed sets no minimum`() async throws {
    let fixture = try ClientFixture(key: key)
    fixture.cache.contents.entries = [
      try CacheEntry(TestKey().release(1_000)), try CacheEntry(key.release(5)),
      try CacheEntry(key.release(900, application: "bank")),
    ]

    let (client, release) = try await start(fixture) { $0.respond(try key.release(6)) }

    #expect(release.release.number == 6)
    #expect(fixture.events.problemCodes == ["corrupt-cache", "corrupt-cache"])
    await client.pause()
  }

  // MARK: Mix-and-match

  @Test func `mix-and-match: parts of different releases, apps and keys are never combined`()
    async throws
  {
    let other = TestKey()
    let validRelease = try key.release(7)
    let older = try key.release(6)
    func mixed(
      document: SignedRelease? = nil, statement: SignedRelease? = nil,
      signatures: [Signature]? = nil
    ) -> SignedRelease {
      SignedRelease(
        document: (document ?? validRelease).document,
        statement: (statement ?? validRelease).statement,
        signatures: signatures ?? validRelease.signatures)
    }
    let forged = Signature(
      keyID: try key.verificationKey.id, bytes: try other.sign(validRelease.statement.text).bytes)
    let attacks: [(SignedRelease, String)] = [
      (try key.release(7, application: "bank"), "wrong-audience"),
      (try key.release(7, environment: "staging"), "wrong-audience"),
      (mixed(document: older), "signature-mismatch"),
      (mixed(statement: older), "signature-mismatch"),
      (mixed(signatures: older.signatures), "signature-mismatch"),
      (mixed(signatures: [forged]), "signature-mismatch"),
      (mixed(signatures: []), "signature-mismatch"),
      (try other.release(7), "signature-mismatch"),
    ]
    for (attack, code) in attacks {
      // The keys are requested because the signer is unknown; the chain has no new ones.
      let transport = InMemoryTransport { exchange in
        guard !exchange.isStream else { return }
        let isRelease = exchange.request.url.path.hasSuffix("/release")
        exchange.respond(
          TransportResponse(
            status: 200, body: isRelease ? attack.bytes : KeyChain(links: []).bytes))
      }
      let fixture = try ClientFixture(key: key, transport: transport, cached: key.release(5))
      let client = try fixture.client()

      #expect(await client.start().release.number == 5)
      #expect(fixture.events.problemCodes == [code])
      #expect(fixture.cache.contents.entries.count == 1)
      await client.pause()
    }
  }

  // MARK: Endless data

  @Test func `endless data: a body that never ends is closed at the limit`() async throws {
    var fixture = try ClientFixture(key: key, cached: key.release(5))
    fixture.configuration.maximumBytes = 2_000

    let (client, release) = try await start(fixture) { exchange in
      exchange.open(headers: [:])
      for _ in 0..<3 { exchange.send([UInt8](repeating: 32, count: 1_000)) }
    }

    #expect(release.release.number == 5)
    #expect(fixture.events.problemCodes == ["response-too-large"])
    await client.pause()
  }

  @Test func `endless data: an event that never ends is closed at the limit`() async throws {
    for line in ["data: ", "data:\n", "event: ", "x"] {
      var fixture = try ClientFixture(key: key, cached: key.release(5))
      fixture.configuration.maximumBytes = 2_000
      let (client, _) = try await start(fixture) { $0.respond(status: 304) }
      let problems = await client.problems()
      let stream = try await fixture.transport.nextExchange()
      stream.open()

      stream.send(String(repeating: line, count: 2_001))

      #expect(try await problems.next()?.code == .responseTooLarge)
      try await stream.waitUntilClosed()
      await client.pause()
    }
  }
}
