import FlowServer
import NIOConcurrencyHelpers
import NIOCore
import Testing

@Suite(.serialized, .timeLimit(.minutes(10))) struct LimitTests {
  /// Limits that are checked every 10 ms.
  static var shortTicks: DeliveryLimits {
    var limits = DeliveryLimits()
    limits.tickInterval = .milliseconds(10)
    return limits
  }

  @Test func `streams beyond an organization's limit are refused with 429`() async throws {
    var limits = DeliveryLimits()
    limits.streamsPerOrganization = 1
    limits.retryAfter = .seconds(7)
    try await TestServer.run(limits) { server in
      let first = try await server.streamingClient()
      _ = try await first.nextEvent()
      let second = try await server.streamingClient()
      let response = try await second.readResponse()
      #expect(response.status == 429)
      #expect(response.fields["retry-after"] == "7")
      #expect(response.fields["content-type"] == "application/problem+json")
      #expect(response.body.contains(#""code":"too-many-streams""#))
      #expect(await second.readToEnd() == "")
      #expect(server.admission.streamsRefused == [.organization: 1])
      // A closed stream no longer counts.
      try await first.close()
      while server.currentReleases.counts.streams != 0 {
        let other = try await server.client()
        _ = try await other.response(to: TestServer.request())
      }
      #expect(try await server.streamingClient().nextEvent().hasPrefix("event: release"))
    }
  }

  @Test func `streams beyond the server's limit are refused with 503`() async throws {
    var limits = DeliveryLimits()
    limits.streams = 0
    try await TestServer.run(limits) { server in
      let response = try await server.streamingClient().readResponse()
      #expect(response.status == 503)
      #expect(response.fields["retry-after"] == "5")
    }
  }

  @Test func `connections beyond the limit are refused with 503`() async throws {
    var limits = DeliveryLimits()
    limits.connections = 1
    try await TestServer.run(limits) { server in
      let first = try await server.client()
      #expect(try await first.response(to: TestServer.request()).status == 200)
      let second = try await server.client()
      let response = try await second.readResponse()
      #expect(response.status == 503)
      #expect(response.body.contains(#""code":"too-many-connections""#))
      #expect(try await first.response(to: TestServer.request()).status == 200)
    }
  }

  @Test func `a head that is too long is rejected with 431`() async throws {
    try await TestServer.run { server in
      let client = try await server.client()
      try await client.send("GET / HTTP/1.1\r\nX: " + String(repeating: "x", count: 9000))
      #expect(try await client.readResponse().status == 431)
      #expect(await client.readToEnd() == "")
    }
  }

  @Test(arguments: ["", "GET /v1/apps HTTP/1.1\r\nHost: x\r\n", "G"])
  func `a head that does not arrive times out`(start: String) async throws {
    var limits = Self.shortTicks
    limits.headTimeout = .milliseconds(50)
    try await TestServer.run(limits) { server in
      let client = try await server.client()
      // On a busy machine, the server may have given up on the head before it is sent.
      try? await client.send(start)
      #expect(await client.readToEnd() == "")
      #expect(server.currentReleases.counts.timeouts == 1)
    }
  }

  @Test func `a head that arrives byte by byte times out`() async throws {
    var limits = Self.shortTicks
    limits.headTimeout = .milliseconds(50)
    try await TestServer.run(limits) { server in
      let client = try await server.client()
      // On a busy machine, the server may have given up on the head before it is sent.
      try? await client.send("GET / HTTP/1.1\r\n")
      await #expect(throws: (any Error).self) {
        for _ in 0..<1_000_000 { try await client.send("x: x\r\n") }
      }
    }
  }

  @Test(
    arguments: ["", TestServer.request(), TestServer.request("/other")], [["\r\n"], ["\r", "\n"]])
  func `attack: empty lines do not keep a connection open`(
    start: String, parts: [String]
  ) async throws {
    var limits = Self.shortTicks
    limits.headTimeout = start.isEmpty ? .milliseconds(50) : .hours(1)
    limits.idleTimeout = start.isEmpty ? .hours(1) : .milliseconds(50)
    try await TestServer.run(limits) { server in
      let client = try await server.client()
      if !start.isEmpty { _ = try await client.response(to: start) }
      await #expect(throws: (any Error).self) {
        for index in 0..<1_000_000 { try await client.send(parts[index % parts.count]) }
      }
      #expect(server.currentReleases.counts.timeouts == 1)
    }
  }

  @Test func `a body that does not arrive times out`() async throws {
    var limits = Self.shortTicks
    limits.bodyTimeout = .milliseconds(50)
    try await TestServer.run(limits) { server in
      let client = try await server.client()
      try await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc")
      #expect(try await client.readResponse().status == 408)
      #expect(await client.readToEnd() == "")
      #expect(server.routedRequests.withLockedValue { $0.isEmpty })
    }
  }

  @Test func `attack: an endless body is no longer read after the response`() async throws {
    try await TestServer.run { server in
      let client = try await server.client()
      // The routes respond to a body of more than 1 MiB without reading the rest.
      try await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000000\r\n\r\n")
      let part = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
      await #expect(throws: (any Error).self) {
        for _ in 0..<4_000 { try await client.send(part) }
      }
    }
  }

  @Test func `a body that arrives byte by byte times out`() async throws {
    var limits = Self.shortTicks
    limits.bodyGrace = .milliseconds(20)
    limits.bodyRate = 1_000_000
    try await TestServer.run(limits) { server in
      let client = try await server.client()
      try await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n")
      // The server closes the connection while bytes still arrive, before the time without a byte
      // is over.
      await #expect(throws: (any Error).self) {
        for _ in 0..<1_000_000 { try await client.send("x") }
      }
      #expect(server.currentReleases.counts.timeouts == 1)
      #expect(server.routedRequests.withLockedValue { $0.isEmpty })
    }
  }

  @Test func `a body that arrives fast enough has a total time limit`() async throws {
    var limits = Self.shortTicks
    limits.bodyGrace = .hours(1)
    limits.bodyTotalTimeout = .milliseconds(50)
    try await TestServer.run(limits) { server in
      let client = try await server.client()
      try await client.send("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc")
      let response = try await client.readResponse()
      #expect(response.status == 408)
      #expect(response.body.contains(#""code":"body-too-slow""#))
    }
  }

  @Test func `one network may open only its share of the connections`() async throws {
    var limits = DeliveryLimits()
    limits.connectionsPerNetwork = 2
    try await TestServer.run(limits) { server in
      let clients = [try await server.client(), try await server.client()]
      for client in clients {
        #expect(try await client.response(to: TestServer.request()).status == 200)
      }
      let third = try await server.client()
      let response = try await third.readResponse()
      #expect(response.status == 429)
      #expect(response.body.contains(#""code":"too-many-connections""#))
      #expect(response.body.contains("--trusted-proxies"))
      #expect(await third.readToEnd() == "")
      #expect(server.currentReleases.counts.connectionsRefused == 1)
      // A closed connection no longer counts.
      try await clients[0].close()
      while server.currentReleases.counts.connections > 1 {
        #expect(try await clients[1].response(to: TestServer.request()).status == 200)
      }
      #expect(try await server.client().response(to: TestServer.request()).status == 200)
    }
  }

  @Test func `behind a trusted proxy, streams are counted by the client that it reports`()
    async throws
  {
    var limits = DeliveryLimits()
    limits.connectionsPerNetwork = 1
    limits.streamsPerNetwork = 1
    limits.trustedProxies = 1
    try await TestServer.run(limits) { server in
      var clients: [TestClient] = []
      // The values that a client sends come before the one that the proxy adds.
      for (forwarded, status) in [
        ("192.0.2.1", 200), ("203.0.113.9, 192.0.2.1", 429), ("192.0.2.2", 200),
        ("2001:db8::1", 200), ("2001:db8::2:1", 429), ("2001:db8:0:1::1", 200),
      ] {
        let client = try await server.streamingClient("X-Forwarded-For: \(forwarded)\r\n")
        clients.append(client)
        #expect(try await client.readHead().status == status, "\(forwarded)")
      }
    }
  }

  @Test(arguments: [TestServer.request(), TestServer.request("/other")], ["", "\r\n", "\r"])
  func `an idle connection is closed, also one that has sent an empty line or half of one`(
    request: String, end: String
  ) async throws {
    var limits = Self.shortTicks
    limits.headTimeout = .hours(1)
    limits.idleTimeout = .milliseconds(50)
    try await TestServer.run(limits) { server in
      let client = try await server.client()
      let response = try await client.response(to: request + end)
      #expect([200, 202].contains(response.status))
      #expect(await client.readToEnd() == "")
      #expect(server.currentReleases.counts.timeouts == 1)
    }
  }

  @Test func `a stream has heartbeats`() async throws {
    var limits = Self.shortTicks
    limits.heartbeatInterval = .milliseconds(20)
    limits.idleTimeout = .milliseconds(20)
    try await TestServer.run(limits) { server in
      let client = try await server.streamingClient()
      _ = try await client.nextEvent()
      for _ in 0..<5 { #expect(try await client.read(upTo: "\n\n") == ": \n\n") }
    }
  }

  @Test func `a shutdown sends streams the time to reconnect`() async throws {
    var limits = DeliveryLimits()
    limits.drainWindow = .milliseconds(100)
    try await TestServer.run(limits) { server in
      var clients: [TestClient] = []
      for _ in 0..<20 {
        let client = try await server.streamingClient()
        _ = try await client.nextEvent()
        clients.append(client)
      }
      await server.shutDown()
      var times: Set<Int> = []
      for client in clients {
        let goodbye = await client.readToEnd()
        let match = goodbye.wholeMatch(
          of: /(?:: \n\n)*event: goodbye\ndata: {"reconnectAfter":([0-9]+)}\n\n/)
        let after = try #require(match.flatMap { Int($0.output.1) }, "got instead: \(goodbye)")
        #expect((500...600).contains(after))
        times.insert(after)
      }
      #expect(times.count > 1)
    }
  }

  @Test func `at shutdown, the next request of a connection is answered as its last`() async throws
  {
    var limits = DeliveryLimits()
    limits.drainGrace = .seconds(60)
    try await TestServer.run(limits) { server in
      let new = try await server.client()
      let used = try await server.client()
      let streaming = try await server.client()
      #expect(try await used.response(to: TestServer.request()).status == 200)
      await server.shutDown()
      for client in [new, used] {
        var isLast = false
        while !isLast {
          let response = try await client.response(to: TestServer.request())
          #expect([200, 202].contains(response.status))
          isLast = response.fields["connection"] == "close"
        }
        #expect(await client.readToEnd() == "")
      }
      try await streaming.send(TestServer.request(TestServer.streamPath))
      #expect(await streaming.readToEnd().contains("event: goodbye"))
    }
  }

  @Test func `a shutdown waits for requests in progress and accepts no new ones`() async throws {
    try await TestServer.run { server in
      let client = try await server.client()
      try await client.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
      let idle = try await server.client()
      #expect(try await idle.response(to: TestServer.request()).status == 200)
      while server.currentReleases.counts.forwardedRequests == 0 {
        _ = try await idle.response(to: TestServer.request())
      }
      await server.shutDown()
      #expect(await idle.readToEnd() == "")
      await #expect(throws: (any Error).self) { _ = try await server.client() }
      server.gate.yield()
      #expect(try await client.readResponse().status == 200)
      #expect(await client.readToEnd() == "")
    }
  }
}
