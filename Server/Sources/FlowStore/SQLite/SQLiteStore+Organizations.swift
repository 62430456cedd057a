package import Accounts
import AccountsSQLite
import GRDB

extension SQLiteStore {
  package func add(_ organization: Organization, audit: AuditEntry) async throws(StoreError) {
    try await change { database in
      try database.add(organization)
      try database.record(audit)
    }
  }

  package func add(
    _ organization: Organization, owner: Membership, limit: Int?, audit: AuditEntry
  ) async throws(StoreError) {
    let users = users
    try await change { database in
      try database.requireCredential(of: audit.actor, at: audit.at, users)
      try database.add(organization, creator: limit == nil ? nil : owner.user)
      if let limit { try database.checkOrganizations(of: owner.user, limit: limit) }
      do {
        try users.writer(in: database).put(owner)
      } catch let error as AccountError where error.code == .notFound {
        throw StoreError(.notFound, "The user who should own the organization no longer exists.")
      }
      try database.record(audit)
    }
  }

  package func rename(
    _ organization: String, to name: String, audit: AuditEntry
  ) async throws(StoreError) {
    let users = users
    try await change { database in
      try database.require(organization: organization)
      try database.require(.owner, of: audit, users)
      try database.run(
        "UPDATE organization SET name = ?1 WHERE id = ?2 AND name != ?1", [name, organization])
      guard database.changesCount > 0 else { return }
      try database.record(audit)
    }
  }

  package func limitTokens(
    of organization: String, toDays days: Int?, audit: AuditEntry
  ) async throws(StoreError) {
    let users = users
    try await change { database in
      try database.require(organization: organization)
      try database.require(.owner, of: audit, users)
      try database.run(
        "UPDATE organization SET token_days = ?1 WHERE id = ?2 AND token_days IS NOT ?1",
        [days, organization])
      guard database.changesCount > 0 else { return }
      if let days {
        try database.run(
          """
          UPDATE api_token SET expires = created + ?1
          WHERE organization = ?2 AND revoked IS NULL AND coalesce (expires, created + ?1 + 1)
            > created + ?1
          """, [days * 86_400, organization])
      }
      try database.record(audit)
    }
  }

  package func organization(_ id: String) async throws(StoreError) -> Organization? {
    try await read { database in
      try database.first(
        "SELECT id, name, created, token_days FROM organization WHERE id = ?", [id],
        Organization.init)
    }
  }

  package func organizations() async throws(StoreError) -> [Organization] {
    try await read { database in
      try database.all(
        "SELECT id, name, created, token_days FROM organization ORDER BY name, id", [],
        Organization.init)
    }
  }
}

extension Organization {
  fileprivate init(_ row: Columns) throws {
    self.init(
      id: try row.text(0), name: try row.text(1), created: try row.int(2),
      tokenDays: try row.optionalInt(3))
  }
}

extension Database {
  /// Throws `limit-reached` if a user has created more organizations than allowed, including the
  /// new one.
  fileprivate func checkOrganizations(of user: String, limit: Int) throws {
    let count =
      try first("SELECT count(*) FROM organization WHERE creator = ?", [user]) { try $0.int(0) }
      ?? 0
    guard limit > 0, count > limit else { return }
    throw StoreError(
      .limitReached,
      "You have created the maximum number of organizations: \(limit). Use one of them, or ask the "
        + "operator of this server to create another for you.")
  }

  fileprivate func add(_ organization: Organization, creator: String? = nil) throws {
    let id = organization.id
    if try has("SELECT 1 FROM organization WHERE id = ?", [id]) {
      throw StoreError(.alreadyExists, "There is an organization \"\(id)\" already.")
    }
    try run(
      "INSERT INTO organization (id, name, created, creator) VALUES (?, ?, ?, ?)",
      [id, organization.name, organization.created, creator])
  }
}
