import FlowMagic
import Foundation
import Synchronization
import Testing

// A money transfer.

struct Contact: Screen {
  enum Port: String, ActionPort { case next, cancel }
  typealias Output = String
  static let outputPorts: [Port] = [.next]
}

struct Amount: Screen {
  enum Port: String, ActionPort { case next }
  struct Content: Codable, Sendable, Equatable { var limit: Int }
  typealias Output = Int
}

struct LargeAmount: Screen {
  enum Port: String, ActionPort { case yes, no }
}

struct Review: Decision {
  let amount: Int
  enum Output { case normal, large }
  func make() -> Output { amount > 100 ? .large : .normal }
}

struct SendMoney: Step {
  let requests: Requests

  func perform(_ limit: Int) async throws -> String {
    let contact = try await ask(Contact.self)
    let fee = try await once { await requests.fee() }
    let amount = try await EnterAmount().perform(limit)
    switch Review(amount: amount).make() {
    case .normal: break
    case .large:
      guard try await ask(LargeAmount.self) == .yes else { return "stopped" }
    }
    return "\(amount) to \(contact), fee \(fee)"
  }
}

struct EnterAmount: Step {
  func perform(_ limit: Int) async throws -> Int {
    try await ask(Amount.self, .init(limit: limit))
  }
}

final class Requests: Sendable {
  private let requests = Mutex(0)
  var count: Int { requests.withLock { $0 } }
  func fee() async -> Int {
    requests.withLock {
      $0 += 1
      return $0
    }
  }
}

@MainActor struct StepTests {
  let requests = Requests()
  let events = RecordedEvents()

  func startNavigator(_ document: FlowDocument? = nil) async throws -> Navigator {
    let shop = try shopScreens()
    let screens = try ScreenRegistry {
      shop
      Contact.self
      Amount.self
      LargeAmount.self
    }
    let navigator = try Navigator(
      screens: screens, default: document ?? shopDocument(), events: events)
    await navigator.start()
    return navigator
  }

  /// Waits until the current screen can be left, and no replay is in progress.
  func wait<S: Screen>(for screen: S.Type, _ navigator: Navigator) async throws -> ScreenProxy<S> {
    for await _ in navigator.changes() {
      if !navigator.isWorking, let shown = navigator.screen(screen) { return shown }
    }
    throw CancellationError()
  }

  func startSending(_ navigator: Navigator) -> Task<String, any Error> {
    Task { try await navigator.perform(SendMoney(requests: requests), 500) }
  }

  @Test func `a step presents screens and returns its output`() async throws {
    let navigator = try await startNavigator()
    let result = startSending(navigator)
    try await wait(for: Contact.self, navigator).fire(.next, output: "Ada")
    let amount = try await wait(for: Amount.self, navigator)
    #expect(amount.content == Amount.Content(limit: 500))
    #expect(navigator.path.map(\.screen) == ["Home", "Contact", "Amount"])
    amount.fire(.next, output: 5)
    #expect(try await result.value == "5 to Ada, fee 1")
    #expect(navigator.path.map(\.screen) == ["Home"])
  }

  @Test func `going back replays the step up to the screen, and effects run once`() async throws {
    let navigator = try await startNavigator()
    let result = startSending(navigator)
    try await wait(for: Contact.self, navigator).fire(.next, output: "Ada")
    let first = try await wait(for: Amount.self, navigator)
    first.fire(.next, output: 200)
    _ = try await wait(for: LargeAmount.self, navigator)
    #expect(navigator.back())
    let amount = try await wait(for: Amount.self, navigator)
    #expect(amount.enteredValue == 200)
    #expect(amount.step.id == first.step.id)
    #expect(requests.count == 1)
    #expect(amount.back())
    let contact = try await wait(for: Contact.self, navigator)
    #expect(contact.enteredValue == "Ada")
    contact.fire(.next, output: "Bob")
    try await wait(for: Amount.self, navigator).fire(.next, output: 7)
    #expect(try await result.value == "7 to Bob, fee 2")
  }

  @Test func `going back from the first screen leaves the step`() async throws {
    let navigator = try await startNavigator()
    let result = startSending(navigator)
    #expect(try await wait(for: Contact.self, navigator).back())
    await #expect(throws: BackNavigationError.self) { try await result.value }
    #expect(navigator.current?.screen == "Home")
  }

  @Test func `cancelling the task removes its screens`() async throws {
    let navigator = try await startNavigator()
    let result = startSending(navigator)
    _ = try await wait(for: Contact.self, navigator)
    result.cancel()
    await #expect(throws: CancellationError.self) { try await result.value }
    #expect(navigator.current?.screen == "Home")
  }

  @Test func `a rejected link does not affect a running step`() async throws {
    let navigator = try await startNavigator(
      shopDocument {
        $0.route("home", "signUp", to: "login")
        $0.route("login", "forgot", to: "home")
      })
    struct InvalidLink: Error {}
    try navigator.setLinks([
      FlowLink("/throws", to: "home") { _ -> Answers in throw InvalidLink() },
      FlowLink("/lost", to: "summary", of: "main"),
    ])
    let result = startSending(navigator)
    let contact = try await wait(for: Contact.self, navigator)
    for link in ["shop://throws", "shop://lost", "shop://unknown"] {
      let linkResult = navigator.open(try #require(URL(string: link)))
      #expect(linkResult != .opened, "\(link)")
      #expect(navigator.screen(Contact.self)?.step.id == contact.step.id, "\(link)")
    }
    #expect(!navigator.open("nowhere"))
    contact.fire(.next, output: "Ada")
    try await wait(for: Amount.self, navigator).fire(.next, output: 5)
    #expect(try await result.value == "5 to Ada, fee 1")
  }

  @Test func `a link cancels a running step`() async throws {
    let navigator = try await startNavigator()
    let result = startSending(navigator)
    let contact = try await wait(for: Contact.self, navigator)
    #expect(navigator.open("login"))
    await #expect(throws: CancellationError.self) { try await result.value }
    contact.fire(.next, output: "too late")
    #expect(navigator.current?.screen == "Login")
    #expect(events.problems == ["stale-screen"])
  }

  @Test func `a double tap on a screen of a step counts once, and is not an error`()
    async throws
  {
    let navigator = try await startNavigator()
    let result = startSending(navigator)
    let contact = try await wait(for: Contact.self, navigator)
    for _ in 0..<2 { contact.fire(.next, output: "Ada") }
    let amount = try await wait(for: Amount.self, navigator)
    for _ in 0..<2 { amount.fire(.next, output: 5) }
    #expect(try await result.value == "5 to Ada, fee 1")
    amount.fire(.next, output: 5)
    #expect(events.problems.isEmpty)
  }

  @Test func `another port of a screen that the step has left, but shows, is reported as such`()
    async throws
  {
    let navigator = try await startNavigator()
    let result = startSending(navigator)
    let contact = try await wait(for: Contact.self, navigator)
    var errors: [any Error] = []
    navigator.onError { errors.append($0) }
    contact.fire(.next, output: "Ada")
    contact.fire(.cancel)
    let error = try #require(errors.first as? FlowMagicError)
    #expect(error.code == .staleScreen)
    #expect(error.message.contains("Contact, which is still visible"))
    try await wait(for: Amount.self, navigator).fire(.next, output: 5)
    #expect(try await result.value == "5 to Ada, fee 1")
  }

  @Test func `a port without an output throws in the step`() async throws {
    let navigator = try await startNavigator()
    let result = startSending(navigator)
    try await wait(for: Contact.self, navigator).fire(.cancel)
    await #expect {
      try await result.value
    } throws: {
      ($0 as? MissingOutputError<Contact>)?.port == .cancel
    }
  }

  @Test func `a step outside of a navigator cannot present a screen`() async throws {
    await #expect {
      try await EnterAmount().perform(5)
    } throws: {
      ($0 as? FlowMagicError)?.code == .noPresenter
    }
  }

  @Test func `presenting two screens at the same time is an error`() async throws {
    struct Hasty: Step {
      func perform() async throws {
        try await withThrowingTaskGroup(of: Int.self) { group in
          for limit in 1...2 { group.addTask { try await ask(Amount.self, .init(limit: limit)) } }
          for try await _ in group {}
        }
      }
    }
    let navigator = try await startNavigator()
    await #expect {
      try await navigator.perform(Hasty())
    } throws: {
      ($0 as? FlowMagicError)?.code == .alreadyPresenting
    }
  }

  @Test(arguments: [(5, Review.Output.normal), (500, .large)])
  func `a decision can be tested alone`(amount: Int, expected: Review.Output) {
    #expect(Review(amount: amount).make() == expected)
  }
}
