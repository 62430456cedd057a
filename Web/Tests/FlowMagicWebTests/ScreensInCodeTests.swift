import FlowCore
import FlowMagicWeb
import Testing

/// Screens that the host has in code, in addition to those of the document.
@Suite struct ScreensInCodeTests {
  private static let question = BlockScreen(
    name: "Question", parameters: ["default": ["title": "A question"]],
    root: Block(
      .column,
      [
        .init(
          .children,
          .blocks([
            Block(
              .text,
              [
                .init(.text, .text(.literal("{content.title}"))), .init(.style, .name("title")),
                .init(.role, .name("heading1")),
              ], pointer: "/root/children/0"),
            Block(
              .input,
              [
                .init(.name, .name("text")), .init(.label, .text(.literal("Text"))),
                .init(.kind, .name("text")), .init(.required, .flag(true)),
              ], pointer: "/root/children/1"),
            Block(
              .button,
              [
                .init(.id, .name("next")), .init(.title, .text(.literal("Next"))),
                .init(.do, .actions([.fire("next")])),
              ], pointer: "/root/children/2"),
          ]))
      ], pointer: "/root"))

  private static func document() throws -> FlowDocument {
    try Documents.make(
      """
      {"schema": 1, "flows": [{"id": "quiz", "start": "first", "steps": [
        {"id": "first", "screen": "Question", "ports": {"next": [{"to": "second"}]}},
        {"id": "second", "screen": "Question", "content": {"title": {"$text": "again"}},
         "ports": {"next": [{"finish": "done"}]}}]}],
       "screens": [{"name": "Question", "root": {"type": "column", "children": [
         {"type": "text", "text": "Of the document", "role": "heading1"},
         {"type": "button", "id": "next", "title": "Next", "do": [{"fire": "next"}]}]}}],
       "strings": {"en": {"again": "And {first}?"}}}
      """)
  }

  @Test func `a screen in code takes precedence, with its default content`()
    async throws
  {
    try await Site.run(Self.document(), TestClock(), { $0.screens = [Self.question] }) {
      client, host in
      #expect(host.manifest.screens.map(\.name) == ["Question"])
      #expect(host.manifest.screens.first?.provides.map(\.key) == ["text"])
      var browser = TestBrowser(client)
      try await browser.open("/quiz")
      #expect(browser.heading == "A question")
      try await browser.press("next", ["text": "Ada"])
      #expect(browser.path == "/quiz/second")
      #expect(browser.heading == "And Ada?")
    }
  }

  @Test func `a screen that two steps show has the entries of each`() async throws {
    try await Site.run(Self.document(), TestClock(), { $0.screens = [Self.question] }) {
      client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/quiz")
      try await browser.press("next", ["text": "Ada"])
      #expect(!browser.page.contains(#"value="Ada""#))
      try await browser.open("/quiz/first")
      #expect(browser.page.contains(#"value="Ada""#))
    }
  }

  @Test func `a host cannot be created if a screen is neither in code nor drawn`() throws {
    var document = try Self.document()
    document.unknown["screens"] = nil
    #expect(throws: WebHostError.self) { try FlowHost(document, settings: Site.settings()) }
  }
}
