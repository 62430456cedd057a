import FlowMagic

/// Sends money: five screens, the first three of which are a sub-step.
///
/// In the flow it is one step with two ports. Its content is the limit, which a product owner sets.
struct SendMoney: RoutedStep {
  enum Port: String, ActionPort { case sent, cancelled }
  struct Content: Codable, Sendable {
    /// The limit in cents.
    var limit: Int
  }
  static let output: OutputProperty<BeamOutputs, Receipt> = \.receipt
  static let outputPorts: [Port] = [.sent]

  let bank: any Bank
  /// The sub-step, which gets the limit and produces the transfer; a test or another app can
  /// replace it.
  let enterTransfer: any Step<Int, Transfer>

  init(bank: any Bank, enterTransfer: (any Step<Int, Transfer>)? = nil) {
    self.bank = bank
    self.enterTransfer = enterTransfer ?? EnterTransfer(bank: bank)
  }

  func perform(_ context: StepContext<Self>) async throws -> ScreenExit<Self> {
    let transfer = try await enterTransfer.perform(context.content.limit)
    guard try await ask(Review.self, transfer) == .send else { return .fire(.cancelled) }
    let pin: String? =
      switch PINRule(transfer).make() {
      case .needed: try await ask(EnterPIN.self, .init(amount: transfer.amount))
      case .notNeeded: nil
      }
    let receipt = try await once("send") { key in
      try await bank.send(transfer, pin: pin, idempotencyKey: key)
    }
    return .fire(.sent, output: receipt)
  }
}

/// Asks for the recipient, the amount and the message.
struct EnterTransfer: Step {
  let bank: any Bank

  func perform(_ limit: Int) async throws -> Transfer {
    let contacts = try await once("contacts") { try await bank.contacts() }
    let contact = try await ask(SelectContact.self, .init(contacts: contacts))
    let amount = try await ask(EnterAmount.self, .init(contact: contact.name, limit: limit))
    let message = try await present(EnterMessage.self).output
    return Transfer(contact: contact, amount: amount, message: message)
  }
}

/// Whether a transfer needs the PIN: a small one to a known recipient does not.
struct PINRule: Decision {
  let transfer: Transfer
  enum Output { case needed, notNeeded }

  init(_ transfer: Transfer) { self.transfer = transfer }

  func make() -> Output {
    transfer.contact.isKnown && transfer.amount <= 30_00 ? .notNeeded : .needed
  }
}

/// Whether a transfer is large: a decision in the flow, where each of its two ports has its own
/// route.
///
/// The product owner sets the threshold.
struct LargeAmount: RoutedDecision {
  enum Port: String, ActionPort { case plain, large }
  struct Content: Codable, Sendable {
    /// The threshold in cents.
    var threshold: Int
  }
  static let needs = Needs(\BeamOutputs.receipt)

  func make(_ context: StepContext<Self>) -> Port {
    context.needs.transfer.amount > context.content.threshold ? .large : .plain
  }
}
