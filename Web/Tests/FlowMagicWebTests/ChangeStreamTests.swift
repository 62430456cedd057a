import FlowCore
import FlowMagicWeb
import Testing

/// The stream that notifies pages of changes.
@Suite(.timeLimit(.minutes(5))) struct ChangeStreamTests {
  private func request(_ browser: TestBrowser, at version: String? = nil) -> String {
    let path = version.map { "/-flow/changes?at=\($0)" } ?? "/-flow/changes"
    let cookie = browser.cookie("flow").map { "Cookie: flow=\($0)\r\n" } ?? ""
    return "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(cookie)\r\n"
  }

  /// The version that the page shows.
  private func version(_ browser: TestBrowser) throws -> String {
    let url = try #require(browser.attribute("data-changes", after: "<form"))
    return String(try #require(url.split(separator: "=").last))
  }

  @Test func `a new release is announced on an open stream`() async throws {
    try await Site.run(Documents.signUp()) { client, host in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      try await client.read(request(browser, at: version(browser))) { text, state in
        if state == 0, text.contains("retry: 5000") {
          #expect(text.lowercased().contains("content-type: text/event-stream"))
          #expect(!text.contains("event: changed"))
          try host.update(Documents.signUp(goalTitle: "What for?"))
          return 1
        }
        return state == 1 && text.contains("event: changed") ? nil : state
      }
    }
  }

  @Test func `a page rendered before a change is notified as soon as its stream opens`()
    async throws
  {
    try await Site.run(Documents.signUp()) { client, host in
      var browser = TestBrowser(client)
      try await browser.open("/sign-up")
      let version = try version(browser)
      host.dataChanged()
      try await client.read(request(browser, at: version)) { text, _ in
        text.contains("event: changed") ? nil : 0
      }
      try await browser.open("/sign-up")
      #expect(try self.version(browser) != version)
    }
  }

  @Test func `a change for one visitor is not sent to another`() async throws {
    try await Site.run(Documents.signUp()) { client, host in
      var (visitor, other) = (TestBrowser(client), TestBrowser(client))
      try await visitor.open("/sign-up")
      try await other.open("/sign-up")
      let pseudonym = try #require(host.pseudonym(ofCookie: visitor.cookie("flow") ?? ""))
      let (visitorRequest, otherRequest) = (request(visitor), request(other))
      try await client.read(otherRequest) { text, state in
        if state == 0, text.contains("retry:") {
          try await client.read(visitorRequest) { text, state in
            if state == 0, text.contains("retry:") {
              host.dataChanged(for: pseudonym)
              return 1
            }
            return text.contains("event: changed") ? nil : state
          }
          // The other stream receives changes for all visitors only.
          host.dataChanged()
          return 1
        }
        guard state == 1, text.contains("event: changed") else { return state }
        #expect(text.split(separator: "event: changed").count == 2)
        return nil
      }
    }
  }

  @Test func `each of two tabs that request their screen keeps its own entries`() async throws {
    try await Site.run(Documents.signUp()) { client, host in
      var first = TestBrowser(client)
      try await first.open("/sign-up")
      var second = first
      try await first.press("next", ["email": "ada@example.org"])
      try await second.press("next", ["email": "bob@example.org"])
      try host.update(Documents.signUp(goalTitle: "What for?"))
      for (tab, name) in [(first, "ada"), (second, "bob")] {
        var tab = tab
        tab.accept = "application/vnd.flowmagic.patch+json"
        try await tab.post([("fm", tab.state), ("go", "/sign-up/goal")])
        let patch = try ParsedJSON(try #require(tab.lastResponse).body)
        let screen = patch.root.value["screen"]?.string
        #expect(screen?.contains("What for?") == true)
        #expect(screen?.contains("For \(name)@example.org") == true)
      }
    }
  }
}
