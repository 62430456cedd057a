extension Accounts {
  /// A person's place in an organization, or nil.
  public func membership(
    of person: String, in organization: String
  ) async throws -> Membership? {
    try await store.read { try $0.membership(of: person, in: organization) }
  }

  /// A person's places, by organization.
  public func memberships(of person: String) async throws -> [Membership] {
    try await store.read { try $0.memberships(of: person) }
  }

  /// An organization's members, by address.
  ///
  /// Who may see them is for the caller to decide.
  public func members(of organization: String) async throws -> [Member] {
    try await store.read { try $0.members(of: organization) }
  }

  /// Changes what a member may do, and tells them by mail.
  ///
  /// - Throws: `AccountError`: `.notAllowed` for whoever is no owner, `.notFound`, `.lastOwner`,
  ///   `.invalidInput`.
  @discardableResult
  public func changeMember(
    _ person: String, of organization: String, named name: String, to role: Role,
    grants: [RoleGrant] = [], by actor: Actor, client: Client
  ) async throws -> Membership {
    let grants = try checked(grants)
    return try await store.change { writer in
      try requireOwner(actor, of: organization, in: writer)
      let (member, old) = try member(person, of: organization, in: writer)
      guard old.role != role || old.grants != grants else { return old }
      if role != .owner {
        try requireAnotherOwner(than: person, in: organization, writer)
        try endInvitations(by: member.email, to: organization, in: writer)
      }
      var membership = old
      membership.role = role
      membership.grants = grants
      try writer.put(membership)
      try note(
        .memberChanged, about: member, by: actor.name, organization: organization, client: client,
        detail: ["from": old.role.rawValue, "to": role.rawValue, "grants": words(grants)],
        in: writer)
      try post(
        .roleChanged(organization: name, role: role, by: actor.name), to: member.email,
        in: writer)
      return membership
    }
  }

  /// Takes a member out of an organization, and tells them by mail.
  ///
  /// Their account stays, and what they have elsewhere; invitations that they sent end.
  ///
  /// - Throws: `AccountError`: `.notAllowed` for whoever is no owner, `.notFound`, `.lastOwner`.
  public func removeMember(
    _ person: String, of organization: String, named name: String, by actor: Actor, client: Client
  ) async throws {
    try await store.change { writer in
      try requireOwner(actor, of: organization, in: writer)
      let member = try end(person, in: organization, writer)
      try note(
        .memberRemoved, about: member, by: actor.name, organization: organization, client: client,
        in: writer)
      try post(.memberRemoved(organization: name), to: member.email, in: writer)
    }
  }

  /// Leaves an organization.
  ///
  /// - Throws: `AccountError`: `.notFound`, `.lastOwner`, `.noSession`.
  public func leave(_ organization: String, _ signedIn: SignedIn, client: Client) async throws {
    try await store.change { writer in
      let person = try current(signedIn, in: writer).person
      _ = try end(person.id, in: organization, writer)
      try note(.memberLeft, about: person, organization: organization, client: client, in: writer)
    }
  }

  private func end(
    _ person: String, in organization: String, _ writer: any AccountWriter
  ) throws -> Person {
    let (member, _) = try member(person, of: organization, in: writer)
    try requireAnotherOwner(than: person, in: organization, writer)
    try endInvitations(by: member.email, to: organization, in: writer)
    _ = try writer.removeMembership(of: person, in: organization)
    return member
  }

  private func member(
    _ id: String, of organization: String, in reader: any AccountReader
  ) throws -> (Person, Membership) {
    guard let person = try reader.person(id),
      let membership = try reader.membership(of: id, in: organization)
    else { throw AccountError(.notFound, "There is no such member.") }
    return (person, membership)
  }

  private func words(_ grants: [RoleGrant]) -> String {
    grants.map { grant in
      let place = grant.application + (grant.environment.map { "/" + $0 } ?? "")
      return "\(place): \(grant.role.rawValue)"
    }.joined(separator: ", ")
  }
}
