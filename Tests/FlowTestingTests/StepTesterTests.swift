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

  @Test func `a step runs without any interface`() async throws {
    let tester = StepTester([
      .on(Code.self) { .by(.next, output: String(repeating: "7", count: $0.digits)) },
      .leaving(Confirm.self, .yes),
    ])
    #expect(try await tester.perform(EnterCode(), 3) == "777/6")
    #expect(tester.shown == ["Code", "Confirm"])
  }

  @Test func `going back asks again from there`() async throws {
    let tester = StepTester([
      .leaving(Code.self, .next, output: "1"), .goingBack(from: Confirm.self),
      .leaving(Code.self, .next, output: "2"), .leaving(Confirm.self, .yes),
    ])
    #expect(try await tester.perform(EnterCode(), 1) == "2/2")
    #expect(tester.shown == ["Code", "Confirm", "Code", "Confirm"])
  }

  @Test func `going back from the first screen leaves the step`() async throws {
    let tester = StepTester([.goingBack(from: Code.self)])
    await #expect(throws: WentBack.self) { try await tester.perform(EnterCode(), 1) }
  }

  @Test func `a screen without an answer fails`() async throws {
    let tester = StepTester([.leaving(Confirm.self, .yes)])
    await #expect {
      try await tester.perform(EnterCode(), 1)
    } throws: {
      ($0 as? FlowTestFailure)?.message
        == "The step asked for Code, but the test has an answer for Confirm."
    }
  }

  @Test func `an answer that nobody asked for fails`() async throws {
    let failures = Locked<[String]>([])
    let tester = StepTester(
      [
        .leaving(Code.self, .next, output: "1"), .leaving(Confirm.self, .no),
        .leaving(Confirm.self, .no),
      ], onFailure: { failure in failures.withLock { $0.append(failure.message) } })
    #expect(try await tester.perform(EnterCode(), 1) == "none")
    let expected = "The step ended, but these screens were never asked for:\n  - Confirm"
    #expect(failures.withLock { $0 } == [expected])
  }
}
