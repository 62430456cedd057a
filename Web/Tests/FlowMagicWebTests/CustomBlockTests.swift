import FlowCore
import FlowMagicWeb
import Testing

/// Custom blocks, languages, and states that are too large for a page.
@Suite struct CustomBlockTests {
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

  @Test func `a host that has the block renders it with its children`() async throws {
    let stars = WebBlock { block in
      let count = block.properties["count"]?.number?.int ?? 0
      let text = WebBlock.escaped("\(count) of \(block.properties["of"]?.string ?? "")")
      return "<p lang=\"\(block.language)\">\(text)</p>\(block.children)"
    }
    try await Site.run(document(), TestClock(), { $0.customBlocks["Stars"] = stars }) {
      client, host in
      var browser = TestBrowser(client)
      try await browser.open("/rate")
      #expect(browser.page.contains(#"data-custom="Stars"><p lang="en">4 of &lt;5&gt;</p><p"#))
      #expect(browser.page.contains("inside"))
      #expect(!browser.page.contains("Four stars"))
      #expect(host.manifest.json.text().contains(#""custom":[{"name":"Stars"}]"#))
    }
  }

  @Test func `a host without the block shows its fallback`() async throws {
    try await Site.run(document()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/rate")
      #expect(browser.page.contains("Four stars"))
      #expect(!browser.page.contains("data-custom"))
    }
  }

  @Test func `a card with custom blocks is labeled by their text`() async throws {
    let card = try Documents.make(
      """
      {"schema": 1, "flows": [{"id": "rate", "start": "stars", "steps": [
         {"id": "stars", "screen": "Stars", "ports": {"next": [{"finish": "done"}]}}]}],
       "screens": [{"name": "Stars", "title": "Stars", "root": {"type": "column", "children": [
         {"type": "card", "id": "one", "do": [{"fire": "next"}], "children": [
          {"type": "custom", "name": "Stars", "else": {"type": "text", "text": "Four"}}]},
         {"type": "card", "id": "two", "do": [{"fire": "next"}],
          "a11y": {"label": "By hand"}, "children": [
          {"type": "custom", "name": "Stars", "else": {"type": "text", "text": "Four"}}]}]}}]}
      """)
    let stars = WebBlock { _ in "<b>4 stars</b>" }
    try await Site.run(card, TestClock(), { $0.customBlocks["Stars"] = stars }) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/rate")
      #expect(browser.page.contains(#"data-key="one" id="card-one">"#))
      #expect(browser.page.contains(#"value="one" formnovalidate="" aria-labelledby="card-one">"#))
      #expect(browser.page.contains(#"value="two" formnovalidate="" aria-label="By hand">"#))
    }
    // With standard blocks, their texts are the label.
    try await Site.run(card) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/rate")
      #expect(browser.page.contains(#"value="one" formnovalidate="" aria-label="Four">"#))
    }
  }

  @Test func `every page has the app's own files after the host's, and a strict policy`()
    async throws
  {
    let files: (inout FlowHostSettings) -> Void = {
      $0.styles = ["/own/yoga.css?a&b"]
      $0.scripts = ["/own/player.js"]
      $0.webManifest = "/own/app.webmanifest"
    }
    try await Site.run(document(), TestClock(), files) { client, _ in
      var browser = TestBrowser(client)
      for path in ["/rate", "/nothing"] {
        try await browser.open(path)
        let page = browser.page
        let ownStyleSheet = try #require(
          page.firstRange(of: #"rel="stylesheet" href="/own/yoga.css?a&amp;b">"#))
        let hostStyleSheet = try #require(page.firstRange(of: "/-flow/flow."))
        #expect(hostStyleSheet.lowerBound < ownStyleSheet.lowerBound)
        #expect(page.contains(#"<script type="module" src="/own/player.js"></script></head>"#))
        let policy = browser.lastResponse?.header("content-security-policy") ?? ""
        #expect(policy.contains("script-src 'self';") && !policy.contains("unsafe"))
        #expect(page.contains(#"<link rel="manifest" href="/own/app.webmanifest">"#))
        #expect(policy.contains("manifest-src 'self';"))
      }
    }
  }

  // MARK: Languages

  @Test func `a visitor chooses another language, and keeps the entries`() async throws {
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
      // Error pages use that language too.
      try await browser.post([("fm", "nonsense"), ("press", "next")])
      #expect(browser.page.contains("Diese Seite lässt sich nicht fortsetzen"))
      try await browser.open("/rate")
      #expect(browser.heading == "Deine Sterne")
    }
  }

  @Test func `choosing a language that the document does not have has no effect`() async throws {
    try await Site.run(document(), TestClock(), { $0.offersLanguages = true }) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/rate")
      try await browser.post([("fm", browser.state), ("language", "de; Domain=evil")])
      #expect(browser.heading == "Your stars")
      #expect(browser.cookie("flow-language") == nil)
    }
  }

  @Test func `pages offer languages only if enabled, and not if the app sets the locale`()
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

  @Test func `a state that is too large for a page is kept in the store`() async throws {
    let longText = String(repeating: "many words ", count: 2_500)
    var otherBrowser: TestBrowser?
    try await Site.run(document()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/rate")
      try await browser.press("more", ["words": longText])
      #expect(browser.page.contains(longText))
      #expect(browser.state.utf8.count < 500)
      #expect((browser.cookie("flow-state") ?? "").utf8.count < 500)
      try await browser.open("/rate/stars")
      #expect(browser.page.contains(longText))
      otherBrowser = browser
    }
    // Another process that does not share the store shows a page that explains what to do.
    try await Site.run(document()) { client, _ in
      var browser = TestBrowser(client)
      browser.copyState(of: try #require(otherBrowser))
      try await browser.post([("fm", browser.state), ("press", "next")], to: "/rate/stars")
      #expect(browser.status == 400)
      #expect(browser.page.contains("This page cannot be continued"))
      #expect(browser.page.contains("Start again"))
    }
  }
}
