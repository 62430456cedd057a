import FlowCore
import FlowMagicWeb
import Testing

/// A complete flow without JavaScript, with forms only.
@Suite struct WithoutScriptTests {
  @Test func `a visitor can complete a flow with forms only`() async throws {
    let ended = Recorder<FinishedFlow>()
    try await Site.run(
      Documents.signUp(), TestClock(),
      {
        $0.onFinish = {
          ended.append($0); return .standard
        }
      }
    ) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      #expect(browser.path == "/sign-up/email")
      #expect(browser.heading == "Your email")
      try await browser.press("next", ["email": "ada@example.org"])
      #expect(browser.path == "/sign-up/goal")
      #expect(browser.page.contains("For ada@example.org"))
      try await browser.press("next", ["goal": "2"])
      try await browser.press("next", ["password": "correct horse", "hint": ""])
      #expect(browser.path == "/sign-up/summary")
      #expect(browser.page.contains("ada@example.org"))
      try await browser.press("done")
      #expect(browser.path == "/sign-up")
      #expect(browser.heading == "Done")
    }
    #expect(ended.all.map { $0.outcome } == ["signed-up"])
    #expect(ended.all.first?.outputs["goal"] == 2)
  }

  @Test func `a page is a complete HTML document of at most 14 KiB`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      let page = browser.page
      #expect(page.utf8.count <= 14 << 10)
      #expect(page.hasPrefix(#"<!doctype html><html lang="en" dir="ltr">"#))
      #expect(page.contains("<title>Your email</title>"))
      #expect(page.ranges(of: "<form").count == 1)
      #expect(page.contains(#"method="post""#))
      #expect(!page.contains("<script>") && !page.contains("style="))
    }
  }

  @Test func `invalid entries are listed with links to their fields`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      try await browser.press("next", ["email": "ada"])
      #expect(browser.status == 422)
      #expect(browser.page.contains(##"<a href="#field-email">Email: Enter an email"##))
      #expect(browser.page.contains(#"id="field-email""#))
      #expect(browser.page.contains(#"value="ada""#))
      #expect(browser.page.contains(#"role="alert" tabindex="-1" autofocus"#))
      try await browser.press("next", ["email": "ada@example.org"])
      #expect(browser.heading == "Your goal")
    }
  }

  @Test func `the heading is focused after a step, but not on the first page`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      browser.secFetchSite = "none"
      try await browser.open("/sign-up")
      #expect(!browser.page.contains("autofocus"))
      browser.secFetchSite = "same-origin"
      try await browser.press("next", ["email": "ada@example.org"])
      #expect(browser.page.contains(#"tabindex="-1" autofocus"#))
    }
  }

  @Test func `the Enter key activates the button that continues, not the first one`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      try await browser.press("next", ["email": "ada@example.org"])
      #expect(browser.attribute("value", after: "fm-default") == "next")
    }
  }

  @Test func `going back with a button keeps the entered values`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      try await browser.press("next", ["email": "ada@example.org"])
      try await browser.press("back")
      #expect(browser.path == "/sign-up/email")
      #expect(browser.page.contains(#"value="ada@example.org""#))
    }
  }

  @Test func `a press can change the screen, and a reload shows the change`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      try await browser.press("next", ["email": "ada@example.org"])
      try await browser.press("more", ["goal": "2"])
      #expect(browser.path == "/sign-up/goal")
      #expect(browser.page.contains("More about goals"))
      try await browser.open("/sign-up/goal")
      #expect(browser.page.contains("More about goals"))
      #expect(browser.page.contains(#"value="2" checked"#))
    }
  }

  @Test func `pages and error pages are in the visitor's language`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      browser.language = "fr;q=0.1, de-AT, en;q=0.5"
      try await browser.open("/sign-up")
      #expect(browser.page.contains(#"<html lang="de" dir="ltr">"#))
      #expect(browser.heading == "Deine E-Mail")
      try await browser.post([("fm", "nonsense"), ("press", "next")])
      #expect(browser.heading == "Diese Seite lässt sich nicht fortsetzen")
    }
  }

  @Test func `the app's own routes take precedence, and others are not found`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/about")
      #expect(browser.page == "The app's own page")
      try await browser.open("/nothing")
      #expect(browser.status == 404)
      #expect(browser.heading == "Page not found")
      #expect(browser.page.contains(#"href="/sign-up">Go to the start page</a>"#))
      browser.language = "de"
      try await browser.open("/nothing/there")
      #expect(browser.page.contains(#"href="/sign-up">Zur Startseite</a>"#))
    }
  }
}
