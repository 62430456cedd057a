import FlowMagic
import FlowTesting
import Testing

@testable import MoneyBeam

/// The step `SendMoney` in its flow.
@MainActor struct BeamFlowTests {
  let bank = FakeBank()
  let ada = Contact(name: "Ada", isKnown: true)

  func tester() throws -> FlowTester {
    try FlowTester(BeamFlow.screens(bank), BeamFlow.document(), isExhaustive: false)
  }

  func actions(_ cents: Int) -> [ScriptedAction] {
    [
      .fire(SelectContact.self, .next, output: ada), .fire(EnterAmount.self, .next, output: cents),
      .fire(EnterMessage.self, .skip), .fire(Review.self, .send),
    ]
  }

  @Test(arguments: [(500_00, "sent"), (500_01, "sentLarge")] as [(Int, Name)])
  func `the flow's decision routes a large amount elsewhere`(cents: Int, step: Name) async throws {
    let flow = try tester()
    await flow.run(
      SendMoney.self, actions(cents) + [.fire(EnterPIN.self, .next, output: "1234")])
    flow.expect(Sent.self, step: step)
    flow.fire(Sent.self, .done)
    flow.expectFinished("completed") { (outputs: BeamOutputs) in
      outputs.receipt?.transfer.amount == cents
    }
  }

  @Test func `the threshold of a large amount is in the flow's content`() async throws {
    var document = try BeamFlow.document()
    let index = try #require(
      document.flows[0].steps.firstIndex { $0.screen == "LargeAmount" })
    document.flows[0].steps[index].content = ["threshold": 10_00]
    let flow = try FlowTester(BeamFlow.screens(bank), document, isExhaustive: false)
    await flow.run(SendMoney.self, actions(20_00))
    flow.expect(Sent.self, step: "sentLarge")
  }

  @Test func `an app killed at the PIN continues there`() async throws {
    let flow = try tester()
    await flow.run(SendMoney.self, actions(40_00))
    flow.expect(EnterPIN.self) { $0.amount == 40_00 }
    try flow.relaunch()
    await flow.run(SendMoney.self, [.fire(EnterPIN.self, .next, output: "1234")])
    flow.expect(Sent.self, step: "sent")
    #expect(bank.contactRequests == 1)
    #expect(bank.sentTransfers.count == 1)
  }

  @Test func `a request to an unreachable bank is retried with the same key`() async throws {
    bank.setReachable(false)
    let flow = try tester()
    await flow.run(SendMoney.self, actions(5_00))
    flow.expectProblem("app-error")
    flow.expect(Review.self)
    bank.setReachable(true)
    await flow.run(SendMoney.self, [.fire(Review.self, .send)])
    flow.expect(Sent.self, step: "sent")
    #expect(bank.idempotencyKeys.count == 2 && Set(bank.idempotencyKeys).count == 1)
  }

  @Test func `the PIN is asked for again after a wrong one`() async throws {
    let flow = try tester()
    await flow.run(
      SendMoney.self, actions(40_00) + [.fire(EnterPIN.self, .next, output: "0000")])
    flow.expectProblem("app-error")
    flow.expect(EnterPIN.self)
    await flow.run(SendMoney.self, [.fire(EnterPIN.self, .next, output: "1234")])
    flow.expect(Sent.self, step: "sent")
  }

  @Test func `the manifest has the step's outcomes and the decision's cases, and no errors`()
    throws
  {
    let manifest = try BeamApp.manifest()
    let kinds = Dictionary(
      manifest.screens.map { ($0.name, $0.unknown["kind"]?.string) }, uniquingKeysWith: { $1 })
    #expect(kinds["SendMoney"] == "step")
    #expect(kinds["LargeAmount"] == "decision")
    let findings = Verifier(try BeamFlow.document(), manifests: [manifest]).findings()
    #expect(findings.filter { $0.severity == .error }.isEmpty)
  }
}
