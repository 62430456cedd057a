/// A mail that the accounts send, with what it has to tell.
///
/// Each says what happened, what to do, and what to do if it was somebody else. The texts stand in
/// `Letter+Content.swift`; here one sees which there are.
public enum Letter: Sendable, Equatable {
  // MARK: Making an account

  /// Asks whoever made an account to show that the address is theirs.
  case verifyAddress(link: String, expires: Int)
  /// Says that there is an account already, to somebody who tried to make one.
  case alreadyRegistered
  /// Asks a person to show that the address they want to change to is theirs.
  case verifyNewAddress(link: String, expires: Int)
  /// Tells the old address that the account has another one now.
  case addressChanged(to: String, client: Client)

  // MARK: Passwords

  /// Gives somebody who lost their password a link to set a new one.
  case resetPassword(link: String, expires: Int)
  /// Says that there is no account, to somebody who wanted a new password.
  case noAccount
  /// Says that the password is another one now.
  case passwordChanged(client: Client)

  // MARK: Signing in

  /// Says that somebody signed in from where the person never did before.
  case newSignIn(client: Client)
  /// Says that somebody tries one password after another.
  case signInsDelayed(client: Client)
  /// Says that sessions were ended, and why.
  case sessionsEnded(EndReason)
  /// Says that an account elsewhere can now be used to sign in.
  case identityLinked(provider: String, client: Client)
  /// Says that an account elsewhere can no longer be used to sign in.
  case identityUnlinked(provider: String, client: Client)

  // MARK: Second factors

  /// Says that there is one more way to show who one is.
  case factorAdded(Factor, client: Client)
  /// Says that there is one way fewer to show who one is.
  case factorRemoved(Factor, client: Client)
  /// Says that a recovery code was used, and how many are left.
  case recoveryCodeUsed(left: Int, client: Client)

  // MARK: Organizations

  /// Asks somebody to join an organization.
  case invitation(organization: String, inviter: String, role: Role, link: String, expires: Int)
  /// Says that a person's role in an organization is another one now.
  case roleChanged(organization: String, role: Role, by: String)
  /// Says that a person is no longer in an organization.
  case memberRemoved(organization: String)

  // MARK: The account

  /// Says that the account was shut.
  case accountDisabled
  /// Says that the account is open again.
  case accountEnabled
  /// Says that the account is gone.
  case accountDeleted

  /// What shows who somebody is, besides a password.
  public enum Factor: Sendable, Equatable {
    /// Codes of an authenticator app.
    case authenticator
    /// A passkey, with the name that its owner gave it.
    case passkey(name: String)
    /// Codes on paper.
    case recoveryCodes
  }

  /// Why sessions were ended without the person asking for it.
  public enum EndReason: Sendable, Equatable {
    /// A refresh token came a second time, so somebody has a copy of it.
    case copiedToken(client: Client)
    /// An operator ended them.
    case byOperator
  }

  /// Writes the mail.
  ///
  /// Every value from outside is put on one line, cut, and escaped.
  ///
  /// - Parameters:
  ///   - address: Whom it goes to.
  ///   - settings: What the service is called and where it is.
  ///   - now: When it happened, in seconds since 1970; the mail is due at once.
  /// - Returns: A mail for the outbox, which goes out to nobody before it is kept there.
  public func write(to address: String, settings: AccountSettings, at now: Int) -> MailMessage {
    let content = content(settings: settings, at: now)
    return MailMessage(
      id: "m_" + RandomText.base62(22), to: address, subject: content.subject,
      text: content.plainText(to: address, settings: settings),
      html: content.html(to: address, settings: settings), created: now, next: now)
  }
}
