import FlowCore
import FlowMagicWeb
import Testing

/// Requests that an attacker could send, and what must not happen then.
@Suite struct AttackTests {
  // MARK: The sealed state

  @Test func `a state that was tampered with is rejected`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      let state = Array(browser.state.utf8)
      for index in stride(from: 0, to: state.count, by: 7) {
        var changed = state
        changed[index] = changed[index] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        try await browser.post(
          [("fm", String(decoding: changed, as: UTF8.self)), ("press", "next")],
          to: "/sign-up/email")
        #expect(browser.status == 400, "the character at \(index) was changed")
      }
      #expect(browser.heading == "This page cannot be continued")
    }
  }

  @Test(arguments: ["", "A", "AQ", "nonsense!", String(repeating: "A", count: 60_000)])
  func `a text that is not a state is rejected`(_ text: String) async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      try await browser.post([("fm", text), ("press", "next")])
      #expect(browser.status == 400)
    }
  }

  @Test func `another visitor's state is rejected, in a form and in a cookie`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var victim = TestBrowser(client)
      try await victim.open("/sign-up")
      var thief = TestBrowser(client)
      try await thief.open("/sign-up")
      try await thief.post([("fm", victim.state), ("press", "next")])
      #expect(thief.status == 400)
      try await victim.press("next", ["email": "ada@example.org"])
      let stolen = try #require(victim.cookie("flow-state"))
      thief.setCookie("flow-state", stolen, path: "/sign-up")
      try await thief.open("/sign-up/email")
      #expect(thief.status == 200)
      #expect(!thief.page.contains("ada@example.org"))
    }
  }

  @Test func `the state of one flow is rejected by another`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      let state = browser.state
      try await browser.open("/other")
      #expect(browser.heading == "Hello")
      try await browser.post([("fm", state), ("press", "next")], to: "/other/hello")
      #expect(browser.status == 400)
    }
  }

  @Test func `an expired state gets a page that offers to start again`() async throws {
    let clock = TestClock()
    try await Site.run(Documents.signUp(), clock) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      clock.advance(by: 7 * 24 * 3600 + 1)
      try await browser.press("next", ["email": "ada@example.org"])
      #expect(browser.status == 410)
      #expect(browser.page.contains("Start again"))
      try await browser.open("/sign-up/email")
      #expect(browser.heading == "Your email")
    }
  }

  @Test func `a browser without cookies gets an error page, not a redirect loop`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      browser.forgetCookies()
      try await browser.press("next", ["email": "ada@example.org"])
      #expect(browser.status == 400)
      #expect(browser.heading == "Cookies are needed")
    }
  }

  // MARK: Repeated presses

  @Test func `a repeated press runs nothing twice, and redirects to the same page`() async throws {
    let submitted = Recorder<Submission>()
    try await Site.run(
      Documents.signUp(), TestClock(), { $0.onSubmit = { submitted.append($0) } }
    ) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      let pairs = [
        ("fm", browser.state), ("press", "next"), ("field.email", "ada@example.org"),
      ]
      try await browser.post(pairs)
      #expect(browser.heading == "Your goal")
      try await browser.post(pairs, to: "/sign-up/email")
      #expect(browser.heading == "Your goal")
      #expect(submitted.all.count == 1)
      try await browser.open("/sign-up/email")
      try await browser.press("next", ["email": "ada@example.org"])
      #expect(submitted.all.count == 2)
    }
  }

  @Test func `ten requests with the same press run it once`() async throws {
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
      try await browser.goToSummary()
      let ready = browser
      await withTaskGroup(of: Int.self) { group in
        for _ in 0..<10 {
          group.addTask {
            var copy = ready
            try? await copy.post([("fm", ready.state), ("press", "done")])
            return copy.status
          }
        }
        for await status in group { #expect(status == 200 || status == 202) }
      }
      #expect(ended.all.count == 1)
    }
  }

  @Test func `a press whose handler fails can be retried, and the entries are kept`() async throws {
    struct Failure: Error {}
    let submitted = Recorder<Submission>()
    try await Site.run(
      Documents.signUp(), TestClock(),
      {
        $0.onSubmit = {
          submitted.append($0)
          if submitted.all.count == 1 { throw Failure() }
        }
      }
    ) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      try await browser.press("next", ["email": "ada@example.org"])
      #expect(browser.page.contains("That did not work."))
      #expect(browser.page.contains(#"value="ada@example.org""#))
      try await browser.press("next", ["email": "ada@example.org"])
      #expect(browser.heading == "Your goal")
    }
  }

  // MARK: Secrets

  @Test func `a password is passed to the app once, and is in no page, cookie or output`()
    async throws
  {
    let submitted = Recorder<Submission>()
    let ended = Recorder<FinishedFlow>()
    let store = MemoryVisitStore()
    try await Site.run(
      Documents.signUp(), TestClock(),
      {
        $0.onSubmit = { submitted.append($0) }
        $0.onFinish = {
          ended.append($0); return .standard
        }
        $0.store = store
      }
    ) { client, host in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      try await browser.press("next", ["email": "ada@example.org"])
      try await browser.press("next", ["goal": "2"])
      try await browser.press("next", ["password": "short"])
      #expect(browser.status == 422)
      #expect(!browser.page.contains("short"))
      #expect(!host.unsealedData(of: browser).contains("short"))
      try await browser.press("next", ["password": "correct horse", "hint": "animal"])
      #expect(host.unsealedData(of: browser).contains("animal"))
      #expect(!host.unsealedData(of: browser).contains("correct horse"))
      try await browser.open("/sign-up/password")
      #expect(!browser.page.contains("correct horse"))
      try await browser.open("/sign-up/summary")
      try await browser.press("done")
    }
    #expect(submitted.all.compactMap { $0.output?["password"]?.string } == ["correct horse"])
    #expect(!JSON.object(ended.all[0].outputs).text().contains("correct horse"))
  }

  // MARK: Forged requests

  @Test(arguments: ["cross-site", "same-site"])
  func `a form of another site is rejected`(_ site: String) async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      browser.secFetchSite = site
      try await browser.press("next", ["email": "ada@example.org"])
      #expect(browser.status == 403)
      #expect(browser.heading == "Nothing was done")
    }
  }

  @Test(arguments: ["https://evil.example", "null", "http://127.0.0.1:1", "http://127.0.0.1"])
  func `a form with another origin is rejected, even without Sec-Fetch-Site`(
    _ origin: String
  ) async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      browser.secFetchSite = nil
      browser.origin = origin
      try await browser.press("next", ["email": "ada@example.org"])
      #expect(browser.status == 403)
    }
  }

  @Test func `a request without an origin needs a sealed state`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      browser.secFetchSite = nil
      try await browser.open("/sign-up")
      try await browser.press("next", ["email": "ada@example.org"])
      #expect(browser.heading == "Your goal")
      try await browser.post([("restart", "1")], to: "/sign-up")
      #expect(browser.status == 403)
      try await browser.open("/sign-up/goal")
      #expect(browser.heading == "Your goal")
    }
  }

  // MARK: Page contents

  @Test func `entered values are escaped wherever they are shown`() async throws {
    let attack = #""><script>alert(1)</script><img src=x onerror='x'>"#
    try await Site.run(Documents.echo()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/echo")
      try await browser.press("next", ["text": attack])
      #expect(browser.heading == "Echo")
      #expect(browser.page.contains("&lt;script&gt;"))
      #expect(!browser.page.contains("<script>") && !browser.page.contains("<img src=x"))
      #expect(!browser.page.contains("onerror='"))
      try await browser.open("/echo/ask")
      #expect(browser.page.contains("&lt;script&gt;") && !browser.page.contains("<script>"))
    }
  }

  @Test func `a text with line breaks cannot add a header`() async throws {
    try await Site.run(Documents.echo()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/echo")
      try await browser.press("next", ["text": "a\r\nSet-Cookie: x=1\r\n\r\n<b>"])
      #expect(
        browser.lastResponse?.headerValues("set-cookie").allSatisfy { !$0.hasPrefix("x=") } == true)
      _ = try await browser.send("GET", "/echo/a%0d%0aSet-Cookie:%20x=1")
      #expect(
        browser.lastResponse?.headerValues("set-cookie").allSatisfy { !$0.hasPrefix("x=") } == true)
    }
  }

  @Test func `pages and error pages have a strict content security policy`() async throws {
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      for path in ["/sign-up", "/nothing"] {
        try await browser.open(path)
        let policy = browser.lastResponse?.header("content-security-policy") ?? ""
        #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
        #expect(!policy.contains("unsafe"))
        #expect(browser.lastResponse?.header("x-content-type-options") == "nosniff")
        #expect(browser.lastResponse?.header("cache-control") == "no-store")
        #expect(browser.lastResponse?.header("referrer-policy") == "same-origin")
      }
    }
  }

  @Test func `cookies are restricted to https, except on the local machine`() async throws {
    try await Site.run(
      Documents.signUp(), TestClock(), { $0.origin = "https://shop.example" }
    ) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      #expect(browser.cookie("__Host-flow") != nil && browser.cookie("flow") == nil)
      browser.forgetCookies()
      let first = try await browser.send("GET", "/sign-up")
      #expect(
        first.headerValues("set-cookie").allSatisfy {
          $0.contains("; Secure; HttpOnly; SameSite=Lax")
        })
    }
    try await Site.run(Documents.signUp()) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      #expect(browser.cookie("flow") != nil && browser.cookie("__Host-flow") == nil)
    }
  }

  @Test func `a screen cannot link to a host that the site does not allow`() async throws {
    for (hosts, path) in [([], "/echo/open"), (["docs.example"], "https://docs.example/a")] {
      try await Site.run(
        Documents.echo(), TestClock(),
        {
          $0.allowedHosts = hosts; $0.linkableSteps = .steps(["open"])
        }
      ) { client, _ in
        var browser = TestBrowser(client)
        try await browser.open("/echo/open")
        try await browser.press("go")
        #expect(browser.path == path)
      }
    }
  }
}

extension Documents {
  /// A flow that shows an entered value as text, value, label, title and option.
  static func echo() throws -> FlowDocument {
    try make(
      """
      {"schema": 1,
       "flows": [{"id": "echo", "start": "ask", "steps": [
         {"id": "ask", "screen": "Ask", "ports": {"next": [{"to": "shown"}]}},
         {"id": "shown", "screen": "Shown", "ports": {"next": [{"to": "open"}]}},
         {"id": "open", "screen": "Open", "ports": {"next": [{"finish": "done"}]}}]}],
       "screens": [
        {"name": "Ask", "title": "Ask", "root": {"type": "column", "children": [
          {"type": "input", "name": "text", "label": "Text", "kind": "multiline", "required": true},
          {"type": "button", "id": "next", "title": "Continue", "do": [{"fire": "next"}]}]}},
        {"name": "Shown", "title": "{text}", "root": {"type": "column", "children": [
          {"type": "text", "text": "Echo", "role": "heading1"},
          {"type": "text", "text": "{text}", "inline": true},
          {"type": "text", "text": {"$": "output.text"}},
          {"type": "badge", "text": "{text}"},
          {"type": "image", "image": "hero", "alt": "{text}"},
          {"type": "icon", "name": "info", "alt": "{text}"},
          {"type": "facts", "items": [{"name": "{text}", "value": "{text}"}]},
          {"type": "bullets", "items": [{"title": "{text}", "text": "{text}"}]},
          {"type": "disclosure", "title": "{text}", "children": []},
          {"type": "progress", "value": 1, "total": 2, "alt": "{text}"},
          {"type": "input", "name": "more", "label": "{text}", "hint": "{text}", "kind": "text"},
          {"type": "choice", "name": "one", "label": "{text}",
           "options": [{"value": "a", "title": "{text}", "text": "{text}"}]},
          {"type": "button", "id": "next", "title": "{text}", "do": [{"fire": "next"}],
           "a11y": {"label": "{text}"}}]}},
        {"name": "Open", "title": "Open", "root": {"type": "column", "children": [
          {"type": "button", "id": "go", "title": "Read", "do": [
            {"open": "https://docs.example/a"}]},
          {"type": "button", "id": "next", "title": "Continue", "do": [{"fire": "next"}]}]}}],
       "assets": {"hero": {"sha256": "00", "type": "image/png"}}}
      """)
  }
}
