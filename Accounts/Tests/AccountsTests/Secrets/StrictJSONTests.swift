import Accounts
import Testing

struct StrictJSONTests {
  private func read(_ text: String) -> StrictJSON? { StrictJSON(Array(text.utf8)) }

  @Test func `a document with all types of values is parsed`() {
    let text = #" {"a":[1,-2.5e1,true,false,null],"b":{"c":"\u00e9\ud83d\ude00\n\/"}} "#
    #expect(
      read(text)
        == .object([
          "a": .array([.number(1), .number(-25), .bool(true), .bool(false), .null]),
          "b": .object(["c": .string("é😀\n/")]),
        ]))
  }

  @Test(arguments: [
    "", " ", "{", "}", "[1,]", "[,1]", "{\"a\":1,}", "{a:1}", "{'a':1}", "[1 2]", "nul", "nulll",
    "01", "1.", ".5", "+1", "1e", "--1", "-", "0x10", "NaN", "Infinity", "1e999", "\"a", "\"\\x\"",
    "\"\\u12\"", "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\u0041\"", "\"\n\"", "{} {}", "[]]",
    "// a\n{}", "\u{FEFF}{}",
  ])
  func `a text that is not a JSON document is rejected`(text: String) {
    #expect(read(text) == nil)
  }

  @Test(arguments: [
    #"{"aud":"flows","aud":"other"}"#, #"{"a":{"b":1,"b":1}}"#, #"{"alg":1,"\u0061lg":2}"#,
  ])
  func `a repeated member is rejected`(text: String) {
    #expect(read(text) == nil)
  }

  @Test func `text that is not UTF-8 is rejected`() {
    for bytes: [UInt8] in [[0xFF], [0xC0, 0xAF], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80]] {
      #expect(StrictJSON([0x22] + bytes + [0x22]) == nil)
    }
  }

  @Test func `values are nested sixteen deep at most`() {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + "1" + String(repeating: "]", count: depth)
    }
    #expect(read(nested(16)) != nil)
    #expect(read(nested(17)) == nil)
    #expect(read(nested(100_000)) == nil)
  }
}
