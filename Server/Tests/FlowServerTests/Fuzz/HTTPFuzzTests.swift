import FlowServer
import Testing

/// The delivery server's own parsers with mutated bytes: nothing may crash, read out of bounds, or
/// depend on how the bytes are split.
@Suite struct HTTPFuzzTests {
  private static let heads = [
    "GET /v1/apps/shop/environments/production/release?key=pk_x HTTP/1.1\r\nHost: a\r\n"
      + "If-None-Match: \"7-1\", W/\"8\"\r\nAuthorization: Bearer pk_x\r\n\r\n",
    "POST /v1/apps/shop/events HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\n"
      + "Connection: close\r\nExpect: 100-continue\r\n\r\nhello, world",
    "PUT /a HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
  ]
  private static let bodies = [
    "5\r\nhello\r\n0\r\n\r\n", "a;name=value\r\n0123456789\r\n3\r\nabc\r\n0\r\nTrailer: x\r\n\r\n",
    "ffffffffffffffff\r\n", "00000000000000000000001\r\na\r\n0\r\n\r\n",
  ]
  private static let pieces = [
    "\r\n", "\n", "\r", "\r\n\r\n", "\0", " ", "\t", ":", ",", "0", "-1", "18446744073709551616",
    "9223372036854775807", "Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n",
    "Transfer-Encoding: chunked, identity\r\n", "Host: b\r\n", "HTTP/1.1", "HTTP/2.0", "CONNECT",
    "Connection: keep-alive, close\r\n", "fffffffffffffff", "0\r\n\r\n", ";", "\u{80}", "%00",
    "http://x/", "*", "Last-Event-ID: 9-9\r\n", "[::1]:80", "[", "]", "@", "#", "%4",
  ]

  private static func parse(_ bytes: [UInt8]) -> RequestHead.Outcome {
    bytes.withUnsafeBytes { RequestHeadParser.parse($0) }
  }

  @Test func `mutated heads are parsed within their bytes, and independently of what follows`() {
    var parsed = 0
    var refused = 0
    ByteMutator.run { mutator in
      let bytes = mutator.mutated(Array(mutator.pick(Self.heads).utf8), Self.pieces)
      let outcome = Self.parse(bytes)
      switch outcome {
      case .head(let head):
        parsed += 1
        #expect(head.length <= bytes.count)
        #expect(head.target.upperBound <= head.length)
        #expect(Self.parse(Array(bytes.prefix(head.length))) == outcome)
        #expect(Self.parse(bytes + Array(mutator.pick(Self.pieces).utf8)) == outcome)
      case .refused:
        refused += 1
        #expect(Self.parse(bytes + [UInt8(ascii: "x")]) == outcome)
      case .incomplete:
        // No prefix of an incomplete head can be complete.
        let part = Self.parse(Array(bytes.prefix(mutator.below(bytes.count + 1))))
        #expect(part == .incomplete)
      }
    }
    #expect(parsed > 0 && refused > 0)
  }

  @Test func `mutated chunked bodies end at the same byte, however they are split`() {
    ByteMutator.run { mutator in
      let bytes = mutator.mutated(Array(mutator.pick(Self.bodies).utf8), Self.pieces)
      let framing: RequestHead.Framing =
        mutator.below(4) == 0 ? .length(mutator.below(64)) : .chunked
      var scanner = BodyScanner(framing)
      let expected = bytes.withUnsafeBytes { scanner.scan($0) }
      var chunkScanner = BodyScanner(framing)
      var consumed = 0
      var outcome = BodyScanner.Outcome.incomplete
      for chunk in mutator.chunks(bytes) where outcome == .incomplete {
        outcome = chunk.withUnsafeBytes { chunkScanner.scan($0) }
        switch outcome {
        case .incomplete: consumed += chunk.count
        case .ended(let count):
          #expect(count <= chunk.count)
          consumed += count
        case .malformed: break
        }
      }
      if case .ended(let count) = expected {
        #expect(count <= bytes.count)
        #expect(consumed == count)
      } else if !bytes.isEmpty {
        #expect(outcome == expected)
      }
    }
  }
}
