import Accounts
import FlowCore
import FlowStore
import Testing

@Suite(.serialized) struct ResultTests {
  private static let day = 86_400

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func activity(
    _ session: String, day: Int = 100, isDeclared: Bool = true,
    _ actions: SessionActivity.Action...
  ) -> SessionActivity {
    SessionActivity(
      application: "shop", environment: "production", session: session, received: day * Self.day,
      events: actions.map { .init($0, isDeclared: isDeclared) })
  }

  private func count(
    _ activities: SessionActivity..., in store: any Store
  ) async throws {
    #expect(try await store.count(activities, of: (after: 0, last: 0)))
  }

  private func results(of store: any Store, since day: Int = 0) async throws -> FlowResults {
    try await store.results(of: "shop", environment: "production", since: day)
  }

  private let welcome = SessionActivity.Action.shown(flow: "main", step: "welcome")
  private let next = SessionActivity.Action.left(
    flow: "main", step: "welcome", port: "next", to: .step(flow: "main", step: "plan"))
  private let plan = SessionActivity.Action.shown(flow: "main", step: "plan")

  private func exposure(_ variant: Name, _ unit: String) -> SessionActivity.Action {
    .exposed(experiment: "offer", variant: variant, unit: unit)
  }

  @Test(arguments: StoreKind.all)
  func `a session counts once for all that it does, over several batches`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    try await count(
      activity("a", .started(flow: "main"), welcome, next, plan, welcome, next),
      activity("b", .started(flow: "main"), welcome, .failed), in: store)
    try await count(activity("a", day: 101, plan, .finished(outcome: "done")), in: store)
    let results = try await results(of: store)
    #expect(
      results.sessions == [
        .flow("main"): 2, .step(flow: "main", step: "welcome"): 2,
        .step(flow: "main", step: "plan"): 1,
        .port(flow: "main", step: "welcome", port: "next"): 1,
        .route(
          flow: "main", step: "welcome", port: "next", to: .step(flow: "main", step: "plan")): 1,
        .outcome(flow: "main", outcome: "done"): 1, .failure(flow: "main"): 1,
      ])
    #expect(try await self.results(of: store, since: 101).sessions.isEmpty)
    let other = try await store.results(of: "shop", environment: "staging", since: 0)
    #expect(other.sessions.isEmpty)
  }

  @Test(arguments: StoreKind.all)
  func `a batch counts once, and only after those before it`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    _ = try await store.append([Shop.batch("a"), Shop.batch("b"), Shop.batch("c")])
    let first = try await store.uncountedEvents(limit: 2, bytes: 1 << 20, events: 100)
    #expect(first.after == 0)
    #expect(first.batches.map(\.key) == ["a", "b"])
    for (bytes, events) in [(1, 100), (1 << 20, 1)] {
      let single = try await store.uncountedEvents(limit: 2, bytes: bytes, events: events)
      #expect(single.batches.map(\.key) == ["a"])
    }
    let last = try #require(first.batches.last)
    let session = activity("a", welcome)
    #expect(try await store.count([session], of: (0, last.id)))
    #expect(try await store.count([session], of: (0, last.id)) == false)
    let results = try await results(of: store)
    #expect(results.sessions[.flow("main")] == 1)
    #expect(results.countedUntil == 600)
    #expect(results.pendingBatches == 1)
    let remaining = try await store.uncountedEvents(limit: 2, bytes: 1 << 20, events: 100)
    #expect(remaining.after == last.id)
    #expect(remaining.batches.map(\.key) == ["c"])
    // Members of an application learn nothing about the events of others.
    let other = try await store.results(of: "kiosk", environment: "production", since: 0)
    #expect(other.countedUntil == nil && other.pendingBatches == 0)
  }

  @Test(arguments: StoreKind.all)
  func `users reach goals only after their exposure to a variant`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    try await count(
      activity("a", welcome, exposure("short", "u1"), plan, plan),
      activity("b", welcome, exposure("long", "u2"), .finished(outcome: "done")),
      activity("c", welcome, exposure("long", "u3")), in: store)
    // The same user in another session, and a session without the experiment.
    try await count(
      activity("d", day: 102, welcome, exposure("short", "u1"), plan, .finished(outcome: "done")),
      activity("e", day: 102, plan), in: store)
    let variants = try await results(of: store).experiments["offer"]
    let short = try #require(variants?["short"])
    #expect(short.users == 1)
    #expect(
      short.reached == [
        .step(flow: "main", step: "plan"): 1, .outcome(flow: "main", outcome: "done"): 1,
      ])
    let long = try #require(variants?["long"])
    #expect(long.users == 2)
    #expect(long.reached == [.outcome(flow: "main", outcome: "done"): 1])
    #expect(try await results(of: store, since: 101).experiments.isEmpty)
  }

  @Test(arguments: StoreKind.all)
  func `a user who gets another variant still counts for the first`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    try await count(activity("a", welcome, exposure("short", "u1")), in: store)
    for session in ["b", "c"] {
      try await count(
        activity(session, welcome, exposure("long", "u1"), plan), in: store)
    }
    let variants = try await results(of: store).experiments["offer"]
    #expect(variants?["short"]?.users == 1)
    #expect(variants?["short"]?.multipleExposures == 1)
    #expect(variants?["short"]?.reached == [.step(flow: "main", step: "plan"): 1])
    #expect(variants?["long"] == nil)
  }

  @Test(arguments: StoreKind.all)
  func `attack: made-up names do not keep those of the release from being counted`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let undeclared = (0..<ResultLimits.undeclaredItems).map { number in
      activity(
        "s\(number)", isDeclared: false, .shown(flow: "main", step: Name("made-up \(number)")))
    }
    #expect(try await store.count(undeclared, of: (0, 0)))
    try await count(
      activity("x", isDeclared: false, .shown(flow: "main", step: "one more")),
      activity("y", welcome), in: store)
    let sessions = try await results(of: store).sessions
    // One of them is the flow itself.
    #expect(sessions.count == ResultLimits.undeclaredItems + 1)
    #expect(sessions[.step(flow: "main", step: "welcome")] == 1)
    #expect(sessions[.step(flow: "main", step: "one more")] == nil)
  }

  @Test(arguments: StoreKind.all)
  func `attack: made-up names make space for those that are used today`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    func event(_ name: String, _ day: Int) -> SessionActivity {
      activity(
        "\(name) \(day)", day: day, isDeclared: false, exposure("long", name),
        .recorded(event: Name(name)))
    }
    #expect(
      try await store.count(
        (0..<ResultLimits.undeclaredItems).map { event("made-up \($0)", 100) }, of: (0, 0)))
    try await count(event("ordered", 101), event("made-up 7", 101), in: store)
    #expect(try await results(of: store).sessions[.event("ordered")] == nil)
    try await count(event("ordered", 102), event("paid", 102), in: store)
    let counted = try await results(of: store)
    #expect(counted.sessions.count == ResultLimits.undeclaredItems)
    #expect(counted.sessions[.event("ordered")] == 1 && counted.sessions[.event("paid")] == 1)
    #expect(counted.sessions[.event("made-up 7")] == 2, "it was used yesterday")
    #expect(counted.experiments["offer"]?["long"]?.reached.keys.contains(.event("ordered")) == true)
  }

  /// U+212A is equal to `K` as a `String`, and `o` + U+0308 to `ö`.
  @Test(arguments: StoreKind.all)
  func `attack: names that only look like the release's do not change its counts`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let real = (0..<3).map { number in
      activity(
        "s\(number)", .started(flow: "Kauf"), .shown(flow: "Kauf", step: "\u{F6}ffnen"),
        exposure("Kurz", "u\(number)"), .finished(outcome: "OK"))
    }
    #expect(try await store.count(real, of: (0, 0)))
    try await count(
      activity(
        "forged", isDeclared: false, .started(flow: "\u{212A}auf"),
        .shown(flow: "Kauf", step: "o\u{308}ffnen"), exposure("\u{212A}urz", "v"),
        .finished(outcome: "O\u{212A}")),
      in: store)
    let counted = try await results(of: store)
    #expect(counted.sessions[.flow("Kauf")] == 3)
    #expect(counted.sessions[.flow("\u{212A}auf")] == 1)
    #expect(counted.sessions[.step(flow: "Kauf", step: "\u{F6}ffnen")] == 3)
    #expect(counted.sessions[.step(flow: "Kauf", step: "o\u{308}ffnen")] == 1)
    #expect(counted.sessions[.outcome(flow: "Kauf", outcome: "OK")] == 3)
    #expect(counted.experiments["offer"]?["Kurz"]?.users == 3)
    #expect(counted.experiments["offer"]?["\u{212A}urz"]?.users == 1)
  }

  @Test(arguments: StoreKind.all)
  func `attack: canonically equivalent names have a row each, also in one transaction`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    try await count(
      activity("a", .recorded(event: "K")),
      activity("b", isDeclared: false, .recorded(event: "\u{212A}")), in: store)
    let sessions = try await results(of: store).sessions
    #expect(sessions.count == 2)
    #expect(sessions[.event("K")] == 1 && sessions[.event("\u{212A}")] == 1)
  }

  @Test(arguments: StoreKind.all)
  func `attack: made-up variants are limited, and leave space for events`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let undeclared = (0..<ResultLimits.undeclaredItems).map { number in
      activity("s\(number)", isDeclared: false, exposure(Name("\(number)"), "u\(number)"))
    }
    #expect(try await store.count(undeclared, of: (0, 0)))
    try await count(
      activity("x", exposure("long", "x")),
      activity("y", isDeclared: false, .recorded(event: "ordered")), in: store)
    let counted = try await results(of: store)
    // One of the names is the experiment itself.
    #expect(counted.experiments["offer"]?.count == ResultLimits.undeclaredExperiments)
    #expect(counted.experiments["offer"]?["long"]?.users == 1)
    #expect(counted.sessions[.event("ordered")] == 1)
  }

  @Test(arguments: StoreKind.all)
  func `attack: a session counts in a limited number of experiments`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let exposures = (0...ResultLimits.experimentsPerSession).map {
      SessionActivity.Action.exposed(experiment: Name("\($0)"), variant: "long", unit: "u")
    }
    let session = SessionActivity(
      application: "shop", environment: "production", session: "a", received: 1,
      events: (exposures + [welcome, welcome]).map { .init($0, isDeclared: true) })
    try await count(session, session, in: store)
    let experiments = try await results(of: store).experiments
    #expect(experiments.count == ResultLimits.experimentsPerSession)
    #expect(
      experiments.values.allSatisfy {
        $0["long"]?.reached == [.step(flow: "main", step: "welcome"): 1]
      })
  }

  @Test(arguments: StoreKind.all)
  func `attack: a declared outcome does not make a made-up flow count`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let undeclared = (0...ResultLimits.undeclaredItems).map { number in
      SessionActivity(
        application: "shop", environment: "production", session: "s\(number)", received: 1,
        events: [
          .init(.started(flow: Name("made-up \(number)")), isDeclared: false),
          .init(.finished(outcome: "done"), isDeclared: true), .init(.failed, isDeclared: true),
        ])
    }
    #expect(try await store.count(undeclared, of: (0, 0)))
    #expect(try await results(of: store).sessions.count == ResultLimits.undeclaredItems)
    try await count(activity("x", welcome, .finished(outcome: "done"), .failed), in: store)
    let sessions = try await results(of: store).sessions
    #expect(sessions[.outcome(flow: "main", outcome: "done")] == 1)
    #expect(sessions[.failure(flow: "main")] == 1)
  }

  @Test(arguments: StoreKind.all)
  func `the number of steps that a session counts for is limited`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    let steps = (0...ResultLimits.itemsPerSession).map {
      SessionActivity.Event(.shown(flow: "main", step: Name("\($0)")), isDeclared: true)
    }
    let session = SessionActivity(
      application: "shop", environment: "production", session: "a", received: 1, events: steps)
    try await count(session, session, in: store)
    let sessions = try await results(of: store).sessions
    #expect(sessions.count == ResultLimits.itemsPerSession)
    #expect(sessions.values.allSatisfy { $0 == 1 })
  }

  @Test(arguments: StoreKind.all)
  func `old results are removed, and users who have come back are not counted again`(
    _ kind: StoreKind
  ) async throws {
    let store = try await kind.shop(in: folder)
    try await count(
      activity("a", welcome, exposure("short", "u1"), plan),
      activity("b", welcome, exposure("short", "u2")), in: store)
    try await count(activity("c", day: 200, welcome, exposure("short", "u2"), plan), in: store)
    func remove(before day: Int, sessions: Int) async throws {
      while try await store.removeResults(
        before: day * Self.day, sessionsBefore: sessions * Self.day)
      {}
    }
    try await remove(before: 50, sessions: 50)
    #expect(try await results(of: store).sessions[.flow("main")] == 3)
    try await remove(before: 150, sessions: 150)
    let remaining = try await results(of: store)
    #expect(remaining.sessions[.flow("main")] == 1)
    #expect(remaining.experiments.isEmpty)
    // A session that was forgotten counts again; a user who is known does not.
    try await count(
      activity("a", day: 201, welcome), activity("d", day: 201, exposure("short", "u2")),
      in: store)
    let recounted = try await results(of: store)
    #expect(recounted.sessions[.flow("main")] == 2)
    #expect(recounted.experiments.isEmpty)
  }
}
