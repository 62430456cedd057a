import GRDB

extension SQLiteSchema {
  /// Throws `newer-schema` if a file's version is above that of this schema.
  ///
  /// NB: development builds from before the first release had more migrations than the first
  /// release, so their files may have a higher version, too.
  func requireSupported(_ version: Int, path: String) throws(StoreError) {
    guard version > self.version else { return }
    throw StoreError(
      .newerSchema,
      "\(path) has schema \(version), and this version of FlowMagic supports schemas up to "
        + "\(self.version): a newer version made it, or a development build from before the first "
        + "release. It was left as it is. If it is a newer version's, start the newer server, or "
        + "restore the backup from before the update; if it is a development build's, start with a "
        + "new store by naming another file.")
  }

  /// Throws if a file lacks a table, column, view, index or trigger of its version, or has one of a
  /// later version; any others are ignored.
  ///
  /// NB: before the first release, migrations were changed in place, so a file of a build from then
  /// may have the version of a released schema with other tables, and no migration would add the
  /// rest.
  ///
  /// - Throws: `unreleased-schema`, or `changed-schema` for what someone has changed by hand.
  func requireComplete(_ database: Database, at version: Int, path: String) throws {
    let present = Set(try database.schemaParts().keys)
    let expected = try parts(at: version)
    let missing = Set(expected.keys).subtracting(present)
    let added = try laterParts(than: version).intersection(present)
    guard !missing.isEmpty || !added.isEmpty else { return }
    if added.isEmpty, !missing.contains(where: Self.isTableOrColumn) {
      throw Self.droppedPartsError(missing.sorted(), from: expected, at: version, of: path)
    }
    if let actual = try self.version(of: present), actual != version {
      throw StoreError(
        .changedSchema,
        "\(path) has the tables of schema \(actual), but its user_version is \(version): someone "
          + "has changed that. It was left as it is. Run `sqlite3 \(ShellWord.quoted(path)) "
          + "'PRAGMA user_version = \(actual)'`, or restore a backup.")
    }
    let unreleased = missing.filter(Self.isTableOrColumn).sorted()
    guard let first = unreleased.first(where: { $0.hasPrefix("table ") }) ?? unreleased.first else {
      throw Self.laterSchemaError(added, at: version, of: path)
    }
    let more = missing.count == 1 ? "" : " and \(missing.count - 1) more"
    throw StoreError(
      .unreleasedSchema,
      "\(path) was made by a development build of FlowMagic from before the first release: it "
        + "lacks the \(first)\(more). It was left as it is and cannot be migrated: start with a "
        + "new store by naming another file, or restore a backup of a later build.")
  }

  /// The error for indexes, triggers and views that someone has dropped.
  private static func droppedPartsError(
    _ missing: [String], from expected: [String: String], at version: Int, of path: String
  ) -> StoreError {
    let statements = missing.map { (expected[$0] ?? "") + ";" }.joined(separator: " ")
    let pronoun = missing.count == 1 ? "it" : "them"
    return StoreError(
      .changedSchema,
      "\(path) lacks \(list(missing)), which schema \(version) has: someone has dropped "
        + "\(pronoun), or a development build made the file. It was left as it is. Restore a "
        + "backup, or create \(pronoun) again with `sqlite3 \(ShellWord.quoted(path))`, which does "
        + "not repeat what a trigger has missed: " + statements)
  }

  /// The error for parts of a later schema, without all of it.
  private static func laterSchemaError(
    _ added: Set<String>, at version: Int, of path: String
  ) -> StoreError {
    // NB: if only the version was changed, a table or column may contain data and must be kept.
    let advice =
      added.contains(where: isTableOrColumn)
      ? "or has changed its user_version. It was left as it is. Restore a backup."
      : "by hand. It was left as it is. Remove that, or restore a backup."
    let tables = added.filter { $0.hasPrefix("table ") }
    let named = tables.isEmpty ? added : tables
    return StoreError(
      .changedSchema,
      "\(path) has schema \(version), but also \(list(named)), which only a later schema adds: "
        + "someone has created \(named.count == 1 ? "it" : "them") \(advice)")
  }

  private static func list(_ parts: some Collection<String>) -> String {
    parts.sorted().map { "the \($0)" }.joined(separator: ", ")
  }

  /// Whether a part is a table or a column, and so has data.
  private static func isTableOrColumn(_ part: String) -> Bool {
    part.hasPrefix("table ") || part.hasPrefix("column ")
  }

  /// The highest version of which a file has all parts, and no tables or columns of a later one.
  ///
  /// Nil if there is none. Tables and columns that no version has are not considered.
  private func version(of present: Set<String>) throws -> Int? {
    for version in stride(from: self.version, to: 0, by: -1) {
      let isComplete = present.isSuperset(of: try parts(at: version).keys)
      let later = try laterParts(than: version).intersection(present)
      if isComplete, !later.contains(where: Self.isTableOrColumn) { return version }
    }
    return nil
  }

  /// The parts that migrations after this version add.
  private func laterParts(than version: Int) throws -> Set<String> {
    guard version < self.version else { return [] }
    var all: Set<String> = []
    for later in version + 1...self.version { all.formUnion(try parts(at: later).keys) }
    return all.subtracting(try parts(at: version).keys)
  }

  /// The parts of a new file with this version, with the statements that create them.
  private func parts(at version: Int) throws -> [String: String] {
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
  /// The type and name of each part of the schema, except those that SQLite adds itself, with the
  /// statement that creates it, on one line; a column has none.
  fileprivate func schemaParts() throws -> [String: String] {
    var parts: [String: String] = [:]
    let rows = try Row.fetchAll(
      self, sql: "SELECT type, name, sql FROM sqlite_schema WHERE substr(name, 1, 7) <> 'sqlite_'")
    for row in rows.map({ Columns($0) }) {
      let (type, name) = (try row.text(0), try row.text(1))
      let lines = (try row.optionalText(2) ?? "").split(whereSeparator: \.isNewline)
        .map { $0.drop { $0 == " " } }
      parts["\(type) \(name)"] = lines.filter { !$0.hasPrefix("--") }.joined(separator: " ")
      guard type == "table" else { continue }
      for column in try columns(in: name) { parts["column \(name).\(column.name)"] = "" }
    }
    return parts
  }
}
