import Accounts
import GRDB

extension SQLiteStore {
  package func audit(
    of organization: String, matching filter: AuditFilter, before: Int?, limit: Int
  ) async throws(StoreError) -> [AuditEntry] {
    try await read { database in
      let (conditions, arguments) = filter.conditions
      // A statement for each combination of conditions, so that each can use an index.
      return try database.all(
        """
        SELECT id, at, actor, actor_kind, actor_id, actor_user, action, organization, application,
          environment, detail, user, is_personal FROM audit
        WHERE organization = ? AND id < ?\(conditions) ORDER BY id DESC LIMIT ?
        """, [organization, before ?? .max] + arguments + [max(0, limit)], AuditEntry.init)
    }
  }
}

extension AuditFilter {
  /// The conditions of the query, as constant SQL with bound arguments.
  fileprivate var conditions: (sql: String, arguments: StatementArguments) {
    var sql = ""
    var arguments = StatementArguments()
    func narrow(_ condition: String, _ value: (any DatabaseValueConvertible)?) {
      guard let value else { return }
      sql += " AND " + condition
      arguments += [value]
    }
    narrow("application = ?", application)
    narrow("environment = ?", environment)
    if let actor {
      sql += " AND (actor = ? OR actor_id = ?)"
      arguments += [actor, actor]
    }
    if excludesPersonalEntries {
      sql += " AND (is_personal = 0 OR user = ? OR actor_user = ?)"
      arguments += [reader, reader]
    }
    let isPrefix = action?.hasSuffix(".") ?? false
    narrow(isPrefix ? "instr(action, ?) = 1" : "action = ?", action)
    narrow("at >= ?", since)
    narrow("at < ?", until)
    return (sql, arguments)
  }
}

extension AuditEntry {
  fileprivate init(_ row: Columns) throws {
    self.init(
      id: try row.int(0), at: try row.int(1), actor: try row.actor(2), action: try row.text(6),
      organization: try row.text(7), application: try row.optionalText(8),
      environment: try row.optionalText(9), detail: try row.text(10),
      user: try row.optionalText(11), isPersonal: try row.int(12) == 1)
  }
}

extension Database {
  /// Adds an entry to the audit log, in the transaction of the change itself.
  ///
  /// - Throws: `not-signed-in` if the user of a request was deleted in the meantime.
  func record(_ entry: AuditEntry) throws {
    try requireUser(of: entry.actor)
    try run(
      """
      INSERT INTO audit (at, actor, actor_kind, actor_id, actor_user, action, organization,
        application, environment, detail, user, is_personal)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        entry.at, entry.actor.name, entry.actor.kind.rawValue, entry.actor.id,
        entry.actor.user, entry.action, entry.organization, entry.application,
        entry.environment, entry.detail, entry.user, entry.isPersonal ? 1 : 0,
      ])
  }
}
