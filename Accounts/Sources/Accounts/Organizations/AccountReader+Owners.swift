extension AccountReader {
  /// Throws unless the actor's credential is valid, within the current transaction, and the actor
  /// acts for an owner of the organization, or is an organization's token, an operator or the
  /// server.
  func requireOwner(_ actor: Actor, of organization: String) throws {
    try requireCredential(of: actor)
    guard let id = actor.user else {
      // The scope of an organization's token was checked earlier; such a token has no role.
      guard [.token, .operator, .system].contains(actor.kind) else { throw AccountError.notOwner }
      return
    }
    guard let user = try user(id), user.disabled == nil,
      try membership(of: id, in: organization)?.role == .owner
    else { throw AccountError.notOwner }
  }

  /// Throws if this user is the only owner of the organization.
  ///
  /// A disabled or unverified account does not count as an owner, because no one can act with it.
  func requireOtherOwner(than user: String, in organization: String) throws {
    guard try membership(of: user, in: organization)?.role == .owner else { return }
    let hasOtherOwner = try members(of: organization).contains { member in
      member.membership.role == .owner && member.user.id != user
        && member.user.disabled == nil && member.user.verified != nil
    }
    guard hasOtherOwner else { throw AccountError.lastOwner }
  }

  /// The name of an invitation's sender for its recipient, who must see whom to ask.
  ///
  /// The name of a token can be any text. The address of its user is shown instead, or that of an
  /// owner if the token belongs to the organization or its user has left.
  func inviterName(of invitation: Invitation) throws -> String {
    let inviter = invitation.inviter
    guard inviter.kind == .token else { return inviter.displayName }
    let organization = invitation.organization
    if let id = inviter.user, try membership(of: id, in: organization) != nil,
      let member = try user(id)
    {
      return member.email
    }
    let owners = try owners(of: organization)
    let owner = owners.first { $0.disabled == nil } ?? owners.first
    return owner?.email ?? inviter.displayName
  }
}
