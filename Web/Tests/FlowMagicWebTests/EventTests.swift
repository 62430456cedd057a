import FlowCore
import FlowMagic
import FlowMagicWeb
import NIOConcurrencyHelpers
import Testing

/// The events of visits; `test_prices_rerouting.py` tests that they reach a real server.
@Suite struct EventTests {
  /// Stores the recorded events.
  private final class Sink: EventSink {
    private let list = NIOLockedValueBox<[FlowEvent]>([])
    var all: [FlowEvent] { list.withLockedValue { $0 } }
    /// Each event's type, with the variant, the step or the outcome.
    var summary: [String] {
      all.map { event in
        let name =
          event.detail["variant"] ?? event.detail["step"] ?? event.detail["outcome"]
        return event.type.rawValue + (name?.string.map { " " + $0 } ?? "")
      }
    }
    func record(_ event: FlowEvent) { list.withLockedValue { $0.append(event) } }
  }

  private func run(
    _ document: FlowDocument, _ change: (inout FlowHostSettings) -> Void = { _ in },
    _ body: (TestBrowser, FlowHost, Sink) async throws -> Void
  ) async throws {
    try await Site.run(document, TestClock(), change) { client, host in
      let sink = Sink()
      host.report(to: sink)
      try await body(TestBrowser(client), host, sink)
    }
  }

  /// A flow with an experiment, in which every visitor gets the long variant.
  private func split() throws -> FlowDocument {
    try Documents.make(
      """
      {"schema": 1, "number": 7, "flows": [{"id": "tour", "start": "hello", "steps": [
         {"id": "hello", "screen": "Hello", "ports": {"next": [{"split": {"experiment": "length",
           "variants": [
             {"key": "long", "weight": 1, "to": "more"},
             {"key": "short", "weight": 0, "finish": "done"}]}}]}},
         {"id": "more", "screen": "More", "ports": {"next": [{"finish": "done"}]}}]}],
       "screens": [
        {"name": "Hello", "title": "Hello", "root": {"type": "column", "children": [
          {"type": "text", "text": "Hello", "role": "heading1"},
          {"type": "button", "id": "next", "title": "Continue", "do": [{"fire": "next"}]}]}},
        {"name": "More", "title": "More", "root": {"type": "column", "children": [
          {"type": "text", "text": "More", "role": "heading1"},
          {"type": "button", "id": "next", "title": "Continue", "do": [{"fire": "next"}]}]}}]}
      """)
  }

  @Test func `a visit reports the events of an app's session, with one random id`() async throws {
    try await run(split()) { browser, host, sink in
      var browser = browser
      try await browser.open("/tour")
      try await browser.press("next")
      try await browser.press("next")
      #expect(
        sink.summary == [
          "session-started", "step-shown hello", "edge long", "exposure long", "step-shown more",
          "edge more", "session-finished done",
        ])
      #expect(Set(sink.all.map(\.session)).count == 1)
      #expect(sink.all.allSatisfy { $0.release == 7 })
      let pseudonym = try #require(host.pseudonym(ofCookie: browser.cookie("flow") ?? ""))
      let session = try #require(sink.all.first?.session)
      #expect(session != pseudonym && session.utf8.count == 16)
    }
  }

  @Test func `neither the pseudonym nor an entry is sent`() async throws {
    let document = try split()
    try await run(document) { browser, host, sink in
      var browser = browser
      try await browser.open("/tour")
      try await browser.press("next")
      let pseudonym = try #require(host.pseudonym(ofCookie: browser.cookie("flow") ?? ""))
      // The queue replaces the value of an exposure before it stores it.
      let sentDetails = sink.all.map { $0.withoutValue }.map { "\($0.detail)" }.joined()
      #expect(!sentDetails.contains(pseudonym))
      let started = try #require(sink.all.first)
      #expect(started.detail["attributes"]?["userId"]?["private"]?.bool == true)
    }
    try await run(Documents.signUp()) { browser, _, sink in
      var browser = browser
      try await browser.goToSummary()
      #expect(sink.all.count > 4)
      let sentDetails = sink.all.map { "\($0.detail)" }.joined()
      for entry in ["ada@example.org", "correct horse", "animal"] {
        #expect(!sentDetails.contains(entry), "\(entry)")
      }
    }
  }

  @Test func `reloading, going back and continuing in another process report no event again`()
    async throws
  {
    try await run(Documents.signUp()) { browser, _, sink in
      var browser = browser
      try await browser.open("/sign-up")
      try await browser.press("next", ["email": "ada@example.org"])
      let count = sink.all.count
      try await browser.open("/sign-up/goal")
      try await browser.open("/sign-up/email")
      try await browser.open("/sign-up/goal")
      #expect(sink.all.count == count)
      // The visit continues in a process with the same keys.
      try await run(Documents.signUp()) { other, _, second in
        var other = other
        other.copyState(of: browser)
        try await other.press("next", ["goal": "2"])
        #expect(second.summary == ["edge goal", "step-shown password"])
        #expect(second.all.first?.session == sink.all.first?.session)
      }
    }
  }

  @Test
  func `a step that is opened by its URL is part of the visit, however often it is loaded`()
    async throws
  {
    try await run(Documents.signUp(), { $0.linkableSteps = .steps(["goal"]) }) { browser, _, sink in
      var browser = browser
      try await browser.open("/sign-up")
      for _ in 0..<3 { try await browser.open("/sign-up/goal") }
      #expect(sink.summary.filter { $0 == "session-started" }.count == 1)
      #expect(Set(sink.all.map(\.session)).count == 1)
      #expect(sink.summary.contains("step-shown goal"))
    }
  }

  @Test func `crawlers and prefetched pages are not reported`() async throws {
    try await run(Documents.signUp()) { browser, _, sink in
      var crawler = browser
      crawler.secFetchMode = nil
      try await crawler.open("/sign-up")
      var prefetching = browser
      prefetching.secPurpose = "prefetch"
      try await prefetching.open("/sign-up")
      #expect(sink.all.isEmpty)
    }
  }

  @Test func `the app decides which requests are reported`() async throws {
    try await run(Documents.signUp(), { $0.reportsEvents = { _ in false } }) { browser, _, sink in
      var browser = browser
      try await browser.goToSummary()
      #expect(browser.heading == "Summary")
      #expect(sink.all.isEmpty)
    }
  }

  @Test func `a visit that moves to a newer release reports it once`() async throws {
    try await run(Documents.signUp()) { browser, host, sink in
      var browser = browser
      try await browser.open("/sign-up")
      try host.update(Documents.signUp(goalTitle: "Your new goal"))
      try await browser.open("/sign-up/email")
      try await browser.press("next", ["email": "ada@example.org"])
      try await browser.press("next", ["goal": "2"])
      #expect(sink.summary.filter { $0 == "release-adopted" }.count == 1)
    }
  }
}

extension FlowEvent {
  /// The event without the value by which a split assigned the visitor.
  fileprivate var withoutValue: FlowEvent {
    var detail = detail
    detail["value"] = nil
    return FlowEvent(type, session: session, release: release, detail: detail)
  }
}
