extension AccountReader {
  /// Refuses anyone who is not an owner of the organization, in the transaction that needs it.
  func requireOwner(_ actor: Actor, of organization: String) throws {
    guard let id = actor.user else {
      // The scope of an organization's own token was checked before: it has no role to check.
      guard [.token, .operator, .system].contains(actor.kind) else { throw AccountError.notOwner }
      return
    }
    guard let user = try user(id), user.disabled == nil,
      try membership(of: id, in: organization)?.role == .owner
    else { throw AccountError.notOwner }
  }

  /// Refuses to go on if the organization has no owner besides this user.
  ///
  /// A disabled account is not an owner: no one can act by it.
  func requireAnotherOwner(than user: String, in organization: String) throws {
    guard try membership(of: user, in: organization)?.role == .owner else { return }
    let others = try members(of: organization).contains { member in
      member.membership.role == .owner && member.user.id != user
        && member.user.disabled == nil && member.user.verified != nil
    }
    guard others else { throw AccountError.lastOwner }
  }
}
