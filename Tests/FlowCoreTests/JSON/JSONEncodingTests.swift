import FlowCore
import Testing

@Suite struct JSONEncodingTests {
  @Test(
    arguments: [
      [0x80], [0xBF], [0xC0, 0xAF], [0xC1, 0xBF], [0xC3], [0xC3, 0x28], [0xE0, 0x80, 0xAF],
      [0xE0, 0x9F, 0xBF], [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28], [0xED, 0xA0, 0x80],
      [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98],
      [0xF0, 0x9F, 0x28, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ] as [[UInt8]])
  func `bytes that are not UTF-8 are rejected at their position`(invalid: [UInt8]) throws {
    for prefix in ["[\"", "[\"1234567", "[\"12345678", "{\"", "["] {
      let error = try #require(throws: FlowError.self) {
        try ParsedJSON(Array(prefix.utf8) + invalid + Array("\"]".utf8))
      }

      #expect(error.code == .jsonEncoding)
      #expect(error.position?.offset == prefix.utf8.count)
      #expect(error.message == "These bytes are not UTF-8; JSON must be encoded as UTF-8.")
    }
  }

  @Test func `a character truncated by the end of the text is rejected`() throws {
    for truncated: [UInt8] in [[0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98]] {
      let error = try #require(throws: FlowError.self) { try ParsedJSON([0x22] + truncated) }

      #expect(error.code == .jsonEncoding)
    }
  }

  @Test(arguments: [
    "\u{80}", "\u{7FF}", "\u{800}", "\u{FFF}", "\u{1000}", "\u{CFFF}", "\u{D7FF}", "\u{E000}",
    "\u{FFFD}", "\u{FFFF}", "\u{10000}", "\u{3FFFF}", "\u{40000}", "\u{FFFFF}", "\u{100000}",
    "\u{10FFFF}",
  ])
  func `the first and last characters of each UTF-8 length are read`(character: String) throws {
    for count in 0..<9 {
      let text = String(repeating: "x", count: count) + character + "y"

      #expect(try JSON(parsing: "\"\(text)\"") == .string(text))
    }
  }

  @Test func `a byte order mark is rejected with the advice to remove it`() throws {
    let error = try #require(throws: FlowError.self) { try ParsedJSON([0xEF, 0xBB, 0xBF, 0x31]) }

    #expect(error.code == .jsonEncoding)
    #expect(
      error.message
        == "The text begins with a byte order mark, which JSON does not allow; "
        + "remove its three bytes.")
    #expect(error.position == SourcePosition(offset: 0, line: 1, column: 1, pointer: ""))
  }

  @Test(
    arguments: [[0xFF, 0xFE, 0x31, 0], [0xFE, 0xFF, 0, 0x31], [0x31, 0], [0, 0x31]] as [[UInt8]])
  func `UTF-16 is detected and reported`(bytes: [UInt8]) throws {
    let error = try #require(throws: FlowError.self) { try ParsedJSON(bytes) }

    #expect(error.code == .jsonEncoding)
    #expect(error.message == "The text is UTF-16; JSON must be encoded as UTF-8.")
  }

  @Test func `every escape is decoded`() throws {
    let parsed = try ParsedJSON(
      #"{"all": "\"\\\/\b\f\n\r\t\u0041\u00e9\u20ac\ud83d\ude00\u0000 \u007f", "\u0061bc": 1}"#)

    #expect(parsed.root["all"]?.string == "\"\\/\u{8}\u{C}\n\r\tAé€😀\u{0} \u{7F}")
    #expect(parsed.root["abc"]?.number?.int == 1)
    #expect(parsed.root[Name("abc")] != nil)
    #expect(parsed.root["\\u0061bc"] == nil)
  }

  @Test func `characters of one to three bytes are decoded from escapes and from text`() throws {
    for value: UInt32 in [0, 0x1F, 0x20, 0x7F, 0x80, 0x7FF, 0x800, 0xD7FF, 0xE000, 0xFFFF] {
      let scalar = try #require(Unicode.Scalar(value))
      let digits = String(value, radix: 16)
      let escape = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits

      #expect(try JSON(parsing: "\"\(escape)\"") == .string(String(scalar)))
      #expect(
        try JSON(parsing: JSON.string(String(scalar)).text()) == .string(String(scalar)))
    }
  }
}
