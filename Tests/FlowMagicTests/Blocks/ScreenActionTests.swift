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

  /// Waits until a condition is true, which is checked after each change of the navigator.
  func wait(_ navigator: Navigator, until condition: () -> Bool) async {
    for await _ in navigator.changes() where condition() { return }
  }

  @Test func `a purchase fires the port with its own output and the form's`() async throws {
    let navigator = try await navigator()
    let form = try #require(navigator.drawnScreen)
    form.press("buy")
    #expect(await store.nextCall() == "yearly")
    #expect(form.isBusy)
    #expect(form.busyBlock == "buy")
    store.resultContinuation.yield(ActionResult(.bought, Person(receipt: "R1")))
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
    #expect(await store.nextCall() == "yearly")
    store.resultContinuation.yield(ActionResult(.failed))
    await wait(navigator) { !form.isBusy }
    #expect(form.screen.block("sorry") != nil)
    form.press("next")
    #expect(navigator.current?.step == "account")
    #expect(events.problems == [])
    store.endCalls()
    #expect(await store.nextCall() == nil, "the second press called the action")
  }

  @Test func `leaving the screen cancels its action`() async throws {
    let navigator = try await navigator()
    let form = try #require(navigator.drawnScreen)
    form.press("buy")
    #expect(await store.nextCall() == "yearly")
    #expect(navigator.back())
    #expect(await store.nextCancellation())
    #expect(navigator.current?.step == "home")
    #expect(events.problems == [])
  }

  @Test func `invalid parameters are reported, and the screen remains usable`() async throws {
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
