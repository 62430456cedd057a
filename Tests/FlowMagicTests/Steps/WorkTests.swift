import FlowCore
import FlowMagic
import Testing

struct Charge: Screen {
  enum Port: String, ActionPort { case paid, refused }
  static let needs = Needs(\Answers.email)
  static let output = \Answers.age
  static let outputPorts: [Port] = [.paid]
}

@MainActor struct WorkTests {
  struct NoNetwork: Error {}

  struct Rejected: Error { let card: String }

  func startNavigator(
    events: any EventSink = NoOpEventSink(),
    _ work: @escaping @Sendable (StepContext<Charge>) async throws -> ScreenExit<Charge>
  ) async throws -> Navigator {
    let screens = try ScreenRegistry {
      Email.self
      Summary.self
      Work(Charge.self, work)
    }
    let flow = try Flow("pay") {
      ScreenStep(Email.self).on(.next, to: Charge.self).on(.skip, finish: "left")
      ScreenStep(Charge.self).on(.paid, to: Summary.self).on(.refused, to: Email.self, style: .root)
      ScreenStep(Summary.self).on(.next, finish: "done")
    }
    let navigator = try Navigator(
      screens: screens, default: FlowDocument(flows: [flow]), events: events)
    await navigator.start()
    return navigator
  }

  func wait(for step: Name, _ navigator: Navigator) async {
    for await state in navigator.changes() where state.current?.step == step { return }
  }

  @Test func `work runs without a user interface and fires its port`() async throws {
    let navigator = try await startNavigator { .fire(.paid, output: $0.needs.utf8.count) }
    let host = try ScreenHost(navigator) {
      For(Email.self) { _ in "email" }
      For(Summary.self) { _ in "summary" }
    }
    navigator.screen(Email.self)?.fire(.next, output: "a@b.c")
    #expect(host.view == "email")
    await wait(for: "summary", navigator)
    #expect(navigator.outputs(Answers.self).age == 5)
    #expect(navigator.back())
    #expect(navigator.current?.step == "email")
  }

  @Test func `failed work goes back and reports the error`() async throws {
    let navigator = try await startNavigator { _ in throw NoNetwork() }
    var errors: [any Error] = []
    navigator.onError { errors.append($0) }
    navigator.screen(Email.self)?.fire(.next, output: "a@b.c")
    #expect(navigator.current?.step == "charge")
    await wait(for: "email", navigator)
    #expect(errors.count == 1)
    #expect(errors.first is NoNetwork)
    #expect(navigator.screen(Email.self)?.enteredValue == "a@b.c")
  }

  @Test func `of an error that the app's code throws, events have only the type`() async throws {
    let events = RecordedEvents()
    let navigator = try await startNavigator(events: events) { _ in throw Rejected(card: "4242") }
    var errors: [any Error] = []
    navigator.onError { errors.append($0) }
    navigator.screen(Email.self)?.fire(.next, output: "a@b.c")
    await wait(for: "email", navigator)
    #expect((errors.first as? Rejected)?.card == "4242")
    #expect(events.problems == ["app-error"])
    let problem = try #require(events.all.first { $0.type == .problem })
    let message = try #require(problem.detail["message"]?.string)
    #expect(message.contains("Rejected") && !message.contains("4242"))
  }

  @Test func `another port of the screen that is visible during the work is reported as such`()
    async throws
  {
    let navigator = try await startNavigator { _ in throw CancellationError() }
    var errors: [any Error] = []
    navigator.onError { errors.append($0) }
    let email = try #require(navigator.screen(Email.self))
    for _ in 0..<2 { email.fire(.next, output: "a@b.c") }
    #expect(navigator.isWorking && errors.isEmpty)
    email.fire(.skip)
    let error = try #require(errors.first as? FlowMagicError)
    #expect(error.code == .staleScreen)
    #expect(error.message.contains("Email, which is still visible"))
    await wait(for: "email", navigator)
  }

  @Test func `work that cancels itself goes back and is not an error`() async throws {
    let navigator = try await startNavigator { _ in throw CancellationError() }
    var errors: [any Error] = []
    navigator.onError { errors.append($0) }
    navigator.screen(Email.self)?.fire(.next, output: "a@b.c")
    #expect(navigator.isWorking)
    await wait(for: "email", navigator)
    #expect(!navigator.isWorking)
    #expect(errors.isEmpty)
  }
}
