import FlowBlocks
import FlowCore
import FlowMagic
import Foundation
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
    #expect(
      messages == [
        "A drawn screen calls purchase with parameters that the action cannot decode: /product: "
          + "The value is not of the type String."
      ])
    form.press("next")
    #expect(navigator.current?.step == "account")
  }

  private struct DateArguments: Decodable, Sendable { var date: Date }
  private struct AnyArguments: Decodable, Sendable {}

  /// Presses a button that passes `secret-1234`, an attribute, to an action, which fails.
  ///
  /// - Returns: The error that `onError` receives.
  private func failure<Arguments>(
    of action: ScreenAction<Arguments, Purchase>
  ) async throws -> any Error {
    let screens = try ScreenRegistry {
      Home.self
      Account.self
    } blocks: {
      action
    }
    let button = """
      { "type": "button", "id": "check", "title": "Check", "do": [
        { "call": "check", "with": { "date": { "$": "birthday" } },
          "then": { "bought": { "fire": "next" }, "failed": { "fire": "next" } } } ] }
      """
    let navigator = try Navigator(
      screens: screens, source: TestSource(try screens.release(drawnDocument(button))),
      default: bundledDocument(), context: ["birthday": "secret-1234"], events: events)
    var errors: [any Error] = []
    navigator.onError { errors.append($0) }
    await navigator.start()
    navigator.screen(Home.self)?.fire(.signUp)
    let form = try #require(navigator.drawnScreen)
    form.press("check")
    await wait(navigator) { !form.isBusy }
    #expect(errors.count == 1)
    return try #require(errors.first)
  }

  /// The messages of the problems that were recorded.
  private var messages: [String] {
    events.all.filter { $0.type == .problem }.compactMap { $0.detail["message"]?.string }
  }

  @Test func `a value that an action cannot decode is not sent`() async throws {
    let error = try await failure(
      of: ScreenAction("check") { (_: DateArguments) in ActionResult(Purchase.bought) })
    #expect("\(error)".contains("/date: “secret-1234” is not a date"))
    #expect(events.problems == ["invalid-call"])
    #expect(
      messages == [
        "A drawn screen calls check with parameters that the action cannot decode: /date: "
          + "The value is invalid."
      ])
  }

  @Test func `a decoding error of an action's own code is one of the app`() async throws {
    let error = try await failure(
      of: ScreenAction("check") { (_: AnyArguments) -> ActionResult<Purchase> in
        throw DecodingError.dataCorrupted(
          .init(codingPath: [], debugDescription: "secret-1234 is no number."))
      })
    #expect(error is DecodingError)
    #expect(events.problems == ["app-error"])
    #expect(messages == ["The app's code threw an error of the type DecodingError."])
  }
}
