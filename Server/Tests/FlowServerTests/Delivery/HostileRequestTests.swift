import FlowServer
import NIOConcurrencyHelpers
import Testing

/// Requests that parsers may disagree about.
///
/// Request smuggling: a request that is hidden in another one must not be answered, neither by the
/// fast path nor by the routes.
@Suite(.serialized, .timeLimit(.minutes(10))) struct HostileRequestTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: String
    /// The statuses of the responses, in order, before the server closes the connection.
    let statuses: [Int]

    init(_ name: String, _ statuses: [Int], _ bytes: String) {
      self.name = name
      self.bytes = bytes
      self.statuses = statuses
    }

    var testDescription: String { name }
  }

  static let hidden = "GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n"
  static let post = "POST /a HTTP/1.1\r\nHost: x\r\n"

  static let attacks: [Vector] = [
    Vector(
      "two equal lengths", [400], "\(post)Content-Length: 0\r\nContent-Length: 0\r\n\r\n\(hidden)"),
    Vector("two lengths", [400], "\(post)Content-Length: 0\r\nContent-Length: 35\r\n\r\n\(hidden)"),
    Vector("a list of lengths", [400], "\(post)Content-Length: 0, 35\r\n\r\n\(hidden)"),
    Vector("a signed length", [400], "\(post)Content-Length: +35\r\n\r\n\(hidden)"),
    Vector("a negative length", [400], "\(post)Content-Length: -1\r\n\r\n\(hidden)"),
    Vector("a hexadecimal length", [400], "\(post)Content-Length: 0x23\r\n\r\n\(hidden)"),
    Vector("an empty length", [400], "\(post)Content-Length:\r\n\r\n\(hidden)"),
    Vector(
      "a length that overflows", [400],
      "\(post)Content-Length: 99999999999999999999\r\n\r\n\(hidden)"),
    Vector("a space before the colon", [400], "\(post)Content-Length : 35\r\n\r\n\(hidden)"),
    Vector(
      "length and chunks", [400],
      "\(post)Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n\(hidden)"),
    Vector(
      "chunks and length", [400],
      "\(post)Transfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n\(hidden)"),
    Vector("an unknown coding", [501], "\(post)Transfer-Encoding: xchunked\r\n\r\n\(hidden)"),
    Vector(
      "two codings", [501], "\(post)Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n\(hidden)"),
    Vector(
      "chunked twice", [400],
      "\(post)Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n\(hidden)"),
    Vector(
      "a coding with a control character", [400],
      "\(post)Transfer-Encoding: \u{0B}chunked\r\n\r\n0\r\n\r\n\(hidden)"),
    Vector(
      "a folded coding", [501],
      "\(post)Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n\(hidden)"),
    Vector("a folded field", [400], "\(post)X: a\r\n b\r\n\r\n\(hidden)"),
    Vector(
      "chunks in HTTP/1.0", [400],
      "POST /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n\(hidden)"),
    Vector("a line without CR", [400], "GET /a HTTP/1.1\nHost: x\r\n\r\n\(hidden)"),
    Vector("a field without CR", [400], "\(post)X: a\nY: b\r\n\r\n\(hidden)"),
    Vector("a CR within a value", [400], "\(post)X: a\rContent-Length: 35\r\n\r\n\(hidden)"),
    Vector("a NUL character", [400], "\(post)X: a\0b\r\n\r\n\(hidden)"),
    Vector("a field without a name", [400], "\(post): a\r\n\r\n\(hidden)"),
    Vector("a field without a colon", [400], "\(post)Content-Length\r\n\r\n\(hidden)"),
    Vector("a space in a name", [400], "\(post)Content Length: 35\r\n\r\n\(hidden)"),
    Vector("no host", [400], "GET /a HTTP/1.1\r\n\r\n\(hidden)"),
    Vector("two hosts", [400], "GET /a HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n\(hidden)"),
    Vector("a list of hosts", [400], "GET /a HTTP/1.1\r\nHost: x,y\r\n\r\n\(hidden)"),
    Vector("a host with a space", [400], "GET /a HTTP/1.1\r\nHost: x y\r\n\r\n\(hidden)"),
    Vector("a host with a path", [400], "GET /a HTTP/1.1\r\nHost: x/y\r\n\r\n\(hidden)"),
    Vector("a host with a user", [400], "GET /a HTTP/1.1\r\nHost: x@y\r\n\r\n\(hidden)"),
    Vector("an unclosed IPv6 address", [400], "GET /a HTTP/1.1\r\nHost: [::1\r\n\r\n\(hidden)"),
    Vector(
      "a port that overflows", [400], "GET /a HTTP/1.1\r\nHost: x:99999999\r\n\r\n\(hidden)"),
    Vector("another scheme", [400], "GET ftp://x/a HTTP/1.1\r\nHost: x\r\n\r\n\(hidden)"),
    Vector("a user", [400], "GET http://x:y@z/a HTTP/1.1\r\nHost: z\r\n\r\n\(hidden)"),
    Vector("a fragment", [400], "GET /livez#x HTTP/1.1\r\nHost: x\r\n\r\n\(hidden)"),
    Vector("two spaces in the first line", [400], "GET  /a HTTP/1.1\r\nHost: x\r\n\r\n\(hidden)"),
    Vector("a space before the method", [400], " GET /a HTTP/1.1\r\nHost: x\r\n\r\n\(hidden)"),
    Vector("a tab in the first line", [400], "GET\t/a HTTP/1.1\r\nHost: x\r\n\r\n\(hidden)"),
    Vector("characters beyond ASCII", [400], "GET /\u{E9} HTTP/1.1\r\nHost: x\r\n\r\n\(hidden)"),
    Vector("HTTP/0.9", [400], "GET /a\r\n\r\n\(hidden)"),
    Vector("HTTP/2 with prior knowledge", [505], "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    Vector("HTTP/1.2", [505], "GET /a HTTP/1.2\r\nHost: x\r\n\r\n\(hidden)"),
    Vector("a version in lower case", [400], "GET /a http/1.1\r\nHost: x\r\n\r\n\(hidden)"),
    Vector("a tunnel", [501], "CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n\(hidden)"),
    Vector("TLS", [400], "\u{16}\u{03}\u{01}\u{02}\u{00}\u{01}\r\n\r\n"),
    // A body is read exactly to its end, so that a request hidden in it is not parsed as one.
    Vector(
      "a body that looks like a request", [202],
      "\(post)Content-Length: \(hidden.utf8.count)\r\nConnection: close\r\n\r\n\(hidden)\(hidden)"),
    Vector(
      "a GET with a body", [202],
      TestServer.request(
        TestServer.releasePath,
        "Content-Length: \(hidden.utf8.count)\r\nConnection: close\r\n") + hidden
    ),
    Vector(
      "requests after the last", [202],
      "GET /a HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n\(hidden)"),
    Vector("requests after HTTP/1.0", [202], "GET /a HTTP/1.0\r\n\r\n\(hidden)"),
    Vector(
      "requests after an upgrade", [202],
      "GET /a HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n\(hidden)"),
    // Chunked bodies: a malformed body is rejected, and the connection is closed.
    Vector(
      "a chunk without a size", [400],
      "\(post)Transfer-Encoding: chunked\r\n\r\n\r\n\(hidden)"),
    Vector(
      "a chunk longer than its size", [400],
      "\(post)Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n\(hidden)"),
    Vector(
      "a signed chunk size", [400],
      "\(post)Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n\(hidden)"),
    Vector(
      "a prefixed chunk size", [400],
      "\(post)Transfer-Encoding: chunked\r\n\r\n0x0\r\n\r\n\(hidden)"),
    Vector(
      "a chunk size that overflows", [400],
      "\(post)Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFF\r\n\r\n\(hidden)"),
    Vector(
      "a chunk line without CR", [400],
      "\(post)Transfer-Encoding: chunked\r\n\r\n0\n\r\n\(hidden)"),
    Vector(
      "an extension that hides a line", [400],
      "\(post)Transfer-Encoding: chunked\r\n\r\n2;\nxx\r\n4c\r\n0\r\n\r\n\(hidden)"),
    Vector(
      "a space after a chunk size", [400],
      "\(post)Transfer-Encoding: chunked\r\n\r\n0 \r\n\r\n\(hidden)"),
    Vector(
      "endless extensions", [400],
      "\(post)Transfer-Encoding: chunked\r\n\r\n1;" + String(repeating: "x", count: 20_000)),
  ]

  @Test(arguments: attacks)
  func `a smuggled request is not answered`(attack: Vector) async throws {
    try await TestServer.run { server in
      let client = try await server.client()
      try await client.send(attack.bytes)
      var statuses: [Int] = []
      while statuses.count < attack.statuses.count {
        statuses.append(try await client.readResponse().status)
      }
      #expect(statuses == attack.statuses)
      #expect(await client.readToEnd() == "")
      let routed = server.routedRequests.withLockedValue { $0 }
      #expect(!routed.contains { $0.hasPrefix("GET /hidden") })
    }
  }

  /// Requests that the HTTP library's own parser accepts: unusual, but not smuggled.
  static let unusualRequests: [Vector] = [
    Vector("an absolute target", [202], "GET http://x/a HTTP/1.1\r\nHost: x\r\n\r\n"),
    Vector("an unusual method", [202], "PATCH /a HTTP/1.1\r\nHost: x\r\n\r\n"),
    Vector("an empty value", [202], "GET /a HTTP/1.1\r\nHost:\r\nX:\r\n\r\n"),
    Vector("spaces around values", [202], "GET /a HTTP/1.1\r\nHost:  x \t\r\n\r\n"),
    Vector("a value beyond ASCII", [202], "GET /a HTTP/1.1\r\nHost: x\r\nX: é\r\n\r\n"),
    Vector("an empty line before", [202], "\r\nGET /a HTTP/1.1\r\nHost: x\r\n\r\n"),
    Vector("an empty body", [202], "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"),
    Vector("leading zeros", [202], "POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 003\r\n\r\nabc"),
    Vector(
      "Chunked with a capital letter", [202],
      "POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"),
  ]

  @Test(arguments: unusualRequests)
  func `an unusual request is answered, and the connection stays open`(
    request: Vector
  ) async throws {
    try await TestServer.run { server in
      let client = try await server.client()
      #expect(try await client.response(to: request.bytes).status == request.statuses[0])
      #expect(try await client.response(to: TestServer.request()).body == #"{"n":1}"#)
      #expect(server.routedRequests.withLockedValue { $0.count } == 1)
    }
  }
}
