import FlowCore
import FlowMagicWeb
import NIOConcurrencyHelpers
import Testing

/// An action whose calls run until the test lets them finish.
final class SlowAction: Sendable {
  private struct State {
    var callCount = 0
    var canFinish = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }
  private struct Failure: Error {}

  private let state = NIOLockedValueBox(State())
  private let isFailing: Bool
  /// The cookie that only the sender of the press gets, and no request that repeats it.
  private let cookie: String?

  init(isFailing: Bool = false, cookie: String? = nil) {
    (self.isFailing, self.cookie) = (isFailing, cookie)
  }

  var callCount: Int { state.withLockedValue { $0.callCount } }

  /// Lets the calls finish.
  func finishCalls() {
    let waiters = state.withLockedValue { state in
      state.canFinish = true
      defer { state.waiters = [] }
      return state.waiters
    }
    for continuation in waiters { continuation.resume() }
  }

  private func wait() async {
    await withCheckedContinuation { continuation in
      let canFinish = state.withLockedValue { state in
        if !state.canFinish { state.waiters.append(continuation) }
        return state.canFinish
      }
      if canFinish { continuation.resume() }
    }
  }

  func configure(_ settings: inout FlowHostSettings, isCancellable: Bool = true) {
    settings.progressDelay = .zero
    settings.actions["check"] = WebAction(
      outcomes: ["good"], isCancellable: isCancellable
    ) { call in
      self.state.withLockedValue { $0.callCount += 1 }
      call.progress.report(0.25, "Looking at <\(call.language)>")
      await withTaskCancellationHandler {
        await self.wait()
      } onCancel: {
        self.finishCalls()
      }
      try Task.checkCancellation()
      if self.isFailing { throw Failure() }
      if let cookie = self.cookie { call.reply.setCookie(cookie, isRepeated: false) }
      return .init("good")
    }
  }

  static func document() throws -> FlowDocument {
    try Documents.make(
      """
      {"schema": 1, "flows": [{"id": "sign-up", "start": "card", "steps": [
         {"id": "card", "screen": "Card", "ports": {"good": [{"to": "thanks"}]}},
         {"id": "thanks", "screen": "Thanks", "ports": {"next": [{"finish": "done"}]}}]}],
       "screens": [
        {"name": "Card", "title": "Card", "root": {"type": "column", "children": [
          {"type": "text", "text": "Your card", "role": "heading1"},
          {"type": "input", "name": "owner", "label": "Owner", "kind": "name", "required": true},
          {"type": "button", "id": "check", "title": "Check", "do": [
            {"call": "check", "then": {"good": {"fire": "good"}}}]}]}},
        {"name": "Thanks", "title": "Thanks", "root": {"type": "column", "children": [
          {"type": "text", "text": "Thank you", "role": "heading1"},
          {"type": "button", "id": "next", "title": "Continue", "do": [{"fire": "next"}]}]}}]}
      """)
  }
}

/// Presses that take longer than a visitor should wait without feedback.
@Suite(.timeLimit(.minutes(5))) struct LongCallTests {
  /// Polls until the call reports progress.
  private func pollUntilProgress(_ browser: inout TestBrowser) async throws {
    while !browser.page.contains("Looking at") { try await browser.open("/sign-up/card") }
    #expect(browser.status == 202)
  }

  /// Polls until the page is no longer the progress page.
  private func pollUntilDone(_ browser: inout TestBrowser) async throws {
    repeat { try await browser.open("/sign-up/card") } while browser.status == 202
  }

  @Test func `without a script, a page shows the progress and refreshes`() async throws {
    let action = SlowAction()
    try await Site.run(SlowAction.document(), TestClock(), { action.configure(&$0) }) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      try await browser.press("check", ["owner": "Ada"])
      #expect(browser.status == 202)
      let refresh = try #require(browser.lastResponse?.header("refresh"))
      #expect(refresh.hasPrefix("2; url=/sign-up/card?wait="))
      try await pollUntilProgress(&browser)
      #expect(browser.page.contains(#"role="status">Looking at &lt;en&gt;"#))
      #expect(browser.page.contains(#"value="0.25""#))
      #expect(browser.page.contains(#"name="cancel""#))
      // A reload shows the same press; it cannot be repeated from another page.
      try await browser.open("/sign-up")
      #expect(browser.status == 202)
      action.finishCalls()
      try await pollUntilDone(&browser)
      #expect(browser.heading == "Thank you")
      #expect(action.callCount == 1)
    }
  }

  @Test func `a request that is repeated while it is processed runs nothing twice`() async throws {
    let action = SlowAction()
    try await Site.run(SlowAction.document(), TestClock(), { action.configure(&$0) }) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      var repeated = browser
      try await browser.press("check", ["owner": "Ada"])
      try await repeated.press("check", ["owner": "Ada"])
      #expect(repeated.status == 202)
      action.finishCalls()
      try await pollUntilDone(&repeated)
      #expect(repeated.heading == "Thank you")
      #expect(action.callCount == 1)
    }
  }

  @Test func `attack: a slow press repeated with copied cookies does not get the new cookie`()
    async throws
  {
    let action = SlowAction(cookie: "session=s3cret; Path=/")
    try await Site.run(SlowAction.document(), TestClock(), { action.configure(&$0) }) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      var (during, after) = (browser, browser)
      try await browser.press("check", ["owner": "Ada"])
      try await during.press("check", ["owner": "Ada"])
      #expect(browser.status == 202 && during.status == 202)
      action.finishCalls()
      try await pollUntilDone(&during)
      try await after.press("check", ["owner": "Ada"])
      if after.status == 202 { try await pollUntilDone(&after) }
      #expect(during.heading == "Thank you" && during.cookie("session") == nil)
      #expect(after.heading == "Thank you" && after.cookie("session") == nil)
      try await pollUntilDone(&browser)
      #expect(browser.heading == "Thank you" && browser.cookie("session") == "s3cret")
      #expect(action.callCount == 1)
    }
  }

  @Test func `the script polls with the state of the progress, and gets the new cookie`()
    async throws
  {
    let action = SlowAction(cookie: "session=s3cret; Path=/")
    try await Site.run(SlowAction.document(), TestClock(), { action.configure(&$0) }) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      browser.accept = "application/vnd.flowmagic.patch+json"
      try await browser.press("check", ["owner": "Ada"])
      var patch = try ParsedJSON(try #require(browser.lastResponse).body).root.value
      action.finishCalls()
      while let state = patch["busy"]?["state"]?.string {
        try await browser.post([("fm", state), ("wait", "1")], to: "/sign-up/card")
        patch = try ParsedJSON(try #require(browser.lastResponse).body).root.value
      }
      #expect(browser.cookie("session") == "s3cret")
      #expect(action.callCount == 1)
    }
  }

  @Test func `a progress page gets the new cookie although another tab was used`() async throws {
    let action = SlowAction(cookie: "session=s3cret; Path=/")
    try await Site.run(SlowAction.document(), TestClock(), { action.configure(&$0) }) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      let other = browser.state
      try await browser.press("check", ["owner": "Ada"])
      var refresh = try #require(browser.lastResponse?.header("refresh"))
      // The other tab changes the language, which replaces the state of the flow.
      try await browser.post([("fm", other), ("language", "en")], to: "/sign-up/card")
      #expect(browser.heading == "Your card")
      action.finishCalls()
      repeat {
        try await browser.open(String(refresh.dropFirst("2; url=".count)))
        refresh = browser.lastResponse?.header("refresh") ?? ""
      } while browser.status == 202
      #expect(browser.heading == "Thank you" && browser.cookie("session") == "s3cret")
      #expect(action.callCount == 1)
    }
  }

  @Test func `a cancellable call is cancelled, and the entries are kept`() async throws {
    let action = SlowAction()
    try await Site.run(SlowAction.document(), TestClock(), { action.configure(&$0) }) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      try await browser.press("check", ["owner": "Ada"])
      try await pollUntilProgress(&browser)
      try await browser.post([("fm", browser.state), ("cancel", "1")], to: "/sign-up/card")
      if browser.status == 202 { try await pollUntilDone(&browser) }
      #expect(browser.page.contains("Cancelled. Your entries are still here."))
      #expect(browser.page.contains(#"value="Ada""#))
      // The next press is a new one.
      try await browser.press("check", ["owner": "Ada"])
      if browser.status == 202 { try await pollUntilDone(&browser) }
      #expect(browser.heading == "Thank you")
      #expect(action.callCount == 2)
    }
  }

  @Test func `a call that is not cancellable is not cancelled`() async throws {
    let action = SlowAction()
    try await Site.run(
      SlowAction.document(), TestClock(), { action.configure(&$0, isCancellable: false) }
    ) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      let state = browser.state
      try await browser.press("check", ["owner": "Ada"])
      try await pollUntilProgress(&browser)
      #expect(!browser.page.contains(#"name="cancel""#))
      try await browser.post([("fm", state), ("cancel", "1")], to: "/sign-up/card")
      #expect(browser.status == 202)
      action.finishCalls()
      try await pollUntilDone(&browser)
      #expect(browser.heading == "Thank you")
    }
  }

  @Test func `the error of a call that fails late is shown after the progress page`() async throws {
    let action = SlowAction(isFailing: true)
    try await Site.run(SlowAction.document(), TestClock(), { action.configure(&$0) }) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      try await browser.press("check", ["owner": "Ada"])
      #expect(browser.status == 202)
      action.finishCalls()
      try await pollUntilDone(&browser)
      #expect(browser.page.contains("That did not work. Your entries are still here"))
      #expect(browser.page.contains(#"value="Ada""#))
    }
  }

  @Test func `the script receives the progress, and then the next screen`() async throws {
    let action = SlowAction()
    try await Site.run(SlowAction.document(), TestClock(), { action.configure(&$0) }) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      let state = browser.state
      browser.accept = "application/vnd.flowmagic.patch+json"
      try await browser.press("check", ["owner": "Ada"])
      var patch = try ParsedJSON(try #require(browser.lastResponse).body).root.value
      while patch["busy"]?["fraction"] == nil {
        try await browser.post([("fm", state), ("wait", "1")], to: "/sign-up/card")
        patch = try ParsedJSON(try #require(browser.lastResponse).body).root.value
      }
      #expect(patch["busy"]?["text"]?.string == "Looking at <en>")
      #expect(patch["busy"]?["fraction"] == 0.25)
      #expect(patch["busy"]?["cancel"]?.string == "Cancel")
      action.finishCalls()
      repeat {
        try await browser.post([("fm", state), ("wait", "1")], to: "/sign-up/card")
        patch = try ParsedJSON(try #require(browser.lastResponse).body).root.value
      } while patch["busy"] != nil
      let isNextScreen = patch["screen"]?.string?.contains("Thank you") ?? false
      #expect(isNextScreen || patch["to"]?.string == "/sign-up/thanks")
      #expect(action.callCount == 1)
    }
  }

  @Test func `a press on a page that was open for long is not lost to another process`()
    async throws
  {
    let (action, clock, store) = (SlowAction(), TestClock(), MemoryVisitStore())
    func configure(_ settings: inout FlowHostSettings) {
      action.configure(&settings)
      settings.store = store
    }
    try await Site.run(SlowAction.document(), clock, configure) { client, _ in
      try await Site.run(SlowAction.document(), clock, configure) { other, _ in
        var browser = TestBrowser(client)
        try await browser.open("/sign-up")
        clock.advance(by: 20 * 60)
        try await browser.press("check", ["owner": "Ada"])
        try await pollUntilProgress(&browser)
        var otherBrowser = TestBrowser(other)
        otherBrowser.copyState(of: browser)
        try await otherBrowser.open("/sign-up/card")
        #expect(otherBrowser.status == 202)
        action.finishCalls()
        try await pollUntilDone(&browser)
        #expect(browser.heading == "Thank you")
      }
    }
  }

  @Test func `a press lost with its process is not performed again automatically`() async throws {
    let (action, clock) = (SlowAction(), TestClock())
    defer { action.finishCalls() }
    var otherBrowser: TestBrowser?
    try await Site.run(SlowAction.document(), clock, { action.configure(&$0) }) { client, _ in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      try await browser.press("check", ["owner": "Ada"])
      try await pollUntilProgress(&browser)
      otherBrowser = browser
    }
    try await Site.run(SlowAction.document(), clock, { action.configure(&$0) }) { client, _ in
      var browser = TestBrowser(client)
      browser.copyState(of: try #require(otherBrowser))
      try await browser.open("/sign-up")
      #expect(browser.page.contains("We could not find out whether that worked."))
      #expect(browser.heading == "Your card")
      #expect(action.callCount == 1)
    }
  }
}
