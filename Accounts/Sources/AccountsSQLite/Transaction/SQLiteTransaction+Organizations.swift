import Accounts
import GRDB

extension SQLiteTransaction {
  func membership(of user: String, in organization: String) throws -> Membership? {
    try database.first(
      "SELECT \(Membership.columns) FROM membership WHERE organization = ? AND user = ?",
      [organization, user], Membership.init)
  }

  func memberships(of user: String) throws -> [Membership] {
    try database.all(
      "SELECT \(Membership.columns) FROM membership WHERE user = ? ORDER BY organization",
      [user], Membership.init)
  }

  func members(of organization: String) throws -> [Member] {
    try database.all(
      """
      SELECT organization, user, role, grants, since, \(User.columns) FROM membership
      JOIN user ON user.id = membership.user
      WHERE organization = ? ORDER BY email_key
      """, [organization]
    ) { Member(user: try User($0, from: 5), membership: try Membership($0)) }
  }

  func put(_ membership: Membership) throws {
    try database.run(
      """
      INSERT INTO membership (\(Membership.columns)) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (organization, user) DO UPDATE SET role = excluded.role,
        grants = excluded.grants, since = excluded.since
      """,
      [
        membership.organization, membership.user, membership.role.rawValue,
        try GrantCoding.encode(membership.grants), membership.since,
      ])
  }

  func removeMembership(of user: String, in organization: String) throws -> Bool {
    try database.run(
      "DELETE FROM membership WHERE organization = ? AND user = ?", [organization, user]) > 0
  }
}

// MARK: - Invitations

extension SQLiteTransaction {
  func invitation(_ id: String) throws -> Invitation? {
    try database.first(
      "SELECT \(Invitation.columns) FROM invitation WHERE id = ?", [id], Invitation.init)
  }

  func invitation(hash: [UInt8]) throws -> Invitation? {
    try database.first(
      "SELECT \(Invitation.columns) FROM invitation WHERE hash = ?", [blob(hash)],
      Invitation.init)
  }

  func invitations(of organization: String) throws -> [Invitation] {
    try database.all(
      """
      SELECT \(Invitation.columns) FROM invitation WHERE organization = ?
      ORDER BY created DESC, sequence DESC
      """, [organization], Invitation.init)
  }

  func put(_ invitation: Invitation) throws {
    try database.run(
      """
      INSERT INTO invitation (\(Invitation.columns))
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      ON CONFLICT (id) DO UPDATE SET hash = excluded.hash, organization = excluded.organization,
        email = excluded.email, email_key = excluded.email_key, role = excluded.role,
        grants = excluded.grants, inviter = excluded.inviter,
        inviter_kind = excluded.inviter_kind, inviter_id = excluded.inviter_id,
        inviter_user = excluded.inviter_user, created = excluded.created,
        expires = excluded.expires, is_link_shown = excluded.is_link_shown,
        ended = excluded.ended, outcome = excluded.outcome
      """,
      [
        invitation.id, blob(invitation.hash), invitation.organization, invitation.email,
        invitation.emailKey, invitation.role.rawValue,
        try GrantCoding.encode(invitation.grants), invitation.inviter.name,
        invitation.inviter.kind.rawValue, invitation.inviter.id, invitation.inviter.user,
        invitation.created, invitation.expires, invitation.isLinkShown, invitation.ended,
        invitation.outcome?.rawValue,
      ])
  }
}

extension Membership {
  fileprivate static let columns = "organization, user, role, grants, since"

  fileprivate init(_ row: Columns) throws {
    self.init(
      organization: try row.text(0), user: try row.text(1), role: try row.enumCase(2),
      grants: try GrantCoding.decode(try row.text(3)), since: try row.int(4))
  }
}

extension Invitation {
  fileprivate static let columns = """
    id, hash, organization, email, email_key, role, grants, inviter, inviter_kind, inviter_id,
    inviter_user, created, expires, is_link_shown, ended, outcome
    """

  fileprivate init(_ row: Columns) throws {
    self.init(
      id: try row.text(0), hash: try row.bytes(1), organization: try row.text(2),
      email: try row.text(3), emailKey: try row.text(4), role: try row.enumCase(5),
      grants: try GrantCoding.decode(try row.text(6)), inviter: try row.actor(7),
      created: try row.int(11), expires: try row.int(12), isLinkShown: try row.bool(13),
      ended: try row.optionalInt(14), outcome: try row.optionalEnumCase(15))
  }
}
