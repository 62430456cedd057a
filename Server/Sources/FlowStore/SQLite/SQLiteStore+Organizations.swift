package import Accounts
import AccountsSQLite
import GRDB

extension SQLiteStore {
  package func add(_ organization: Organization, audit: AuditEntry) async throws(StoreError) {
    try await change { database in
      try database.add(organization)
      try database.note(audit)
    }
  }

  package func add(
    _ organization: Organization, owner: Membership, audit: AuditEntry
  ) async throws(StoreError) {
    let people = people
    try await change { database in
      try database.add(organization)
      do {
        try people.writer(in: database).put(owner)
      } catch let error as AccountError where error.code == .notFound {
        throw StoreError(.notThere, "The person who is to own the organization is gone.")
      }
      try database.note(audit)
    }
  }

  package func rename(
    _ organization: String, to name: String, audit: AuditEntry
  ) async throws(StoreError) {
    try await change { database in
      try database.require(organization: organization)
      try database.run("UPDATE organization SET name = ? WHERE id = ?", [name, organization])
      try database.note(audit)
    }
  }

  package func organization(_ id: String) async throws(StoreError) -> Organization? {
    try await read { database in
      try database.first(
        "SELECT id, name, created FROM organization WHERE id = ?", [id], Organization.init)
    }
  }

  package func organizations() async throws(StoreError) -> [Organization] {
    try await read { database in
      try database.all(
        "SELECT id, name, created FROM organization ORDER BY name, id", [], Organization.init)
    }
  }
}

extension Organization {
  fileprivate init(_ row: Columns) throws {
    self.init(id: try row.text(0), name: try row.text(1), created: try row.int(2))
  }
}

extension Database {
  fileprivate func add(_ organization: Organization) throws {
    let id = organization.id
    if try has("SELECT 1 FROM organization WHERE id = ?", [id]) {
      throw StoreError(.alreadyExists, "There is an organization \"\(id)\" already.")
    }
    try run(
      "INSERT INTO organization (id, name, created) VALUES (?, ?, ?)",
      [id, organization.name, organization.created])
  }
}
