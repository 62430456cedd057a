import FlowCore
import Testing

@Suite struct JSONViewTests {
  private let root: JSONView

  init() throws {
    root = try ParsedJSON(
      #"""
      {"text": "h\u0069", "long": "a text of more than fifteen bytes", "whole": 42, "part": 1.5,
       "huge": 1e400, "yes": true, "no": false, "nothing": null,
       "list": [1, "two", [3], {"four": 4}], "empty": [], "object": {"a": {"b": "c"}}, "none": {}}
      """#
    ).root
  }

  @Test func `a view has one kind, and a value of that kind only`() {
    #expect(root.kind == .object && root["list"]?.kind == .array && root["text"]?.kind == .string)
    #expect(root["whole"]?.kind == .number && root["yes"]?.kind == .bool)
    #expect(root["nothing"]?.kind == .null && root["nothing"]?.isNull == true)
    #expect(root["text"]?.string == "hi" && root["text"]?.name == "hi")
    #expect(root["long"]?.string == "a text of more than fifteen bytes")
    #expect(root["yes"]?.bool == true && root["no"]?.bool == false)
    #expect(root["part"]?.number?.text == "1.5" && root["huge"]?.number?.text == "1e400")
    #expect(
      root["text"]?.number == nil && root["whole"]?.string == nil && root["list"]?.bool == nil)
    #expect(root["list"]?.name == nil && root["nothing"]?.bool == nil && root["list"]?["a"] == nil)
  }

  @Test func `members are found by key and counted`() {
    #expect(root.count == 12 && root["list"]?.count == 4 && root["text"]?.count == 0)
    #expect(root["empty"]?.isEmpty == true && root["none"]?.isEmpty == true)
    #expect(root["object"]?["a"]?["b"]?.isString("c") == true)
    #expect(root[Name("object")]?[Name("a")]?[Name("b")]?.isString("d") == false)
    #expect(root["tex"] == nil && root["texts"] == nil && root[Name("")] == nil)
    #expect(root["text"]?.isString("hi") == true && root["text"]?.isString("h\\u0069") == false)
    #expect(root["whole"]?.isString("42") == false)
  }

  @Test func `elements and members are in order`() {
    #expect(root.members.map(\.key.string).prefix(3) == ["text", "long", "whole"])
    #expect(root.members.map(\.value.kind).suffix(2) == [.object, .object])
    #expect(root["list"]?.elements.map(\.text) == ["1", #""two""#, "[3]", #"{"four": 4}"#])
    #expect(root.elements.map(\.text).isEmpty)
    #expect(root["list"]?.members.map(\.key.string) == [])
    #expect(root["none"]?.members.map(\.key.string) == [])
  }

  @Test func `a view returns its text as written and its value as a tree`() {
    #expect(root["text"]?.text == #""h\u0069""#)
    #expect(root["object"]?.text == #"{"a": {"b": "c"}}"#)
    #expect(root["object"]?.value == ["a": ["b": "c"]])
    #expect(root["list"]?.value == [1, "two", [3], ["four": 4]])
    #expect(root["empty"]?.value == [] && root["none"]?.value == JSON.object(JSONObject()))
    #expect(root["huge"]?.value == .number(root["huge"]?.number ?? JSONNumber(0)))
    #expect(root["nothing"]?.value == .null && root["no"]?.value == false)
  }

  @Test func `required values are returned`() throws {
    #expect(try root.requiredString("text") == "hi")
    #expect(try root.requiredName("text") == "hi")
    #expect(try root.requiredInt("whole") == 42)
    #expect(try root.requiredDouble("part") == 1.5)
    #expect(try root.requiredBool("yes"))
    #expect(try root.requiredArray("list").map(\.kind) == [.number, .string, .array, .object])
    #expect(try root.requiredObject("object").count == 1)
    #expect(try root.required("nothing").isNull)
  }

  @Test func `missing and null values are nil if they are optional`() throws {
    for key: StaticString in ["absent", "nothing"] {
      #expect(try root.optionalString(key) == nil)
      #expect(try root.optionalName(key) == nil)
      #expect(try root.optionalInt(key) == nil)
      #expect(try root.optionalDouble(key) == nil)
      #expect(try root.optionalBool(key) == nil)
      #expect(try root.optionalArray(key) == nil)
      #expect(try root.optionalObject(key) == nil)
      #expect(root.optional(key) == nil)
    }
    #expect(try root.optionalString("text") == "hi")
    #expect(try root.optionalName("text") == "hi")
    #expect(try root.optionalInt("whole") == 42)
    #expect(try root.optionalDouble("part") == 1.5)
    #expect(try root.optionalBool("no") == false)
    #expect(try root.optionalArray("empty")?.map(\.kind) == [])
    #expect(try root.optionalObject("none")?.count == 0)
  }

  @Test func `the unknown members are all members except the known ones, in order`() {
    let unknown = root.unknownMembers(except: [
      "text", "long", "whole", "part", "huge", "yes", "no", "list", "empty", "none",
    ])

    #expect(JSON.object(unknown).text() == #"{"nothing":null,"object":{"a":{"b":"c"}}}"#)
    #expect(unknown.members.map(\.key.string) == ["nothing", "object"])
  }

  @Test func `errors have the key, the found and expected kinds, and the location`() throws {
    let list = try root.required("list")
    let nested = try #require(list.elements.dropFirst(2).first { _ in true })
    let first = try #require(nested.elements.first { _ in true })
    try expect(.wrongType, "`whole` must be a string, but is a number.", "/whole") {
      _ = try root.requiredString("whole")
    }
    try expect(.wrongType, "`text` must be an array, but is a string.", "/text") {
      _ = try root.optionalArray("text")
    }
    try expect(.wrongType, "`list[2]` must be an object, but is an array.", "/list/2") {
      try nested.requireObject()
    }
    try expect(.wrongType, "`list[2][0]` must be true or false, but is a number.", "/list/2/0") {
      _ = try first.requireBool()
    }
    try expect(.wrongType, "The document must be a string, but is an object.", "") {
      _ = try root.requireName()
    }
    try expect(.missingKey, "The document needs the key `absent`, which is missing.", "") {
      _ = try root.requiredInt("absent")
    }
    try expect(.missingKey, "`object` needs the key `id`, which is missing.", "/object") {
      _ = try root.requiredObject("object").required("id")
    }
    try expect(.wrongType, "`list` must be an object, but is an array.", "/list") {
      _ = try list.requiredString("id")
    }
    try expect(.jsonNumberRange, "`huge` must fit in a double.", "/huge") {
      _ = try root.requiredDouble("huge")
    }
    try expect(.jsonNumberRange, "`part` must be a whole number of at most 64 bits.", "/part") {
      _ = try root.requiredInt("part")
    }
    #expect(
      first.invalidValue(expected: "one of 1 and 2").message
        == "`list[2][0]` must be one of 1 and 2.")
    #expect(first.invalidValue(expected: "one of 1 and 2").code == .invalidValue)
  }

  private func expect(
    _ code: FlowError.Code, _ message: String, _ pointer: String, _ body: () throws -> Void
  ) throws {
    let error = try #require(throws: FlowError.self) { try body() }
    #expect(error.code == code)
    #expect(error.message == message)
    #expect(error.position?.pointer == pointer)
  }
}
