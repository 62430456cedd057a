import FlowCore
import FlowMagic
import Foundation
import Testing

/// Links to code, which runs as if a route had led there.
@MainActor struct StepLinkTests {
  struct Adult: RoutedDecision {
    enum Port: String, ActionPort { case adult, child }
    static let needs = Needs(\Answers.age)

    func make(_ context: StepContext<Self>) -> Port {
      context.needs >= 18 ? .adult : .child
    }
  }

  let orders = RoutedStepTests()

  /// Email, an order in code, a decision about the age, and two ends.
  func navigator() async throws -> Navigator {
    let screens = try ScreenRegistry {
      Email.self
      Quantity.self
      Confirm.self
      Order(shop: orders.shop)
      Adult()
      Summary.self
      Home.self
    }
    let flow = try Flow("buy") {
      ScreenStep(Email.self).on(.next, to: Order.self).on(.skip, finish: "left")
      ScreenStep(Order.self).on(.ordered, to: Adult.self).on(.cancelled, finish: "cancelled")
      ScreenStep(Adult.self).on(.adult, to: Summary.self).on(.child, to: Home.self)
      ScreenStep(Summary.self).on(.next, finish: "done")
      ScreenStep(Home.self, content: .init(headline: "Hi")).on(.signUp, finish: "done")
    }
    let navigator = try Navigator(
      screens: screens, default: FlowDocument(flows: [flow]), events: orders.events)
    try navigator.setLinks([
      FlowLink("/order", to: "order"),
      FlowLink("/order/:email", to: "order") { Answers(email: $0.email) },
      FlowLink("/adult", to: "adult") { _ in Answers(email: "a@b.c") },
      FlowLink("/adult/:age", to: "adult") { Answers(email: "a@b.c", age: Int($0.age)) },
    ])
    await navigator.start()
    return navigator
  }

  func open(_ path: String, _ navigator: Navigator) throws -> LinkResult {
    navigator.open(try #require(URL(string: "shop://\(path)")))
  }

  @Test func `a link to a step in code performs it, with the path behind it`() async throws {
    let navigator = try await navigator()
    #expect(try open("order/a@b.c", navigator) == .opened)
    let quantity = try await orders.wait(for: Quantity.self, navigator)
    #expect(navigator.path.map(\.screen) == ["Email", "Order", "Quantity"])
    quantity.fire(.next, output: 2)
    _ = try await orders.wait(for: Confirm.self, navigator)
    #expect(orders.events.problems.isEmpty)
  }

  @Test func `the needs of a step in code are asked for before a link performs it`() async throws {
    let navigator = try await navigator()
    #expect(try open("order", navigator) == .needsInput("email"))
    #expect(navigator.path.map(\.screen) == ["Email"])
    try #require(navigator.screen(Email.self)).fire(.next, output: "a@b.c")
    _ = try await orders.wait(for: Quantity.self, navigator)
  }

  @Test func `a link to a decision makes it, and shows the destination of its port`() async throws {
    let navigator = try await navigator()
    for (age, step): (Int, Name) in [(20, "summary"), (7, "home")] {
      #expect(try open("adult/\(age)", navigator) == .opened)
      #expect(navigator.current?.step == step)
    }
    #expect(orders.events.problems.isEmpty)
  }

  @Test func `the needs of a decision are asked for by the step in code that provides them`()
    async throws
  {
    let navigator = try await navigator()
    #expect(try open("adult", navigator) == .needsInput("order"))
    try await orders.wait(for: Quantity.self, navigator).fire(.next, output: 2)
    try await orders.wait(for: Confirm.self, navigator).fire(.yes)
    _ = try await orders.wait(for: Summary.self, navigator)
  }
}
