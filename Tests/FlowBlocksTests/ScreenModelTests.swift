import FlowBlocks
import FlowCore
import Testing

@Suite struct ScreenModelTests {
  private let email =
    #"{"type": "input", "kind": "email", "name": "email", "label": "Email", "#
    + #""required": true, "id": "email"}"#
  private let next = #"{"type": "button", "id": "next", "title": "Next", "do": [{"fire": "next"}]}"#

  private func model(
    _ blocks: String, state: String = "{}", outputs: JSONObject = [:]
  ) throws -> ScreenModel {
    ScreenModel(
      try screen(blocks, state: state).program(), ScreenValues(outputs: outputs))
  }

  @Test func `an invalid form is rejected, and its errors are shown`() throws {
    var model = try model(email + "," + next)
    model.enter("ada", in: "email")
    #expect(model.screen.block("email")?.text(.message) == nil)
    guard case .reject(let errors)? = model.press("next").first else {
      Issue.record("The form was submitted.")
      return
    }
    #expect(errors.map(\.kind) == [.invalidEmail])
    #expect(model.screen.block("email")?.text(.message) != nil)
  }

  @Test func `a port is fired with a single output as a value and several as an object`() throws {
    var single = try model(email + "," + next)
    single.enter("ada@example.org", in: "email")
    #expect(single.press("next") == [.fire("next", output: "ada@example.org")])
    let name = #"{"type": "input", "kind": "name", "name": "name", "label": "Name"}"#
    var several = try model(email + "," + name + "," + next)
    several.enter("ada@example.org", in: "email")
    #expect(several.press("next") == [.fire("next", output: ["email": "ada@example.org"])])
    several.enter("Ada", in: "name")
    #expect(
      several.press("next") == [.fire("next", output: ["email": "ada@example.org", "name": "Ada"])])
  }

  @Test func `a button that does not submit has no output`() throws {
    let skip =
      #"{"type": "button", "id": "skip", "title": "Skip", "submits": false, "#
      + #""do": [{"fire": "skip"}]}"#
    var model = try model(email + "," + skip)
    model.enter("ada@example.org", in: "email")
    #expect(model.press("skip") == [.fire("skip", output: nil)])
  }

  @Test func `hidden blocks cannot be pressed or filled`() throws {
    let hidden =
      #"{"type": "column", "showIf": {"state.more": true}, "children": [\#(email), \#(next)]}"#
    let more =
      #"{"type": "button", "id": "more", "title": "More", "do": [{"set": "more", "to": true}]}"#
    var model = try model(
      hidden + "," + more, state: #"{"more": {"type": "boolean", "default": false}}"#)
    model.enter("ada@example.org", in: "email")
    #expect(model.values.enteredValues.isEmpty)
    #expect(model.press("next") == [])
    #expect(model.press("more") == [])
    model.enter("ada@example.org", in: "email")
    #expect(model.press("next") == [.fire("next", output: "ada@example.org")])
  }

  @Test func `a field that an action reveals is validated before the port is fired`() throws {
    let late =
      #"{"type": "input", "kind": "text", "name": "reason", "label": "Reason", "#
      + #""required": true, "showIf": {"state.asks": true}}"#
    let next =
      #"{"type": "button", "id": "next", "title": "Next", "#
      + #""do": [{"set": "asks", "to": true}, {"fire": "next"}]}"#
    var model = try model(
      late + "," + next, state: #"{"asks": {"type": "boolean", "default": false}}"#)
    guard case .reject(let errors)? = model.press("next").first else {
      Issue.record("The port was fired without the required field.")
      return
    }
    #expect(errors.map(\.field) == ["reason"])
  }

  @Test func `state accepts only values of declared types`() throws {
    let options = #""options": [{"value": "y", "title": "Year"}, {"value": "m", "title": "Month"}]"#
    let plan =
      #"{"type": "choice", "id": "plan", "name": "plan", "label": "Plan", \#(options), "#
      + #""do": [{"set": "plan", "to": "$value"}]}"#
    var model = try model(plan, state: #"{"plan": {"type": "string", "default": "m"}}"#)
    #expect(model.choose("y", in: "plan") == [])
    #expect(model.values.state == ["plan": "y"])
    #expect(model.choose(3, in: "plan") == [])
    #expect(model.values.state == ["plan": "y"])
  }

  @Test func `a finished call uses the values that were entered when it began`() throws {
    let buy =
      #"{"type": "button", "id": "buy", "title": "Buy", "do": [{"call": "purchase", "#
      + #""with": {"to": {"$": "output.email"}, "count": 2}, "#
      + #""then": {"bought": {"fire": "bought"}, "cancelled": {"set": "failed", "to": true}}}]}"#
    let name = #"{"type": "input", "kind": "name", "name": "name", "label": "Name"}"#
    let screen = try screen(
      name + "," + buy, state: #"{"failed": {"type": "boolean", "default": false}}"#)
    let program = try #require(
      ScreenProgram(
        screen, in: fullSupport,
        document: FlowDocument(parsing: Array(#"{"schema": 1, "flows": []}"#.utf8))))
    var model = ScreenModel(program, ScreenValues(outputs: ["email": "ada@example.org"]))
    model.enter("Ada", in: "name")
    guard case .call(let call)? = model.press("buy").first else {
      Issue.record("Nothing was called.")
      return
    }
    #expect(call.name == "purchase")
    #expect(call.arguments == ["to": "ada@example.org", "count": 2])
    model.enter("Grace", in: "name")
    #expect(model.finish(call, "cancelled") == [])
    #expect(model.values.state == ["failed": true])
    #expect(
      model.finish(call, "bought", outputs: ["receipt": "r1"])
        == [.fire("bought", output: ["name": "Ada", "receipt": "r1"])])
    #expect(model.finish(call, "unheard-of") == [])
  }

  @Test func `secrets are not saved`() throws {
    let password =
      #"{"type": "input", "kind": "newPassword", "name": "password", "label": "Password"}"#
    var model = try model(email + "," + password + "," + next)
    model.enter("ada@example.org", in: "email")
    model.enter("violet", in: "password")
    model.endEditing("email")
    let saved = model.saved
    #expect(!saved.text().contains("violet"))
    var restored = try self.model(email + "," + password + "," + next)
    restored.restore(saved)
    #expect(restored.values.enteredValues == ["email": "ada@example.org"])
    #expect(restored.values.touchedFields == ["email"])
    restored.restore([
      "enteredValues": ["nothing": 1], "state": ["no": 2], "touchedFields": ["x", 3],
    ])
    #expect(restored.values.enteredValues == ["email": "ada@example.org"])
    #expect(restored.values.touchedFields == [])
  }

  @Test func `a new version of the screen keeps typed text`() throws {
    var model = try model(email, state: #"{"n": {"type": "number", "default": 0}}"#)
    model.enter("ada@example.org", in: "email")
    model.adopt(try screen(next + "," + email).program())
    #expect(model.press("next") == [.fire("next", output: "ada@example.org")])
  }

  @Test func `a link opens a web page or a step`() throws {
    var model = try model(
      """
      {"type": "link", "id": "web", "title": "Terms", "to": "https://a.example/terms"},
      {"type": "link", "id": "step", "title": "Help", "to": "help"}
      """)
    #expect(model.press("web") == [.open("https://a.example/terms", inBrowser: true)])
    #expect(model.press("step") == [.step("help")])
  }
}
