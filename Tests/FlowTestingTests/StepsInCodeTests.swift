import FlowMagic
import FlowTesting
import Testing

/// Steps in code and work, which a `FlowTester` runs.
struct StepsInCodeTests {
  struct Results: FlowOutput {
    var code: String?
    var checked: Bool?
  }

  struct Tracking: Codable, Sendable, Equatable { var analyticsName: String? }

  struct Code: Screen {
    enum Port: String, ActionPort { case next }
    typealias Output = String
    typealias Metadata = Tracking
  }

  struct Confirm: Screen {
    enum Port: String, ActionPort { case yes, no }
  }

  struct EnterCode: RoutedStep {
    enum Port: String, ActionPort { case entered, refused }
    static let output = \Results.code
    static let outputPorts: [Port] = [.entered]
    let sentKeys: Locked<[String]>

    func perform(_ context: StepContext<Self>) async throws -> ScreenExit<Self> {
      try await once("send") { key in sentKeys.withLock { $0.append(key) } }
      let code = try await ask(Code.self)
      guard try await ask(Confirm.self) == .yes else { return .fire(.refused) }
      return .fire(.entered, output: code)
    }
  }

  struct Check: Screen {
    enum Port: String, ActionPort { case right, wrong }
    static let needs = Needs(\Results.code)
    static let output = \Results.checked
    static let outputPorts: [Port] = [.right]
  }

  struct NoNetwork: Error {}

  let sentKeys = Locked<[String]>([])
  let failures = Locked<[String]>([])

  func tester(_ check: @escaping @Sendable (String) throws -> Bool = { $0 == "7" }) throws
    -> FlowTester
  {
    let screens = try ScreenRegistry {
      Code.self
      Confirm.self
      EnterCode(sentKeys: sentKeys)
      Work(Check.self) { context in
        try check(context.needs) ? .fire(.right, output: true) : .fire(.wrong)
      }
    }
    let flow = try Flow("main") {
      ScreenStep(Confirm.self).on(.yes, to: EnterCode.self).on(.no, finish: "left")
      ScreenStep(EnterCode.self).on(.entered, to: Check.self).on(.refused, finish: "refused")
      ScreenStep(Check.self).on(.right, finish: "done").on(.wrong, to: EnterCode.self)
    }
    let tester = try FlowTester(
      screens, FlowDocument(flows: [flow]),
      onFailure: { [failures] failure in failures.withLock { $0.append(failure.message) } })
    tester.fire(Confirm.self, .yes)
    return tester
  }

  @Test func `work and a step in code run with scripted actions`() async throws {
    let flow = try tester()
    await flow.run(
      EnterCode.self, [.fire(Code.self, .next, output: "7"), .fire(Confirm.self, .yes)])
    await flow.run(Check.self)
    flow.expectFinished("done") { (results: Results) in results.checked == true }
    #expect(failures.withLock { $0 } == [])
  }

  @Test func `a step waits after its last action, and continues after a relaunch`() async throws {
    let flow = try tester()
    await flow.run(EnterCode.self, [.fire(Code.self, .next, output: "7")])
    flow.expect(Confirm.self)
    try flow.relaunch()
    await flow.run(EnterCode.self, [.back(from: Confirm.self)])
    flow.expect(Code.self)
    await flow.run(
      EnterCode.self, [.fire(Code.self, .next, output: "8"), .fire(Confirm.self, .no)])
    flow.expectFinished("refused")
    #expect(failures.withLock { $0 } == [])
    #expect(sentKeys.withLock { $0.count } == 1)
  }

  @Test func `work that throws is a problem, and returns to the previous step`() async throws {
    let flow = try tester { _ in throw NoNetwork() }
    await flow.run(
      EnterCode.self, [.fire(Code.self, .next, output: "7"), .fire(Confirm.self, .yes)])
    await flow.run(Check.self)
    flow.expectProblem("app-error")
    await flow.run(EnterCode.self)
    flow.expect(Confirm.self)
    #expect(failures.withLock { $0 } == [])
  }

  @Test func `a failure lists the errors that the test did not expect`() async throws {
    let flow = try tester { _ in throw NoNetwork() }
    await flow.run(
      EnterCode.self, [.fire(Code.self, .next, output: "7"), .fire(Confirm.self, .yes)])
    await flow.run(Check.self)
    flow.expectFinished("done")
    let messages = failures.withLock { $0 }
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("Expected the outcome done, but ") == true)
    #expect(
      messages.first?.hasSuffix("\nThe test did not expect:\n  - the error “NoNetwork()”") == true)
  }

  @Test func `a missing error is reported with the errors that occurred, once`() async throws {
    let flow = try tester { _ in throw NoNetwork() }
    await flow.run(
      EnterCode.self, [.fire(Code.self, .next, output: "7"), .fire(Confirm.self, .yes)])
    await flow.run(Check.self)
    flow.expectProblem("no-route")
    #expect(
      failures.withLock { $0 } == [
        "Expected the error no-route, but there is the error “NoNetwork()”."
      ])
  }

  @Test func `an action for a screen that is not presented fails`() async throws {
    let flow = try tester()
    await flow.run(EnterCode.self, [.fire(Confirm.self, .yes)])
    #expect(
      failures.withLock { $0 } == [
        "EnterCode presented Code, but the test has an action for Confirm."
      ])
  }

  @Test func `a step in code is performed without a flow`() async throws {
    let tester = StepTester([
      .fire(Code.self, .next, output: "7"), .fire(Confirm.self, .yes),
    ])
    let exit = try await tester.perform(EnterCode(sentKeys: sentKeys), StepContext())
    #expect(exit.port == .entered && exit.output == "7")
  }

  @Test func `metadata of a step reaches its screen, and is rejected if it does not decode`()
    async throws
  {
    let screens = try ScreenRegistry { Code.self }
    func document(_ name: String) throws -> FlowDocument {
      try FlowDocument(
        parsing: """
          { "schema": 1, "flows": [ { "id": "main", "start": "code", "steps": [
            { "id": "code", "screen": "Code", "analyticsName": \(name),
              "ports": { "next": [ { "finish": "done" } ] } } ] } ] }
          """)
    }
    let name = try await MainActor.run {
      let navigator = try Navigator(screens: screens, default: document("\"sign-up\""))
      navigator.restart()
      return navigator.screen(Code.self)?.metadata.analyticsName
    }
    #expect(name == "sign-up")
    #expect {
      try FlowTester(screens, document("7"))
    } throws: {
      ($0 as? FlowMagicError)?.code == .contentMismatch
    }
  }
}
