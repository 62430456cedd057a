import FlowBlocks
import FlowMagic
import FlowTesting
import Testing

struct DrawnTesterTests {
  struct Person: FlowOutput {
    var email: String?
    var receipt: String?
  }
  enum Purchase: String, ActionPort { case bought, failed }

  let failures = Locked<[String]>([])

  func tester() throws -> FlowTester {
    let purchase = ScreenAction("purchase", provides: [Purchase.bought: [\Person.receipt]]) {
      (_: NoContent) in ActionResult(.bought, Person(receipt: "R1"))
    }
    let screens = try ScreenRegistry {
      Welcome.self
    } blocks: {
      purchase
    }
    let document = try FlowDocument(
      parsing: """
        { "schema": 1, "flows": [ { "id": "main", "start": "goal", "steps": [
          { "id": "goal", "screen": "Goal", "ports": { "next": [ { "finish": "done" } ] } } ] } ],
          "screens": [ { "name": "Goal", "root": { "type": "column", "children": [
            { "type": "input", "name": "email", "label": "Email", "kind": "email",
              "required": true },
            { "type": "button", "title": "Continue", "do": [ { "fire": "next" } ] },
            { "type": "button", "title": "Buy", "do": [
              { "call": "purchase", "then": { "bought": { "fire": "next" } } } ] },
            { "type": "link", "title": "Terms", "to": "https://example.com" } ] } } ] }
        """)
    return try FlowTester(
      screens, document,
      onFailure: { [failures] failure in failures.withLock { $0.append(failure.message) } })
  }

  func failureMessages(_ body: (FlowTester) async throws -> Void) async throws -> [String] {
    try await body(tester())
    return failures.withLock { $0 }
  }

  @Test func `a form is filled and submitted`() async throws {
    let messages = try await failureMessages { flow in
      flow.expect(drawn: "Goal")
      flow.enter("email", "mira@example.com")
      flow.press("Terms")
      flow.expectOpened("https://example.com")
      flow.press("Continue")
      flow.expectFinished("done") { (person: Person) in person.email == "mira@example.com" }
    }
    #expect(messages == [])
  }

  @Test func `a rejected press must be expected`() async throws {
    let messages = try await failureMessages { flow in
      flow.expect(drawn: "Goal")
      flow.enter("email", "mira")
      flow.press("Continue")
      flow.expectFieldError("email", .invalidEmail)
      flow.press("Continue")
    }
    #expect(messages.count == 1)
    #expect(messages.first?.contains("the error of email") == true)
  }

  @Test func `an action is completed by the test, or runs`() async throws {
    let messages = try await failureMessages { flow in
      flow.expect(drawn: "Goal")
      flow.enter("email", "mira@example.com")
      flow.press("Buy")
      flow.finish("purchase", "failed")
      flow.press("Buy")
      await flow.run("purchase")
      flow.expectFinished("done") { (person: Person) in person.receipt == "R1" }
    }
    #expect(messages == [])
  }

  @Test func `a missing button is reported with those that are shown`() async throws {
    let messages = try await failureMessages { flow in
      flow.expect(drawn: "Goal")
      flow.press("Weiter")
    }
    #expect(messages.first?.contains("It shows: Continue, Buy, Terms.") == true)
  }

  @Test func `a screen is expected as text, and differing lines are shown`() async throws {
    let messages = try await failureMessages { flow in
      let renderedText = TextRenderer.render(try #require(flow.drawnScreen), columns: 40)
      flow.expectText("\n" + renderedText + "  \n", columns: 40)
      flow.expectText(renderedText.replacing("Continue", with: "Go on"), columns: 40)
    }
    let lines = try #require(messages.first).split(separator: "\n")
    #expect(messages.count == 1)
    #expect(lines.contains { $0.hasPrefix("- ") && $0.contains("Go on") })
    #expect(lines.contains { $0.hasPrefix("+ ") && $0.contains("Continue") })
    #expect(lines.contains { $0.hasPrefix("  ") && $0.contains("Email") })
  }

  @Test func `inputs are restored after a relaunch`() async throws {
    let messages = try await failureMessages { flow in
      flow.expect(drawn: "Goal")
      flow.enter("email", "mira@example.com")
      try flow.relaunch()
      flow.expect(drawn: "Goal")
      flow.press("Continue")
      flow.expectFinished("done")
    }
    #expect(messages == [])
  }

  @Test func `a picture is expected with its placeholder`() throws {
    let screens = try ScreenRegistry {
      Welcome.self
    } blocks: {
    }
    let digest = String(repeating: "a", count: 64)
    let document = try FlowDocument(
      parsing: """
        { "schema": 1, "defaultLocale": "en", "strings": {
            "en": { "harbor": "A harbor" }, "de": { "harbor": "Ein Hafen" } },
          "flows": [ { "id": "main", "start": "goal", "steps": [
            { "id": "goal", "screen": "Goal", "ports": { "next": [ { "finish": "done" } ] } } ] } ],
          "assets": { "hero": { "sha256": "\(digest)", "type": "image/webp", "width": 1600,
            "height": 900 }, "broken": {} },
          "screens": [ { "name": "Goal", "root": { "type": "column", "children": [
            { "type": "image", "image": "hero", "alt": { "$text": "harbor" } },
            { "type": "image", "image": "broken", "alt": { "decorative": true } },
            { "type": "button", "title": "Go", "do": [ { "fire": "next" } ] } ] } } ] }
        """)
    for (name, alternative, problem) in [
      ("hero", "Ein Hafen", nil), ("hero", "A harbor", "the picture hero is “Ein Hafen”"),
      ("line", nil, "It shows: hero, broken."),
      ("broken", nil, "no picture broken with its sha256"),
    ] as [(Name, String?, String?)] {
      let recorded = Locked<[String]>([])
      let flow = try FlowTester(
        screens, document, context: ["locale": "de-AT"],
        onFailure: { failure in recorded.withLock { $0.append(failure.message) } })
      flow.expectPicture(name, alternative: alternative)
      let messages = recorded.withLock { $0 }
      #expect(messages.isEmpty == (problem == nil))
      if let problem { #expect(messages.first?.contains(problem) == true) }
    }
  }
}
