import FlowServer
import NIOCore
import Testing

/// Clients that read their responses slowly.
@Suite(.serialized, .timeLimit(.minutes(10))) struct SlowReaderTests {
  private static let largeSize = 24_000_000

  /// Limits with ticks of 10 ms, a heartbeat in each, and no other limit that interferes.
  private static func limits(rate: Int, grace: TimeAmount = .milliseconds(20)) -> DeliveryLimits {
    var limits = DeliveryLimits()
    limits.tickInterval = .milliseconds(10)
    limits.heartbeatInterval = .milliseconds(10)
    limits.stallTimeout = .minutes(5)
    limits.idleTimeout = .milliseconds(50)
    limits.responseGrace = grace
    limits.responseRate = rate
    return limits
  }

  private static func publishLarge(_ server: TestServer) {
    server.currentReleases.publish(
      [UInt8](repeating: UInt8(ascii: "x"), count: largeSize), number: 2, issued: 100)
  }

  /// Lets a client read once for each heartbeat of another stream, until it has all of the bytes or
  /// is disconnected; returns the number of bytes read.
  private static func read(
    _ client: TestClient, _ count: Int, by clock: TestClient
  ) async throws -> Int {
    var isOpen = true
    while isOpen, client.received.readableBytes < count {
      _ = try await clock.read(upTo: ": \n\n")
      client.channel.read()
      isOpen = await client.receiveMore()
    }
    return client.received.readableBytes
  }

  @Test func `a client that trickles its reads cannot hold a response forever`() async throws {
    // One read has at most 64 KiB, and there is one per tick: at most 6.5 MB/s.
    try await TestServer.run(Self.limits(rate: 200_000_000)) { server in
      let clock = try await server.streamingClient()
      _ = try await clock.nextEvent()
      let client = try await server.client(isReading: false)
      Self.publishLarge(server)
      try await client.send(TestServer.request())
      #expect(try await Self.read(client, Self.largeSize, by: clock) < Self.largeSize)
      #expect(server.currentReleases.counts.timeouts == 1)
    }
  }

  @Test func `a client that reads slowly and steadily gets all of its response`() async throws {
    var limits = Self.limits(rate: 1000, grace: .seconds(6))
    // Less than the whole response takes, because it limits the time without progress: 366 reads,
    // one for each heartbeat. On a busy machine, nothing may happen for seconds.
    limits.heartbeatInterval = .milliseconds(20)
    limits.stallTimeout = .seconds(6)
    try await TestServer.run(limits) { server in
      let clock = try await server.streamingClient()
      _ = try await clock.nextEvent()
      let client = try await server.client(isReading: false)
      Self.publishLarge(server)
      try await client.send(TestServer.request())
      // The connection is not mistaken for an idle one either.
      #expect(try await Self.read(client, Self.largeSize, by: clock) >= Self.largeSize)
    }
  }

  @Test func `a stream that reads an event slowly stays open, and one that trickles is closed`()
    async throws
  {
    for (rate, isKept) in [(1000, true), (200_000_000, false)] {
      var limits = Self.limits(rate: rate)
      if isKept {
        limits.heartbeatInterval = .milliseconds(20)
        limits.responseGrace = .seconds(6)
        limits.stallTimeout = .seconds(6)
      }
      try await TestServer.run(limits) { server in
        let clock = try await server.streamingClient()
        _ = try await clock.nextEvent()
        let slow = try await server.streamingClient(isReading: false)
        while server.currentReleases.counts.streams < 2 { _ = try await clock.read(upTo: ": \n\n") }
        Self.publishLarge(server)
        let read = try await Self.read(slow, Self.largeSize, by: clock)
        #expect((read >= Self.largeSize) == isKept)
        // On a busy machine, the stream that is the clock may be too slow for that rate, too.
        #expect((server.currentReleases.counts.streamsDropped == 0) == isKept)
      }
    }
  }
}
