internal import GRDB

extension SQLiteFile {
  /// The reason why a file was not opened.
  public struct Failure: Error, Sendable, CustomStringConvertible {
    /// What is wrong, and what to do, as sentences for the operator.
    public let description: String
  }

  /// Checks that a file has the schema that the migrator has created so far, before it migrates.
  ///
  /// Additional tables, indexes, views and triggers are allowed.
  ///
  /// - Throws: ``Failure`` if a newer version, a development build or someone else has changed the
  ///   schema; SQLite's error.
  static func checkSchema(
    of path: String, in connections: any DatabaseReader, migrator: DatabaseMigrator
  ) throws {
    // NB: one read, because another process may migrate the file between two.
    let (applied, objects) = try connections.read { database in
      (try migrator.appliedIdentifiers(database), try schemaObjects(database))
    }
    let unknown = applied.subtracting(migrator.migrations).sorted()
    guard unknown.isEmpty else {
      throw Failure(
        description: "\(path) was made by a newer version or a development build, with the "
          + "migrations \(unknown.joined(separator: ", ")). It was left as it is: start that "
          + "version, or move the file away.")
    }
    guard let last = migrator.migrations.last(where: applied.contains) else { return }
    let reference = try DatabaseQueue()
    try migrator.migrate(reference, upTo: last)
    let actual = Set(objects)
    let changed = try reference.read(schemaObjects).filter { !actual.contains($0) }
    guard changed.isEmpty else {
      throw Failure(
        description: "\(path) does not have this version's schema: a development build or someone "
          + "else has changed \(changed.map(\.name).sorted().joined(separator: ", ")). It was left "
          + "as it is: move the file away, or restore a backup.")
    }
  }

  private struct SchemaObject: Hashable {
    let name: String
    let sql: String
  }

  /// The objects that migrations create, without those of SQLite and GRDB, whose versions differ.
  private static func schemaObjects(_ database: Database) throws -> [SchemaObject] {
    try Row.fetchAll(database, sql: "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL")
      .map { SchemaObject(name: $0["name"], sql: $0["sql"]) }
      .filter {
        !Database.isSQLiteInternalTable($0.name) && !Database.isGRDBInternalTable($0.name)
      }
  }
}
