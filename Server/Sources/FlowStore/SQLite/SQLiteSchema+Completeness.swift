import GRDB

extension SQLiteSchema {
  /// Throws if a file lacks something that its version has: a table, a column, a view, an index or
  /// a trigger.
  ///
  /// NB: before the first release, migrations were changed in place, so a file of a build from then
  /// has the version of a released schema with other tables, and no migration would add the rest.
  ///
  /// - Throws: `unreleased-schema`.
  func requireComplete(_ database: Database, at version: Int, path: String) throws {
    let missing = try parts(at: version).subtracting(try database.schemaParts()).sorted()
    guard let first = missing.first(where: { $0.hasPrefix("table ") }) ?? missing.first else {
      return
    }
    let more = missing.count == 1 ? "" : " and \(missing.count - 1) more"
    throw StoreError(
      .unreleasedSchema,
      "\(path) was made by a development build of FlowMagic from before the first release: it "
        + "lacks the \(first)\(more). It was left as it is and cannot be migrated: start with a "
        + "new store by naming another file, or restore a backup of a later build.")
  }

  /// The parts of a new file with this version.
  private func parts(at version: Int) throws -> Set<String> {
    let queue = try DatabaseQueue()
    defer { try? queue.close() }
    return try queue.writeWithoutTransaction { database in
      let schema = SQLiteSchema(migrations: Array(migrations.prefix(version)))
      try schema.migrate(database, from: 0)
      return try database.schemaParts()
    }
  }
}

extension Database {
  /// The kind and name of each part of the schema, except those that SQLite adds itself.
  fileprivate func schemaParts() throws -> Set<String> {
    var parts: Set<String> = []
    let rows = try Row.fetchAll(
      self, sql: "SELECT type, name FROM sqlite_schema WHERE substr(name, 1, 7) <> 'sqlite_'")
    for row in rows {
      let (kind, name) = (try Columns(row).text(0), try Columns(row).text(1))
      parts.insert("\(kind) \(name)")
      guard kind == "table" else { continue }
      for column in try columns(in: name) { parts.insert("column \(name).\(column.name)") }
    }
    return parts
  }
}
