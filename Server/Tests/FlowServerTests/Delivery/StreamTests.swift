import FlowServer
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import Testing

@Suite(.serialized, .timeLimit(.minutes(10))) struct StreamTests {
  static func event(_ number: Int, _ envelope: String) -> String {
    "event: release\nid: \(number)\ndata: \(envelope)\n\n"
  }

  @Test func `a stream starts with the current release and gets each new one`() async throws {
    try await TestServer.run { server in
      let client = try await server.streamingClient()
      let head = try await client.readHead()
      #expect(head.status == 200)
      #expect(head.fields["content-type"] == "text/event-stream")
      #expect(head.fields["cache-control"] == "no-store")
      #expect(head.fields["access-control-allow-origin"] == "*")
      #expect(try await client.read(upTo: "\n\n") == "retry: 1000\n\n")
      #expect(try await client.nextEvent() == Self.event(1, #"{"n":1}"#))
      server.currentReleases.publish([UInt8](#"{"n":2}"#.utf8), number: 2, issued: 100)
      #expect(try await client.nextEvent() == Self.event(2, #"{"n":2}"#))
      #expect(server.routedRequests.withLockedValue { $0.isEmpty })
    }
  }

  @Test(arguments: ["1", "1-100"])
  func `a client with the current release only gets later ones`(id: String) async throws {
    try await TestServer.run { server in
      let client = try await server.streamingClient("Last-Event-ID: \(id)\r\n")
      #expect(try await client.read(upTo: "retry: 1000\n\n").isEmpty == false)
      server.currentReleases.publish([UInt8]("two".utf8), number: 2, issued: 100)
      #expect(try await client.nextEvent() == Self.event(2, "two"))
    }
  }

  @Test(arguments: ["0", "1-99", "", "11", "1-1000"])
  func `a client with another release gets the current one`(id: String) async throws {
    try await TestServer.run { server in
      let client = try await server.streamingClient("Last-Event-ID: \(id)\r\n")
      #expect(try await client.nextEvent() == Self.event(1, #"{"n":1}"#))
    }
  }

  @Test func `a stream opened before the first release receives it`()
    async throws
  {
    try await TestServer.run { server in
      server.currentReleases.addKey("pk_early", environment: "new")
      let client = try await server.client()
      try await client.send(
        "GET /v1/apps/shop/environments/new/stream?key=pk_early HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try await client.read(upTo: "retry: 1000\n\n")
      server.currentReleases.publish(
        [UInt8]("first".utf8), number: 1, issued: 1, application: "shop", environment: "new")
      #expect(try await client.nextEvent() == Self.event(1, "first"))
    }
  }

  @Test func `a stream may follow requests on the same connection`() async throws {
    try await TestServer.run { server in
      let client = try await server.client()
      try await client.send(
        "POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n!" + TestServer.request()
          + TestServer.request(TestServer.streamPath))
      #expect(try await client.readResponse().body == "passed /echo !")
      #expect(try await client.readResponse().body == #"{"n":1}"#)
      #expect(try await client.nextEvent() == Self.event(1, #"{"n":1}"#))
    }
  }

  @Test func `an envelope of several lines stays one event`() async throws {
    try await TestServer.run { server in
      server.currentReleases.publish([UInt8]("a\nb".utf8), number: 2, issued: 100)
      let client = try await server.streamingClient()
      #expect(try await client.nextEvent() == "event: release\nid: 2\ndata: a\ndata: b\n\n")
    }
  }

  @Test func `200 streams receive the releases in order, or skip to a newer one`() async throws {
    try await TestServer.run { server in
      var clients: [TestClient] = []
      for _ in 0..<200 {
        let client = try await server.streamingClient()
        _ = try await client.nextEvent()
        clients.append(client)
      }
      for number in 2...51 {
        server.currentReleases.publish(
          [UInt8](repeating: UInt8(ascii: "x"), count: 4096), number: number, issued: 100)
      }
      for client in clients {
        var last = 1
        while last < 51 {
          let event = try await client.nextEvent()
          let id = event.split(separator: "\n")[1].dropFirst("id: ".count)
          let number = try #require(Int(id))
          #expect(number > last)
          #expect(event.utf8.count == 4096 + 28 + id.utf8.count)
          last = number
        }
      }
      let counts = server.currentReleases.counts
      #expect(counts.streams == 200)
      #expect(counts.streamsDropped == 0)
      let releases = await server.currentReleases.clientsByRelease(
        application: "shop", environment: "production")
      #expect(releases == [51: 200])
    }
  }

  @Test func `a slow reader gets the newest release when it reads again`() async throws {
    try await TestServer.run { server in
      let slowClient = try await server.streamingClient(isReading: false)
      let fastClient = try await server.streamingClient()
      #expect(try await fastClient.nextEvent() == Self.event(1, #"{"n":1}"#))
      for number in 2...40 {
        server.currentReleases.publish(
          [UInt8](repeating: UInt8(ascii: "x"), count: 400_000), number: number, issued: 100)
        #expect(try await fastClient.nextEvent().hasPrefix("event: release\nid: \(number)\n"))
      }
      try await slowClient.startReading()
      var seen: [String] = []
      while seen.last != "id: 40" {
        seen.append(String(try await slowClient.nextEvent().split(separator: "\n")[1]))
      }
      // The kernel's buffer comes first, then the newest release; the ones in between are skipped.
      #expect(seen.count < 30)
      #expect(server.currentReleases.counts.eventsSkipped > 0)
    }
  }

  @Test func `a reader that stops reading is disconnected, and others are not affected`()
    async throws
  {
    var limits = DeliveryLimits()
    limits.tickInterval = .milliseconds(10)
    limits.stallTimeout = .milliseconds(100)
    limits.heartbeatInterval = .milliseconds(10)
    try await TestServer.run(limits) { server in
      let slowClient = try await server.streamingClient(isReading: false)
      let fastClient = try await server.streamingClient()
      _ = try await fastClient.nextEvent()
      // More than the buffers of a connection hold.
      server.currentReleases.publish(
        [UInt8](repeating: UInt8(ascii: "x"), count: 20_000_000), number: 2, issued: 100)
      // The heartbeats are the clock: at least one per tick, and the slow client's limit is ten
      // ticks.
      #expect(try await fastClient.nextEvent().hasPrefix("event: release\nid: 2\n"))
      while server.currentReleases.counts.streamsDropped == 0 {
        _ = try await fastClient.read(upTo: ": \n\n")
      }
      server.currentReleases.publish([UInt8]("three".utf8), number: 3, issued: 100)
      #expect(try await fastClient.nextEvent() == Self.event(3, "three"))
      #expect(server.currentReleases.counts.streams == 1)
      // It may already know that its connection was reset.
      try? await slowClient.startReading()
      #expect(await slowClient.readToEnd().contains("id: 3\n") == false)
    }
  }

  @Test func `a revoked key ends its streams and no others`() async throws {
    try await TestServer.run { server in
      server.currentReleases.addKey("pk_other")
      let ended = try await server.streamingClient()
      _ = try await ended.nextEvent()
      let other = try await server.client()
      try await other.send(
        "GET \(TestServer.streamPath)?key=pk_other HTTP/1.1\r\nHost: x\r\n\r\n")
      _ = try await other.nextEvent()
      #expect(server.currentReleases.revokeKey(TestServer.key))
      #expect(await ended.readToEnd() == "")
      server.currentReleases.publish([UInt8]("two".utf8), number: 2, issued: 100)
      #expect(try await other.nextEvent() == Self.event(2, "two"))
      #expect(server.currentReleases.revokeKey(TestServer.key) == false)
      #expect(server.currentReleases.environment(ofKey: TestServer.key) == nil)
    }
  }

  @Test func `attack: a revoked key's stream is cut off from a client that does not read`()
    async throws
  {
    try await TestServer.run { server in
      let watcher = try await server.client()
      let slowClient = try await server.streamingClient(isReading: false)
      while server.currentReleases.counts.streams == 0 {
        _ = try await watcher.response(to: TestServer.request("/healthz"))
      }
      // More than the buffers of a connection hold.
      let size = 20_000_000
      server.currentReleases.publish(
        [UInt8](repeating: UInt8(ascii: "x"), count: size), number: 2, issued: 100)
      #expect(server.currentReleases.revokeKey(TestServer.key))
      while server.currentReleases.counts.streams != 0 {
        _ = try await watcher.response(to: TestServer.request("/healthz"))
      }
      // It may already know that its connection was reset.
      try? await slowClient.startReading()
      #expect(await slowClient.readToEnd().utf8.count < size)
    }
  }

  @Test func `setting the active keys ends the streams of all others`() async throws {
    try await TestServer.run { server in
      let client = try await server.streamingClient()
      _ = try await client.nextEvent()
      server.currentReleases.setKeys([
        ServedKey(
          "pk_new", organization: "acme", application: "shop", environment: "production")
      ])
      #expect(await client.readToEnd() == "")
      let next = try await server.client()
      // 202: the request reached the routes, which report that a key is not active.
      #expect(try await next.response(to: TestServer.request()).status == 202)
    }
  }

  @Test func `at most one in 64 responses is timed, and a publish until its last stream`()
    async throws
  {
    try await TestServer.run { server in
      let stream = try await server.streamingClient()
      _ = try await stream.nextEvent()
      let client = try await server.client()
      server.currentReleases.publish([UInt8]("two".utf8), number: 2, issued: 100)
      _ = try await stream.nextEvent()
      // Not every response is timed, so requests are sent until one was.
      while server.currentReleases.counts.broadcastLatency.count == 0
        || server.currentReleases.counts.fastPathLatency.count == 0
      { _ = try await client.response(to: TestServer.request()) }
      let counts = server.currentReleases.counts
      #expect(counts.fastPathLatency.count * 64 <= counts.releasesServed + 64)
    }
  }

  @Test func `a client that disconnects is no longer counted`() async throws {
    try await TestServer.run { server in
      let watcher = try await server.client()
      let client = try await server.streamingClient()
      _ = try await client.nextEvent()
      #expect(server.currentReleases.counts.streams == 1)
      try await client.close()
      while server.currentReleases.counts.streams != 0 {
        _ = try await watcher.response(to: TestServer.request("/healthz"))
      }
    }
  }

  @Test func `routes can subscribe to releases too`() async throws {
    let currentReleases = CurrentReleases()
    currentReleases.publish([1], number: 1, issued: 100)
    var releases = currentReleases.releases(application: "shop", environment: "production")
      .makeAsyncIterator()
    #expect(await releases.next()?.number == 1)
    currentReleases.publish([2], number: 2, issued: 100)
    currentReleases.publish([3], number: 3, issued: 100)
    #expect(await releases.next()?.number == 3)
  }

  // Regression test: publishing and cancelling used to deadlock, which blocked all event loops.
  @Test(.timeLimit(.minutes(1)))
  func `readers that leave while releases are published block nothing`() async throws {
    let currentReleases = CurrentReleases()
    let rounds = 2_000
    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    // Threads of their own, so that the time limit still applies if they block.
    Thread.detachNewThread {
      for round in 1...rounds { currentReleases.publish([1], number: round, issued: round) }
      end.yield()
    }
    Thread.detachNewThread {
      for _ in 1...rounds {
        let releases = currentReleases.releases(application: "shop", environment: "production")
        let reader = Task {
          for await _ in releases {}
        }
        sched_yield()
        reader.cancel()
      }
      end.yield()
    }
    for await _ in ends.prefix(2) {}
  }
}
