/// Manages the members of organizations and their roles.
public struct OrganizationService: Sendable {
  let store: any AccountStore
  let hasher: PasswordHasher
  let clock: @Sendable () -> Int
  let events: SecurityEventLog
  let mailer: AccountMailer
  let oneTimeTokens: OneTimeTokens
  let lifecycle: AccountLifecycle
  let sessionValidator: SessionValidator
  let sessionIssuer: SessionIssuer
  let invitationRegistry: InvitationRegistry

  /// A user's membership in an organization, or nil.
  public func membership(
    of user: String, in organization: String
  ) async throws -> Membership? {
    try await store.read { try $0.membership(of: user, in: organization) }
  }

  /// A user's memberships, sorted by organization.
  public func memberships(of user: String) async throws -> [Membership] {
    try await store.read { try $0.memberships(of: user) }
  }

  /// An organization's members, sorted by address.
  ///
  /// The caller checks who may see them.
  public func members(of organization: String) async throws -> [Member] {
    try await store.read { try $0.members(of: organization) }
  }

  /// Changes what a member may do, and notifies them by email.
  ///
  /// A role or grants that are nil stay as they are when the change is made, so that of two
  /// concurrent changes neither undoes the other.
  ///
  /// - Throws: `AccountError`: `.notAllowed` for anyone who is not an owner, `.notFound`,
  ///   `.lastOwner`, `.invalidInput`, `.noSession`.
  @discardableResult
  public func changeMember(
    _ user: String, of organization: String, named name: String, to role: Role? = nil,
    grants: [RoleGrant]? = nil, by actor: Actor, client: Client
  ) async throws -> Membership {
    let grants = try grants.map { try RoleGrant.validated($0) }
    return try await store.change { writer in
      try writer.requireOwner(actor, of: organization)
      let (member, old) = try member(user, of: organization, in: writer)
      var membership = old
      membership.role = role ?? old.role
      membership.grants = grants ?? old.grants
      guard membership != old else { return old }
      if membership.role != .owner {
        try writer.requireOtherOwner(than: user, in: organization)
        try invitationRegistry.revokeInvitations(by: member.id, to: organization, in: writer)
      }
      try writer.put(membership)
      try events.record(
        .memberChanged, about: member, by: actor, organization: organization, client: client,
        detail: [
          "email": member.email, "from": old.role.rawValue, "to": membership.role.rawValue,
          "grants": description(of: membership.grants),
        ], in: writer)
      try mailer.enqueue(
        .roleChanged(organization: name, role: membership.role, by: actor.displayName),
        to: member, client: client, in: writer)
      return membership
    }
  }

  /// Removes a member from an organization, and notifies them by email.
  ///
  /// Their account and other memberships are kept; invitations that they sent end.
  ///
  /// - Throws: `AccountError`: `.notAllowed` for anyone who is not an owner, `.notFound`,
  ///   `.lastOwner`, `.noSession`.
  public func removeMember(
    _ user: String, of organization: String, named name: String, by actor: Actor, client: Client
  ) async throws {
    try await store.change { writer in
      try writer.requireOwner(actor, of: organization)
      let member = try removeMembership(of: user, in: organization, writer)
      try events.record(
        .memberRemoved, about: member, by: actor, organization: organization, client: client,
        detail: ["email": member.email], in: writer)
      try mailer.enqueue(
        .memberRemoved(organization: name), to: member, client: client,
        in: writer)
    }
  }

  /// Leaves an organization.
  ///
  /// - Throws: `AccountError`: `.notFound`, `.lastOwner`, `.noSession`.
  public func leave(_ organization: String, _ signedIn: AuthenticatedSession, client: Client)
    async throws
  {
    try await store.change { writer in
      let user = try sessionValidator.current(signedIn, in: writer).user
      _ = try removeMembership(of: user.id, in: organization, writer)
      try events.record(
        .memberLeft, about: user, organization: organization, client: client, in: writer)
    }
  }

  private func removeMembership(
    of user: String, in organization: String, _ writer: any AccountWriter
  ) throws -> User {
    let (member, _) = try member(user, of: organization, in: writer)
    try writer.requireOtherOwner(than: user, in: organization)
    try invitationRegistry.revokeInvitations(by: member.id, to: organization, in: writer)
    _ = try writer.removeMembership(of: user, in: organization)
    return member
  }

  private func member(
    _ id: String, of organization: String, in reader: any AccountReader
  ) throws -> (User, Membership) {
    guard let user = try reader.user(id),
      let membership = try reader.membership(of: id, in: organization)
    else { throw AccountError(.notFound, "This user is not a member.") }
    return (user, membership)
  }

  private func description(of grants: [RoleGrant]) -> String {
    grants.map { grant in
      let resource = grant.application + (grant.environment.map { "/" + $0 } ?? "")
      return "\(resource): \(grant.role.rawValue)"
    }.joined(separator: ", ")
  }
}
