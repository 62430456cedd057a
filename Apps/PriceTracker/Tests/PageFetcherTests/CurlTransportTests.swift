import Dispatch
import Foundation
import PageFetcher
import Synchronization
import Testing

/// A server on loopback that responds with bytes depending on the requested path.
final class LoopbackServer: Sendable {
  let port: Int
  private let descriptor: Int32
  private let requestHeads = Mutex<[String]>([])
  /// The requests as received.
  var requests: [String] { requestHeads.withLock { $0 } }

  init(_ responses: [String: [UInt8]]) throws {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let port = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { raw -> Int in
        guard bind(listener, raw, length) == 0, listen(listener, 16) == 0,
          getsockname(listener, raw, &length) == 0
        else { return 0 }
        return Int(UInt16(bigEndian: pointer.pointee.sin_port))
      }
    }
    try #require(port > 0)
    self.port = port
    descriptor = listener
    let thread = Thread { [self] in
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { break }
        respond(on: connection, responses)
      }
      close(listener)
    }
    thread.start()
  }

  /// Stops listening.
  ///
  /// NB: the thread closes the socket. If it were closed here, the thread could accept connections
  /// of another server, whose socket has been given the same number.
  func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  private func respond(on connection: Int32, _ responses: [String: [UInt8]]) {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    let count = recv(connection, &buffer, buffer.count, 0)
    let head = String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    requestHeads.withLock { $0.append(head) }
    let path = head.split(separator: " ").dropFirst().first.map(String.init) ?? ""
    let bytes = responses[path] ?? Array("HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".utf8)
    bytes.withUnsafeBytes { raw in
      var sent = 0
      while sent < raw.count {
        let count = send(
          connection, raw.baseAddress?.advanced(by: sent), raw.count - sent,
          Int32(MSG_NOSIGNAL))
        guard count > 0 else { break }
        sent += count
      }
    }
    close(connection)
  }
}

struct CurlTransportTests {
  static func http(_ head: String, _ body: [UInt8] = []) -> [UInt8] {
    Array("HTTP/1.1 \(head)\r\nContent-Length: \(body.count)\r\n\r\n".utf8) + body
  }

  func request(
    _ server: LoopbackServer, _ path: String, ipAddress: String = "127.0.0.1",
    maximumBytes: Int = 1000
  ) throws -> TransportRequest {
    TransportRequest(
      url: try WebURL("http://127.0.0.1:\(server.port)\(path)", allowsLoopback: true),
      ipAddress: try #require(IPAddress(ipAddress)), headerFields: ["X-Test: 1"],
      maximumBytes: maximumBytes,
      timeoutMilliseconds: 5000)
  }

  @Test func `a response is returned as received, and redirects are not followed`() async throws {
    let server = try LoopbackServer([
      "/a": Self.http("200 OK\r\nContent-Type: text/html\r\nETag: \"7\"", [1, 2, 3]),
      "/r": Self.http("302 Found\r\nLocation: /a"),
    ])
    defer { server.stop() }
    let response = try await CurlTransport().send(request(server, "/a"))
    #expect(
      response
        == TransportResponse(
          status: 200, contentType: "text/html", entityTag: "\"7\"", body: [1, 2, 3]))
    let redirect = try await CurlTransport().send(request(server, "/r"))
    #expect(redirect.status == 302)
    #expect(redirect.location == "/a")
    #expect(server.requests.count == 2)
    #expect(server.requests.first?.contains("X-Test: 1\r\n") == true)
  }

  @Test func `connections go only to the checked address`() async throws {
    // The URL's host is the server's, but the checked address is another one.
    let server = try LoopbackServer(["/a": Self.http("200 OK", [9])])
    defer { server.stop() }
    await #expect(throws: TransportError.self) {
      try await CurlTransport().send(request(server, "/a", ipAddress: "127.0.0.2"))
    }
    #expect(server.requests.isEmpty)
  }

  @Test func `a response that is too large, also when decompressed, is aborted`() async throws {
    // 20 KB of zeros, compressed by gzip to less than 100 bytes.
    let compressedBody = try #require(
      Data(
        base64Encoded:
          "H4sIAAAAAAACA+3BMQEAAADCoPVPbQ0PoAAAAAAAAAAAAAAAAAAAAAAAAAB4MAJTL5cgTgAA"))
    let server = try LoopbackServer([
      "/long": Self.http("200 OK", Array(repeating: 65, count: 1001)),
      "/bomb": Self.http("200 OK\r\nContent-Encoding: gzip", Array(compressedBody)),
      "/head": Array(
        ("HTTP/1.1 200 OK\r\n" + String(repeating: "X: yyyyyyyyy\r\n", count: 9000)).utf8),
    ])
    defer { server.stop() }
    await #expect(throws: TransportError.tooLong) {
      try await CurlTransport().send(request(server, "/long"))
    }
    await #expect(throws: TransportError.tooLong) {
      try await CurlTransport().send(request(server, "/bomb"))
    }
    await #expect(throws: TransportError.tooLong) {
      try await CurlTransport().send(request(server, "/head"))
    }
  }

  @Test func `a lost connection is an error`() async throws {
    let server = try LoopbackServer([
      "/cut": Array("HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nabc".utf8), "/none": [],
    ])
    defer { server.stop() }
    for path in ["/cut", "/none"] {
      await #expect(throws: TransportError.noConnection) {
        try await CurlTransport().send(request(server, path))
      }
    }
  }

  @Test func `loopback is fetched only if it is allowed`() async throws {
    let server = try LoopbackServer([
      "/a": Self.http("302 Found\r\nLocation: /b"), "/b": Self.http("200 OK", [60]),
    ])
    defer { server.stop() }
    var settings = WebPageSettings(hosts: ["127.0.0.1"])
    settings.pauseSeconds = 0
    let url = "http://127.0.0.1:\(server.port)/a"
    await #expect(throws: FetchError.self) {
      try await WebPageSource(settings).page(PageRequest(url))
    }
    settings.allowsLoopback = true
    guard case .page(let page) = try await WebPageSource(settings).page(PageRequest(url)) else {
      Issue.record("no page")
      return
    }
    #expect(page.url?.path == "/b")
    #expect(page.bytes == [60])
  }
}
