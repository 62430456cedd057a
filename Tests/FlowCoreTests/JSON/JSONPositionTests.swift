import FlowCore
import Testing

@Suite struct JSONPositionTests {
  @Test(arguments: [
    // The value that is being read, at any depth.
    ("x", 1, 1, ""), ("[x]", 1, 2, "/0"), ("[1,x]", 1, 4, "/1"), ("[1,\n\n  x]", 3, 3, "/1"),
    (#"{"a":x}"#, 1, 6, "/a"), (#"{"a":1,"b":x}"#, 1, 12, "/b"),
    (#"{"a":[{"b":[1,x]}]}"#, 1, 15, "/a/0/b/1"),
    (#"{"a":{"b":1},"c":{"d":x}}"#, 1, 23, "/c/d"), (#"[[],[[],{}],[{"k":-}]]"#, 1, 20, "/2/0/k"),
    // A key without its colon
    (#"{"a":{"b" 1}}"#, 1, 11, "/a/b"),
    // Between members: the container
    ("[1 2]", 1, 4, ""), (#"{"a":[1 2]}"#, 1, 9, "/a"), (#"{"a":{"b":1 "c":2}}"#, 1, 13, "/a"),
    (#"{"a":{x}}"#, 1, 7, "/a"), (#"{"a":{"b":1,}}"#, 1, 13, "/a"), (#"{"a":{"b":1,"#, 1, 13, "/a"),
    (#"[[1],[2]"#, 1, 9, ""), (#"{"a":{"b\x":1}}"#, 1, 10, "/a"),
    // Keys, escaped as in pointers
    (#"{"a/b~c":x}"#, 1, 10, "/a~1b~0c"), (#"{"~1":{"":x}}"#, 1, 11, "/~01/"),
    (#"{"\u00e9\/":x}"#, 1, 13, "/é~1"),
    // Lines end with line feeds; columns are bytes
    ("[\r\n1,\r\n\tx]", 3, 2, "/1"), (#"["é€😀",x]"#, 1, 14, "/1"), ("\n\n\n  ", 4, 3, ""),
    ("1\n\n2", 3, 1, ""),
  ])
  func `an error names line, column and pointer`(
    text: String, line: Int, column: Int, pointer: String
  ) throws {
    let error = try #require(throws: FlowError.self) { try ParsedJSON(text) }

    let position = try #require(error.position)
    #expect(position.line == line)
    #expect(position.column == column)
    #expect(position.pointer == pointer)
  }

  @Test func `every value of a document knows its location`() throws {
    let text = "{\"a\": [1,\n  {\"b/c\": null, \"d\": [[], \"x\"]}],\n \"e\": {}}"
    let root = try ParsedJSON(text).root
    let inner = try #require(root["a"]?.elements.dropFirst(1).first { _ in true })
    let deep = try #require(inner["d"]?.elements.dropFirst(1).first { _ in true })

    #expect(root.position == SourcePosition(offset: 0, line: 1, column: 1, pointer: ""))
    #expect(inner.position == SourcePosition(offset: 12, line: 2, column: 3, pointer: "/a/1"))
    #expect(
      inner["b/c"]?.position
        == SourcePosition(offset: 20, line: 2, column: 11, pointer: "/a/1/b~1c"))
    #expect(deep.position == SourcePosition(offset: 36, line: 2, column: 27, pointer: "/a/1/d/1"))
    #expect(root["e"]?.position == SourcePosition(offset: 50, line: 3, column: 7, pointer: "/e"))
    let last = try #require(root.members.first { $0.hasKey("e") })
    #expect(last.keyPosition == SourcePosition(offset: 45, line: 3, column: 2, pointer: "/e"))
  }

  @Test func `every value of a random document has its pointer`() throws {
    var random = SeededRandom(seed: 3)
    for _ in 0..<100 {
      let tree = randomJSON(&random, depth: 5)
      let root = try ParsedJSON(tree.text(.pretty)).root
      check(root, tree, pointer: "")
    }
  }

  private func check(_ view: JSONView, _ tree: JSON, pointer: String) {
    #expect(view.position.pointer == pointer)
    for (index, element) in view.elements.enumerated() {
      check(element, tree.array?[index] ?? .null, pointer: pointer + "/\(index)")
    }
    for member in view.members {
      // By scalars: as a Character, a tilde with an accent is not a tilde.
      let token = member.key.string.unicodeScalars.map { scalar in
        scalar == "~" ? "~0" : scalar == "/" ? "~1" : String(scalar)
      }
      check(member.value, tree[member.key] ?? .null, pointer: pointer + "/" + token.joined())
    }
    #expect(view.value == tree)
  }
}
