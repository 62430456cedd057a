import FlowServer
import Testing

@Suite struct RequestHeadParserTests {
  static func parse(_ text: String) -> RequestHead.Outcome { parse(text.utf8) }

  static func parse(_ bytes: some Sequence<UInt8>) -> RequestHead.Outcome {
    Array(bytes).withUnsafeBytes { RequestHeadParser.parse($0) }
  }

  static let request =
    "POST /a?b HTTP/1.1\r\nHost: x\r\nAuthorization:Bearer k \r\nContent-Length: 12\r\n\r\n"

  @Test func `every prefix of a head is incomplete`() {
    for count in 0..<Self.request.utf8.count {
      #expect(Self.parse(Self.request.utf8.prefix(count)) == .incomplete, "\(count) bytes")
    }
  }

  @Test func `bytes after the head do not change its result`() throws {
    guard case .head(let head) = Self.parse(Self.request) else {
      Issue.record("the head was not parsed")
      return
    }
    #expect(head.length == Self.request.utf8.count)
    #expect(head.framing == .length(12))
    #expect(!head.isFastPathEligible)
    for rest in ["x", "\r\n", "GET / HTTP/1.1\r\n", "\0"] {
      #expect(Self.parse(Self.request + rest) == .head(head))
    }
  }

  @Test func `surrounding whitespace is not part of a value`() throws {
    guard case .head(let head) = Self.parse(Self.request) else {
      Issue.record("the head was not parsed")
      return
    }
    let authorization = try #require(head.authorization)
    #expect(
      String(decoding: Array(Self.request.utf8)[authorization], as: UTF8.self) == "Bearer k")
    #expect(String(decoding: Array(Self.request.utf8)[head.target], as: UTF8.self) == "/a?b")
  }

  @Test(arguments: [
    "Authorization: a\r\nAuthorization: b", "If-None-Match: *\r\nIf-None-Match: *",
    "Last-Event-ID: 1\r\nlast-event-id: 1", "Expect: 100-continue",
    "X-Forwarded-For: 192.0.2.1\r\nX-Forwarded-For: 192.0.2.2", "Upgrade: x", "Content-Length: 0",
    "Transfer-Encoding: chunked", "Connection: te",
  ])
  func `a head that only routes handle is not eligible for the fast path`(fields: String) {
    guard case .head(let head) = Self.parse("GET / HTTP/1.1\r\nHost: x\r\n\(fields)\r\n\r\n") else {
      Issue.record("the head was not parsed")
      return
    }
    #expect(!head.isFastPathEligible)
  }

  @Test(arguments: ["HTTP/1.1\r\nHost: x\r\nConnection: close", "HTTP/1.0"])
  func `a head with Connection close is still eligible for the fast path`(rest: String) {
    guard case .head(let head) = Self.parse("GET / \(rest)\r\n\r\n") else {
      Issue.record("the head was not parsed")
      return
    }
    #expect(head.isFastPathEligible)
    #expect(head.closesConnection)
  }

  @Test(arguments: [
    ("HTTP/1.1\r\nHost: x\r\nExpect: 100-continue", true),
    ("HTTP/1.1\r\nHost: x\r\nexpect:  100-Continue ", true),
    ("HTTP/1.1\r\nHost: x\r\nExpect: 200-ok", false), ("HTTP/1.1\r\nHost: x", false),
    ("HTTP/1.0\r\nExpect: 100-continue", false),
  ])
  func `a client of HTTP 1.1 may wait for a 100 response`(rest: String, isWaiting: Bool) {
    guard case .head(let head) = Self.parse("POST / \(rest)\r\n\r\n") else {
      Issue.record("the head was not parsed")
      return
    }
    #expect(head.expectsContinue == isWaiting)
  }

  @Test func `a body ends with its last chunk, however it is split`() {
    let body = Array("4;a\r\nWiki\r\nA\r\n0123456789\r\n0\r\nX: y\r\n\r\n".utf8)
    let sent = body + Array("GET".utf8)
    for cut in 0...sent.count {
      var scanner = BodyScanner(.chunked)
      let first = sent[..<cut].withUnsafeBytes { scanner.scan($0) }
      if cut >= body.count {
        #expect(first == .ended(body.count))
      } else {
        #expect(first == .incomplete)
        #expect(sent[cut...].withUnsafeBytes { scanner.scan($0) } == .ended(body.count - cut))
      }
    }
  }

  @Test(arguments: ["3\r\nabc\r\n", "A\r\n0123456789\r\n"])
  func `a body may have any number of chunks of at least three bytes`(chunk: String) {
    let body = Array(String(repeating: chunk, count: 40_000).utf8) + Array("0\r\n\r\n".utf8)
    var scanner = BodyScanner(.chunked)
    #expect(body.withUnsafeBytes { scanner.scan($0) } == .ended(body.count))
  }

  @Test(arguments: [
    ("1\r\na\r\n", 8_189), ("2\r\nab\r\n", 16_378), ("1;name=value\r\na\r\n", 1_259),
    ("0000001\r\na\r\n", 2_047),
  ])
  func `attack: too many chunks that consist mostly of overhead are rejected`(
    chunk: String, maximum: Int
  ) {
    for count in [maximum, maximum + 1] {
      let body = Array(String(repeating: chunk, count: count).utf8) + Array("0\r\n\r\n".utf8)
      var scanner = BodyScanner(.chunked)
      let expected: BodyScanner.Outcome = count == maximum ? .ended(body.count) : .malformed
      #expect(body.withUnsafeBytes { scanner.scan($0) } == expected)
    }
  }

  @Test func `attack: trailers are rejected above 16 KiB`() {
    // With the last chunk's size line, the trailer's line end and the last line: 7 bytes more.
    let lengths: [(Int, BodyScanner.Outcome)] = [
      (16_384 - 7, .ended(16_384)), (16_384 - 6, .malformed),
    ]
    for (length, outcome) in lengths {
      let trailer = "X:" + String(repeating: "y", count: length - 2)
      var scanner = BodyScanner(.chunked)
      let found = Array("0\r\n\(trailer)\r\n\r\n".utf8).withUnsafeBytes { scanner.scan($0) }
      #expect(found == outcome)
    }
  }

  static func parse(host: String, version: String = "1.1") -> RequestHead.Outcome {
    parse("GET /a HTTP/\(version)\r\nHost: \(host)\r\n\r\n")
  }

  @Test(arguments: [
    "a", "localhost:8080", "127.0.0.1:8080", "[::1]", "[::1]:8080", "[2001:db8::192.0.2.1]:443",
    "service_name:80", "A-b.example.", "xn--bcher-kva.example", "a%C3%A9", "a~b!$&'()*+;=c", "a:",
    "a:0", "a:65535", "a:0080", "",
  ])
  func `a host is a name or an address, with or without a port`(host: String) {
    for version in ["1.0", "1.1"] {
      guard case .head = Self.parse(host: host, version: version) else {
        Issue.record("the head was not parsed")
        continue
      }
    }
  }

  @Test(arguments: [
    "a b", "a/b", "a@b", "a,b", "a:99999999", "a:65536", "a:99999999999999999999", "a:b", "a:1:2",
    "a:-1", ":", ":80", "[::1", "::1", "[]", "[", "]", "[a]", "[::1]a", "[::1]8080",
    "[fe80::1%25x]", "[v1.a]", "[::g]", "a[::1]", "a%", "a%4", "a%zz", "a%4g", "http://a", "a?b",
    "a#b", "a\\b", "a\"b", "a<b", "a^b", "a`b", "a{b", "a|b", "a\tb", "é",
  ])
  func `attack: an invalid host is refused`(host: String) {
    for version in ["1.0", "1.1"] {
      #expect(Self.parse(host: host, version: version) == .refused(.malformed))
    }
  }

  @Test(arguments: [
    "/", "//a", "/a:b@c?d=http://e@f", "http://a", "http://a/b", "HTTP://a:80/b", "https://a?b",
    "https://[::1]:443/b@c", "http://a/b?c@d",
  ])
  func `a target is a path or an HTTP URL`(target: String) {
    guard case .head = Self.parse("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n") else {
      Issue.record("the head was not parsed")
      return
    }
  }

  @Test(arguments: [
    "/a#x", "#", "http://a/#x", "ftp://a/b", "http://a:b@c/d", "http://a@b/c", "http://",
    "http:///a", "http:/a", "http://?a", "http://a:99999/b", "http://a,b/c", "http://[::1/a",
    "https:a", "http", "a", "a/b", "a:80", "*", "?a", "\\a", "file:///a",
  ])
  func `attack: a target that is neither a path nor an HTTP URL is refused`(target: String) {
    #expect(
      Self.parse("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n") == .refused(.malformed))
  }

  @Test func `the target * is accepted for OPTIONS`() {
    guard case .head = Self.parse("OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n") else {
      Issue.record("the head was not parsed")
      return
    }
    #expect(Self.parse("OPTIONS *a HTTP/1.1\r\nHost: a\r\n\r\n") == .refused(.malformed))
  }

  @Test(arguments: [
    (0, "Thu, 01 Jan 1970 00:00:00 GMT"), (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
    (951_827_696, "Tue, 29 Feb 2000 12:34:56 GMT"),
    (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
    (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
  ])
  func `dates are correct calendar dates`(second: Int, text: String) {
    #expect(HTTPDate.string(at: second) == text)
  }
}
