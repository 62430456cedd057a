import FlowBlocks
import FlowCore
import FlowMagic
import Foundation
import Testing

@MainActor struct DrawnNavigatorTests {
  let events = RecordedEvents()
  let store = TestStore()

  /// A navigator that shows the drawn screen of a release.
  func navigator(
    _ blocks: String, state: String = "{}", restoring saved: JSON? = nil
  ) async throws -> Navigator {
    let screens = try drawnScreens(store)
    let navigator = try Navigator(
      screens: screens,
      source: TestSource(try screens.release(drawnDocument(blocks, state: state))),
      default: bundledDocument(), events: events)
    await navigator.start(restoring: saved)
    navigator.screen(Home.self)?.fire(.signUp)
    return navigator
  }

  @Test func `a drawn screen of a published release appears in a running navigator`() async throws {
    let screens = try drawnScreens()
    let navigator = try Navigator(screens: screens, default: bundledDocument(), events: events)
    await navigator.start()
    navigator.adopt(
      LoadedRelease(
        try screens.release(drawnDocument(emailField + "," + nextButton)), from: .network))
    navigator.screen(Home.self)?.fire(.signUp)
    let form = try #require(navigator.drawnScreen)
    #expect(form.screen.name == "Form")
    #expect(navigator.layers.last?.steps.last?.step == "form")
    form.enter("mira@example.com", in: "email")
    form.press("next")
    #expect(navigator.screen(Account.self)?.needs == "mira@example.com")
    #expect(events.problems == [])
  }

  @Test func `a build without blocks skips the step`() async throws {
    let screens = try ScreenRegistry {
      Home.self
      Account.self
    }
    var document = try drawnDocument(nextButton)
    document.change("form") {
      $0.ports[0].routes = [Route(target: .destination(Destination(.finish("done"))))]
    }
    let navigator = try Navigator(
      screens: screens, source: TestSource(try screens.release(document)),
      default: bundledDocument(), events: events)
    await navigator.start()
    navigator.screen(Home.self)?.fire(.signUp)
    #expect(navigator.outcome == "done")
    #expect(navigator.path.map(\.step) == ["home"])
    #expect(events.problems == ["missing-screen"])
  }

  @Test func `a double press fires once`() async throws {
    let navigator = try await navigator(emailField + "," + nextButton)
    let form = try #require(navigator.drawnScreen)
    form.enter("mira@example.com", in: "email")
    form.press("next")
    form.press("next")
    #expect(navigator.path.map(\.step) == ["home", "form", "account"])
    #expect(events.problems.isEmpty)
  }

  @Test func `after a press, only the port that it fired is repeated`() async throws {
    let navigator = try await navigator(emailField + "," + nextButton)
    let form = try #require(navigator.drawnScreen)
    form.enter("mira@example.com", in: "email")
    form.press("next")
    form.fire("next")
    #expect(events.problems.isEmpty)
    form.fire("other")
    #expect(events.problems == ["stale-screen"])
    #expect(navigator.current?.step == "account")
  }

  @Test func `a double press of a button that goes back goes back once, and is not an error`()
    async throws
  {
    let navigator = try await navigator(
      #"{ "type": "button", "id": "back", "title": "Back", "do": [{ "back": true }] }"#)
    let form = try #require(navigator.drawnScreen)
    form.press("back")
    form.press("back")
    #expect(navigator.path.map(\.step) == ["home"])
    #expect(events.problems.isEmpty)
  }

  @Test func `an app reads what a press would do, and fires the port when its work is done`()
    async throws
  {
    let navigator = try await navigator(emailField + "," + nextButton)
    let form = try #require(navigator.drawnScreen)
    guard case .reject(let errors)? = form.effects(ofPressing: "next").first else {
      Issue.record("The incomplete form was not rejected.")
      return
    }
    #expect(errors.map(\.field) == ["email"] && form.rejectedPressCount == 0)
    form.enter("mira@example.com", in: "email")
    let effects = form.effects(ofPressing: "next")
    guard case .fire(let port, let output)? = effects.first else {
      Issue.record("\(effects)")
      return
    }
    #expect(navigator.current?.step == "form")
    form.fire(port, output: output)
    #expect(navigator.screen(Account.self)?.needs == "mira@example.com")
    form.fire(port, output: output)
    #expect(events.problems.isEmpty)
  }

  @Test func `an incomplete form is rejected, shows its errors and counts the press`()
    async throws
  {
    let navigator = try await navigator(emailField + "," + nextButton)
    let form = try #require(navigator.drawnScreen)
    form.press("next")
    #expect(navigator.current?.step == "form")
    #expect(form.rejectedPressCount == 1)
    #expect(form.screen.errors.map(\.field) == ["email"])
  }

  @Test func `typed text is kept when a release draws the screen again`() async throws {
    let navigator = try await navigator(emailField + "," + nextButton)
    let form = try #require(navigator.drawnScreen)
    form.enter("mira@", in: "email")
    let id = navigator.current?.id
    let more = """
      { "type": "text", "id": "hello", "text": "New" }, \(emailField), \(nextButton)
      """
    navigator.adopt(
      LoadedRelease(
        try navigator.screens.release(drawnDocument(more, number: 2)), from: .network))
    #expect(navigator.current?.id == id)
    #expect(form.screen.block("hello")?.text(.text) == "New")
    #expect(form.screen.value("email") == "mira@")
  }

  @Test func `inputs are restored after the app was terminated, and secrets are not saved`()
    async throws
  {
    let blocks = emailField + "," + pinField + "," + nextButton
    let navigator = try await navigator(blocks)
    let form = try #require(navigator.drawnScreen)
    form.enter("mira@example.com", in: "email")
    form.enter("1234", in: "pin")
    let saved = try #require(navigator.state.saved)
    #expect(!saved.text().contains("1234"))

    let second = try await self.navigator(blocks, restoring: JSON(parsing: saved.text()))
    let restored = try #require(second.drawnScreen)
    #expect(restored.screen.value("email") == "mira@example.com")
    #expect(restored.screen.value("pin") != "1234")
    restored.press("next")
    #expect(second.current?.step == "account")
  }

  @Test func `a submitted secret is not saved with the session`() async throws {
    let navigator = try await navigator(emailField + "," + pinField + "," + nextButton)
    let form = try #require(navigator.drawnScreen)
    form.enter("mira@example.com", in: "email")
    form.enter("12345678", in: "pin")
    form.press("next")
    #expect(navigator.outputs(Person.self).pin == "12345678")
    #expect(navigator.state.saved?.text().contains("12345678") == false)
    #expect(navigator.state.saved?.text().contains("mira@example.com") == true)
    #expect(navigator.back())
    #expect(navigator.state.saved?.text().contains("12345678") == false)
  }

  @Test func `inputs are kept after going back`() async throws {
    let navigator = try await navigator(emailField + "," + nextButton)
    try #require(navigator.drawnScreen).enter("mira@example.com", in: "email")
    try #require(navigator.drawnScreen).press("next")
    #expect(navigator.back())
    #expect(navigator.drawnScreen?.screen.value("email") == "mira@example.com")
    #expect(navigator.back())
    try #require(navigator.screen(Home.self)).fire(.signUp)
    #expect(navigator.drawnScreen?.screen.value("email") == "mira@example.com")
  }

  @Test func `data and attributes update a shown screen immediately`() async throws {
    let list = """
      { "type": "list", "from": "data.watchlist", "key": "item.name",
        "item": { "type": "text", "id": "stock", "text": { "$": "item.name" } },
        "empty": { "type": "text", "id": "none", "text": "Nothing yet" } },
      { "type": "text", "id": "plan", "showIf": { "plan": "plus" }, "text": "Plus" }
      """
    let navigator = try await navigator(list + "," + nextButton)
    let form = try #require(navigator.drawnScreen)
    #expect(form.screen.block("none") != nil)
    #expect(form.screen.block("plan") == nil)
    navigator.set(watchlist, to: [Stock(name: "ACME")])
    navigator.context["plan"] = "plus"
    #expect(form.screen.block("none") == nil)
    #expect(form.screen.block("plan") != nil)
  }

  @Test(.timeLimit(.minutes(5))) func `listeners are notified of typed text`() async throws {
    let navigator = try await navigator(emailField + "," + nextButton)
    var changes = navigator.changes().makeAsyncIterator()
    _ = await changes.next()
    navigator.drawnScreen?.enter("m", in: "email")
    let state = await changes.next()
    #expect(state != nil)
  }

  @Test func `a link opens a step`() async throws {
    let navigator = try await navigator(
      nextButton + #", { "type": "link", "id": "start", "title": "Again", "to": "home" }"#)
    navigator.drawnScreen?.press("start")
    #expect(navigator.current?.step == "home")
  }

  @Test func `only URLs of allowed hosts are opened`() async throws {
    func link(_ id: String, _ url: String) -> String {
      #"{ "type": "link", "id": "\#(id)", "title": "Terms", "to": "\#(url)" }"#
    }
    let navigator = try await navigator(
      [
        nextButton, link("terms", "https://example.com/terms"),
        link("docs", "https://docs.example.org/"), link("evil", "https://evil.example/"),
        link("user", "https://example.com@evil.example/"),
        link("suffix", "https://notexample.org/"),
      ].joined(separator: ","))
    let form = try #require(navigator.drawnScreen)
    form.press("terms")
    #expect(events.problems == ["rejected-url"])
    var opened: [String] = []
    navigator.onOpen(hosts: ["example.com", "*.example.org"]) { url, _ in
      opened.append(url.absoluteString)
    }
    for key in ["terms", "docs", "evil", "user", "suffix"] as [Name] { form.press(key) }
    #expect(opened == ["https://example.com/terms", "https://docs.example.org/"])
    #expect(events.problems.count == 4)
  }
}
