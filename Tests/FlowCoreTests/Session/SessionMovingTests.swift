import FlowCore
import Testing

@Suite struct SessionMovingTests {
  let signUp = document(
    flow(
      "signUp",
      step("welcome", port("next", to("email"))),
      step("email", port("next", to("done")), port("skip", finish("skipped"))),
      step("done", port("next", finish("completed")))))

  func startSession(
    _ document: FlowDocument, context: JSONObject = JSONObject()
  ) throws -> Session {
    Session.start(in: try Release(document), context: context).session
  }

  @Test func `a flow starts with its start step as the root and only screen`() throws {
    let (session, transition) = Session.start("signUp", in: try Release(signUp))
    #expect(session.steps == ["welcome"])
    guard case .show(let shown, removed: 0) = transition.effect else {
      Issue.record("No step is shown: \(transition.effect)")
      return
    }
    #expect(shown.screen == "Swelcome")
    #expect(shown.style == .root)
  }

  @Test func `starting an unknown flow fails, and the error names the flow`() throws {
    let (session, transition) = Session.start("nope", in: try Release(signUp))
    #expect(transition.failure == .unknownFlow)
    #expect(session.current == nil)
    guard case .fail(let error) = transition.effect else {
      Issue.record("The start did not fail: \(transition.effect)")
      return
    }
    #expect(error.message.contains("nope"))
  }

  @Test func `firing leads along the routes to an outcome`() throws {
    var session = try startSession(signUp)
    let first = session.fire("next")
    #expect(session.steps == ["welcome", "email"])
    #expect(first.edges.count == 1)
    #expect(
      first.edges[0].from == FlowLocation(flow: "signUp", step: "welcome", port: "next", route: 0))
    #expect(first.edges[0].to == .step(flow: "signUp", step: "email"))
    _ = session.fire("next", output: "ada@example.org")
    let last = session.fire("next")
    #expect(last.effect == .finish("completed"))
    #expect(session.status == .finished("completed"))
    #expect(session.output("email") == "ada@example.org")
    #expect(session.fire("next").failure == .sessionEnded)
    #expect(session.back().failure == .sessionEnded)
  }

  @Test func `an unknown port changes nothing, and the error lists the existing ports`() throws {
    var session = try startSession(signUp)
    _ = session.fire("next")
    let before = session
    let transition = session.fire("nxt", output: "lost?")
    #expect(session == before)
    guard case .fail(let error) = transition.effect else {
      Issue.record("Firing an unknown port did not fail.")
      return
    }
    #expect(error.code == .unknownPort)
    #expect(error.message.contains("next, skip"))
  }

  @Test func `a port whose routes do not apply changes nothing`() throws {
    let conditional = document(
      flow(
        "f", step("a", port("next", to("b", when: ["output.a": "yes"]))),
        step("b", port("next", finish("completed")))))
    var session = try startSession(conditional)
    let before = session
    #expect(session.fire("next", output: "no").failure == .noRoute)
    #expect(session == before)
    #expect(session.output("a") == nil)
    #expect(session.fire("next", output: "yes").failure == nil)
    #expect(session.steps == ["a", "b"])
  }

  @Test func `the first route that applies is taken`() throws {
    let branching = document(
      flow(
        "f",
        step(
          "a",
          port(
            "next", to("b", when: ["country": ["$in": ["DE", "AT"]]]), to("c"), to("d"))),
        step("b"), step("c"), step("d")))
    for (country, expected) in [("DE", "b"), ("AT", "b"), ("FR", "c")] as [(String, Name)] {
      var session = try startSession(
        branching, context: JSONObject([.init(key: "country", value: .string(country))]))
      _ = session.fire("next")
      #expect(session.steps.last == expected)
    }
  }

  @Test func `going back removes the output of a step, but not its entered value`() throws {
    var session = try startSession(signUp)
    _ = session.fire("next")
    _ = session.fire("next", output: "ada@example.org")
    let transition = session.back()
    #expect(session.steps == ["welcome", "email"])
    guard case .pop(let shown, removed: 1) = transition.effect else {
      Issue.record("No step is shown again: \(transition.effect)")
      return
    }
    #expect(shown.step == "email")
    #expect(session.output("email") == nil)
    #expect(session.enteredValue("email") == "ada@example.org")
    _ = session.fire("next", output: "grace@example.org")
    #expect(session.output("email") == "grace@example.org")
    #expect(session.enteredValue("email") == "grace@example.org")
  }

  @Test func `going back at the start changes nothing`() throws {
    var session = try startSession(signUp)
    #expect(session.back().effect == .atStart)
    #expect(session.steps == ["welcome"])
  }

  @Test func `going back in a loop restores the earlier output`() throws {
    let loop = document(
      flow(
        "f", step("a", port("next", to("b"))), step("b", port("again", to("a")))))
    var session = try startSession(loop)
    _ = session.fire("next", output: 1)
    _ = session.fire("again")
    _ = session.fire("next", output: 2)
    #expect(session.output("a") == 2)
    _ = session.back()
    #expect(session.output("a") == 1)
    _ = session.back()
    #expect(session.steps == ["a", "b"])
    #expect(session.output("a") == 1)
  }

  @Test func `replace removes the current step from the path, and root removes all steps`() throws {
    let styles = document(
      flow(
        "f", step("a", port("next", to("b"))), step("b", port("next", to("c", style: .replace))),
        step("c", port("next", to("d", style: .root))), step("d")))
    var session = try startSession(styles)
    _ = session.fire("next")
    _ = session.fire("next")
    #expect(session.steps == ["a", "c"])
    let transition = session.fire("next", output: "kept")
    #expect(session.steps == ["d"])
    guard case .show(let shown, removed: 2) = transition.effect else {
      Issue.record("Two steps should be removed: \(transition.effect)")
      return
    }
    #expect(shown.style == .root)
    #expect(session.output("c") == "kept")
    #expect(session.back().effect == .atStart)
  }

  @Test func `a session that moves forward forever stays bounded`() throws {
    let loop = document(
      flow("f", step("a", port("next", to("b"))), step("b", port("next", to("a")))))
    var session = try startSession(loop)
    for number in 0..<(3 * Session.maximumPathLength) {
      _ = session.fire("next", output: .number(JSONNumber(number)))
    }
    #expect(session.path.count == Session.maximumPathLength)
    #expect(session.log.count <= Session.maximumPathLength + 2)
    #expect(session.output("b") == .number(JSONNumber(3 * Session.maximumPathLength - 1)))
  }

  @Test func `a session that replaces its only screen forever stays bounded`() throws {
    let loop = document(
      flow(
        "f", step("a", port("next", to("b", style: .root))),
        step("b", port("next", to("a", style: .replace)))))
    var session = try startSession(loop)
    for number in 0..<1_000 { _ = session.fire("next", output: .number(JSONNumber(number))) }
    #expect(session.path.count == 1)
    #expect(session.log.count <= 3)
  }

  @Test func `conditions read the output of a step whose id has dots`() throws {
    let dotted = document(
      flow(
        "f",
        step("a.b", port("next", to("c", when: ["output.a.b": "yes"]), to("d"))),
        step("c"), step("d", port("next", to("c", when: ["output.a.b.e": 1])))))
    #expect(Verifier(dotted).findings().allSatisfy { $0.code != .unknownOutput })
    var session = try startSession(dotted)
    _ = session.fire("next", output: "yes")
    #expect(session.steps == ["a.b", "c"])
    _ = session.back()
    _ = session.fire("next", output: ["e": 1])
    #expect(session.steps == ["a.b", "d"])
    _ = session.fire("next")
    #expect(session.steps == ["a.b", "d", "c"])
  }
}
