import GRDB

extension SQLiteStore {
  package func audit(
    of organization: String, application: String?, before: Int?, limit: Int
  ) async throws(StoreError) -> [AuditEntry] {
    try await read { database in
      // Two statements, so that each finds its index.
      let place = application == nil ? "?2 IS NULL" : "application = ?2"
      return try database.all(
        """
        SELECT id, at, actor, action, organization, application, environment, detail FROM audit
        WHERE organization = ?1 AND \(place) AND id < ?3 ORDER BY id DESC LIMIT ?4
        """, [organization, application, before ?? .max, max(0, limit)], AuditEntry.init)
    }
  }
}

extension AuditEntry {
  fileprivate init(_ row: Columns) throws {
    self.init(
      id: try row.int(0), at: try row.int(1), actor: try row.text(2), action: try row.text(3),
      organization: try row.text(4), application: try row.optionalText(5),
      environment: try row.optionalText(6), detail: try row.text(7))
  }
}

extension Database {
  /// Writes down who changed what, in the transaction of the change itself.
  func note(_ entry: AuditEntry) throws {
    try run(
      """
      INSERT INTO audit (at, actor, action, organization, application, environment, detail)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """,
      [
        entry.at, entry.actor, entry.action, entry.organization, entry.application,
        entry.environment, entry.detail,
      ])
  }
}
