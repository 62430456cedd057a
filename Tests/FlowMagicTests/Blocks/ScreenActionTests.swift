import FlowBlocks
import FlowCore
import FlowMagic
import Testing

@MainActor struct ScreenActionTests {
  let events = RecordedEvents()
  let store = TestStore()

  func navigator(_ buy: String = buyButton) async throws -> Navigator {
    let screens = try drawnScreens(store)
    let document = try drawnDocument(
      emailField + "," + buy + "," + nextButton,
      state: failedState)
    let navigator = try Navigator(
      screens: screens, source: TestSource(try screens.release(document)),
      default: bundledDocument(), events: events)
    await navigator.start()
    navigator.screen(Home.self)?.fire(.signUp)
    navigator.drawnScreen?.enter("mira@example.com", in: "email")
    return navigator
  }

  /// Waits until a condition of the navigator holds.
  func wait(_ navigator: Navigator, until holds: () -> Bool) async {
    for await _ in navigator.changes() where holds() { return }
  }

  @Test func `a purchase leaves the screen with its output and the form's`() async throws {
    let navigator = try await navigator()
    let form = try #require(navigator.drawnScreen)
    form.press("buy")
    #expect(await store.call() == "yearly")
    #expect(form.isBusy)
    #expect(form.busyBlock == "buy")
    store.end.yield(ActionResult(.bought, Person(receipt: "R1")))
    await wait(navigator) { navigator.current?.step == "account" }
    let outputs = navigator.outputs(Person.self)
    #expect(outputs.receipt == "R1")
    #expect(outputs.email == "mira@example.com")
    #expect(events.problems == [])
  }

  @Test func `buttons do nothing while an action runs`() async throws {
    let navigator = try await navigator()
    let form = try #require(navigator.drawnScreen)
    form.press("buy")
    form.press("buy")
    form.press("next")
    #expect(navigator.current?.step == "form")
    #expect(await store.call() == "yearly")
    store.end.yield(ActionResult(.failed))
    await wait(navigator) { !form.isBusy }
    #expect(form.screen.block("sorry") != nil)
    form.press("next")
    #expect(navigator.current?.step == "account")
    #expect(events.problems == [])
  }

  @Test func `leaving the screen cancels its action`() async throws {
    let navigator = try await navigator()
    let form = try #require(navigator.drawnScreen)
    form.press("buy")
    #expect(await store.call() == "yearly")
    #expect(navigator.back())
    #expect(await store.cancellation())
    #expect(navigator.current?.step == "home")
    #expect(events.problems == [])
  }

  @Test func `invalid parameters are reported, and the screen continues`() async throws {
    let navigator = try await navigator(
      buyButton.replacing(#""product": "yearly""#, with: #""product": 1"#))
    let form = try #require(navigator.drawnScreen)
    form.press("buy")
    await wait(navigator) { !form.isBusy }
    #expect(events.problems == ["invalid-call"])
    form.press("next")
    #expect(navigator.current?.step == "account")
  }
}
