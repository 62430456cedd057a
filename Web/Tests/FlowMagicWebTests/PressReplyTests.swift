import FlowCore
import FlowMagicWeb
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

/// Handlers' additions to the response of a press: cookies, attributes, rejections.
@Suite struct PressReplyTests {
  private func document() throws -> FlowDocument {
    try Documents.make(
      """
      {"schema": 1, "defaultLocale": "en", "flows": [{"id": "app", "start": "start", "steps": [
         {"id": "start", "screen": "Start", "ports": {
           "in": [{"when": {"signedIn": true}, "to": "home"}, {"to": "stranger"}]}},
         {"id": "stranger", "screen": "Note", "ports": {"out": [{"to": "start"}]}},
         {"id": "home", "screen": "Note", "ports": {"out": [{"to": "start"}]}}]}],
       "screens": [
        {"name": "Start", "title": "Start", "root": {"type": "column", "children": [
         {"type": "text", "text": "Start", "role": "heading1"},
         {"type": "input", "name": "email", "label": "Email", "kind": "text"},
         {"type": "input", "name": "password", "label": "Password", "kind": "password"},
         {"type": "button", "id": "in", "title": "Log in", "do": [{"fire": "in"}]}]}},
        {"name": "Note", "title": "Note", "root": {"type": "column", "children": [
         {"type": "text", "text": "In: {name} {email}", "role": "heading1"},
         {"type": "button", "id": "out", "title": "Log out", "do": [{"fire": "out"}]}]}}]}
      """)
  }

  private func run(_ body: (inout TestBrowser, FlowHost) async throws -> Void) async throws {
    try await Site.run(
      document(), TestClock(),
      {
        $0.onSubmit = { submission in
          guard submission.port == "in" else {
            submission.reply.setCookie("session=; Path=/; Max-Age=0")
            submission.reply.setAttributes(["signedIn": false])
            return submission.reply.restart()
          }
          guard submission.output?["password"] == "right" else {
            throw PressRejection("Wrong <email> in \(submission.language)!")
          }
          submission.reply.setCookie("session=s3cret; Path=/")
          submission.reply.setCookie("broken=1\r\nX-Evil: 1")
          submission.reply.setAttributes(["signedIn": true, "name": "Ada"])
        }
      }
    ) { client, host in
      var browser = TestBrowser(client)
      try await browser.open("/app")
      try await body(&browser, host)
    }
  }

  @Test func `a handler signs a visitor in before the route is chosen`() async throws {
    try await run { browser, _ in
      try await browser.press("in", ["email": "ada", "password": "right"])
      #expect(browser.path == "/app/home")
      #expect(browser.cookie("session") == "s3cret")
      #expect(browser.cookie("broken") == nil)
    }
  }

  @Test func `a repeated press sets the same cookie, which is sealed in the store`() async throws {
    let store = MemoryVisitStore()
    let presses = Recorder<String>()
    try await Site.run(
      document(), TestClock(),
      {
        $0.store = store
        $0.onSubmit = {
          presses.append($0.press)
          $0.reply.setCookie("session=s3cret; Path=/")
        }
      }
    ) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/app")
      let form = [("fm", browser.state), ("press", "in")]
      try await browser.post(form, to: "/app/start")
      browser.setCookie("session", "gone")
      try await browser.post(form, to: "/app/start")
      #expect(browser.cookie("session") == "s3cret")
      #expect(presses.all.count == 1)
      guard case .completed(let text) = store.claim(try #require(presses.all.first), until: 0)
      else {
        Issue.record("The press is not stored.")
        return
      }
      #expect(!text.contains("s3cret") && !text.contains("session"))
    }
  }

  @Test func `a press whose stored response cannot be decrypted is not performed again`()
    async throws
  {
    let store = MemoryVisitStore()
    let presses = Recorder<String>()
    try await Site.run(
      document(), TestClock(),
      {
        $0.store = store
        $0.onSubmit = { presses.append($0.press) }
      }
    ) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/app")
      let form = [("fm", browser.state), ("press", "in")]
      try await browser.post(form, to: "/app/start")
      // As if its key had been removed.
      store.complete(try #require(presses.all.first), with: "sealed with another key")
      try await browser.post(form, to: "/app/start")
      #expect(presses.all.count == 1)
      #expect(browser.page.contains("We could not find out whether that worked."))
      // The visitor can decide to press again.
      try await browser.press("in")
      #expect(presses.all.count == 2)
      #expect(browser.path == "/app/stranger")
    }
  }

  @Test func `attack: a press repeated with copied cookies does not get the new cookie`()
    async throws
  {
    let presses = Recorder<String>()
    try await Site.run(
      document(), TestClock(),
      {
        $0.onSubmit = {
          presses.append($0.press)
          $0.reply.setCookie("session=s3cret; Path=/", isRepeated: false)
          $0.reply.setCookie("seen=1; Path=/")
        }
      }
    ) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/app")
      let form = [("fm", browser.state), ("press", "in")]
      var thief = browser
      try await browser.post(form, to: "/app/start")
      try await thief.post(form, to: "/app/start")
      #expect(browser.cookie("session") == "s3cret" && browser.cookie("seen") == "1")
      #expect(thief.cookie("session") == nil && thief.cookie("seen") == "1")
      #expect(presses.all.count == 1)
    }
  }

  @Test(arguments: [true, false])
  func `a handler that fails keeps the cookies that it has set`(isRejected: Bool) async throws {
    struct Failure: Error {}
    try await Site.run(
      document(), TestClock(),
      {
        $0.onSubmit = {
          // As after a change of the password, which invalidates the browser's old cookie.
          $0.reply.setCookie("session=s3cret; Path=/", isRepeated: false)
          if isRejected { throw PressRejection("No mail today.") }
          throw Failure()
        }
      }
    ) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/app")
      try await browser.press("in")
      #expect(browser.path == "/app/start")
      #expect(browser.cookie("session") == "s3cret")
    }
  }

  @Test func `a page of the app can restart the flow`() async throws {
    try await run { browser, host in
      try await browser.press("in", ["email": "ada", "password": "right"])
      #expect(browser.path == "/app/home")
      let head = HTTPRequest(method: .get, scheme: "http", authority: "127.0.0.1", path: "/verify")
      let cookie = host.cookieRestarting(
        "app", for: Request(head: head, body: RequestBody(buffer: ByteBuffer())))
      #expect(cookie.hasPrefix("flow-state=; Path=/app; "))
      #expect(cookie.hasSuffix("; Max-Age=0"))
      browser.setCookie("flow-state", "", path: "/app")
      try await browser.open("/app")
      #expect(browser.path == "/app/start")
    }
  }

  @Test func `a rejected press keeps the entries except secrets, and shows the message`()
    async throws
  {
    try await run { browser, host in
      try await browser.press("in", ["email": "ada", "password": "wrong"])
      #expect(browser.status == 422)
      #expect(browser.page.contains(#"role="alert" tabindex="-1" autofocus>Wrong &lt;email"#))
      #expect(browser.page.contains(#"value="ada""#))
      #expect(!host.unsealedData(of: browser).contains("wrong"))
      #expect(browser.cookie("session") == nil)
      // The message is shown again after a reload, but not after the next press.
      try await browser.open("/app/start")
      #expect(browser.page.contains("Wrong &lt;email"))
      try await browser.press("in", ["email": "ada", "password": "right"])
      #expect(browser.path == "/app/home")
      #expect(!browser.page.contains("Wrong"))
    }
  }

  @Test func `signing out leaves nothing of the visit behind`() async throws {
    try await run { browser, host in
      try await browser.press("in", ["email": "ada", "password": "right"])
      let entry = browser.state
      try await browser.press("out")
      #expect(browser.path == "/app/start")
      #expect(browser.cookie("session") == nil)
      #expect(!host.unsealedData(of: browser).contains("ada"))
      // The previous step is no longer on the path.
      try await browser.open("/app/home")
      #expect(browser.path == "/app/start")
      // Neither does the browser's history show it.
      browser.accept = "application/vnd.flowmagic.patch+json"
      try await browser.post([("fm", entry), ("shown", browser.state)])
      #expect(try ParsedJSON(browser.page).root.value["to"] == "/app")
    }
  }
}
