import FlowMagic

/// The flow around the step, as data that a product owner may change while the app runs.
enum BeamFlow {
  static func screens(_ bank: any Bank) throws(FlowMagicError) -> ScreenRegistry {
    try ScreenRegistry {
      SelectContact.self
      EnterAmount.self
      EnterMessage.self
      Review.self
      EnterPIN.self
      Sent.self
      SendMoney(bank: bank)
      LargeAmount()
    }
  }

  static func document() throws(FlowMagicError) -> FlowDocument {
    let flow = try Flow("money-beam") {
      ScreenStep(SendMoney.self, content: .init(limit: 1_000_00))
        .on(.sent, to: LargeAmount.self).on(.cancelled, finish: "cancelled")
      ScreenStep(LargeAmount.self, content: .init(threshold: 500_00))
        .on(.plain, to: "sent", style: .root).on(.large, to: "sentLarge", style: .root)
      ScreenStep(
        Sent.self, id: "sent",
        content: .init(title: "On its way", text: "It arrives within a minute.")
      ).on(.done, finish: "completed")
      ScreenStep(
        Sent.self, id: "sentLarge",
        content: .init(title: "On its way", text: "A large amount takes a day: we look at it.")
      ).on(.done, finish: "completed")
    }
    return FlowDocument(application: "bank", flows: [flow])
  }
}
