import FlowMagic
import FlowTesting
import Testing

struct Answers: FlowOutput { var email: String? }

struct Welcome: Screen {
  enum Port: String, ActionPort { case next }
  struct Content: Codable, Sendable, Equatable { var title: String }
}

struct Legal: Screen {
  enum Port: String, ActionPort { case next, decline }
}

struct Email: Screen {
  enum Port: String, ActionPort { case next }
  static let output = \Answers.email
}

struct FlowTesterTests {
  let failures = Locked<[String]>([])

  func document(_ title: String = "Hello") throws -> FlowDocument {
    let split = Split(
      experiment: "short-form",
      variants: [
        .init(key: "long", weight: JSONNumber(1.0), destination: Destination(.step("email"))),
        .init(key: "short", weight: JSONNumber(0.0), destination: Destination(.finish("done"))),
      ])
    let flow = try Flow("onboarding") {
      ScreenStep(Welcome.self, content: .init(title: title)).on(.next, to: Legal.self)
      ScreenStep(Legal.self).shown(when: ["country": "DE"])
        .on(.next, split: split).on(.next, to: Email.self).on(.decline, finish: "declined")
      ScreenStep(Email.self).on(.next, finish: "completed")
    }
    return FlowDocument(flows: [flow])
  }

  func tester(_ context: JSONObject = [:], isExhaustive: Bool = true) throws -> FlowTester {
    let screens = try ScreenRegistry {
      Welcome.self
      Legal.self
      Email.self
    }
    return try FlowTester(
      screens, document(), context: context, isExhaustive: isExhaustive,
      onFailure: { [failures] failure in failures.withLock { $0.append(failure.message) } })
  }

  func failureMessages(
    _ body: (FlowTester) throws -> Void, _ context: JSONObject = [:]
  ) throws -> [String] {
    try body(tester(context))
    return failures.withLock { $0 }
  }

  @Test func `a user in Germany sees the legal page`() throws {
    let messages = try failureMessages(
      { flow in
        flow.expect(Welcome.self, content: .init(title: "Hello"))
        flow.fire(Welcome.self, .next)
        flow.expect(Legal.self, step: "legal")
        flow.fire(Legal.self, .decline)
        flow.expectFinished("declined") { (outputs: Answers) in outputs.email == nil }
      }, ["country": "DE"])
    #expect(messages == [])
  }

  @Test func `other users skip the legal page and take part in the experiment`() throws {
    let messages = try failureMessages(
      { flow in
        flow.fire(Welcome.self, .next)
        flow.expectSkipped("legal")
        flow.expectExposure("short-form", variant: "long")
        flow.expectPath("welcome", "email")
        flow.fire(Email.self, .next, output: "a@b.c")
        flow.expect(\Answers.email, "a@b.c")
        flow.expectFinished("completed")
      }, ["userId": "u1"])
    #expect(messages == [])
  }

  @Test func `unexpected events fail with a list`() throws {
    let messages = try failureMessages(
      { flow in
        flow.fire(Welcome.self, .next)
        flow.fire(Email.self, .next, output: "a@b.c")
      }, ["userId": "u1"])
    #expect(
      messages == [
        """
        Before Email fired next, the test did not expect:
          - the skipped step legal (hidden)
          - the variant long of the experiment short-form
        """
      ])
  }

  @Test func `an event that is never expected fails at the end`() throws {
    let messages = try failureMessages(
      { flow in flow.fire(Welcome.self, .next) }, ["country": "DE"])
    #expect(messages == ["The test ended, but it did not expect:\n  - the screen Legal"])
  }

  @Test func `the wrong screen is reported once, with the current one`() throws {
    let messages = try failureMessages { flow in
      flow.expect(Email.self)
      flow.fire(Email.self, .next, output: "a")
      flow.expectFinished("completed")
    }
    #expect(messages == ["Expected the screen Email, but Welcome of step welcome is shown."])
  }

  @Test func `wrong content, outputs and outcomes fail`() throws {
    _ = try failureMessages { $0.expect(Welcome.self, content: .init(title: "Bye")) }
    _ = try failureMessages { flow in
      flow.expect(Welcome.self)
      flow.expect(\Answers.email, "a@b.c")
    }
    let messages = try failureMessages { $0.expectFinished("completed") }
    #expect(
      messages == [
        #"Welcome has different content: {"title":"Hello"}"#,
        "Expected the output a@b.c, but it is nothing.",
        "Expected the outcome completed, but Welcome of step welcome is shown.",
      ])
  }

  @Test func `an error can be expected`() throws {
    let messages = try failureMessages(
      { flow in
        flow.fire(Welcome.self, .next)
        flow.fire(Legal.self, .next)
        flow.expect(Email.self)
        flow.fire(Email.self, .next)
        flow.expectProblem("missing-output")
        flow.expect(Email.self)
      }, ["country": "DE"])
    #expect(messages == [])
  }

  @Test func `releases, relaunches, links and back navigation work`() throws {
    let messages = try failureMessages(
      { flow in
        flow.fire(Welcome.self, .next)
        flow.back()
        try flow.publish(document("New"))
        flow.expectAdoption()
        flow.expect(Welcome.self, content: .init(title: "New"))
        try flow.relaunch(with: document("Newer"))
        flow.expect(Welcome.self, content: .init(title: "Newer"))
        flow.open("email")
        flow.expectPath("welcome", "legal", "email")
      }, ["country": "DE"])
    #expect(messages == [])
  }

  @Test func `a step is opened in the flow that the tester started`() throws {
    let screens = try ScreenRegistry {
      Welcome.self
      Email.self
    }
    let document = FlowDocument(flows: [
      try Flow("first") {
        ScreenStep(Welcome.self, content: .init(title: "1")).on(.next, finish: "done")
      },
      try Flow("second") {
        ScreenStep(Welcome.self, content: .init(title: "2")).on(.next, to: Email.self)
        ScreenStep(Email.self).on(.next, finish: "done")
      },
    ])
    let flow = try FlowTester(screens, document, flow: "second", isExhaustive: false)
    flow.open("email")
    #expect(flow.state.current?.flow == "second")
    #expect(flow.state.current?.step == "email")
  }

  @Test func `without exhaustiveness, unexpected events do not fail`() throws {
    do {
      let flow = try tester(isExhaustive: false)
      flow.fire(Welcome.self, .next)
    }
    #expect(failures.withLock { $0 } == [])
  }
}
