import FlowCore
import Testing

@Suite struct JSONWritingTests {
  @Test func `parsed JSON is written in each style`() throws {
    let text = #"{ "b" : [ 1.50 , {} , [ ] , "\u00e9\n\/" ] , "a" : { "x" : null , "w" : true } }"#
    let json = try JSON(parsing: text)

    #expect(json.text(.compact) == #"{"b":[1.50,{},[],"é\n/"],"a":{"x":null,"w":true}}"#)
    #expect(json.text(.canonical) == #"{"a":{"w":true,"x":null},"b":[1.50,{},[],"é\n/"]}"#)
    #expect(
      json.text(.pretty) == """
        {
          "b": [
            1.50,
            {},
            [],
            "é\\n/"
          ],
          "a": {
            "x": null,
            "w": true
          }
        }
        """)
    #expect(json.text() == json.text(.canonical))
  }

  @Test func `only necessary characters are escaped, and always in the same way`() {
    let all = String(
      String.UnicodeScalarView((0..<0x20).compactMap { Unicode.Scalar($0 as UInt32) }))

    #expect(
      JSON.string(all).text()
        == #""\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f"#
        + #"\u0010\u0011\u0012\u0013\u0014\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d"#
        + #"\u001e\u001f""#)
    #expect(JSON.string("\"\\/<é😀\u{7F}\u{2028}").text() == "\"\\\"\\\\/<é😀\u{7F}\u{2028}\"")
    let keyed: JSON = ["a\"\n": 1]
    #expect(keyed.text() == #"{"a\"\n":1}"#)
  }

  @Test func `canonical members are ordered by their UTF-8 bytes at every level`() {
    let keys: [Name] = ["", "A", "a", "aa", "ab", "a\u{1F600}", "e\u{301}", "z", "é", "￿", "😀"]
    var forward = JSONObject()
    var backward = JSONObject()
    for (index, key) in keys.enumerated() { forward[key] = JSON.array([JSON(Double(index))]) }
    for (index, key) in keys.enumerated().reversed() {
      backward[key] = JSON.array([JSON(Double(index))])
    }
    let outer: JSON = ["z": .object(backward), "b": .array([.object(backward)])]
    let expected = JSON.object(forward).text(.compact)

    #expect(JSON.object(backward).text() == expected)
    #expect(outer.text() == "{\"b\":[\(expected)],\"z\":\(expected)}")
  }

  @Test func `random trees are preserved by writing and reading in every style`() throws {
    var random = SeededRandom(seed: 4)
    for _ in 0..<300 {
      let tree = randomJSON(&random, depth: 6)
      for style in [JSONStyle.canonical, .compact, .pretty] {
        #expect(try JSON(parsing: tree.utf8(style)) == tree)
        #expect(try JSON(parsing: tree.text(style)).text(style) == tree.text(style))
      }
    }
  }

  @Test func `canonical text does not depend on the order of members or on how it was written`()
    throws
  {
    var random = SeededRandom(seed: 5)
    for _ in 0..<300 {
      let tree = randomJSON(&random, depth: 6)
      let other = shuffled(tree, &random)

      #expect(other == tree)
      #expect(other.utf8() == tree.utf8())
      #expect(try JSON(parsing: other.text(.pretty)).utf8() == tree.utf8())
    }
  }

  @Test func `many members in any order are sorted`() {
    var random = SeededRandom(seed: 6)
    for count in [0, 1, 2, 3, 5, 8, 100, 1023, 1024, 1025] {
      let sorted = (0..<count).map { JSONObject.Member(key: Name("\($0 + 10_000)"), value: .null) }
      let mixed = JSON.object(JSONObject(sorted.shuffled(using: &random)))
      let reversed = JSON.object(JSONObject(sorted.reversed()))

      #expect(mixed.text() == JSON.object(JSONObject(sorted)).text(.compact))
      #expect(reversed.text() == JSON.object(JSONObject(sorted)).text(.compact))
    }
  }

  @Test func `a tree deeper than the reader's limit can be written`() throws {
    var tree = JSON.null
    for _ in 0..<2_000 { tree = .array([.object(JSONObject([.init(key: "a", value: tree)]))]) }
    let text = tree.text()

    #expect(
      text == String(repeating: #"[{"a":"#, count: 2_000) + "null"
        + String(repeating: "}]", count: 2_000))
    #expect(throws: FlowError.self) { try JSON(parsing: text) }
  }

  @Test func `numbers are written as they were read`() throws {
    let text = "[1,1.0,1e0,-0,1E+400,0.10,123456789012345678901234567890]"

    #expect(try JSON(parsing: text).text() == text)
    #expect(
      JSON(1e21).text() == "1e+21" && JSON(0.5).text() == "0.5" && JSON(.nan).text() == "null")
  }

  private func shuffled(_ json: JSON, _ random: inout SeededRandom) -> JSON {
    if let array = json.array { return .array(array.map { shuffled($0, &random) }) }
    guard let object = json.object else { return json }
    var members: [JSONObject.Member] = []
    for member in object.members {
      members.append(.init(key: member.key, value: shuffled(member.value, &random)))
    }
    return .object(JSONObject(members.shuffled(using: &random)))
  }
}
