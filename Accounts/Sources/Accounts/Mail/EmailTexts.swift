/// The texts of the emails in one language.
///
/// Each says what happened and, where it matters, what the recipient should do, also in case
/// someone else caused it. Text that a user entered is quoted, on one line and without links, so
/// that no one can impersonate the service. Except for an invitation, an email to an unverified
/// address contains nothing that the person who caused it could have chosen, other than its
/// language.
protocol EmailTexts {
  // MARK: Registration

  func verifyAddress(_ link: String, until expires: Int) -> EmailContent
  func alreadyRegistered() -> EmailContent
  func registrationsPending() -> EmailContent
  func verifyNewAddress(_ link: String, until expires: Int) -> EmailContent
  func addressChanged(to address: String, _ client: Client) -> EmailContent

  // MARK: Passwords

  func passwordResetLink(_ link: String, until expires: Int) -> EmailContent
  func noAccount() -> EmailContent
  func passwordReset(revoked tokens: [RevokedToken], _ client: Client) -> EmailContent
  func passwordChanged(_ client: Client) -> EmailContent

  // MARK: Signing in

  func newSignIn(_ client: Client) -> EmailContent
  func signInsDelayed(_ client: Client) -> EmailContent
  func sessionsEnded(_ reason: EmailTemplate.SignOutReason) -> EmailContent
  func identityLinked(_ provider: String, _ client: Client) -> EmailContent
  func identityUnlinked(_ provider: String, _ client: Client) -> EmailContent

  // MARK: Second factors

  func factorAdded(_ factor: EmailTemplate.Factor, _ client: Client) -> EmailContent
  func factorRemoved(_ factor: EmailTemplate.Factor, _ client: Client) -> EmailContent
  func recoveryCodeUsed(_ left: Int, _ client: Client) -> EmailContent

  // MARK: Organizations

  func invitation(
    _ organization: String, _ inviter: String, _ role: Role, _ link: String, reportLink: String,
    until expires: Int
  ) -> EmailContent
  func roleChanged(_ organization: String, _ role: Role, _ by: String) -> EmailContent
  func tokenCreated(_ token: TokenNotice, _ by: String, _ client: Client?) -> EmailContent
  func memberRemoved(_ organization: String) -> EmailContent

  // MARK: The account

  func accountDisabled() -> EmailContent
  func accountEnabled() -> EmailContent
  func accountDeleted() -> EmailContent
}

extension EmailTexts {
  /// The maximum number of tokens listed in the email about a reset.
  static var maximumTokens: Int { 20 }
}
