import FlowCore
import FlowMagic
import FlowTesting
import Testing

/// The needs of a screen, which its view reads without optionals.
@MainActor struct NeedsTests {
  struct Greeting: Screen {
    enum Port: String, ActionPort { case next }
    static let needs = Needs(\Answers.email, \Answers.age)
  }

  /// Provides an age as a string, under the output key of the number.
  struct OldAge: Screen {
    struct Old: FlowOutput { var age: String? }
    enum Port: String, ActionPort { case next }
    static let output = \Old.age
  }

  /// Outputs with a 64-bit integer.
  struct Integers: FlowOutput {
    var email: String?
    var age: Int64?
  }

  /// Outputs with a number of single precision.
  struct Fractions: FlowOutput {
    var email: String?
    var age: Float?
  }

  /// Presents a screen with a need that may be missing.
  struct Hello: RoutedStep {
    enum Port: String, ActionPort { case done }
    func perform(_ context: StepContext<Self>) async throws -> ScreenExit<Self> {
      try await ask(Greeting.self)
      return .fire(.done)
    }
  }

  let events = RecordedEvents()

  func screens() throws -> ScreenRegistry {
    try ScreenRegistry {
      Email.self
      Age.self
      OldAge.self
      Greeting.self
      Hello()
    }
  }

  func document(age: Name = "age", last: Name = "greeting") throws -> FlowDocument {
    let flow = try Flow("main") {
      ScreenStep(Email.self).on(.next, to: age).on(.skip, to: "hello")
      ScreenStep(Age.self).on(.next, to: last)
      ScreenStep(OldAge.self).on(.next, to: last)
      ScreenStep(Greeting.self).on(.next, finish: "done")
      ScreenStep(Hello.self).on(.done, finish: "done")
    }
    return FlowDocument(flows: [flow])
  }

  func navigator(_ document: FlowDocument) async throws -> Navigator {
    let navigator = try Navigator(screens: screens(), default: document, events: events)
    await navigator.start()
    return navigator
  }

  @Test func `several needs are a tuple in the order of their declaration`() async throws {
    let navigator = try await navigator(document())
    navigator.screen(Email.self)?.fire(.next, output: "a@b.c")
    navigator.screen(Age.self)?.fire(.next, output: 20)
    let (email, age) = try #require(navigator.screen(Greeting.self)).needs
    #expect(email == "a@b.c")
    #expect(age == 20)
  }

  @Test func `a view that leaves the screen keeps the needs of its step`() async throws {
    let navigator = try await navigator(document())
    navigator.screen(Email.self)?.fire(.next, output: "a@b.c")
    navigator.screen(Age.self)?.fire(.next, output: 20)
    let greeting = try #require(navigator.screen(Greeting.self))
    navigator.back()
    #expect(greeting.outputs.age == nil)
    #expect(greeting.needs == ("a@b.c", 20))
  }

  @Test func `a value of another type rejects the step, and the previous screen stays`()
    async throws
  {
    let navigator = try await navigator(document(age: "oldAge"))
    var messages: [String] = []
    navigator.onError { messages.append("\($0)") }
    navigator.screen(Email.self)?.fire(.next, output: "a@b.c")
    navigator.screen(OldAge.self)?.fire(.next, output: "twenty")
    #expect(navigator.current?.screen == "OldAge")
    #expect(events.problems == ["need-mismatch"])
    #expect(
      messages.first?.contains("Step greeting of flow main shows the screen Greeting") == true)
    #expect(messages.first?.contains("Answers.age") == true)
  }

  @Test func `an output of another type counts as missing, and the others are kept`() async throws {
    let navigator = try await navigator(document(age: "oldAge", last: "oldAge"))
    navigator.screen(Email.self)?.fire(.next, output: "a@b.c")
    navigator.screen(OldAge.self)?.fire(.next, output: "twenty")
    #expect(navigator.outputs(OldAge.Old.self).age == "twenty")
    #expect(navigator.outputs(Integers.self).email == "a@b.c")
    #expect(navigator.outputs(Integers.self).age == nil)
    #expect(navigator.outputs(Fractions.self).email == "a@b.c")
    #expect(navigator.outputs(Fractions.self).age == nil)
  }

  @Test func `a saved state with a value of another type starts the flow from its beginning`()
    async throws
  {
    let first = try await navigator(document())
    first.screen(Email.self)?.fire(.next, output: "a@b.c")
    first.screen(Age.self)?.fire(.next, output: 20)
    let saved = try #require(first.state.saved).text(.compact)
      .replacing("\"value\":20", with: "\"value\":\"twenty\"")
    try #require(saved.contains("twenty"))
    let second = try Navigator(screens: screens(), default: document(), events: events)
    await second.start(restoring: try JSON(parsing: saved))
    #expect(second.current?.screen == "Email")
    #expect(events.problems == ["session-mismatch"])
  }

  /// A flow in which a condition guarantees an age before the greeting.
  func guarded(
    exists: Bool = true, _ change: (ScreenStep<Email>) -> ScreenStep<Email> = { $0 }
  ) throws -> FlowDocument {
    let flow = try Flow("main") {
      ScreenStep(Email.self, id: "first").on(.next, to: "second").on(.skip, to: Age.self)
      change(
        ScreenStep(Email.self, id: "second")
          .on(.next, when: ["output.age": ["$exists": .bool(exists)]], to: Greeting.self)
          .on(.next, finish: "done"))
      ScreenStep(Age.self).on(.next, to: "second")
      ScreenStep(Greeting.self).on(.next, finish: "done")
    }
    return FlowDocument(flows: [flow])
  }

  @Test func `a session is restored only on a flow whose conditions guarantee the needs`()
    async throws
  {
    let first = try await navigator(guarded())
    first.screen(Email.self)?.fire(.next, output: "a@b.c")
    #expect(first.current?.step == "second")
    let saved = try #require(first.state.saved)
    let second = try Navigator(screens: screens(), default: guarded(), events: events)
    await second.start(restoring: saved)
    #expect(second.current?.step == "second")
    #expect(events.problems.isEmpty)
    // Another flow, or another condition, may need more than the session has.
    for other in try [guarded { $0.on(.skip, to: Greeting.self) }, guarded(exists: false)] {
      let third = try Navigator(screens: screens(), default: other, events: events)
      await third.start(restoring: saved)
      #expect(third.current?.step == "first")
    }
    #expect(events.problems == ["missing-need", "missing-need"])
  }

  @Test func `a screen presented by a step in code gets its needs, or is rejected`() async throws {
    let flow = try FlowTester(screens(), document(last: "hello"))
    flow.fire(Email.self, .next, output: "a@b.c")
    flow.fire(Age.self, .next, output: 20)
    await flow.run(Hello.self)
    flow.expect(Greeting.self)
    #expect(flow.outputTexts == ["a@b.c", "20"])

    let other = try FlowTester(screens(), document())
    other.fire(Email.self, .skip)
    await other.run(Hello.self)
    other.expectProblem("need-mismatch")
    other.expect(Email.self)
  }

  @Test func `an output of a nested flow is passed to the step that it returns to`() async throws {
    let inner = try Flow("again") {
      ScreenStep(Email.self, id: "again").on(.next, finish: "done").on(.skip, finish: "done")
    }
    var document = try shopDocument {
      $0.change("summary") { summary in
        summary.ports[0].routes = [
          Route(target: .destination(Destination(.flow("again", then: []))))
        ]
      }
    }
    document.flows.append(inner)
    let navigator = try Navigator(screens: shopScreens(), default: document)
    await navigator.start()
    navigator.screen(Home.self)?.fire(.signUp)
    navigator.screen(Email.self)?.fire(.next, output: "a@b.c")
    #expect(navigator.screen(Summary.self)?.needs == "a@b.c")
    navigator.screen(Summary.self)?.fire(.next)
    navigator.screen(Email.self)?.fire(.next, output: "b@c.d")
    #expect(navigator.screen(Summary.self)?.needs == "b@c.d")
  }

  @Test func `a preview and a context for a test provide typed needs`() {
    let greeting = ScreenProxy<Greeting>.preview(needs: ("a@b.c", 20), outputs: Answers())
    #expect(greeting.needs == ("a@b.c", 20))
    #expect(greeting.outputs.email == "a@b.c")
    let context = StepContext<Charge>(needs: "a@b.c", outputs: Answers(age: 5))
    #expect(context.needs == "a@b.c")
    #expect(context.outputs == Answers(email: "a@b.c", age: 5))
  }
}

extension FlowTester {
  fileprivate var outputTexts: [String] {
    let outputs = state.outputs(Answers.self)
    return [outputs.email, outputs.age.map { "\($0)" }].compactMap { $0 }
  }
}
