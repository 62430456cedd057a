import FlowCore
import FlowMagic
import Synchronization
import Testing

// An order as a step in code: two screens with an effect between them.

struct Quantity: Screen {
  enum Port: String, ActionPort { case next }
  typealias Output = Int
}

struct Confirm: Screen {
  enum Port: String, ActionPort { case yes, no }
  struct Content: Codable, Sendable, Equatable { var price: Int }
}

struct Order: RoutedStep {
  enum Port: String, ActionPort { case ordered, cancelled, failed }
  static let needs = Needs(\Answers.email)
  static let output = \Answers.age
  static let outputPorts: [Port] = [.ordered]
  let shop: Shop

  func perform(_ context: StepContext<Self>) async throws -> ScreenExit<Self> {
    let quantity = try await ask(Quantity.self)
    let price = try await once("price") { key in try await shop.price(quantity, key) }
    guard try await ask(Confirm.self, .init(price: price)) == .yes else { return .fire(.cancelled) }
    return .fire(.ordered, output: price)
  }
}

final class Shop: Sendable {
  struct Closed: Error {}
  private let state = Mutex((keys: [String](), isClosed: false))
  private let requestHandler = Mutex<(@Sendable () async -> Void)?>(nil)

  /// The keys of all requests so far.
  var keys: [String] { state.withLock { $0.keys } }
  func close() { state.withLock { $0.isClosed = true } }
  func open() { state.withLock { $0.isClosed = false } }

  /// Sets a function that runs during each request.
  func onRequest(_ body: @escaping @Sendable () async -> Void) {
    requestHandler.withLock { $0 = body }
  }

  func price(_ quantity: Int, _ key: String) async throws -> Int {
    await requestHandler.withLock { $0 }?()
    return try state.withLock { state in
      state.keys.append(key)
      if state.isClosed { throw Closed() }
      return quantity * 10
    }
  }
}

@MainActor struct RoutedStepTests {
  let shop = Shop()
  let events = RecordedEvents()

  func screens<Step: RoutedStep>(_ step: Step) throws -> ScreenRegistry {
    try ScreenRegistry {
      Email.self
      Quantity.self
      Confirm.self
      step
      Summary.self
    }
  }

  func document() throws -> FlowDocument {
    let flow = try Flow("buy") {
      ScreenStep(Email.self).on(.next, to: Order.self).on(.skip, finish: "left")
      ScreenStep(Order.self)
        .on(.ordered, to: Summary.self).on(.cancelled, to: Email.self, style: .root)
      ScreenStep(Summary.self).on(.next, finish: "done")
    }
    return FlowDocument(flows: [flow])
  }

  func navigator(_ flow: FlowDocument? = nil) throws -> Navigator {
    try Navigator(screens: screens(Order(shop: shop)), default: flow ?? document(), events: events)
  }

  /// Starts a navigator, and continues to the first screen of the step.
  func startOrdering() async throws -> Navigator {
    let navigator = try navigator()
    await navigator.start()
    navigator.screen(Email.self)?.fire(.next, output: "a@b.c")
    _ = try await wait(for: Quantity.self, navigator)
    return navigator
  }

  /// Starts another navigator with the saved state, as after a relaunch.
  func relaunch(
    _ navigator: Navigator, _ change: (inout JSONObject) -> Void = { _ in }
  ) async throws -> Navigator {
    var saved = try #require(navigator.state.saved?.object)
    change(&saved)
    let next = try self.navigator()
    await next.start(restoring: try JSON(parsing: JSON.object(saved).text()))
    return next
  }

  /// Waits until a screen can be left.
  func wait<S: Screen>(for screen: S.Type, _ navigator: Navigator) async throws -> ScreenProxy<S> {
    for await _ in navigator.changes() {
      if !navigator.isWorking, let shown = navigator.screen(screen) { return shown }
    }
    throw CancellationError()
  }

  @Test func `a route enters a step in code, and its outcome is a port`() async throws {
    let navigator = try await startOrdering()
    #expect(navigator.path.map(\.screen) == ["Email", "Order", "Quantity"])
    #expect(navigator.layers.first?.steps.map(\.screen) == ["Email", "Quantity"])
    try await wait(for: Quantity.self, navigator).fire(.next, output: 3)
    let confirm = try await wait(for: Confirm.self, navigator)
    #expect(confirm.content.price == 30)
    confirm.fire(.yes)
    _ = try await wait(for: Summary.self, navigator)
    #expect(navigator.outputs(Answers.self).age == 30)
    let shown = navigator.layers.first?.steps.map(\.screen)
    #expect(shown == ["Email", "Quantity", "Confirm", "Summary"])
  }

  @Test func `each screen of a step in code is an event with the flow's step`()
    async throws
  {
    let navigator = try await startOrdering()
    try await wait(for: Quantity.self, navigator).fire(.next, output: 3)
    _ = try await wait(for: Confirm.self, navigator)
    let shown = events.all.filter { $0.type == .stepShown }.map(\.detail)
    #expect(shown.map { $0["screen"]?.string } == ["Email", "Order", "Quantity", "Confirm"])
    #expect(shown.map { $0["step"]?.string } == ["email", "order", "order", "order"])
    #expect(shown.map { $0["in"]?.string } == [nil, nil, "Order", "Order"])
  }

  @Test func `going back returns to each screen of the step, also from the next step`()
    async throws
  {
    let navigator = try await startOrdering()
    try await wait(for: Quantity.self, navigator).fire(.next, output: 3)
    try await wait(for: Confirm.self, navigator).fire(.yes)
    _ = try await wait(for: Summary.self, navigator)
    #expect(navigator.back())
    _ = try await wait(for: Confirm.self, navigator)
    #expect(navigator.back())
    let quantity = try await wait(for: Quantity.self, navigator)
    #expect(quantity.enteredValue == 3)
    #expect(navigator.back())
    #expect(navigator.screen(Email.self)?.enteredValue == "a@b.c")
    #expect(!navigator.canGoBack)
    #expect(shop.keys.count == 1)
  }

  @Test func `going back to a screen inside the step skips those after it`() async throws {
    let navigator = try await startOrdering()
    try await wait(for: Quantity.self, navigator).fire(.next, output: 3)
    try await wait(for: Confirm.self, navigator).fire(.yes)
    _ = try await wait(for: Summary.self, navigator)
    let quantity = try #require(navigator.path.first { $0.screen == "Quantity" })
    #expect(navigator.back(to: quantity.id))
    #expect(try await wait(for: Quantity.self, navigator).step.id == quantity.id)
    #expect(navigator.path.map(\.screen) == ["Email", "Order", "Quantity"])
  }

  @Test func `an effect runs again only if an earlier answer has changed`() async throws {
    let navigator = try await startOrdering()
    try await wait(for: Quantity.self, navigator).fire(.next, output: 3)
    _ = try await wait(for: Confirm.self, navigator)
    navigator.back()
    try await wait(for: Quantity.self, navigator).fire(.next, output: 3)
    _ = try await wait(for: Confirm.self, navigator)
    #expect(shop.keys.count == 1)
    navigator.back()
    try await wait(for: Quantity.self, navigator).fire(.next, output: 4)
    #expect(try await wait(for: Confirm.self, navigator).content.price == 40)
    #expect(Set(shop.keys).count == 2)
  }

  @Test func `an app terminated inside the step continues there, and effects do not run twice`()
    async throws
  {
    let before = try await startOrdering()
    try await wait(for: Quantity.self, before).fire(.next, output: 3)
    _ = try await wait(for: Confirm.self, before)
    let after = try await relaunch(before)
    let confirm = try await wait(for: Confirm.self, after)
    #expect(confirm.content.price == 30)
    #expect(shop.keys.count == 1)
    #expect(after.layers.first?.steps.map(\.screen) == ["Email", "Quantity", "Confirm"])
    #expect(after.lastChange == .restored)
    #expect(events.all.last?.detail["restored"] == true)
    #expect(after.back())
    #expect(try await wait(for: Quantity.self, after).enteredValue == 3)
  }

  @Test func `an app terminated after the step can go back into it with its answers`()
    async throws
  {
    let before = try await startOrdering()
    try await wait(for: Quantity.self, before).fire(.next, output: 3)
    try await wait(for: Confirm.self, before).fire(.yes)
    _ = try await wait(for: Summary.self, before)
    let after = try await relaunch(before)
    #expect(after.current?.screen == "Summary")
    #expect(after.back())
    #expect(try await wait(for: Confirm.self, after).content.price == 30)
    #expect(shop.keys.count == 1)
  }

  @Test func `an effect that the termination of the app interrupted is repeated with its key`()
    async throws
  {
    let before = try await startOrdering()
    let saved = Mutex<JSON?>(nil)
    shop.onRequest {
      let now = await before.state.saved
      saved.withLock { $0 = $0 ?? now }
    }
    try await wait(for: Quantity.self, before).fire(.next, output: 3)
    _ = try await wait(for: Confirm.self, before)
    let state: JSON = try #require(saved.withLock { $0 })
    let next = try navigator()
    await next.start(restoring: state)
    _ = try await wait(for: Confirm.self, next)
    #expect(shop.keys.count == 2)
    #expect(Set(shop.keys).count == 1)
  }

  @Test func `answers that this build cannot decode are asked for again`() async throws {
    let before = try await startOrdering()
    try await wait(for: Quantity.self, before).fire(.next, output: 3)
    _ = try await wait(for: Confirm.self, before)
    let text = try #require(before.state.saved?.text(.compact))
    let other = text.replacing("\"output\":3", with: "\"output\":\"three\"")
    let after = try navigator()
    await after.start(restoring: try JSON(parsing: other))
    try await wait(for: Quantity.self, after).fire(.next, output: 3)
    _ = try await wait(for: Confirm.self, after)
    #expect(shop.keys.count == 1)
  }

  @Test func `an effect without a key whose result cannot be decoded is an error`()
    async throws
  {
    struct Paid: RoutedStep {
      enum Port: String, ActionPort { case ordered, cancelled, failed }
      static let name = "Order"
      let shop: Shop

      func perform(_ context: StepContext<Self>) async throws -> ScreenExit<Self> {
        let price = try await once("pay") { try await shop.price(1, "") }
        _ = try await ask(Confirm.self, .init(price: price))
        return .fire(.ordered)
      }
    }
    let paying = try Navigator(
      screens: screens(Paid(shop: shop)), default: document(), events: events)
    await paying.start()
    paying.screen(Email.self)?.fire(.next, output: "a@b.c")
    _ = try await wait(for: Confirm.self, paying)
    let text = try #require(paying.state.saved?.text(.compact))
    let other = text.replacing("\"result\":10", with: "\"result\":\"ten\"")
    #expect(other != text)
    let after = try Navigator(
      screens: screens(Paid(shop: shop)), default: document(), events: events)
    var errors: [any Error] = []
    after.onError { errors.append($0) }
    await after.start(restoring: try JSON(parsing: other))
    _ = try await wait(for: Email.self, after)
    let error = try #require(errors.first as? FlowMagicError)
    #expect(error.code == .unreadableResult)
    #expect(error.message.contains("“pay”") && error.message.contains("Int"))
    #expect(shop.keys.count == 1)
  }

  @Test(
    arguments: [
      ["at": 1], ["at": -1, "screen": "Order", "answers": [], "effects": [], "enteredValues": []],
    ] as [JSON])
  func `invalid saved answers start the flow from its beginning`(
    _ saved: JSON
  ) async throws {
    let before = try await startOrdering()
    let after = try await relaunch(before) { $0["code"] = .array([saved]) }
    #expect(after.current?.screen == "Email")
    #expect(events.problems == ["session-mismatch"])
  }

  @Test func `a step that throws reports the error and shows its latest screen again`()
    async throws
  {
    shop.close()
    let navigator = try await startOrdering()
    var errors: [any Error] = []
    navigator.onError { errors.append($0) }
    try await wait(for: Quantity.self, navigator).fire(.next, output: 3)
    let quantity = try await wait(for: Quantity.self, navigator)
    #expect(errors.count == 1 && errors.first is Shop.Closed)
    #expect(quantity.enteredValue == 3)
    shop.open()
    quantity.fire(.next, output: 3)
    _ = try await wait(for: Confirm.self, navigator)
    #expect(Set(shop.keys).count == 1)
  }

  @Test func `a step whose port has no route returns to the previous screen`() async throws {
    struct Failing: RoutedStep {
      enum Port: String, ActionPort { case ordered, cancelled, failed }
      static let name = "Order"
      func perform(_ context: StepContext<Self>) async throws -> ScreenExit<Self> {
        .fire(.failed)
      }
    }
    let navigator = try Navigator(
      screens: screens(Failing()), default: document(), events: events)
    await navigator.start()
    navigator.screen(Email.self)?.fire(.next, output: "a@b.c")
    _ = try await wait(for: Email.self, navigator)
    #expect(events.problems == ["unknown-port"])
  }

  @Test func `a navigator stops working when the first step of its flow fails`() async throws {
    struct Unlucky: RoutedStep {
      enum Port: String, ActionPort { case next }
      func perform(_ context: StepContext<Self>) async throws -> ScreenExit<Self> {
        throw Shop.Closed()
      }
    }
    let flow = try Flow("main") { ScreenStep(Unlucky.self).on(.next, finish: "done") }
    let navigator = try Navigator(
      screens: ScreenRegistry { Unlucky() }, default: FlowDocument(flows: [flow]), events: events)
    await navigator.start()
    #expect(navigator.isWorking)
    for await _ in navigator.changes() where !navigator.isWorking { break }
    #expect(events.problems == ["app-error"])
  }

  @Test func `a release that arrives inside the step does not interrupt it`() async throws {
    let navigator = try await startOrdering()
    var changed = try document()
    changed.route("order", "ordered", to: "email")
    navigator.adopt(LoadedRelease(try navigator.screens.release(changed), from: .network))
    try await wait(for: Quantity.self, navigator).fire(.next, output: 3)
    try await wait(for: Confirm.self, navigator).fire(.yes)
    _ = try await wait(for: Email.self, navigator)
    #expect(events.types.contains(.releaseAdopted))
    #expect(shop.keys.count == 1)
  }

  @Test func `a link out of the step ends it, and a failed one does not`() async throws {
    let navigator = try await startOrdering()
    #expect(!navigator.open("nowhere"))
    #expect(navigator.screen(Quantity.self) != nil)
    let quantity = try await wait(for: Quantity.self, navigator)
    #expect(navigator.open("email"))
    quantity.fire(.next, output: 3)
    #expect(navigator.path.map(\.screen) == ["Email"])
    #expect(events.problems.last == "stale-screen")
  }

  @Test func `the verifier reports a build that lacks a step in code`() throws {
    let without = try ScreenRegistry {
      Email.self
      Summary.self
    }
    var flow = try document()
    flow.change("order") { step in
      step.ports.append(
        .init(name: "next", routes: [Route(target: .destination(Destination(.step("summary"))))]))
    }
    let builds = [try screens(Order(shop: shop)), without].map { $0.manifest() }
    let findings = Verifier(flow, manifests: builds).findings()
    #expect(findings.map(\.code.rawValue).contains("missing-screen-in-build"))
  }

  @Test func `the manifest declares a step in code with its needs, output and ports`()
    throws
  {
    let manifest = try screens(Order(shop: shop)).manifest(application: "shop")
    let order = try #require(manifest.screens.first { $0.name == "Order" })
    #expect(order.unknown["kind"] == "step")
    #expect(order.ports.map(\.name) == ["ordered", "cancelled", "failed"])
    #expect(order.needs == [KeyDeclaration(key: "email", type: .string)])
    #expect(order.provides == [KeyDeclaration(key: "age", type: .integer)])
    #expect(try Manifest(parsing: manifest.json.text()) == manifest)
    #expect(manifest.screens.first?.unknown["kind"] == nil)
    var flow = try document()
    flow.flows[0].steps[0].ports[0].routes = [
      Route(target: .destination(Destination(.step("summary"))))
    ]
    flow.flows[0].start = "order"
    let codes = Verifier(flow, manifests: [manifest]).findings().map(\.code.rawValue)
    #expect(codes.contains("need-not-provided"))
  }
}
