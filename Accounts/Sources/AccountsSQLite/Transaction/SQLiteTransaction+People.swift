import Accounts
import GRDB

extension SQLiteTransaction {
  func person(_ id: String) throws -> Person? {
    try database.first("SELECT \(Person.columns) FROM person WHERE id = ?", [id], Person.init)
  }

  func person(emailKey: String) throws -> Person? {
    try database.first(
      "SELECT \(Person.columns) FROM person WHERE email_key = ?", [emailKey], Person.init)
  }

  func people(after: String, limit: Int) throws -> [Person] {
    try database.all(
      "SELECT \(Person.columns) FROM person WHERE id > ? ORDER BY id LIMIT ?",
      [after, max(0, limit)], Person.init)
  }

  func put(_ person: Person) throws {
    do {
      try database.run(
        """
        INSERT INTO person (\(Person.columns)) VALUES (?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET email = excluded.email, email_key = excluded.email_key,
          name = excluded.name, verified = excluded.verified, disabled = excluded.disabled,
          created = excluded.created
        """,
        [
          person.id, person.email, person.emailKey, person.name, person.verified,
          person.disabled, person.created,
        ])
    } catch let error as AccountError where error.code == .conflict {
      // The id is dealt with above, so it is the address.
      throw AccountError(
        .addressTaken, "There is an account with this address already: sign in to it instead.")
    }
  }

  func removePerson(_ id: String) throws {
    try database.run("DELETE FROM person WHERE id = ?", [id])
    access?.deletesPersonalData()
  }
}

// MARK: - Passwords

extension SQLiteTransaction {
  func password(of person: String) throws -> StoredPassword? {
    try database.first("SELECT person, hash, changed FROM password WHERE person = ?", [person]) {
      StoredPassword(person: try $0.text(0), hash: try $0.text(1), changed: try $0.int(2))
    }
  }

  func put(_ password: StoredPassword) throws {
    try database.run(
      """
      INSERT INTO password (person, hash, changed) VALUES (?, ?, ?)
      ON CONFLICT (person) DO UPDATE SET hash = excluded.hash, changed = excluded.changed
      """, [password.person, password.hash, password.changed])
  }

  func removePassword(of person: String) throws {
    try database.run("DELETE FROM password WHERE person = ?", [person])
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

  func identities(of person: String) throws -> [ExternalIdentity] {
    try database.all(
      """
      SELECT \(ExternalIdentity.columns) FROM external_identity WHERE person = ?
      ORDER BY created, arrival
      """, [person], ExternalIdentity.init)
  }

  func put(_ identity: ExternalIdentity) throws {
    try database.run(
      """
      INSERT INTO external_identity (\(ExternalIdentity.columns)) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (issuer, subject) DO UPDATE SET person = excluded.person,
        email = excluded.email, created = excluded.created
      """,
      [identity.issuer, identity.subject, identity.person, identity.email, identity.created])
  }

  func removeIdentity(issuer: String, subject: String) throws {
    try database.run(
      "DELETE FROM external_identity WHERE issuer = ? AND subject = ?", [issuer, subject])
  }
}

extension Person {
  static let columns = "id, email, email_key, name, verified, disabled, created"

  /// Reads `columns` from this one on.
  init(_ row: Columns, from first: Int) throws {
    self.init(
      id: try row.text(first), email: try row.text(first + 1), emailKey: try row.text(first + 2),
      name: try row.text(first + 3), verified: try row.optionalInt(first + 4),
      disabled: try row.optionalInt(first + 5), created: try row.int(first + 6))
  }

  fileprivate init(_ row: Columns) throws { try self.init(row, from: 0) }
}

extension ExternalIdentity {
  fileprivate static let columns = "issuer, subject, person, email, created"

  fileprivate init(_ row: Columns) throws {
    self.init(
      issuer: try row.text(0), subject: try row.text(1), person: try row.text(2),
      email: try row.text(3), created: try row.int(4))
  }
}
