extension Accounts {
  /// Refuses whoever is no owner of the organization, in the transaction that needs it.
  func requireOwner(
    _ actor: Actor, of organization: String, in reader: any AccountReader
  ) throws {
    guard let id = actor.person else { return }
    guard let person = try reader.person(id), person.disabled == nil,
      try reader.membership(of: id, in: organization)?.role == .owner
    else { throw AccountError.notOwner }
  }

  /// Refuses to go on if the organization has no owner besides this person.
  ///
  /// A shut account is no owner: nobody can act by it.
  func requireAnotherOwner(
    than person: String, in organization: String, _ reader: any AccountReader
  ) throws {
    guard try reader.membership(of: person, in: organization)?.role == .owner else { return }
    let others = try reader.members(of: organization).contains { member in
      member.membership.role == .owner && member.person.id != person
        && member.person.disabled == nil && member.person.verified != nil
    }
    guard others else { throw AccountError.lastOwner }
  }

  /// The most grants that one member may have.
  static let mostGrants = 100

  /// The grants without repetition, if somebody may have them.
  func checked(_ grants: [RoleGrant]) throws(AccountError) -> [RoleGrant] {
    guard grants.count <= Self.mostGrants else {
      throw AccountError(
        .invalidInput, "A member has at most \(Self.mostGrants) rights in single places.")
    }
    var seen: Set<RoleGrant> = []
    var result: [RoleGrant] = []
    for grant in grants where seen.insert(grant).inserted {
      guard grant.role > .guest, grant.role <= .editor else {
        throw AccountError(
          .invalidInput, "In a single place somebody can be viewer, drafter or editor.")
      }
      guard isID(grant.application), grant.environment.map(isID) ?? true else {
        throw AccountError(
          .invalidInput,
          "A right in a single place names an application, or one and its "
            + "environment.")
      }
      result.append(grant)
    }
    return result
  }

  private func isID(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 200
      && text.unicodeScalars.allSatisfy { $0.value > 32 && $0.value != 127 }
  }
}
