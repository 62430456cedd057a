import FlowCore
import FlowMagic
import FlowTesting
import Foundation
import Testing

// NB: serialized with one session, because on Linux, invalidating a session while others are active
// may lose the event that sends another session's request (swift-corelibs-foundation#4791).
@Suite(.serialized, .timeLimit(.minutes(5))) struct URLSessionTransportTests {
  private static let transport = URLSessionTransport()

  private var transport: URLSessionTransport { Self.transport }

  @Test func `a request sends its method, header fields and body, and returns the response`()
    async throws
  {
    let server = try LoopbackServer { connection in
      let seen = "\(connection.method) \(connection.path) \(connection.headers["x-key"] ?? "-") "
      connection.respond(202, headers: "ETag: \"7-1\"\r\n", Array(seen.utf8) + connection.body)
    }

    let response = try await transport.send(
      TransportRequest(
        .post, try server.url.appending(path: "v1/x"), headers: ["x-key": "k"],
        body: Array("hello".utf8)))

    #expect(response.status == 202)
    #expect(response.headers["etag"] == "\"7-1\"")
    #expect(String(decoding: response.body, as: UTF8.self) == "POST /v1/x k hello")
  }

  @Test func `each chunk of a stream arrives as it is sent`() async throws {
    let gate = Gate()
    let server = try LoopbackServer { connection in
      connection.openStream()
      for part in 0..<5 {
        connection.write("part \(part)")
        gate.wait()
      }
      connection.waitUntilClosed()
      gate.notify()
    }
    var texts: [String] = []
    // The server waits for this test, which may be slow on a busy machine.
    let request = TransportRequest(.get, try server.url, timeout: .seconds(300))

    for try await event in transport.stream(request) {
      switch event {
      case .opened(let status, let headers):
        #expect(status == 200)
        #expect(headers["content-type"] == "text/event-stream")
      case .bytes(let bytes):
        texts.append(String(decoding: bytes, as: UTF8.self))
        if texts.count < 5 { gate.signal() }
      }
      if texts.count == 5 { break }
    }

    #expect(texts == (0..<5).map { "part \($0)" })
    gate.signal()
    await gate.notified()  // releasing the stream has closed the connection
  }

  @Test func `a connection that breaks during a response is a failure`() async throws {
    let server = try LoopbackServer { connection in
      connection.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nonly this")
      shutdown(connection.socket, Int32(SHUT_RDWR))
    }

    let failure = await #expect(throws: TransportFailure.self) {
      try await transport.send(TransportRequest(.get, try server.url))
    }

    #expect(failure?.reason == .unreachable)
  }

  @Test func `a missing server is unreachable`() async throws {
    let url: URL
    do {
      let server = try LoopbackServer { _ in }
      url = try server.url
    }

    let failure = await #expect(throws: TransportFailure.self) {
      try await transport.send(TransportRequest(.get, url))
    }

    #expect(failure?.reason == .unreachable)
  }

  @Test func `a response that never arrives times out`() async throws {
    let server = try LoopbackServer { $0.waitUntilClosed() }

    let failure = await #expect(throws: TransportFailure.self) {
      try await transport.send(
        TransportRequest(.get, try server.url, timeout: .milliseconds(100)))
    }

    #expect(failure?.reason == .timedOut)
  }

  @Test func `an endless response fails at the limit`() async throws {
    let server = try LoopbackServer { connection in
      connection.write("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n")
      while connection.write([UInt8](repeating: 32, count: 4_096)) {}
    }

    let failure = await #expect(throws: TransportFailure.self) {
      try await transport.send(
        TransportRequest(.get, try server.url, timeout: .seconds(300), maximumBytes: 100_000))
    }

    #expect(failure?.reason == .tooLarge)
  }

  @Test func `a response that trickles in forever ends at the time limit`() async throws {
    let server = try LoopbackServer { connection in
      connection.write("HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n")
      while connection.write([32]) {}
    }
    var request = TransportRequest(.get, try server.url)
    request.timeLimit = .milliseconds(1)

    let failure = await #expect(throws: TransportFailure.self) {
      try await transport.send(request)
    }

    #expect(failure?.reason == .timedOut)
  }

  @Test func `a stream without a reader uses bounded memory and fails`() async throws {
    let connectionClosed = Gate()
    let server = try LoopbackServer { connection in
      connection.openStream()
      while connection.write([UInt8](repeating: 32, count: 16_384)) {}
      connectionClosed.notify()
    }
    let stream = transport.stream(
      TransportRequest(.get, try server.url, timeout: .seconds(300)))

    await connectionClosed.notified()  // the transport has closed the connection

    let failure = await #expect(throws: TransportFailure.self) {
      for try await _ in stream {}
    }
    #expect(failure?.reason == .tooLarge)
  }

  @Test func `a redirect is not followed`() async throws {
    let redirected = Locked(0)
    let target = try LoopbackServer { connection in
      redirected.withLock { $0 += 1 }
      connection.respond(200)
    }
    let location = try target.url.absoluteString
    let server = try LoopbackServer { connection in
      connection.respond(302, headers: "location: \(location)/\r\n")
    }

    let response = try await transport.send(TransportRequest(.get, try server.url))

    #expect(response.status == 302)
    #expect(redirected.withLock { $0 } == 0)
  }

  @Test func `a cancelled request fails as cancelled`() async throws {
    let requestArrived = Gate()
    let server = try LoopbackServer { connection in
      requestArrived.notify()
      connection.waitUntilClosed()
    }
    let url = try server.url
    let task = Task { try await transport.send(TransportRequest(.get, url)) }
    await requestArrived.notified()

    task.cancel()

    let failure = await #expect(throws: TransportFailure.self) { try await task.value }
    #expect(failure?.reason == .cancelled)
  }

  @Test func `a client reconnects to a real server after failures and gets every release`()
    async throws
  {
    let key = TestKey()
    let releases = try (1...3).map { try key.release($0).bytes }
    let streams = Locked<[String?]>([])
    let server = try LoopbackServer { connection in
      guard connection.path.hasSuffix("/stream") else {
        return connection.respond(200, releases[0])
      }
      let last = connection.headers["last-event-id"]
      streams.withLock { $0.append(last) }
      // NB: chosen by the id and not by a count of connections, because data that arrives just
      // before a connection breaks may be lost with it.
      let number = last.flatMap { Int($0.prefix { $0 != "-" }) } ?? 0
      connection.openStream()
      connection.write("retry: 100\n\n")
      guard (1...2).contains(number) else { return connection.waitUntilClosed() }
      let event = "event: release\r\nid: \(number + 1)\r\ndata: ".utf8 + releases[number]
      // The event arrives in two chunks; then the connection breaks.
      connection.write(Array(event.prefix(200)))
      connection.write(Array(event.dropFirst(200)) + Array("\r\n\r\n".utf8))
      shutdown(connection.socket, Int32(SHUT_RDWR))
    }
    var configuration = ClientConfiguration(
      server: try server.url, application: "shop", key: try key.sdkKey,
      bundledDocument: try FlowDocument(parsing: TestKey.document(0)))
    configuration.timings.startTimeout = .seconds(30)
    let client = try ReleaseClient(
      configuration, transport: transport, cache: InMemoryReleaseCache())

    let first = await client.start()
    var numbers = [first.release.number]
    for await update in await client.updates() {
      numbers.append(update.release.number)
      if update.release.number == 3 { break }
    }
    await client.pause()

    #expect(first.origin == .network)
    #expect(numbers == [1, 2, 3])
    let lastEventIDs = streams.withLock { $0 }
    #expect(lastEventIDs.first == "1-1000" && lastEventIDs.contains("2-1000"))
  }
}

/// Synchronizes a server's thread with a test's task.
private final class Gate: @unchecked Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let stream = AsyncStream.makeStream(of: Void.self)

  /// Blocks the server's thread until the test calls `signal`.
  func wait() { semaphore.wait() }
  func signal() { semaphore.signal() }

  func notify() { stream.continuation.yield() }
  /// Suspends the test until the server's thread calls `notify`.
  func notified() async {
    for await _ in stream.stream { return }
  }
}
