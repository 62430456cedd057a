import FlowCore
import Testing

@Suite struct SubflowTests {
  let shop = document(
    flow(
      "shop",
      step(
        "home",
        port("login", enter("login", style: .sheet)),
        port(
          "buy",
          enter(
            "login",
            then: [
              ("completed", Destination(.step("pay"))), (nil, Destination(.finish("left"))),
            ]))),
      step("pay", port("next", finish("bought")))),
    flow(
      "login",
      step("name", port("next", to("code")), port("cancel", finish("cancelled"))),
      step("code", port("next", finish("completed")))))

  func startSession() throws -> Session {
    Session.start("shop", in: try Release(shop)).session
  }

  @Test func `a flow without continuations returns to the step that entered it`() throws {
    var session = try startSession()
    _ = session.fire("login")
    #expect(session.current?.style == .sheet)
    _ = session.fire("next", output: "ada")
    #expect(session.steps == ["home", "name", "code"])
    let transition = session.fire("next", output: "1234")
    #expect(session.steps == ["home"])
    guard case .pop(let shown, removed: 2) = transition.effect else {
      Issue.record("Two steps should be removed: \(transition.effect)")
      return
    }
    #expect(shown.step == "home")
    #expect(session.output("name") == "ada")
    #expect(session.status == .active)
  }

  @Test func `the outputs of a finished nested flow are kept when moving forward and back`()
    throws
  {
    var session = try startSession()
    _ = session.fire("login")
    _ = session.fire("next", output: "ada")
    _ = session.fire("next", output: "1234")
    _ = session.fire("buy")
    _ = session.back()
    #expect(session.steps == ["home"])
    #expect(session.output("name") == "ada")
  }

  @Test func `an outcome with a continuation continues in the outer flow`() throws {
    var session = try startSession()
    _ = session.fire("buy")
    _ = session.fire("next")
    let transition = session.fire("next")
    #expect(session.steps == ["home", "pay"])
    #expect(
      transition.edges.map(\.to) == [
        .finish("completed"), .step(flow: "shop", step: "pay"),
      ])
    _ = session.back()
    #expect(session.steps == ["home"])
  }

  @Test func `all other outcomes use the default continuation`() throws {
    var session = try startSession()
    _ = session.fire("buy")
    #expect(session.fire("cancel").effect == .finish("left"))
  }

  @Test func `going back from the first step of a nested flow leaves it`() throws {
    var session = try startSession()
    _ = session.fire("buy")
    _ = session.back()
    #expect(session.steps == ["home"])
    #expect(session.calls.isEmpty)
    _ = session.fire("login")
    _ = session.fire("next")
    _ = session.fire("next")
    #expect(session.steps == ["home"])
  }

  @Test func `a flow that enters itself forever stops at the limit`() throws {
    let endless = document(
      flow("f", step("a", showWhen: ["never": 1], port("next", enter("f")))))
    let (session, transition) = Session.start(in: try Release(endless))
    #expect(transition.failure == .tooManyNestedFlows)
    #expect(session.current == nil)
  }

  @Test func `a flow that shows a step may enter itself up to the limit, then its port fails`()
    throws
  {
    let nested = document(flow("f", step("a", port("next", enter("f")))))
    var session = Session.start(in: try Release(nested)).session
    for _ in 0..<Session.maximumDepth { #expect(session.fire("next").failure == nil) }
    #expect(session.fire("next").failure == .tooManyNestedFlows)
    #expect(session.steps.count == Session.maximumDepth + 1)
    _ = session.back()
    #expect(session.steps.count == Session.maximumDepth)
  }

  @Test func `a hidden step that entered a flow enters it again when the flow ends`() throws {
    let hidden = document(
      flow(
        "f", step("a", port("next", to("b"))),
        step("b", showWhen: ["x": 1], port("next", enter("g")))),
      flow("g", step("c", port("next", finish("completed")))))
    var session = Session.start(in: try Release(hidden)).session
    _ = session.fire("next")
    #expect(session.steps == ["a", "c"])
    #expect(session.fire("next").failure == nil)
    #expect(session.current?.step == "c")
  }
}
