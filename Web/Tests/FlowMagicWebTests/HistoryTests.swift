import FlowCore
import FlowMagicWeb
import HTTPTypes
import Hummingbird
import Testing

/// The pages of entries of the browser's history, which the script requests after a reload, and
/// when a user goes back or forward.
@Suite struct HistoryTests {
  /// The response to the request for an entry, while a browser shows its page.
  private func show(
    _ entry: String, _ browser: TestBrowser, _ fields: KeyValuePairs<String, String> = [:]
  ) async throws -> JSON {
    var browser = browser
    browser.accept = "application/vnd.flowmagic.patch+json"
    try await browser.post(
      [("fm", entry), ("shown", browser.state)] + fields.map { ("field." + $0.key, $0.value) })
    let response = try #require(browser.lastResponse)
    #expect(response.headerValues("set-cookie") == [])
    return try ParsedJSON(response.body).root.value
  }

  @Test func `an entry shows its own page after another tab has moved`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      let start = browser
      try await browser.press("next", ["email": "ada@example.org"])
      let entry = browser.state
      // The other tab, which has the same cookies.
      try await browser.post(
        [("fm", start.state), ("press", "next"), ("field.email", "eve@example.org")],
        to: "/sign-up/email")
      try await browser.press("next", ["goal": "2"])
      try await browser.open("/sign-up/goal")
      #expect(browser.page.contains("For eve@example.org"))
      let patch = try await show(entry, browser, ["goal": "\"run\""])
      #expect(patch["at"]?.string == "/sign-up/goal")
      let screen = try #require(patch["screen"]?.string)
      #expect(screen.contains("For ada@example.org"))
      // What was entered there without a press is still there.
      #expect(screen.contains(#"value="&quot;run&quot;" checked"#))
    }
  }

  @Test func `a page that is already shown is not changed`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      try await browser.press("next", ["email": "ada@example.org"])
      let entry = browser.state
      try await browser.open("/sign-up/goal")
      #expect(try await show(entry, browser)["ops"]?.array?.isEmpty == true)
      let edited = try await show(entry, browser, ["goal": "\"run\""])
      #expect(edited["ops"]?.array?.isEmpty == true && edited["screen"] == nil)
    }
  }

  @Test func `going back in the history keeps what was entered on later steps`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      let entry = browser.state
      try await browser.press("next", ["email": "ada@example.org"])
      try await browser.press("next", ["goal": "2"])
      let patch = try await show(entry, browser, ["email": "ada@example.org"])
      #expect(patch["screen"]?.string?.contains(#"value="ada@example.org""#) == true)
      let state = try #require(patch["state"]?.string)
      try await browser.post(
        [("fm", state), ("press", "next"), ("field.email", "eve@example.org")],
        to: "/sign-up/email")
      #expect(browser.page.contains("For eve@example.org"))
      #expect(browser.page.contains(#"value="2" checked"#))
    }
  }

  @Test func `the result of a press is not replaced by the page before it`() async throws {
    try await Site.run(
      Documents.signUp(), TestClock(), { $0.onSubmit = { _ in throw PressRejection("No!") } }
    ) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      let entry = browser.state
      try await browser.press("next", ["email": "ada@example.org"])
      let patch = try await show(entry, browser, ["email": "ada@example.org"])
      #expect(patch["screen"]?.string?.contains("No!") == true)
      #expect(patch["screen"]?.string?.contains(#"value="ada@example.org""#) == true)
    }
  }

  @Test func `attack: an entry of another user or browser, or an old one, is not shown`()
    async throws
  {
    let clock = TestClock()
    try await Site.run(
      Documents.signUp(), clock,
      {
        $0.attributes = { request in
          let cookie = request.headers[.cookie] ?? ""
          guard let user = ["ada", "eve"].first(where: { cookie.contains("user=" + $0) }) else {
            return JSONObject()
          }
          return ["userId": .string(user)]
        }
      }
    ) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      let guest = browser
      browser.setCookie("user", "ada")
      try await browser.press("next", ["email": "ada@example.org"])
      let entry = browser.state
      #expect(try await show(entry, browser)["at"] == "/sign-up/goal")
      // A user goes back to before the sign-in, but a guest not to a user's page.
      #expect(try await show(guest.state, browser)["at"] == "/sign-up/email")
      #expect(try await show(entry, guest)["to"] == "/sign-up")
      var eve = browser
      eve.setCookie("user", "eve")
      #expect(try await show(entry, eve)["to"] == "/sign-up")
      var stranger = TestBrowser(client)
      try await stranger.open("/sign-up")
      #expect(try await show(entry, stranger)["to"] == "/sign-up")
      clock.advance(by: 8 * 24 * 3600)
      #expect(try await show(entry, browser)["to"] == "/sign-up")
    }
  }

  @Test func `attack: after a restart, no earlier entry is shown`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      try await browser.press("next", ["email": "ada@example.org"])
      let entry = browser.state
      try await browser.post([("restart", "1")], to: "/sign-up")
      #expect(try await show(entry, browser)["to"] == "/sign-up")
      // A page that stays open is still from before it after new data has arrived.
      var tab = browser
      tab.accept = "application/vnd.flowmagic.patch+json"
      try await tab.post([("fm", entry), ("go", "/sign-up/goal")], to: "/sign-up/goal")
      let refreshed = try ParsedJSON(tab.page).root.value
      #expect(try await show(try #require(refreshed["state"]?.string), browser)["to"] == "/sign-up")
      // Those of the new visit are shown.
      #expect(try await show(browser.state, browser)["at"] == "/sign-up/email")
      // Neither does a press in that page readmit it, nor the loads that follow.
      var pressed = browser
      try await pressed.post(
        [("fm", entry), ("press", "next"), ("field.goal", "2")], to: "/sign-up/goal")
      try await pressed.open("/sign-up/password")
      #expect(pressed.heading == "Your password")
      #expect(try await show(pressed.state, pressed)["to"] == "/sign-up")
      tab = pressed
      tab.accept = "application/vnd.flowmagic.patch+json"
      try await tab.post([("fm", tab.state), ("go", "/sign-up/password")], to: "/sign-up/password")
      let loaded = try ParsedJSON(tab.page).root.value
      #expect(try await show(try #require(loaded["state"]?.string), pressed)["to"] == "/sign-up")
    }
  }
}
