import FlowCore
import FlowMagic
import Testing

@MainActor struct RoutedDecisionTests {
  struct Adult: RoutedDecision {
    enum Port: String, ActionPort { case adult, child }
    struct Content: Codable, Sendable { var from: Int }
    static let needs = Needs(\Answers.age)

    func make(_ context: StepContext<Self>) -> Port {
      context.needs >= context.content.from ? .adult : .child
    }
  }

  /// A decision that the flow routes to itself.
  struct Always: RoutedDecision {
    enum Port: String, ActionPort { case again }
    func make(_ context: StepContext<Self>) -> Port { .again }
  }

  let events = RecordedEvents()

  func navigator(adult target: Name = "email") async throws -> Navigator {
    let screens = try ScreenRegistry {
      Age.self
      Adult()
      Always()
      Email.self
      Summary.self
    }
    let flow = try Flow("main") {
      ScreenStep(Age.self).on(.next, to: Adult.self)
      ScreenStep(Adult.self, content: .init(from: 18))
        .on(.adult, to: target).on(.child, finish: "too young")
      ScreenStep(Always.self).on(.again, to: "always")
      ScreenStep(Email.self).on(.next, to: Summary.self)
      ScreenStep(Summary.self).on(.next, finish: "done")
    }
    let navigator = try Navigator(
      screens: screens, default: FlowDocument(flows: [flow]), events: events)
    await navigator.start()
    return navigator
  }

  @Test(arguments: [(18, RoutedDecisionTests.Adult.Port.adult), (17, .child)])
  func `a decision can be tested alone`(age: Int, expected: Adult.Port) {
    let context = StepContext<Adult>(content: .init(from: 18), needs: age)
    #expect(Adult().make(context) == expected)
  }

  @Test func `a decision is made immediately, and going back skips it`() async throws {
    let navigator = try await navigator()
    var shown: [Name] = []
    navigator.onShow { shown.append($0.screen) }
    navigator.screen(Age.self)?.fire(.next, output: 20)
    #expect(navigator.current?.screen == "Email")
    #expect(shown == ["Email"])
    #expect(navigator.layers.first?.steps.map(\.screen) == ["Age", "Email"])
    #expect(navigator.back())
    #expect(navigator.screen(Age.self)?.enteredValue == 20)
    navigator.screen(Age.self)?.fire(.next, output: 7)
    #expect(navigator.outcome == "too young")
  }

  @Test func `the edge of a decision is recorded as an event`() async throws {
    let navigator = try await navigator()
    navigator.screen(Age.self)?.fire(.next, output: 20)
    let ports = events.all.filter { $0.type == .edge }.map { $0.detail["port"]?.string }
    #expect(ports == ["next", "adult"])
  }

  @Test func `a decision that leads to itself forever leaves the user where they are`()
    async throws
  {
    let navigator = try await navigator(adult: "always")
    navigator.screen(Age.self)?.fire(.next, output: 20)
    #expect(navigator.current?.screen == "Age")
    #expect(events.problems == ["decision-cycle"])
  }

  @Test func `the manifest declares a decision with its ports`() async throws {
    let manifest = try await navigator().screens.manifest()
    let adult = try #require(manifest.screens.first { $0.name == "Adult" })
    #expect(adult.unknown["kind"] == "decision")
    #expect(adult.ports.map(\.name) == ["adult", "child"])
  }
}
