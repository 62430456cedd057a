import Accounts
import GRDB

extension SQLiteTransaction {
  func user(_ id: String) throws -> User? {
    try database.first("SELECT \(User.columns) FROM user WHERE id = ?", [id], User.init)
  }

  func user(emailKey: String) throws -> User? {
    try database.first(
      "SELECT \(User.columns) FROM user WHERE email_key = ?", [emailKey], User.init)
  }

  func users(after: String, limit: Int) throws -> [User] {
    try database.all(
      "SELECT \(User.columns) FROM user WHERE id > ? ORDER BY id LIMIT ?",
      [after, max(0, limit)], User.init)
  }

  func put(_ user: User) throws {
    do {
      try database.run(
        """
        INSERT INTO user (\(User.columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET email = excluded.email, email_key = excluded.email_key,
          name = excluded.name, verified = excluded.verified,
          ownership_unverified_since = excluded.ownership_unverified_since,
          language = excluded.language, disabled = excluded.disabled, created = excluded.created
        """,
        [
          user.id, user.email, user.emailKey, user.name, user.verified,
          user.ownershipUnverifiedSince, user.language?.rawValue, user.disabled, user.created,
        ])
    } catch let error as AccountError where error.code == .conflict {
      // The id cannot conflict here, so the address does.
      throw AccountError(
        .addressTaken, "There is an account with this address already: sign in to it instead.")
    }
  }

  func removeUser(_ id: String) throws {
    try database.run("DELETE FROM user WHERE id = ?", [id])
    access?.didDeletePersonalData()
  }
}

// MARK: - Passwords

extension SQLiteTransaction {
  func password(of user: String) throws -> StoredPassword? {
    try database.first("SELECT user, hash, changed FROM password WHERE user = ?", [user]) {
      StoredPassword(user: try $0.text(0), hash: try $0.text(1), changed: try $0.int(2))
    }
  }

  func put(_ password: StoredPassword) throws {
    try database.run(
      """
      INSERT INTO password (user, hash, changed) VALUES (?, ?, ?)
      ON CONFLICT (user) DO UPDATE SET hash = excluded.hash, changed = excluded.changed
      """, [password.user, password.hash, password.changed])
  }

  func removePassword(of user: String) throws {
    try database.run("DELETE FROM password WHERE user = ?", [user])
  }
}

// MARK: - Identities

extension SQLiteTransaction {
  func identity(issuer: String, subject: String) throws -> ExternalIdentity? {
    try database.first(
      """
      SELECT \(ExternalIdentity.columns) FROM external_identity WHERE issuer = ? AND subject = ?
      """, [issuer, subject], ExternalIdentity.init)
  }

  func identities(of user: String) throws -> [ExternalIdentity] {
    try database.all(
      """
      SELECT \(ExternalIdentity.columns) FROM external_identity WHERE user = ?
      ORDER BY created, sequence
      """, [user], ExternalIdentity.init)
  }

  func put(_ identity: ExternalIdentity) throws {
    try database.run(
      """
      INSERT INTO external_identity (\(ExternalIdentity.columns)) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (issuer, subject) DO UPDATE SET user = excluded.user,
        email = excluded.email, created = excluded.created
      """,
      [identity.issuer, identity.subject, identity.user, identity.email, identity.created])
  }

  func removeIdentity(issuer: String, subject: String) throws {
    try database.run(
      "DELETE FROM external_identity WHERE issuer = ? AND subject = ?", [issuer, subject])
  }
}

extension User {
  static let columns = """
    id, email, email_key, name, verified, ownership_unverified_since, language,
    disabled, created
    """

  /// Reads the columns starting at `first`.
  init(_ row: Columns, from first: Int) throws {
    self.init(
      id: try row.text(first), email: try row.text(first + 1), emailKey: try row.text(first + 2),
      name: try row.text(first + 3), verified: try row.optionalInt(first + 4),
      ownershipUnverifiedSince: try row.optionalInt(first + 5),
      language: try row.optionalText(first + 6).flatMap { EmailLanguage(rawValue: $0) },
      disabled: try row.optionalInt(first + 7), created: try row.int(first + 8))
  }

  fileprivate init(_ row: Columns) throws { try self.init(row, from: 0) }
}

extension ExternalIdentity {
  fileprivate static let columns = "issuer, subject, user, email, created"

  fileprivate init(_ row: Columns) throws {
    self.init(
      issuer: try row.text(0), subject: try row.text(1), user: try row.text(2),
      email: try row.text(3), created: try row.int(4))
  }
}
