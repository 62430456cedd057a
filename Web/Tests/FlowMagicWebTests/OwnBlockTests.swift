import FlowCore
import FlowMagicWeb
import Testing

/// Blocks of the app's own, languages, and states that are too large for a page.
@Suite struct OwnBlockTests {
  private func document() throws -> FlowDocument {
    try Documents.make(
      """
      {"schema": 1, "defaultLocale": "en", "flows": [{"id": "rate", "start": "stars", "steps": [
         {"id": "stars", "screen": "Stars", "ports": {"next": [{"finish": "done"}]}}]}],
       "strings": {"en": {"title": "Your stars"}, "de": {"title": "Deine Sterne"}},
       "screens": [{"name": "Stars", "title": {"$text": "title"},
        "root": {"type": "column", "children": [
         {"type": "text", "text": {"$text": "title"}, "role": "heading1"},
         {"type": "custom", "name": "Stars", "props": {"count": 4, "of": "<5>"},
          "children": [{"type": "text", "text": "inside"}],
          "else": {"type": "text", "text": "Four stars"}},
         {"type": "input", "name": "words", "label": "Words", "kind": "multiline"},
         {"type": "button", "id": "next", "title": "Continue", "do": [{"fire": "next"}]}]}}]}
      """)
  }

  @Test func `A host that has the block draws it, with what is inside`() async throws {
    let stars = WebBlock { block in
      let count = block.properties["count"]?.number?.int ?? 0
      let text = WebBlock.escaped("\(count) of \(block.properties["of"]?.string ?? "")")
      return "<p lang=\"\(block.language)\">\(text)</p>\(block.children)"
    }
    try await Site.run(document(), TestClock(), { $0.custom["Stars"] = stars }) { client, host in
      var browser = TestBrowser(client)
      try await browser.open("/rate")
      #expect(browser.page.contains(#"data-custom="Stars"><p lang="en">4 of &lt;5&gt;</p><p"#))
      #expect(browser.page.contains("inside"))
      #expect(!browser.page.contains("Four stars"))
      #expect(host.manifest.json.text().contains(#""custom":[{"name":"Stars"}]"#))
    }
  }

  @Test func `A host that has not shows what the document has in its place`() async throws {
    try await Site.run(document()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/rate")
      #expect(browser.page.contains("Four stars"))
      #expect(!browser.page.contains("data-custom"))
    }
  }

  // MARK: Languages

  @Test func `A visitor chooses another language, and keeps what was entered`() async throws {
    try await Site.run(document(), TestClock(), { $0.offersLanguages = true }) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/rate")
      #expect(browser.page.contains(#"value="de" lang="de">Deutsch</button>"#))
      try await browser.post([
        ("fm", browser.state), ("language", "de"), ("field.words", "typed"),
      ])
      #expect(browser.heading == "Deine Sterne")
      #expect(browser.page.contains(#"<html lang="de""#))
      #expect(browser.page.contains(">typed</textarea>"))
      #expect(browser.page.contains(#"value="en" lang="en">English</button>"#))
      // Pages that say what is wrong speak it, too.
      try await browser.post([("fm", "nonsense"), ("press", "next")])
      #expect(browser.page.contains("Diese Seite lässt sich nicht fortsetzen"))
      try await browser.open("/rate")
      #expect(browser.heading == "Deine Sterne")
    }
  }

  @Test func `A language that the document has not changes nothing`() async throws {
    try await Site.run(document(), TestClock(), { $0.offersLanguages = true }) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/rate")
      try await browser.post([("fm", browser.state), ("language", "de; Domain=evil")])
      #expect(browser.heading == "Your stars")
      #expect(browser.cookie("flow-language") == nil)
    }
  }

  @Test func `Pages offer no languages where the app decides, and unless it is asked for`()
    async throws
  {
    try await Site.run(document()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/rate")
      #expect(!browser.page.contains("fm-languages"))
    }
    try await Site.run(
      document(), TestClock(),
      {
        $0.offersLanguages = true
        $0.attributes = { _ in ["locale": "de"] }
      }
    ) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/rate")
      #expect(browser.heading == "Deine Sterne")
      #expect(!browser.page.contains("fm-languages"))
    }
  }

  // MARK: Large states

  @Test func `A state that is too large for a page is in the store`() async throws {
    let words = String(repeating: "many words ", count: 2_500)
    var elsewhere: TestBrowser?
    try await Site.run(document()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/rate")
      try await browser.press("more", ["words": words])
      #expect(browser.page.contains(words))
      #expect(browser.state.utf8.count < 500)
      #expect((browser.cookie("flow-state") ?? "").utf8.count < 500)
      try await browser.open("/rate/stars")
      #expect(browser.page.contains(words))
      elsewhere = browser
    }
    // Another process that does not share the store says what to do.
    try await Site.run(document()) { client, _ in
      var browser = TestBrowser(client)
      browser.take(over: try #require(elsewhere))
      try await browser.post([("fm", browser.state), ("press", "next")], to: "/rate/stars")
      #expect(browser.status == 400)
      #expect(browser.page.contains("This page cannot be continued"))
      #expect(browser.page.contains("Start again"))
    }
  }
}
