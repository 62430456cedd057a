import Logging

/// Invites users to organizations.
public struct InvitationService: Sendable {
  let store: any AccountStore
  let settings: AccountSettings
  let clock: @Sendable () -> Int
  let events: SecurityEventLog
  let mailer: AccountMailer
  let oneTimeTokens: OneTimeTokens
  let logger: Logger
  let sessionValidator: SessionValidator
  let invitationRegistry: InvitationRegistry
  let invitationGuard: InvitationGuard

  /// Invites someone by email to an organization.
  ///
  /// An earlier invitation to the same address ends.
  ///
  /// - Returns: The invitation; and its link if this server cannot send email, for the inviter to
  ///   pass on. Unless that is the operator, who is trusted, such a link does not prove that its
  ///   holder has the address.
  /// - Throws: `AccountError`: `.notAllowed` for anyone who is not an owner, `.invalidAddress`,
  ///   `.invalidInput`, `.noSession`, `.conflict` if they are a member already; `.limitReached`,
  ///   `.tooManyInvitations`; `.invitationsBlocked`, `.invitationRefused` after reports.
  public func invite(
    _ email: String, to organization: String, named name: String, as role: Role,
    grants: [RoleGrant] = [], by actor: Actor, client: Client
  ) async throws -> (Invitation, link: String?) {
    let address = try EmailAddress(email)
    let grants = try RoleGrant.validated(grants)
    let secret = SecretToken()
    let invitation = Invitation(
      id: SecureRandom.base62(16), hash: secret.hash, organization: organization,
      email: address.text, emailKey: address.key, role: role, grants: grants, inviter: actor,
      created: clock(), expires: clock() + OneTimeTokens.Lifetime.invitation,
      isLinkShown: !settings.canSendMail && actor.kind != .operator)
    let link = oneTimeTokens.url(AccountPaths.invitation, secret)
    let reportLink = oneTimeTokens.url(AccountPaths.invitationReport, secret)
    try await store.change { writer in
      try writer.requireOwner(actor, of: organization)
      let invitedUser = try writer.user(emailKey: address.key)
      if let invitedUser, try writer.membership(of: invitedUser.id, in: organization) != nil {
        throw AccountError.alreadyMember
      }
      try invitationRegistry.endInvitations(to: organization, as: .replaced, in: writer) {
        $0.emailKey == address.key
      }
      if let error = try invitationGuard.rejection(
        to: address, of: organization, by: actor, in: writer)
      {
        throw error
      }
      try writer.put(invitation)
      try events.record(
        .invitationSent, about: nil, by: actor, organization: organization, client: client,
        detail: ["email": address.text, "role": role.rawValue, "invitation": invitation.id],
        in: writer)
      try mailer.enqueue(
        .invitation(
          organization: name, inviter: writer.inviterName(of: invitation), role: role, link: link,
          reportLink: reportLink, expires: invitation.expires),
        to: address.text, language: invitedUser?.language ?? client.language, in: writer)
    }
    return (invitation, settings.canSendMail ? nil : link)
  }

  /// The pending invitation with the token of a link, to show its page.
  ///
  /// - Throws: `AccountError` `.invalidLink` if there is none, or if it has ended or expired.
  public func find(_ token: String) async throws -> Invitation {
    try await store.read { try invitationRegistry.pendingInvitation(token, in: $0) }
  }

  /// Whether an invitation can be accepted: it has neither ended nor expired.
  public func isPending(_ invitation: Invitation) -> Bool {
    invitationRegistry.isPending(invitation)
  }

  /// The inviter's name as the recipient sees it, in the email and on the pages.
  ///
  /// - Returns: The address of the user who invited. For a token, it is the address of its user, or
  ///   of an owner if the token belongs to the organization or its user has left; for anyone else,
  ///   their display name.
  public func inviterName(of invitation: Invitation) async throws -> String {
    try await store.read { try $0.inviterName(of: invitation) }
  }

  /// An organization's pending invitations, newest first.
  ///
  /// - Throws: `AccountError`: `.notAllowed` for anyone who is not an owner, `.noSession`.
  public func list(of organization: String, by actor: Actor) async throws -> [Invitation] {
    try await store.read { reader in
      try reader.requireOwner(actor, of: organization)
      return try reader.invitations(of: organization).filter(invitationRegistry.isPending)
    }
  }

  /// Joins an organization with the account of the session.
  ///
  /// It must have the address that was invited. An existing member gets the higher of both roles,
  /// and the grants of both.
  ///
  /// - Throws: `AccountError`: `.notAllowed` if another address was invited, which the message
  ///   names; `.invalidLink`; `.limitReached`; `.noSession`.
  @discardableResult
  public func accept(
    _ token: String, _ signedIn: AuthenticatedSession, client: Client
  ) async throws -> Membership {
    try await store.change { writer in
      let user = try sessionValidator.current(signedIn, in: writer).user
      guard
        let invitation = try SecretToken(token).flatMap({ try writer.invitation(hash: $0.hash) })
      else { throw AccountError.invalidLink }
      guard invitation.emailKey == user.emailKey else {
        throw AccountError.invited(as: invitation.email)
      }
      let existing = try writer.membership(of: user.id, in: invitation.organization)
      // Pressing the button twice is not an error.
      if invitation.ended != nil, let existing { return existing }
      guard invitationRegistry.isPending(invitation) else { throw AccountError.invalidLink }
      return try invitationRegistry.join(invitation, user, client: client, in: writer)
    }
  }

  /// Revokes an invitation.
  ///
  /// - Throws: `AccountError`: `.notFound` if it has ended or expired, `.notAllowed` for anyone who
  ///   is not an owner, `.noSession`.
  public func revoke(
    _ id: String, of organization: String, by actor: Actor, client: Client
  ) async throws {
    try await store.change { writer in
      try writer.requireOwner(actor, of: organization)
      guard var invitation = try writer.invitation(id), invitation.organization == organization,
        invitationRegistry.isPending(invitation)
      else { throw AccountError(.notFound, "This invitation is no longer pending.") }
      invitation.end(as: .revoked, at: clock())
      try writer.put(invitation)
      try events.record(
        .invitationRevoked, about: nil, by: actor, organization: organization, client: client,
        detail: ["email": invitation.email, "invitation": id], in: writer)
    }
  }
}

extension AccountError {
  fileprivate static let alreadyMember = AccountError(
    .conflict, "A user with this address is already a member. Change their role instead.",
    german: "Wer diese Adresse hat, ist schon Mitglied. Ändere stattdessen die Rolle.")
}
