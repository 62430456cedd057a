import FlowMagic
import FlowTesting
import Testing

@Suite struct ServerSentEventParserTests {
  private func parse(_ chunks: [[UInt8]]) throws -> [ServerSentEvent] {
    var parser = ServerSentEventParser()
    return try chunks.flatMap { try parser.consume($0) }
  }

  private func parse(_ text: String) throws -> [ServerSentEvent] { try parse([Array(text.utf8)]) }

  private func event(_ data: String, type: String = "message", id: String = "") -> ServerSentEvent {
    ServerSentEvent(type: type, data: Array(data.utf8), id: id)
  }

  @Test func `events are parsed by the rules of the standard`() throws {
    let cases: [(String, [ServerSentEvent])] = [
      ("data: a\n\n", [event("a")]),
      ("data:a\n\ndata:  b\n\n", [event("a"), event(" b")]),
      ("data: a\ndata: b\n\n", [event("a\nb")]),
      ("data\n\n", [event("")]),
      ("data\ndata\n\n", [event("\n")]),
      ("data: a\n", []),
      ("event: x\n\ndata: a\n\n", [event("a")]),
      ("event: x\ndata: a\n\n", [event("a", type: "x")]),
      (": comment\ndata: a\n: more\n\n", [event("a")]),
      ("id: 1\ndata: a\n\ndata: b\n\n", [event("a", id: "1"), event("b", id: "1")]),
      ("id: 1\ndata: a\n\nid\ndata: b\n\n", [event("a", id: "1"), event("b")]),
      ("id: 1\ndata: a\n\nid: 2\u{0}\ndata: b\n\n", [event("a", id: "1"), event("b", id: "1")]),
      ("\u{FEFF}data: a\n\n", [event("a")]),
      ("\u{FEFF}\u{FEFF}data: a\n\n", []),
      ("data: a\r\rdata: b\r\n\r\ndata: c\n\n", [event("a"), event("b"), event("c")]),
      ("Data: a\ndatax: b\n data: c\n\n", []),
      ("data: a: b\n\n", [event("a: b")]),
      ("\n\n\n", []),
    ]
    for (text, events) in cases {
      #expect(try parse(text) == events, "\(text.debugDescription)")
    }
  }

  @Test func `the chunking of a stream does not matter`() throws {
    let texts = [
      "\u{FEFF}retry: 10\r\n\r\nid: 7\r\nevent: release\r\ndata: ü\r\ndata: 2\r\n\r\n: \r\n\r\n",
      "data: a\r\rdata: b\r\n\r\nid: 1\n\ndata: c\n\ndata\r\r\n\ndata: d\r\n\n",
    ]
    for text in texts {
      let bytes = Array(text.utf8)
      let expected = try parse([bytes])
      #expect(!expected.isEmpty)
      for first in 0...bytes.count {
        for second in first...bytes.count {
          let chunks = [bytes[..<first], bytes[first..<second], bytes[second...]].map { Array($0) }
          #expect(try parse(chunks) == expected, "\(first) \(second)")
        }
      }
      #expect(try parse(bytes.map { [$0] }) == expected)
    }
  }

  @Test func `random input never crashes, and its chunking does not matter`() throws {
    let random = ManualClock(seed: 4).dependencies.random
    let tokens = [
      "data", "id", "event", "retry", ":", " ", "\n", "\r", "\r\n", "\u{0}", "\u{FEFF}", "1",
    ]
    for _ in 0..<2_000 {
      let text = (0..<Int(random() * 30)).map { _ in tokens[Int(random() * 12)] }.joined()
      let bytes = Array(text.utf8)
      let cut = Int(random() * Double(bytes.count + 1))

      let events = try parse([Array(bytes[..<cut]), [], Array(bytes[cut...])])

      #expect(try events == parse([bytes]), "\(text.debugDescription) at \(cut)")
    }
  }

  @Test func `retry accepts only digits`() throws {
    for (text, time) in [
      ("retry: 250\n", 250), ("retry: 1e3\n", nil), ("retry: -1\n", nil), ("retry:\n", nil),
      ("retry: 99999999999999999999\n", nil), ("retry: 5\nretry: x\n", 5),
    ] as [(String, Int?)] {
      var parser = ServerSentEventParser()
      _ = try parser.consume(Array(text.utf8))
      #expect(parser.reconnectionTime == time, "\(text)")
    }
  }

  @Test func `an endless event is an error`() {
    for chunk in ["data: xxxxxxxxxxxxxxxx\n", "xxxxxxxxxxxxxxxxxxxx"] {
      var parser = ServerSentEventParser(maximumBytes: 1_000)
      let error = #expect(throws: FlowMagicError.self) {
        for _ in 0..<100 { _ = try parser.consume(Array(chunk.utf8)) }
      }
      #expect(error?.code == .responseTooLarge)
    }
  }
}
