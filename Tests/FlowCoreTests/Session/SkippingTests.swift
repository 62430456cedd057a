import FlowCore
import Testing

@Suite struct SkippingTests {
  @Test func `a step whose condition is false is skipped and reported`() throws {
    let release = try Release(
      document(
        flow(
          "f", step("a", port("next", to("b", style: .sheet))),
          step("b", showWhen: ["output.a": ["$exists": true]], port("next", to("c"))),
          step("c"))))
    var hidden = Session.start(in: release).session
    let transition = hidden.fire("next")
    #expect(hidden.steps == ["a", "c"])
    #expect(transition.edges.map(\.skipReason) == [nil, .hidden])
    #expect(transition.edges[1].from.step == "b")
    #expect(hidden.current?.style == .sheet)
    var shown = Session.start(in: release).session
    _ = shown.fire("next", output: true)
    #expect(shown.steps == ["a", "b"])
  }

  @Test func `a first step that is hidden is skipped at the start`() throws {
    let release = try Release(
      document(
        flow(
          "f", step("a", showWhen: ["country": "DE"], port("next", to("b"))),
          step("b", port("next", finish("completed"))))))
    #expect(Session.start(in: release).session.steps == ["b"])
    #expect(Session.start(in: release, context: country("DE")).session.steps == ["a"])
  }

  @Test func `a flow whose steps are all hidden finishes at once`() throws {
    let release = try Release(
      document(flow("f", step("a", showWhen: ["x": 1], port("next", finish("completed"))))))
    let (session, transition) = Session.start(in: release)
    #expect(transition.effect == .finish("completed"))
    #expect(session.current == nil)
  }

  @Test func `a screen that the build does not have is skipped and reported`() throws {
    let build = Manifest(screens: [
      ScreenDeclaration(name: "Sa"), ScreenDeclaration(name: "Sc"),
    ])
    let release = try Release(
      document(
        flow(
          "f", step("a", port("next", to("b"))), step("b", port("next", to("c"))), step("c"))),
      manifest: build)
    var session = Session.start(in: release).session
    let transition = session.fire("next")
    #expect(session.steps == ["a", "c"])
    #expect(transition.edges.last?.skipReason == .missingScreen)
  }

  @Test(arguments: [1, 2, 3, 7, 100])
  func `hidden steps that lead to each other end in an error`(length: Int) throws {
    var steps = [step("a", port("next", to("h0")))]
    for index in 0..<length {
      steps.append(
        step(
          Name("h\(index)"), showWhen: ["never": true],
          port("next", to(Name("h\((index + 1) % length)")))))
    }
    let release = try Release(document(Flow(id: "f", start: "a", steps: steps)))
    var session = Session.start(in: release).session
    #expect(session.fire("next").failure == .skipCycle)
    guard case .failed = session.status else {
      Issue.record("The session has not failed.")
      return
    }
    #expect(session.fire("next").failure == .sessionEnded)
  }

  @Test func `a hidden step without a port next fails, and the user stays`()
    throws
  {
    let release = try Release(
      document(
        flow(
          "f", step("a", port("next", to("b"))),
          step("b", showWhen: ["x": 1], port("other", finish("completed"))))))
    var session = Session.start(in: release).session
    let before = session
    #expect(session.fire("next", output: "typed").failure == .noRoute)
    #expect(session == before)
  }

  @Test func `a screen is never shown without what it needs`() throws {
    let build = Manifest(screens: [
      ScreenDeclaration(
        name: "Sa", ports: [.init(name: "next")], provides: [.init(key: "email", type: .string)]),
      ScreenDeclaration(name: "Sb", needs: [.init(key: "email", type: .string)]),
    ])
    let release = try Release(
      document(flow("f", step("a", port("next", to("b"))), step("b"))), manifest: build)
    var session = Session.start(in: release).session
    #expect(session.fire("next").failure == .missingNeed)
    #expect(session.steps == ["a"])
    #expect(session.fire("next", output: "ada@example.org").failure == nil)
    #expect(session.steps == ["a", "b"])
    #expect(session.output("email") == "ada@example.org")
  }

  func country(_ code: String) -> JSONObject {
    JSONObject([.init(key: "country", value: .string(code))])
  }
}
