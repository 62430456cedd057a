extension Accounts {
  /// Writes a mail into the outbox, in the transaction that made it necessary: either both are
  /// kept, or neither.
  ///
  /// Without a mail server nothing is written, so that no secret waits for a day when there is one.
  package func post(_ letter: Letter, to address: String, in writer: any AccountWriter) throws {
    guard settings.canSendMail else { return }
    try writer.put(letter.write(to: address, settings: settings, at: clock()))
    // NB: before the transaction has ended. The outbox takes mails in a change of its own, which
    // comes after this one; and a ring for a mail that was rolled back wakes it for nothing.
    outboxSignal.ring()
  }
}
