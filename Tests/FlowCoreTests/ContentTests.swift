import FlowCore
import Testing

@Suite struct ContentTests {
  let tables = [
    StringTable(
      locale: "en",
      entries: [
        .init(key: "hi", text: "Hello {name} from {output.city}, {age}"),
        .init(key: "only", text: "English only"), .init(key: "braces", text: "{{{name}}} {open"),
      ]),
    StringTable(locale: "de", entries: [.init(key: "hi", text: "Hallo {name}")]),
    StringTable(locale: "zh-Hant", entries: [.init(key: "hi", text: "你好")]),
  ]

  func content(_ key: String, _ context: JSONObject) throws -> JSON {
    let content: JSON = [
      "title": ["$text": .string(key)], "list": [["label": ["$text": .string(key)]], 1],
      "plain": "as it is",
    ]
    let release = try Release(
      document(flow("f", step("a", content: content)), strings: tables))
    return Session.start(in: release, context: context).session.content
  }

  @Test(
    arguments: [
      ("de-AT", "Hallo Ada"), ("de_DE", "Hallo Ada"), ("DE", "Hallo Ada"),
      ("zh-Hant-TW", "你好"), ("fr", "Hello Ada from , 36.5"), ("", "Hello Ada from , 36.5"),
    ])
  func `a text is in the closest language`(locale: String, expected: String) throws {
    let context = JSONObject([
      .init(key: "locale", value: .string(locale)), .init(key: "name", value: "Ada"),
      .init(key: "age", value: 36.5),
    ])
    let content = try content("hi", context)
    #expect(content["title"] == .string(expected))
    #expect(content["list"]?.array?.first?["label"] == .string(expected))
    #expect(content["plain"] == "as it is")
  }

  @Test func `a text missing in a language comes from the default language`() throws {
    let context = JSONObject([.init(key: "locale", value: "de")])
    #expect(try content("only", context)["title"] == "English only")
  }

  @Test func `a missing text shows its key`() throws {
    #expect(try content("nowhere", JSONObject())["title"] == "nowhere")
  }

  @Test func `doubled braces are written as one, and an unclosed brace is kept`() throws {
    let context = JSONObject([.init(key: "name", value: "Ada")])
    #expect(try content("braces", context)["title"] == "{Ada} {open")
  }

  @Test func `placeholders are filled from outputs before attributes`() throws {
    let release = try Release(
      document(
        flow(
          "f", step("name", port("next", to("b"))), step("b", content: ["t": ["$text": "hi"]])),
        strings: tables))
    let context = JSONObject([.init(key: "name", value: "attribute")])
    var session = Session.start(in: release, context: context).session
    _ = session.fire("next", output: "Grace")
    #expect(session.content["t"] == "Hello Grace from , ")
  }
}
