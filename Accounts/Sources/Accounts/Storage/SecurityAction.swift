/// The actions of the security log: each `SecurityEvent.action` is one of these raw values.
///
/// From the first release on, the raw values are stable: programs search for them.
public enum SecurityAction: String, Sendable, CaseIterable {
  // MARK: The account

  /// An account was registered, or its unverified address was registered again.
  case accountRegistered = "account.registered"
  /// An operator created an account.
  case accountAdded = "account.added"
  /// The address of the account was verified.
  case accountVerified = "account.verified"
  /// The owner of an account's unverified address proved that it is theirs, so credentials that a
  /// stranger may have set were removed.
  case accountReclaimed = "account.reclaimed"
  /// The user changed their name.
  case accountRenamed = "account.renamed"
  /// The user requested another address, which is not verified yet.
  case addressChangeRequested = "account.address-change-requested"
  /// The address of the account was changed.
  case addressChanged = "account.address-changed"
  /// The account was disabled.
  case accountDisabled = "account.disabled"
  /// The account was enabled again.
  case accountEnabled = "account.enabled"
  /// The account was deleted.
  case accountDeleted = "account.deleted"

  // MARK: Signing in

  /// A user signed in.
  case sessionBegan = "session.began"
  /// A sign-in or a confirmation failed: wrong password, rejected passkey, rejected response of an
  /// identity provider, or a disabled or unverified account.
  case signInFailed = "session.failed"
  /// So many attempts failed that further ones are delayed.
  case signInsDelayed = "session.delayed"
  /// A user ended a session, by signing out or in the list of sessions.
  case sessionEnded = "session.ended"
  /// All sessions, or all but one, were ended.
  case sessionsEnded = "session.all-ended"
  /// The user authenticated again before a sensitive change.
  case sessionConfirmed = "session.confirmed"
  /// A session was ended because wrong passwords or codes were sent in it to confirm its holder.
  case sessionLockedOut = "session.lockout"
  /// A refresh token was used twice, so its session was ended.
  case refreshTokenReused = "session.token-reused"

  // MARK: Passwords

  /// A password reset was requested.
  case passwordResetRequested = "password.reset-requested"
  /// An operator created a password reset link.
  case passwordResetLinkCreated = "password.reset-link"
  /// The password was reset with a link.
  case passwordReset = "password.reset"
  /// The user changed their password.
  case passwordChanged = "password.changed"

  // MARK: Second factors and other ways to sign in

  /// An authenticator app was set up.
  case totpAdded = "factor.totp-added"
  /// The authenticator app was removed.
  case totpRemoved = "factor.totp-removed"
  /// New recovery codes replaced the old ones.
  case recoveryCodesMade = "factor.codes-made"
  /// A recovery code was used.
  case recoveryCodeUsed = "factor.code-used"
  /// A second factor was wrong or already used.
  case factorRejected = "factor.rejected"
  /// An operator removed all second factors, such as after a phone was lost.
  case factorsRemoved = "factor.all-removed"
  /// A passkey was registered.
  case passkeyAdded = "factor.passkey-added"
  /// A passkey was removed.
  case passkeyRemoved = "factor.passkey-removed"
  /// The signature counter of a passkey did not increase, so it may have been cloned.
  case passkeyCloned = "factor.passkey-cloned"
  /// An account at an identity provider was linked.
  case identityLinked = "identity.linked"
  /// An account at an identity provider was unlinked.
  case identityUnlinked = "identity.unlinked"

  // MARK: Organizations

  /// A set-up link for the first owner was created.
  case setUpLinkCreated = "organization.set-up-link"
  /// The organization has its first owner.
  case organizationSetUp = "organization.set-up"
  /// An invitation was sent.
  case invitationSent = "invitation.sent"
  /// A user accepted an invitation.
  case invitationAccepted = "invitation.accepted"
  /// An invitation was revoked.
  case invitationRevoked = "invitation.revoked"
  /// A recipient of an invitation reported that they do not know the organization.
  case invitationReported = "invitation.reported"
  /// Enough recipients reported the organization to block it from sending invitations.
  case invitationsBlocked = "organization.invitations-blocked"
  /// An operator allowed the organization to send invitations again.
  case invitationsAllowed = "organization.invitations-allowed"
  /// An operator added a member.
  case memberAdded = "member.added"
  /// The role or the grants of a member changed.
  case memberChanged = "member.changed"
  /// A member was removed.
  case memberRemoved = "member.removed"
  /// A member left the organization.
  case memberLeft = "member.left"

  /// Whether it may indicate an attack, or locks the user out.
  public var isWarning: Bool {
    switch self {
    case .accountDisabled, .signInFailed, .signInsDelayed, .sessionLockedOut, .refreshTokenReused,
      .factorRejected, .passkeyCloned:
      true
    default: false
    }
  }

  /// Whether the owners of every organization that the user belongs to need to know of it.
  ///
  /// They need to know who their members are and whether these still have access. Where and how
  /// someone signs in is private.
  public var concernsOrganizations: Bool {
    switch self {
    case .accountDisabled, .accountEnabled, .accountDeleted, .addressChanged: true
    default: false
    }
  }
}
