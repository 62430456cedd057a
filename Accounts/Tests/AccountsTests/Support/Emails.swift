import Accounts
import Logging

/// Email fixtures.
enum Emails {
  static let now = 1_795_262_709  // Sat, 21 Nov 2026 12:05:09 UTC

  static let settings = AccountSettings(
    serviceName: "FlowMagic", publicURL: "https://flows.example", canSendMail: true)

  static let keys: AccountKeyring = {
    guard let keys = try? AccountKeyring(secrets: [AccountKeyring.newSecret()]) else {
      preconditionFailure("The keyring rejected a new secret.")
    }
    return keys
  }()

  static let client = Client(
    address: "192.0.2.7",
    userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0")

  static func outgoing(
    _ id: String, to: String = "ada@example.com", subject: String = "Hello",
    text: String = "Hello.\n", html: String = "<p>Hello.</p>\n", unsubscribeURL: String? = nil
  ) -> OutgoingMail {
    OutgoingMail(
      id: id, to: to, subject: subject, text: text, html: html, date: now,
      unsubscribeURL: unsubscribeURL)
  }

  static func queued(_ id: String, to: String = "ada@example.com", at now: Int = Emails.now)
    -> MailMessage
  {
    MailMessage(
      id: id, to: to, subject: "Hello", text: "A secret.", html: "<p>A secret.</p>", created: now,
      nextAttempt: now)
  }

  /// Accounts that write their emails into the outbox of a fixture.
  static func accounts(_ fixture: MailFixture, canSendMail: Bool = true) throws -> AccountServices {
    var settings = settings
    settings.canSendMail = canSendMail
    return AccountServices(
      store: fixture.store, keys: keys,
      settings: settings, logger: Logger(label: "accounts"), outboxSignal: fixture.signal,
      clock: { [fixture] in fixture.time })
  }

  /// All email templates, with realistic data.
  static let templates: [EmailTemplate] = [
    .verifyAddress(link: link, expires: now + 86_400), .alreadyRegistered, .registrationsPending,
    .verifyNewAddress(link: link, expires: now + 86_400),
    .addressChanged(to: "new@example.com", client: client),
    .passwordResetLink(link: link, expires: now + 1800), .noAccount,
    .passwordReset(revoked: [], client: client),
    .passwordReset(
      revoked: [
        RevokedToken(name: "CI", organization: "Acme", lastUsed: now),
        RevokedToken(name: "Laptop", organization: "Acme", lastUsed: nil),
      ], client: client),
    .passwordChanged(client: client), .newSignIn(client: client),
    .signInsDelayed(client: client), .sessionsEnded(.tokenReuse(client: client)),
    .sessionsEnded(.failedReauthentications(client: client)), .sessionsEnded(.byOperator),
    .identityLinked(provider: "Google", client: client),
    .identityUnlinked(provider: "Google", client: client),
    .factorAdded(.authenticator, client: client),
    .factorAdded(.passkey(name: "Phone"), client: client),
    .factorAdded(.recoveryCodes, client: client), .factorRemoved(.authenticator, client: client),
    .factorRemoved(.passkey(name: "Phone"), client: client),
    .factorRemoved(.recoveryCodes, client: client), .recoveryCodeUsed(left: 3, client: client),
    .recoveryCodeUsed(left: 1, client: client), .recoveryCodeUsed(left: 0, client: client),
    .invitation(
      organization: "Acme", inviter: "ada@example.com", role: .editor, link: link,
      reportLink: "https://flows.example/report?link=Cd4", expires: now + 604_800),
    .roleChanged(organization: "Acme", role: .viewer, by: "ada@example.com"),
    .tokenCreated(
      TokenNotice(name: "CI", scope: "admin", organization: "Acme", resource: "", expires: now),
      by: "ada@example.com", client: client),
    .memberRemoved(organization: "Acme"), .accountDisabled, .accountEnabled, .accountDeleted,
  ]

  static let link = "https://flows.example/verify?link=Ab3&next=%2Fhome"
}
