import FlowCore
import Testing

@Suite struct JSONKeysTests {
  @Test(arguments: [
    (#"{"a":1,"a":2}"#, 7, "/a", "a"), (#"{"a":1,"b":2,"a":1}"#, 13, "/a", "a"),
    (#"{"":1,"":2}"#, 6, "/", ""), (#"[0,{"x":{"k":1,"k":1}}]"#, 15, "/1/x/k", "k"),
    (#"{"a":1,"\u0061":2}"#, 7, "/a", "a"), (#"{"\u0061":1,"\u0061":2}"#, 12, "/a", "a"),
    (#"{"é":1,"\u00e9":2}"#, 8, "/é", "é"), (#"{"/":1,"\/":2}"#, 7, "/~1", "/"),
    (#"{"eight888":1,"eight888":2}"#, 14, "/eight888", "eight888"),
    (#"{"a":{},"a":[]}"#, 8, "/a", "a"),
  ])
  func `a duplicate key is rejected at its second location`(
    text: String, offset: Int, pointer: String, key: String
  ) throws {
    let error = try #require(throws: FlowError.self) { try ParsedJSON(text) }

    #expect(error.code == .jsonDuplicateKey)
    #expect(error.message == "The object has the key `\(key)` twice; remove one of them.")
    #expect(error.position?.offset == offset)
    #expect(error.position?.pointer == pointer)
  }

  @Test func `keys are compared by their bytes`() throws {
    let text = #"{"é":1,"e\u0301":2,"E":3,"e":4," e":5,"e\u0000":6,"":7,"\u00ea":8,"eightAAA":9}"#

    #expect(try ParsedJSON(text).root.count == 9)
  }

  @Test(arguments: [2, 15, 16, 17, 18, 31, 32, 33, 1000])
  func `a duplicate is found among any number of members`(count: Int) throws {
    for (first, second) in [(0, count - 1), (count / 2 - 1, count / 2), (0, 1)] {
      var keys = (0..<count).map { "key number \($0)" }
      #expect(try ParsedJSON(object(keys)).root.count == count)
      keys[second] = "k\\u0065y number \(first)"

      let error = try #require(throws: FlowError.self) { try ParsedJSON(object(keys)) }
      #expect(error.code == .jsonDuplicateKey)
      #expect(error.position?.pointer == "/key number \(first)")
    }
  }

  @Test func `large nested objects do not affect each other`() throws {
    let inner = object((0..<100).map { "k\($0)" })
    let outer = "{" + (0..<50).map { "\"k\($0)\":" + inner }.joined(separator: ",") + "}"

    #expect(try ParsedJSON(outer).root["k49"]?["k99"]?.number?.int == 1)
  }

  @Test func `a hundred thousand members that collide in weak hashes are read`() throws {
    // Keys of equal length and sum, with long common prefixes and suffixes.
    var keys: [String] = []
    for number in 0..<100_000 {
      let high = number / 317
      let low = number % 317
      let parts = [high, 400 - high, low, 400 - low].map { String($0 + 1000) }
      keys.append("the same beginning " + parts.joined() + " the same end")
    }

    let parsed = try ParsedJSON(object(keys))

    #expect(parsed.root.count == 100_000)
    #expect(parsed.root[Name(keys[99_999])] != nil)
  }

  private func object(_ keys: [String]) -> String {
    "{" + keys.map { "\"" + $0 + "\":1" }.joined(separator: ",") + "}"
  }
}
