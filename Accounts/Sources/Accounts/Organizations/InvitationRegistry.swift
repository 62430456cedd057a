/// Finds, accepts and ends invitations inside a transaction.
struct InvitationRegistry: Sendable {
  let clock: @Sendable () -> Int
  let events: SecurityEventLog
  let limits: AccountLimits

  /// The pending invitation with this token.
  ///
  /// - Throws: `.invalidLink` if there is none.
  func pendingInvitation(_ token: String, in reader: any AccountReader) throws -> Invitation {
    guard let secret = SecretToken(token),
      let invitation = try reader.invitation(hash: secret.hash), isPending(invitation)
    else { throw AccountError.invalidLink }
    return invitation
  }

  /// Whether an invitation can be accepted: it has neither ended nor expired.
  func isPending(_ invitation: Invitation) -> Bool {
    invitation.ended == nil && invitation.expires > clock()
  }

  /// Makes a user a member, and consumes the invitation.
  ///
  /// - Throws: `.limitReached` if the organization has reached its maximum number of members.
  @discardableResult
  func join(
    _ invitation: Invitation, _ user: User, client: Client, in writer: any AccountWriter
  ) throws -> Membership {
    var accepted = invitation
    accepted.end(as: .accepted, at: clock())
    try writer.put(accepted)
    let existing = try writer.membership(of: user.id, in: invitation.organization)
    let limit = limits.membersPerOrganization
    if existing == nil, limit > 0, try writer.memberCount(of: invitation.organization) >= limit {
      throw AccountError.tooManyMembers(limit: limit)
    }
    var membership =
      existing
      ?? Membership(
        organization: invitation.organization, user: user.id, role: invitation.role,
        grants: invitation.grants, since: clock())
    membership.role = max(membership.role, invitation.role)
    membership.grants += invitation.grants.filter { !membership.grants.contains($0) }
    try writer.put(membership)
    if !invitation.isLinkShown {
      try writer.recordAddressOwnership(of: user, client: client, recordedIn: events)
    }
    // NB: the inviter's current address: when their account is deleted, a former address is removed
    // only from events that are older than its change.
    let inviter = try invitation.inviter.user.flatMap { try writer.user($0)?.email }
    try events.record(
      .invitationAccepted, about: user, organization: invitation.organization, client: client,
      detail: [
        "invitation": invitation.id, "inviter": inviter ?? invitation.inviter.name,
        "role": membership.role.rawValue,
      ], in: writer)
    return membership
  }

  /// Revokes the invitations that a user has sent, because they may no longer send any.
  func revokeInvitations(
    by inviter: String, to organization: String, in writer: any AccountWriter
  ) throws {
    try endInvitations(to: organization, as: .revoked, in: writer) { $0.inviter.user == inviter }
  }

  /// Ends the pending invitations to an organization that match a condition.
  func endInvitations(
    to organization: String, as outcome: Invitation.Outcome, in writer: any AccountWriter,
    where isIncluded: (Invitation) -> Bool
  ) throws {
    for var pending in try writer.invitations(of: organization)
    where isPending(pending) && isIncluded(pending) {
      pending.end(as: outcome, at: clock())
      try writer.put(pending)
    }
  }
}
