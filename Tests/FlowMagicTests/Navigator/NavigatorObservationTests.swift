import FlowCore
import FlowMagic
import Observation
import Testing

@MainActor struct NavigatorObservationTests {
  let events = RecordedEvents()

  struct Ask: Screen {
    enum Port: String, ActionPort { case next }
    typealias Output = String
  }

  /// Asks three times, and waits for a signal before the last question.
  struct AskThrice: Step {
    let signal: AsyncStream<Void>

    func perform() async throws -> String {
      let first = try await ask(Ask.self)
      let second = try await ask(Ask.self)
      for await _ in signal { break }
      return try await first + second + ask(Ask.self)
    }
  }

  func startNavigator() async throws -> Navigator {
    let shop = try shopScreens()
    let screens = try ScreenRegistry {
      shop
      Ask.self
    }
    let navigator = try Navigator(screens: screens, default: shopDocument(), events: events)
    await navigator.start()
    return navigator
  }

  /// Waits until a condition on observed properties is true.
  func wait(_ condition: @escaping @MainActor () -> Bool) async {
    while !condition() {
      await withCheckedContinuation { continuation in
        withObservationTracking {
          _ = condition()
        } onChange: {
          Task { @MainActor in continuation.resume() }
        }
      }
    }
  }

  /// Whether an action sets a property, which would reevaluate the views that read it.
  func sets<Value>(
    _ property: @autoclosure () -> Value, _ action: () -> Void
  ) -> Bool {
    let flag = Flag()
    withObservationTracking {
      _ = property()
    } onChange: {
      flag.set()
    }
    action()
    return flag.isSet
  }

  final class Flag: Sendable {
    private let value = Locked(false)
    var isSet: Bool { value.withLock { $0 } }
    func set() { value.withLock { $0 = true } }
  }

  @Test func `going back over several steps is one change and one event`() async throws {
    let navigator = try await startNavigator()
    let home = try #require(navigator.current)
    try #require(navigator.screen(Home.self)).fire(.signUp)
    try #require(navigator.screen(Email.self)).fire(.next, output: "a@b.c")
    let summary = try #require(navigator.current)
    let before = events.all.count
    var shown: [ShownStep] = []
    navigator.onShow { shown.append($0) }
    #expect(!navigator.back(to: summary.id))
    #expect(navigator.back(to: home.id))
    #expect(navigator.path == [home])
    #expect(shown == [home])
    #expect(events.all.dropFirst(before).map(\.type) == [.stepShown])
    #expect(navigator.lastChange == .pop)
    #expect(!navigator.back(to: home.id))
    #expect(!navigator.back(to: summary.id))
    try #require(navigator.screen(Home.self)).fire(.signUp)
    #expect(navigator.screen(Email.self)?.enteredValue == "a@b.c")
  }

  @Test func `a view is reevaluated only for properties that it reads`() async throws {
    let navigator = try await startNavigator()
    #expect(!sets(navigator.layers) { navigator.record("tapped") })
    #expect(!sets(navigator.path) { navigator.context = ["country": "AT"] })
    #expect(!sets(navigator.isWorking) { navigator.screen(Home.self)?.fire(.signUp) })
    #expect(sets(navigator.canGoBack) { navigator.back() })
    #expect(!sets(navigator.outcome) { navigator.screen(Home.self)?.fire(.login) })
    #expect(sets(navigator.outcome) { navigator.screen(Login.self)?.fire(.next) })
    #expect(navigator.outcome == "in")
    #expect(!navigator.canGoBack)
    #expect(!navigator.back())
  }

  @Test func `while a step works between two screens, going back is not possible`() async throws {
    let navigator = try await startNavigator()
    let (signal, continuation) = AsyncStream<Void>.makeStream()
    let task = Task { try await navigator.perform(AskThrice(signal: signal)) }
    await wait { navigator.path.count == 2 && navigator.canGoBack }
    #expect(!navigator.isWorking)
    navigator.screen(Ask.self)?.fire(.next, output: "a")
    #expect(navigator.isWorking && !navigator.canGoBack && !navigator.back())
    await wait { navigator.canGoBack }
    #expect(navigator.layers.map(\.steps.count) == [3])
    navigator.screen(Ask.self)?.fire(.next, output: "b")
    #expect(navigator.isWorking)
    #expect(!navigator.back(to: navigator.path[0].id))
    continuation.yield()
    await wait { navigator.canGoBack }
    navigator.screen(Ask.self)?.fire(.next, output: "c")
    #expect(try await task.value == "abc")
    #expect(!navigator.isWorking && navigator.path.map(\.step) == ["home"])
  }

  @Test func `going back reaches earlier screens of a step in code, and leaves it`() async throws {
    let navigator = try await startNavigator()
    let (signal, continuation) = AsyncStream<Void>.makeStream()
    continuation.yield()
    continuation.finish()
    let task = Task { try await navigator.perform(AskThrice(signal: signal)) }
    for count in 2...4 {
      await wait { navigator.path.count == count && navigator.canGoBack }
      if count < 4 { navigator.screen(Ask.self)?.fire(.next, output: "x") }
    }
    let second = navigator.path[1]
    #expect(navigator.back(to: second.id))
    await wait { navigator.path.count == 2 && navigator.canGoBack }
    #expect(navigator.current == second)
    #expect(navigator.screen(Ask.self)?.enteredValue == "x")
    #expect(navigator.back(to: navigator.path[0].id))
    await #expect(throws: BackNavigationError.self) { try await task.value }
    #expect(navigator.path.map(\.step) == ["home"])
  }
}
