import FlowCore
import FlowMagicWeb
import Testing

/// Back, forward, two tabs, deep links, other processes and new releases.
@Suite struct NavigationTests {
  @Test func `back and forward show each step with its entries`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.goToSummary()
      #expect(browser.path == "/sign-up/summary")
      try await browser.open("/sign-up/goal")
      #expect(browser.page.contains(#"value="&quot;run&quot;" checked"#))
      try await browser.open("/sign-up/email")
      #expect(browser.page.contains(#"value="ada@example.org""#))
      try await browser.open("/sign-up/summary")
      #expect(browser.heading == "Summary")
    }
  }

  @Test func `continuing after going back changes the path`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.goToSummary()
      try await browser.open("/sign-up/email")
      try await browser.press("next", ["email": "eve@example.org"])
      #expect(browser.path == "/sign-up/goal")
      #expect(browser.page.contains("For eve@example.org"))
      // The summary is no longer on the path, so its URL leads to the visitor's current step.
      try await browser.open("/sign-up/summary")
      #expect(browser.path == "/sign-up/goal")
    }
  }

  @Test func `two tabs continue independently of each other`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var first = TestBrowser(client)
      try await first.open("/sign-up")
      var second = first
      try await first.press("next", ["email": "ada@example.org"])
      try await second.press("next", ["email": "eve@example.org"])
      try await first.press("next", ["goal": "2"])
      #expect(first.heading == "Your password")
      #expect(second.page.contains("For eve@example.org"))
    }
  }

  @Test func `the URL of a step that is not on the path redirects to the start`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up/summary")
      #expect(browser.path == "/sign-up/email")
      try await browser.open("/sign-up/nonsense/%ff")
      #expect(browser.path == "/sign-up/email")
    }
  }

  @Test func `a linkable step can be opened by its URL`() async throws {
    try await Site.run(
      Documents.signUp(), TestClock(), { $0.linkableSteps = .steps(["goal", "summary"]) }
    ) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up/goal")
      #expect(browser.path == "/sign-up/goal")
      #expect(browser.heading == "Your goal")
      // It needs an email, which has not been entered.
      try await browser.open("/sign-up/summary")
      #expect(browser.path == "/sign-up/goal")
    }
  }

  @Test func `another host with the same keys continues a visit`() async throws {
    let first = try FlowHost(Documents.signUp(), settings: Site.settings())
    let second = try FlowHost(Documents.signUp(), settings: Site.settings())
    let browsers = Recorder<TestBrowser>()
    try await Site.run(first) { client in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      try await browser.press("next", ["email": "ada@example.org"])
      browsers.append(browser)
    }
    let before = try #require(browsers.all.first)
    try await Site.run(second) { client in
      var browser = before.connected(to: client)
      try await browser.press("next", ["goal": "2"])
      #expect(browser.heading == "Your password")
    }
  }

  @Test func `a previous key still opens states, until it is removed`() async throws {
    let newKey = "ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA="
    let old = try FlowHost(Documents.signUp(), settings: Site.settings())
    let rotated = try FlowHost(
      Documents.signUp(),
      settings: Site.settings {
        $0.keys = (try? SealingKeys(current: newKey, previous: [Site.key])) ?? .ephemeral()
      })
    let removed = try FlowHost(
      Documents.signUp(),
      settings: Site.settings { $0.keys = (try? SealingKeys(current: newKey)) ?? .ephemeral() })
    let browsers = Recorder<TestBrowser>()
    try await Site.run(old) { client in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      browsers.append(browser)
    }
    let before = try #require(browsers.all.first)
    try await Site.run(rotated) { client in
      var browser = before.connected(to: client)
      try await browser.press("next", ["email": "ada@example.org"])
      #expect(browser.heading == "Your goal")
    }
    try await Site.run(removed) { client in
      var browser = before.connected(to: client)
      try await browser.press("next", ["email": "ada@example.org"])
      #expect(browser.status == 400)
      #expect(browser.heading == "This page cannot be continued")
    }
  }

  @Test func `a new release arrives with the next request`() async throws {
    try await Site.run(Documents.signUp()) { client, host in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      try host.update(Documents.signUp(goalTitle: "What for?"))
      try await browser.press("next", ["email": "ada@example.org"])
      #expect(browser.heading == "What for?")
      try host.update(Documents.signUp(goalTitle: "Once more"))
      try await browser.open("/sign-up/goal")
      #expect(browser.heading == "Once more")
    }
  }

  @Test func `a visitor whose step was removed stays on the old release`() async throws {
    try await Site.run(Documents.signUp()) { client, host in
      var browser = TestBrowser(client)
      try await browser.goToSummary()
      var changed = try Documents.signUp()
      changed.flows[0].steps.removeLast()
      changed.flows[0].steps[2].ports[0].routes = [
        Route(target: .destination(Destination(.finish("signed-up"))))
      ]
      try host.update(changed)
      try await browser.open("/sign-up/summary")
      #expect(browser.heading == "Summary")
      try await browser.press("done")
      #expect(browser.heading == "Done")
    }
  }

  @Test func `a document in which visitors would get stuck is rejected, and the current one stays`()
    async throws
  {
    try await Site.run(Documents.signUp()) { client, host in
      var broken = try Documents.signUp()
      broken.flows[0].steps[0].ports[0].routes = []
      #expect(throws: WebHostError.self) { try host.update(broken) }
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      #expect(browser.heading == "Your email")
    }
  }

  @Test func `after its end, the flow can be started again`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.goToSummary()
      try await browser.press("done")
      try await browser.open("/sign-up/goal")
      #expect(browser.path == "/sign-up")
      #expect(browser.heading == "Done")
      try await browser.post([("restart", "1")], to: "/sign-up")
      #expect(browser.path == "/sign-up/email")
      #expect(!browser.page.contains("ada@example.org"))
    }
  }
}

extension TestBrowser {
  /// The same browser with its page, connected to another server.
  func connected(to client: RawClient) -> TestBrowser {
    var other = TestBrowser(client)
    other.copyState(of: self)
    return other
  }
}
