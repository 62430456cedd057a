/// What can stand in the log of security events: each `SecurityEvent.action` is one of these words.
///
/// The words are a promise: programs search for them, so they are never renamed.
public enum SecurityAction: String, Sendable, CaseIterable {
  // MARK: The account

  /// Somebody made an account, or chose a password for one whose address nobody has verified yet.
  case accountRegistered = "account.registered"
  /// An operator made an account.
  case accountAdded = "account.added"
  /// Somebody showed that the account's address is theirs.
  case accountVerified = "account.verified"
  /// The address's holder came, so what a stranger had set on the unverified account was dropped.
  case accountReclaimed = "account.reclaimed"
  /// The person changed what others see as their name.
  case accountRenamed = "account.renamed"
  /// The person asked for another address, which is not verified yet.
  case addressAsked = "account.address-asked"
  /// The account has another address now.
  case addressChanged = "account.address-changed"
  /// The account was shut.
  case accountDisabled = "account.disabled"
  /// The account was opened again.
  case accountEnabled = "account.enabled"
  /// The account is gone.
  case accountDeleted = "account.deleted"

  // MARK: Signing in

  /// Somebody signed in.
  case sessionBegan = "session.began"
  /// Somebody gave a wrong password, or a right one for a shut or unverified account.
  case signInRefused = "session.refused"
  /// So many attempts failed that the next ones have to wait.
  case signInsDelayed = "session.delayed"
  /// A session was ended by signing out.
  case sessionEnded = "session.ended"
  /// All sessions, or all but one, were ended.
  case sessionsEnded = "session.all-ended"
  /// The person showed once more who they are, before changing something.
  case sessionConfirmed = "session.confirmed"
  /// A refresh token came a second time, so its session was ended.
  case tokenCopied = "session.token-copied"

  // MARK: Passwords

  /// Somebody asked for a mail to set a new password.
  case passwordResetAsked = "password.reset-asked"
  /// An operator made a link to set a new password.
  case passwordResetLink = "password.reset-link"
  /// A new password was set by a link.
  case passwordReset = "password.reset"
  /// A new password was set by its owner.
  case passwordChanged = "password.changed"

  // MARK: Second factors and other ways to sign in

  /// An authenticator app was set up.
  case totpAdded = "factor.totp-added"
  /// The authenticator app was taken away.
  case totpRemoved = "factor.totp-removed"
  /// Recovery codes were made in place of the old ones.
  case recoveryCodesMade = "factor.codes-made"
  /// A recovery code was used.
  case recoveryCodeUsed = "factor.code-used"
  /// A wrong code, or one that was used before, was given as second factor.
  case factorRefused = "factor.refused"
  /// An operator took all second factors away, such as after a phone was lost.
  case factorsRemoved = "factor.all-removed"
  /// A passkey was made.
  case passkeyAdded = "factor.passkey-added"
  /// A passkey was taken away.
  case passkeyRemoved = "factor.passkey-removed"
  /// A passkey's counter went back, so there may be a copy of it.
  case passkeyCopied = "factor.passkey-copied"
  /// An account elsewhere was linked.
  case identityLinked = "identity.linked"
  /// An account elsewhere was unlinked.
  case identityUnlinked = "identity.unlinked"

  // MARK: Organizations

  /// A link to make an organization's first owner was made.
  case setUpLinkMade = "organization.set-up-link"
  /// The organization has its first owner.
  case organizationSetUp = "organization.set-up"
  /// Somebody was asked to join.
  case invitationSent = "invitation.sent"
  /// Somebody joined by invitation.
  case invitationAccepted = "invitation.accepted"
  /// An invitation was taken back.
  case invitationEnded = "invitation.ended"
  /// An operator put somebody into the organization.
  case memberAdded = "member.added"
  /// A member may do more or less than before.
  case memberChanged = "member.changed"
  /// A member was taken out of the organization.
  case memberRemoved = "member.removed"
  /// A member left the organization.
  case memberLeft = "member.left"
}
