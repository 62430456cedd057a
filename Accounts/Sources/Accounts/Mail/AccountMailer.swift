/// Puts e-mails into the outbox.
package struct AccountMailer: Sendable {
  let settings: AccountSettings
  let keys: AccountKeyring
  let clock: @Sendable () -> Int
  let outboxSignal: OutboxSignal

  /// Writes a mail into the outbox, in the transaction that made it necessary: either both are
  /// stored, or neither.
  ///
  /// Its texts are sealed, because there may be a link in them that opens the account.
  ///
  /// `user` is the id of the user whose account it is about, where the address does not say it:
  /// one that is not theirs yet, or no longer.
  ///
  /// Without a mail server nothing is written, so that no secret waits for a day when there is one.
  package func enqueue(
    _ template: EmailTemplate, to address: String, about user: String? = nil,
    in writer: any AccountWriter
  ) throws {
    guard settings.canSendMail else { return }
    let mail = template.write(to: address, about: user, settings: settings, at: clock())
    try writer.put(mail.sealed(with: keys))
    // NB: before the transaction has ended. The outbox takes mails in a change of its own, which
    // comes after this one; and a signal for a mail that was rolled back wakes it for nothing.
    outboxSignal.send()
  }
}
