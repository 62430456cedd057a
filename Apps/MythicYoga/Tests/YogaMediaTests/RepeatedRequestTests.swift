import Foundation
import Hummingbird
import HummingbirdTesting
import NIOConcurrencyHelpers
import NIOCore
import Testing
import YogaMedia

/// How a connection divides its bytes into requests, and in which order it responds.
struct RepeatedRequestTests {
  private let responseCache: MediaResponseCache
  private let request: String
  private let time: NIOLockedValueBox<Date>

  /// Prepares an allowed request, `GET {link}` for the bytes from 2 to 5.
  init() async throws {
    let fixture = try MediaFixture([UInt8](repeating: 7, count: 100))
    let time = NIOLockedValueBox(fixture.now)
    self.time = time
    let now: @Sendable () -> Date = { time.withLockedValue { $0 } }
    responseCache = MediaResponseCache(now: now)
    let router = Router()
    MediaRoutes(
      library: fixture.library, links: fixture.links, responseCache: responseCache, now: now
    )
    .add(to: router)
    let link = fixture.links.path(
      for: .video, of: "agni/mantra", expires: fixture.now.addingTimeInterval(600))
    try await Application(router: router).test(.router) { client in
      _ = try await client.execute(uri: link, method: .get)
    }
    request = "GET \(link) HTTP/1.1\r\nHost: a\r\nRange: bytes=2-5\r\n\r\n"
  }

  private func with(_ field: String) -> String {
    request.replacing("Host: a\r\n", with: "Host: a\r\n\(field)\r\n")
  }

  @Test func `a head in two pieces is answered when it is complete`() throws {
    for offset in 1..<request.utf8.count {
      let connection = try MemoryConnection(responseCache)
      let cut = request.index(request.startIndex, offsetBy: offset, limitedBy: request.endIndex)
      guard let cut, cut < request.endIndex else { break }
      try connection.receive(String(request[..<cut]))
      #expect(try connection.takeSent() == [])
      try connection.receive(String(request[cut...]) + request)
      #expect(try connection.takeSent() == ["file 2..<6", "file 2..<6"], "\(offset)")
      #expect(try connection.takeForwarded() == [])
    }
  }

  @Test func `each request that is answered without the application is reported to it`() throws {
    let connection = try MemoryConnection(responseCache)
    try connection.receive(request + request + "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(connection.answeredCount == 2)
  }

  @Test func `a head that arrives byte by byte is answered when it is complete`() throws {
    let connection = try MemoryConnection(responseCache)
    for byte in request.utf8 { try connection.receive(String(UnicodeScalar(byte))) }
    #expect(try connection.takeSent() == ["file 2..<6"])
  }

  @Test func `responses have the order of the requests`() throws {
    let connection = try MemoryConnection(responseCache)
    let other = "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n"
    try connection.receive(request + other + request + other + request)
    #expect(try connection.takeSent() == ["file 2..<6"])
    #expect(try connection.takeForwarded() == ["/slow"])
    try connection.respond("1")
    #expect(try connection.takeSent() == ["1", "file 2..<6"])
    #expect(try connection.takeForwarded() == ["/slow"])
    try connection.respond("2")
    #expect(try connection.takeSent() == ["2", "file 2..<6"])
  }

  @Test func `one request is checked again, while the others are answered`() throws {
    time.withLockedValue { $0 += MediaResponseCache.lifetime - 0.25 }
    let connections = try (0..<3).map { _ in try MemoryConnection(responseCache) }
    for connection in connections { try connection.receive(request) }
    #expect(try connections[0].takeForwarded().count == 1)
    #expect(try connections[1].takeSent() == ["file 2..<6"])
    #expect(try connections[2].takeSent() == ["file 2..<6"])
    // The check takes too long, or is not passed.
    time.withLockedValue { $0 += 0.25 }
    try connections[1].receive(request)
    #expect(try connections[1].takeForwarded().count == 1)
  }

  @Test func `after the clock was set back, a request is checked again`() throws {
    time.withLockedValue { $0 -= 3600 }
    let connection = try MemoryConnection(responseCache)
    try connection.receive(request)
    #expect(try connection.takeForwarded().count == 1)
    #expect(responseCache.hitCount == 0)
  }

  @Test func `nothing overtakes a response that waits for the socket`() throws {
    let connection = try MemoryConnection(responseCache)
    try connection.receive("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
    connection.fillSocket()
    try connection.respond("1")
    try connection.receive(request)
    #expect(responseCache.hitCount == 0)
    try connection.emptySocket()
    #expect(try connection.takeSent() == ["1", "file 2..<6"])
  }

  @Test(arguments: [true, false])
  func `a body that looks like a request is not parsed as one`(isAnsweredEarly: Bool) throws {
    let connection = try MemoryConnection(responseCache)
    let body = request + request
    try connection.receive(
      "POST /save HTTP/1.1\r\nHost: a\r\nContent-Length: \(body.utf8.count)\r\n\r\n")
    #expect(try connection.takeForwarded() == ["/save"])
    if isAnsweredEarly { try connection.respond("1") }
    try connection.receive(request)
    try connection.receive(request + request)
    #expect(try connection.takeForwarded() == [request, request])
    if !isAnsweredEarly {
      #expect(responseCache.hitCount == 0)
      try connection.respond("1")
    }
    #expect(try connection.takeSent() == ["1", "file 2..<6"])
  }

  @Test(arguments: [
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 0\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +0\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0, 0\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length:\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length : 0\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nX: 1\r\n Content-Length: 0\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: 1\n\r\n", "GET / HTTP/1.1\nHost: a\n\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: 1\r\r\n\r\n", "GET / HTTP/1.1\r\nHost: a\r\nX: \u{0}\r\n\r\n",
    "GET / HTTP/1.0\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", "GET /\t HTTP/1.1\r\nHost: a\r\n\r\n",
    "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", "get / HTTP/1.1\r\nHost: a\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 0\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: a\r\nX: \(String(repeating: "a", count: 9000))\r\n\r\n",
  ])
  func `after a request that it does not support, the handler answers nothing`(
    start: String
  ) throws {
    for isInPieces in [false, true] {
      let connection = try MemoryConnection(responseCache)
      // The HTTP library may reject the bytes.
      if isInPieces {
        try? connection.receive(start)
        try? connection.receive(request)
      } else {
        try? connection.receive(start + request)
      }
      try? connection.respond("1")
      try? connection.receive(request)
      #expect(responseCache.hitCount == 0)
    }
  }

  @Test(arguments: [
    "Authorization: Bearer a", "If-None-Match: \"a\"", "If-Match: \"a\"", "Content-Length: 0",
    "If-Modified-Since: a", "If-Unmodified-Since: a", "Range: bytes=0-1", "Cookie: a=b",
    "Cookie: \u{e9}", "Cookie: a\tb",
  ])
  func `a request whose field may change its response is forwarded, and the next one answered`(
    field: String
  ) throws {
    let connection = try MemoryConnection(responseCache)
    try connection.receive(with(field) + request)
    #expect(try connection.takeForwarded().count == 1)
    #expect(responseCache.hitCount == 0)
    try connection.respond("1")
    #expect(try connection.takeSent() == ["1", "file 2..<6"])
  }

  @Test(arguments: [
    "Connection: keep-alive", "connection:Keep-Alive", "Accept-Encoding: identity;q=1, *;q=0",
    "Cookie:", "X-Playback-Session-Id: 1",
  ])
  func `other fields do not matter`(field: String) throws {
    let connection = try MemoryConnection(responseCache)
    try connection.receive(with(field))
    #expect(try connection.takeSent() == ["file 2..<6"])
  }

  @Test func `a request without an access token does not get the response to one with it`()
    async throws
  {
    let fixture = try MediaFixture([1])
    let time = fixture.now
    let responseCache = MediaResponseCache(now: { time })
    let router = Router()
    MediaRoutes(
      library: fixture.library, links: fixture.links, responseCache: responseCache, now: { time }
    )
    .add(to: router) { request, _ in request.headers[.authorization] ?? "" }
    let link = fixture.links.path(
      for: .video, of: "agni/mantra", userID: "mira", expires: time.addingTimeInterval(600))
    try await Application(router: router).test(.router) { client in
      let allowed = try await client.execute(
        uri: link, method: .get, headers: [.authorization: "mira"])
      #expect(allowed.status == .ok)
    }
    let connection = try MemoryConnection(responseCache)
    try connection.receive("GET \(link) HTTP/1.1\r\nHost: a\r\n\r\n")
    #expect(try connection.takeForwarded() == [link])
  }

  @Test func `a client that does not read its responses is not read from`() throws {
    let connection = try MemoryConnection(responseCache)
    connection.fillSocket()
    try connection.receive(request)
    // It reads further, so that it notices the end of the input, for example.
    #expect(connection.requestRead())
    try connection.receive(request)
    #expect(!connection.requestRead())
    try connection.emptySocket()
    #expect(connection.requestRead())
    #expect(try connection.takeSent() == ["file 2..<6", "file 2..<6"])
  }

  @Test func `requests are not read while the application handles an earlier one`() throws {
    let connection = try MemoryConnection(responseCache)
    try connection.receive("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n" + request)
    #expect(!connection.requestRead())
    try connection.respond("1")
    #expect(connection.requestRead())
    #expect(try connection.takeSent() == ["1", "file 2..<6"])
  }

  @Test func `a connection ends after its file has been sent`() throws {
    for (event, name) in [
      (ChannelShouldQuiesceEvent() as any Sendable, "quiesce"),
      (ChannelEvent.inputClosed, "inputClosed"),
    ] {
      let connection = try MemoryConnection(responseCache)
      connection.trigger(event)
      #expect(connection.events == [name])
      let busy = try MemoryConnection(responseCache)
      busy.fillSocket()
      try busy.receive(request)
      busy.trigger(event)
      #expect(busy.events == [])
      try busy.emptySocket()
      #expect(busy.events == [name])
      #expect(try busy.takeSent() == ["file 2..<6"])
    }
  }

  @Test func `the end of the input is forwarded after the requests before it`() throws {
    let connection = try MemoryConnection(responseCache)
    connection.fillSocket()
    let other = "GET /slow HTTP/1.1\r\nHost: a\r\n\r\n"
    try connection.receive(request + other)
    connection.trigger(ChannelEvent.inputClosed)
    #expect(try connection.takeForwarded() == [] && connection.events == [])
    try connection.emptySocket()
    #expect(try connection.takeForwarded() == ["/slow"] && connection.events == ["inputClosed"])
  }

  @Test func `nothing is answered after a response that closes the connection`() throws {
    let connection = try MemoryConnection(responseCache)
    try connection.receive("GET /slow HTTP/1.1\r\nHost: a\r\n\r\n")
    try connection.respond("1", closes: true)
    try connection.receive(request)
    #expect(try connection.takeSent() == ["1"] && responseCache.hitCount == 0)
  }
}
