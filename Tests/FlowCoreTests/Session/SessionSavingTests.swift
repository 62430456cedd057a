import FlowCore
import Testing

@Suite struct SessionSavingTests {
  let shop = document(
    flow(
      "shop",
      step("home", port("buy", enter("login", then: [("completed", Destination(.step("pay")))]))),
      step("pay", port("next", finish("bought")))),
    flow(
      "login", step("name", port("next", to("code"))),
      step("code", port("next", finish("completed")))))

  @Test func `a restored session equals the saved one at every step`() throws {
    let release = try Release(shop)
    var session = Session.start(in: release).session
    let ports: [(Name, JSON?)] = [
      ("buy", nil), ("next", ["first": "Ada", "age": 36.5]), ("next", 1234), ("next", nil),
    ]
    for (port, output) in ports {
      #expect(try Session(restoring: session.saved(), in: release) == session)
      _ = session.fire(port, output: output)
    }
    #expect(session.status == .finished("bought"))
    #expect(try Session(restoring: session.saved(), in: release) == session)
  }

  @Test func `a restored session continues inside a nested flow`() throws {
    let release = try Release(shop)
    var session = Session.start(in: release).session
    _ = session.fire("buy")
    _ = session.fire("next", output: "ada")
    var restored = try Session(restoring: session.saved(), in: try Release(shop))
    _ = restored.fire("next")
    #expect(restored.steps == ["home", "pay"])
    #expect(restored.output("name") == "ada")
  }

  @Test func `entered values and recorded exposures are preserved`() throws {
    let release = try Release(
      document(
        flow(
          "f", step("a", port("next", split("x", ("one", 0.5, "b"), ("two", 0.5, "b")))),
          step("b", port("next", finish("completed"))))))
    let context: JSONObject = ["userId": "u1"]
    var session = Session.start(in: release, context: context).session
    #expect(session.fire("next", output: "typed").exposures.count == 1)
    _ = session.back()
    var restored = try Session(restoring: session.saved(), in: release, context: context)
    #expect(restored.enteredValue("a") == "typed")
    #expect(restored.output("a") == nil)
    #expect(restored.fire("next").exposures.isEmpty)
  }

  @Test func `an invalid saved session is rejected with a reason`() throws {
    let release = try Release(shop)
    let saved = Session.start(in: release).session.saved()
    let invalid: [(JSON, String)] = [
      (.null, "saved session"), (["session": 2], "format"),
      (changing(saved, "flow", "elsewhere"), "elsewhere"),
      (
        changing(saved, "path", [["step": "gone", "style": "push", "depth": 0, "outputs": 0]]),
        "gone"
      ),
      (
        changing(saved, "path", [["step": "home", "style": "odd", "depth": 0, "outputs": 0]]), "odd"
      ),
      (
        changing(saved, "path", [["step": "home", "style": "push", "depth": 7, "outputs": 0]]),
        "depth"
      ),
      (
        changing(saved, "path", [["step": "home", "style": "push", "depth": 0, "outputs": 9]]),
        "outputs"
      ),
      (changing(saved, "path", []), "no step"),
      (changing(saved, "calls", [["caller": "pay", "flow": "login", "index": 0]]), "login"),
      (changing(saved, "outputs", [["key": "k"]]), "value"),
    ]
    for (json, word) in invalid {
      #expect {
        try Session(restoring: json, in: release)
      } throws: { error in
        guard let error = error as? FlowError else { return false }
        return error.code == .sessionMismatch && error.message.contains(word)
      }
    }
  }

  private func changing(_ saved: JSON, _ key: Name, _ value: JSON) -> JSON {
    var object = saved.object ?? JSONObject()
    object[key] = value
    return .object(object)
  }
}
