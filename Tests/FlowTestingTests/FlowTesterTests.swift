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

  func failed(_ body: (FlowTester) throws -> Void, _ context: JSONObject = [:]) throws -> [String] {
    try body(tester(context))
    return failures.withLock { $0 }
  }

  @Test func `a user in Germany sees the legal page first`() throws {
    let found = try failed(
      { flow in
        flow.expect(Welcome.self, content: .init(title: "Hello"))
        flow.fire(Welcome.self, .next)
        flow.expect(Legal.self, step: "legal")
        flow.fire(Legal.self, .decline)
        flow.expectFinished("declined") { (outputs: Answers) in outputs.email == nil }
      }, ["country": "DE"])
    #expect(found == [])
  }

  @Test func `for other users it is skipped and the experiment applies`() throws {
    let found = try failed(
      { flow in
        flow.fire(Welcome.self, .next)
        flow.expectSkipped("legal")
        flow.expectExposure("short-form", variant: "long")
        flow.expectPath("welcome", "email")
        flow.fire(Email.self, .next, output: "a@b.c")
        flow.expect(\Answers.email, "a@b.c")
        flow.expectFinished("completed")
      }, ["userId": "u1"])
    #expect(found == [])
  }

  @Test func `unexpected events fail with a list`() throws {
    let found = try failed(
      { flow in
        flow.fire(Welcome.self, .next)
        flow.fire(Email.self, .next, output: "a@b.c")
      }, ["userId": "u1"])
    #expect(
      found == [
        """
        Before Email fired next, the test did not expect:
          - that legal was skipped (hidden)
          - the variant long of the experiment short-form
        """
      ])
  }

  @Test func `an event that is never expected fails at the end`() throws {
    let found = try failed({ flow in flow.fire(Welcome.self, .next) }, ["country": "DE"])
    #expect(found == ["The test ended, but it did not expect:\n  - the screen Legal"])
  }

  @Test func `the wrong screen is reported once, with the current one`() throws {
    let found = try failed { flow in
      flow.expect(Email.self)
      flow.fire(Email.self, .next, output: "a")
      flow.expectFinished("completed")
    }
    #expect(found == ["Expected the screen Email, but Welcome of step welcome is shown."])
  }

  @Test func `wrong content, outputs and outcomes fail`() throws {
    _ = try failed { $0.expect(Welcome.self, content: .init(title: "Bye")) }
    _ = try failed { flow in
      flow.expect(Welcome.self)
      flow.expect(\Answers.email, "a@b.c")
    }
    let found = try failed { $0.expectFinished("completed") }
    #expect(
      found == [
        #"Welcome has different content: {"title":"Hello"}"#,
        "Expected the output a@b.c, but it is nothing.",
        "Expected the outcome completed, but Welcome of step welcome is shown.",
      ])
  }

  @Test func `an error must be expected`() throws {
    let found = try failed(
      { flow in
        flow.fire(Welcome.self, .next)
        flow.fire(Legal.self, .next)
        flow.expect(Email.self)
        flow.fire(Email.self, .next)
        flow.expectProblem("missing-output")
        flow.expect(Email.self)
      }, ["country": "DE"])
    #expect(found == [])
  }

  @Test func `releases, relaunches, links and back navigation work`() throws {
    let found = try failed(
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
    #expect(found == [])
  }

  @Test func `without exhaustiveness only explicit expectations count`() throws {
    do {
      let flow = try tester(isExhaustive: false)
      flow.fire(Welcome.self, .next)
    }
    #expect(failures.withLock { $0 } == [])
  }
}
