import FlowCore
import Testing

@Suite struct SessionAdoptionTests {
  let build = Manifest(screens: [
    ScreenDeclaration(name: "Sa", ports: [.init(name: "next")]),
    ScreenDeclaration(
      name: "Sb", ports: [.init(name: "next")], provides: [.init(key: "email", type: .string)]),
    ScreenDeclaration(name: "Sc", ports: [.init(name: "next")]),
    ScreenDeclaration(
      name: "Ssum", ports: [.init(name: "next")], needs: [.init(key: "email", type: .string)]),
  ])
  let old = document(
    flow(
      "f", step("a", port("next", to("b"))), step("b", port("next", to("c"))),
      step("c", port("next", finish("completed")))), number: 1)

  func session(at count: Int, output: JSON? = nil) throws -> Session {
    var session = Session.start(in: try Release(old, manifest: build)).session
    for _ in 0..<count { _ = session.fire("next", output: output) }
    return session
  }

  @Test func `a session adopts a release that still has its step`() throws {
    var session = try session(at: 1)
    let next = document(
      flow(
        "f", step("a", port("next", to("b"))), step("b", port("next", finish("early"))),
        step("c", port("next", finish("completed")))), number: 2)
    #expect(session.adopt(try Release(next, manifest: build)) == .moved)
    #expect(session.release.number == 2)
    #expect(session.steps == ["a", "b"])
    #expect(session.fire("next").effect == .finish("early"))
  }

  @Test func `a session whose step is gone continues on the release it started with`() throws {
    var session = try session(at: 1)
    let next = document(
      flow("f", step("a", port("next", to("c"))), step("c", port("next", finish("completed")))),
      number: 2)
    let before = session
    guard case .stayed(let reason) = session.adopt(try Release(next, manifest: build)) else {
      Issue.record("The session moved to the release.")
      return
    }
    #expect(reason.message.contains("b"))
    #expect(session == before)
    _ = session.fire("next")
    #expect(session.steps == ["a", "b", "c"])
  }

  @Test func `an earlier step that the release no longer has is removed from the path`() throws {
    var session = try session(at: 2, output: "x")
    let next = document(
      flow(
        "f", step("a", port("next", to("c"))), step("c", port("next", finish("completed")))),
      number: 2)
    #expect(session.adopt(try Release(next, manifest: build)) == .moved)
    #expect(session.steps == ["a", "c"])
    _ = session.back()
    #expect(session.steps == ["a"])
  }

  @Test func `a session does not adopt a release that needs outputs it does not have`() throws {
    let next = document(
      flow(
        "f", step("a", port("next", to("b"))), step("b", port("next", to("c"))),
        step("c", port("next", to("sum"))), step("sum", port("next", finish("completed")))),
      number: 2)
    let release = try Release(next, manifest: build)
    var withoutOutput = try session(at: 2)
    #expect(withoutOutput.adopt(release) != .moved)
    var withOutput = try session(at: 2, output: "ada@example.org")
    #expect(withOutput.adopt(release) == .moved)
    var beforeOutput = try session(at: 1)
    #expect(beforeOutput.adopt(release) == .moved)
  }

  @Test func `a session does not move to another screen under the same id`() throws {
    var session = try session(at: 1)
    var next = old
    next.number = 2
    next.flows[0].steps[1].screen = "Sc"
    #expect(session.adopt(try Release(next, manifest: build)) != .moved)
  }

  @Test func `a session that has ended adopts no release`() throws {
    var session = try session(at: 3)
    #expect(session.status == .finished("completed"))
    #expect(session.adopt(try Release(old, manifest: build)) != .moved)
  }

  @Test func `a deep link opens an existing step if it provides what the step needs`() throws {
    let withSummary = document(
      flow(
        "f", step("a", port("next", to("b"))), step("b", port("next", to("sum"))),
        step("sum", port("next", finish("completed")))))
    let release = try Release(withSummary, manifest: build)
    let (opened, _) = Session.open(
      "sum", in: release, outputs: JSONObject([.init(key: "email", value: "ada@example.org")]))
    #expect(opened.steps == ["sum"])
    let (unopened, transition) = Session.open("sum", in: release)
    #expect(transition.failure == .missingNeed)
    #expect(unopened.current == nil)
    #expect(Session.open("nope", in: release).transition.failure == .unknownStep)
  }
}
