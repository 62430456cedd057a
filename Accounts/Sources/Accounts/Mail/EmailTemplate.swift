/// The emails that the services send, with their values.
///
/// Each says what happened and, where it matters, what the recipient should do, also in case
/// someone else caused it. The texts are in `EmailText`.
public enum EmailTemplate: Sendable, Equatable {
  // MARK: Registration

  /// Asks a new user to verify their address.
  case verifyAddress(link: String, expires: Int)
  /// Says that an account with this address already exists.
  case alreadyRegistered
  /// Says that several registrations of this address are pending, so that no other was added.
  case registrationsPending
  /// Asks a user to verify the address that they want to change to.
  case verifyNewAddress(link: String, expires: Int)
  /// Notifies the old address that the account now has another one.
  case addressChanged(to: String, client: Client)

  // MARK: Passwords

  /// Sends a link to reset the password.
  case passwordResetLink(link: String, expires: Int)
  /// Says that there is no account with the address, after a link for it was requested.
  case noAccount
  /// Notifies that the password was reset with a link, and which API tokens were revoked.
  case passwordReset(revoked: [RevokedToken], client: Client)
  /// Notifies that the password was changed.
  case passwordChanged(client: Client)

  // MARK: Signing in

  /// Notifies about a sign-in from a new device or network.
  case newSignIn(client: Client)
  /// Notifies that sign-in attempts are delayed after several failed ones.
  case signInsDelayed(client: Client)
  /// Notifies that sessions were ended, and why.
  case sessionsEnded(SignOutReason)
  /// Notifies that an account at an identity provider was linked.
  case identityLinked(provider: String, client: Client)
  /// Notifies that an account at an identity provider was unlinked.
  case identityUnlinked(provider: String, client: Client)

  // MARK: Second factors

  /// Notifies that a factor was added.
  case factorAdded(Factor, client: Client)
  /// Notifies that a factor was removed.
  case factorRemoved(Factor, client: Client)
  /// Notifies that a recovery code was used, and how many are left.
  case recoveryCodeUsed(left: Int, client: Client)

  // MARK: Organizations

  /// Invites a user to an organization.
  case invitation(
    organization: String, inviter: String, role: Role, link: String, reportLink: String,
    expires: Int)
  /// Notifies that the role in an organization was changed.
  case roleChanged(organization: String, role: Role, by: String)
  /// Notifies that an API token was created.
  case tokenCreated(TokenNotice, by: String, client: Client?)
  /// Notifies that a user was removed from an organization.
  case memberRemoved(organization: String)

  // MARK: The account

  /// Notifies that the account was disabled.
  case accountDisabled
  /// Notifies that the account was enabled again.
  case accountEnabled
  /// Notifies that the account was deleted.
  case accountDeleted

  /// A factor besides the password.
  public enum Factor: Sendable, Equatable {
    /// Codes of an authenticator app.
    case authenticator
    /// A passkey with its name.
    case passkey(name: String)
    /// Recovery codes.
    case recoveryCodes
  }

  /// The reason for which sessions were ended without the user's request.
  public enum SignOutReason: Sendable, Equatable {
    /// A refresh token was used twice, so it may have been stolen.
    case tokenReuse(client: Client)
    /// Wrong passwords or codes were sent in the session to confirm its user.
    case failedReauthentications(client: Client)
    /// An operator ended the sessions.
    case byOperator
  }

  /// Renders the email.
  ///
  /// Every untrusted value is put on one line, shortened and escaped; whatever mail programs turn
  /// into a link is removed from names.
  ///
  /// - Parameters:
  ///   - address: The recipient.
  ///   - user: The id of the user whose account it is about, where the address does not identify
  ///     the user.
  ///   - language: The language of its texts.
  ///   - settings: Name and URL of the service.
  ///   - now: The time of the event, in seconds since 1970; the email is due immediately.
  /// - Returns: An email for the outbox.
  public func render(
    to address: String, about user: String? = nil, language: EmailLanguage,
    settings: AccountSettings, at now: Int
  ) -> MailMessage {
    let content = content(in: language, settings: settings, at: now)
    return MailMessage(
      id: "m_" + SecureRandom.base62(22), to: address, about: user, subject: content.subject,
      text: content.plainText(to: address, in: language, settings: settings),
      html: content.html(to: address, in: language, settings: settings), created: now,
      nextAttempt: now)
  }
}
