import FlowCore
import Testing

@Suite struct JSONLimitsTests {
  @Test func `nesting is allowed up to the limit and rejected one level deeper`() throws {
    for depth in [1, 2, 64, JSONLimits.maximumDepth] {
      let limits = JSONLimits(depth: depth)
      let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)

      #expect(try ParsedJSON(text, limits: limits).nodeCount == depth)
      let error = try #require(throws: FlowError.self) {
        try ParsedJSON("[" + text + "]", limits: limits)
      }
      #expect(error.code == .jsonTooDeep)
      #expect(
        error.message == "Arrays and objects are nested deeper than the limit of \(depth).")
      #expect(error.position?.offset == depth)
      #expect(error.position?.pointer == String(repeating: "/0", count: depth))
    }
  }

  @Test func `the standard limit counts arrays and objects alike, and not closed ones`() throws {
    let deep = String(repeating: #"{"a":["#, count: 32) + String(repeating: "]}", count: 32)

    #expect(throws: Never.self) { try ParsedJSON("[\(deep.dropFirst(5).dropLast()),[],{}]") }
    #expect(throws: Never.self) { try ParsedJSON(deep) }
    let error = try #require(throws: FlowError.self) { try ParsedJSON("[\(deep)]") }
    #expect(error.code == .jsonTooDeep)
  }

  @Test(arguments: ["[", #"{"a":"#, #"[{"a":"#])
  func `a million brackets are an error and not a crash`(opening: String) throws {
    let error = try #require(throws: FlowError.self) {
      try ParsedJSON(String(repeating: opening, count: 1_000_000))
    }

    #expect(error.code == .jsonTooDeep)
    let position = try #require(error.position)
    #expect(position.offset <= 64 * opening.utf8.count)
  }

  @Test func `limits out of range are clamped`() {
    #expect(JSONLimits(depth: 0, bytes: -1).depth == 1)
    #expect(JSONLimits(depth: 0, bytes: -1).bytes == 0)
    #expect(JSONLimits(depth: .max, bytes: .max).depth == 512)
    #expect(JSONLimits(depth: .max, bytes: .max).bytes == 268_435_455)
    #expect(JSONLimits.standard.depth == 64)
    #expect(JSONLimits.standard.bytes == 16_777_216)
  }

  @Test func `the deepest tree can be built, compared, written and freed`() throws {
    let depth = JSONLimits.maximumDepth
    let text =
      String(repeating: #"[{"":"#, count: depth / 2) + "1"
      + String(repeating: "}]", count: depth / 2)
    let tree = try JSON(parsing: text, limits: JSONLimits(depth: depth))

    #expect(tree == (try JSON(parsing: text, limits: JSONLimits(depth: depth))))
    #expect(tree.text() == text)
  }

  @Test func `a text of 16 MiB is read and one byte more is rejected`() throws {
    var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 16 << 20)
    bytes[0] = UInt8(ascii: "\"")
    bytes[bytes.count - 1] = UInt8(ascii: "\"")

    #expect(try ParsedJSON(bytes).root.isString)
    let error = try #require(throws: FlowError.self) { try ParsedJSON(bytes + [0x20]) }
    #expect(error.code == .jsonTooLarge)
    #expect(error.message == "The text is longer than the limit of 16777216 bytes.")
  }

  @Test func `the densest text has a node for every two bytes`() throws {
    let parsed = try ParsedJSON("[" + String(repeating: "0,", count: 100_000) + "0]")

    #expect(parsed.nodeCount == 100_002)
    #expect(parsed.root.count == 100_001)
    #expect(parsed.root.value.array?.count == 100_001)
  }
}
