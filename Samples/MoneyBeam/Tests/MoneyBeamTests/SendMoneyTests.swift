import FlowMagic
import FlowTesting
import Testing

@testable import MoneyBeam

/// The step `SendMoney` alone, without a flow, an interface or a network.
struct SendMoneyTests {
  let bank = FakeBank()
  let ada = Contact(name: "Ada", isKnown: true)
  let grace = Contact(name: "Grace")

  @Test func `five screens ask for a transfer, and it is sent at the end`() async throws {
    let tester = StepTester([
      .on(SelectContact.self) { content in .fire(.next, output: content.contacts[1]) },
      .fire(EnterAmount.self, .next, output: 20_00),
      .fire(EnterMessage.self, .next, output: "For the tickets"),
      .fire(Review.self, .send),
      .fire(EnterPIN.self, .next, output: "1234"),
    ])
    let exit = try await tester.perform(SendMoney(bank: bank), context)
    let transfer = Transfer(contact: grace, amount: 20_00, message: "For the tickets")
    #expect(exit.port == .sent)
    #expect(exit.output?.transfer == transfer)
    #expect(bank.sentTransfers == [transfer])
  }

  @Test func `going back to the amount does not load contacts again, and changes what is sent`()
    async throws
  {
    let tester = StepTester([
      .fire(SelectContact.self, .next, output: ada),
      .fire(EnterAmount.self, .next, output: 10_00),
      .back(from: EnterMessage.self),
      .fire(EnterAmount.self, .next, output: 15_00),
      .fire(EnterMessage.self, .skip),
      .fire(Review.self, .send),
    ])
    _ = try await tester.perform(SendMoney(bank: bank), context)
    #expect(bank.sentTransfers == [Transfer(contact: ada, amount: 15_00)])
    #expect(bank.contactRequests == 1)
  }

  @Test func `another step with the same input and output can replace the sub-step`() async throws {
    struct FixedTransfer: Step {
      let transfer: Transfer
      func perform(_ limit: Int) async throws -> Transfer { transfer }
    }
    let transfer = Transfer(contact: ada, amount: 5_00)
    let tester = StepTester([.fire(Review.self, .send)])
    let step = SendMoney(bank: bank, enterTransfer: FixedTransfer(transfer: transfer))
    let exit = try await tester.perform(step, context)
    #expect(exit.output?.transfer == transfer)
    #expect(tester.presentedScreens == ["Review"])
  }

  @Test func `the sub-step can run alone`() async throws {
    let tester = StepTester([
      .fire(SelectContact.self, .next, output: grace),
      .fire(EnterAmount.self, .next, output: 1_00),
      .fire(EnterMessage.self, .skip),
    ])
    let transfer = try await tester.perform(EnterTransfer(bank: bank), 50_00)
    #expect(transfer == Transfer(contact: grace, amount: 1_00))
  }

  @Test(arguments: [
    (Contact(name: "Ada", isKnown: true), 30_00, PINRule.Output.notNeeded),
    (Contact(name: "Ada", isKnown: true), 30_01, .needed), (Contact(name: "Bob"), 1, .needed),
  ])
  func `a small amount for a known contact needs no PIN`(
    contact: Contact, amount: Int, expected: PINRule.Output
  ) {
    #expect(PINRule(Transfer(contact: contact, amount: amount)).make() == expected)
  }

  @Test(
    arguments: [
      ("12", 12_00), ("12.5", 12_50), ("12,50", 12_50), ("0.07", 7), ("", nil), ("-1", nil),
      ("1.2.3", nil), ("12.505", nil), ("twelve", nil), (".5", nil), ("5.", nil),
    ] as [(String, Int?)])
  func `amounts are parsed as users enter them`(text: String, expected: Int?) {
    #expect(cents(text) == expected)
  }

  private var context: StepContext<SendMoney> { StepContext(content: .init(limit: 100_00)) }
}
