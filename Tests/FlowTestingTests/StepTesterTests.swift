import FlowMagic
import FlowTesting
import Testing

struct StepTesterTests {
  struct Code: Screen {
    enum Port: String, ActionPort { case next }
    struct Content: Codable, Sendable, Equatable { var digits: Int }
    typealias Output = String
  }

  struct Confirm: Screen {
    enum Port: String, ActionPort { case yes, no }
  }

  struct EnterCode: Step {
    func perform(_ digits: Int) async throws -> String {
      let sent = try await once { digits * 2 }
      let code = try await ask(Code.self, .init(digits: digits))
      return try await ask(Confirm.self) == .yes ? "\(code)/\(sent)" : "none"
    }
  }

  @Test func `a step runs without an interface`() async throws {
    let tester = StepTester([
      .on(Code.self) { .fire(.next, output: String(repeating: "7", count: $0.digits)) },
      .fire(Confirm.self, .yes),
    ])
    #expect(try await tester.perform(EnterCode(), 3) == "777/6")
    #expect(tester.presentedScreens == ["Code", "Confirm"])
  }

  @Test func `going back presents the earlier screen again`() async throws {
    let tester = StepTester([
      .fire(Code.self, .next, output: "1"), .back(from: Confirm.self),
      .fire(Code.self, .next, output: "2"), .fire(Confirm.self, .yes),
    ])
    #expect(try await tester.perform(EnterCode(), 1) == "2/2")
    #expect(tester.presentedScreens == ["Code", "Confirm", "Code", "Confirm"])
  }

  @Test func `going back from the first screen leaves the step`() async throws {
    let tester = StepTester([.back(from: Code.self)])
    await #expect(throws: BackNavigationError.self) { try await tester.perform(EnterCode(), 1) }
  }

  @Test func `a screen without an action fails`() async throws {
    let tester = StepTester([.fire(Confirm.self, .yes)])
    await #expect {
      try await tester.perform(EnterCode(), 1)
    } throws: {
      ($0 as? FlowTestFailure)?.message
        == "The step presented Code, but the test has an action for Confirm."
    }
  }

  @Test func `an action without its screen fails`() async throws {
    let failures = Locked<[String]>([])
    let tester = StepTester(
      [
        .fire(Code.self, .next, output: "1"), .fire(Confirm.self, .no),
        .fire(Confirm.self, .no),
      ], onFailure: { failure in failures.withLock { $0.append(failure.message) } })
    #expect(try await tester.perform(EnterCode(), 1) == "none")
    let expected = "The step ended without presenting these screens:\n  - Confirm"
    #expect(failures.withLock { $0 } == [expected])
  }
}
