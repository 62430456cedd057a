/// Puts emails into the outbox.
package struct AccountMailer: Sendable {
  let settings: AccountSettings
  let keys: AccountKeyring
  let clock: @Sendable () -> Int
  let outboxSignal: OutboxSignal

  /// Writes an email to the outbox, in the transaction that caused it: either both are stored, or
  /// neither.
  ///
  /// Its texts are sealed, because they may contain a link that gives access to the account.
  ///
  /// `user` is the id of the user whose account it is about, where the address does not identify
  /// the user, because it is not theirs yet, or no longer.
  ///
  /// `language` is that of the request that caused it; nil stands for English.
  ///
  /// Without a mail server nothing is written, so that no secret is stored until there is one.
  package func enqueue(
    _ template: EmailTemplate, to address: String, about user: String? = nil,
    language: EmailLanguage?, in writer: any AccountWriter
  ) throws {
    guard settings.canSendMail else { return }
    let mail = template.render(
      to: address, about: user, language: language ?? .english, settings: settings, at: clock())
    try writer.put(mail.sealed(with: keys))
    // NB: the signal is sent before the transaction ends. The outbox claims emails in a separate
    // change, which comes after this one; a signal for a rolled-back email only wakes it
    // unnecessarily.
    outboxSignal.send()
  }

  /// Writes an email to the address of an account to the outbox.
  ///
  /// It is in the language of the account, whoever caused it; only before the user has signed in
  /// for the first time, it is in that of the request.
  package func enqueue(
    _ template: EmailTemplate, to user: User, client: Client, in writer: any AccountWriter
  ) throws {
    try enqueue(template, to: user.email, language: user.language ?? client.language, in: writer)
  }
}
