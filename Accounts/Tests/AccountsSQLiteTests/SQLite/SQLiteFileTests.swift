import AccountsSQLite
import Foundation
import GRDB
import Testing

@Suite struct SQLiteFileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("app.db")
  }

  private func open(_ settings: SQLiteFile.Settings = .init(label: "Tests")) throws -> SQLiteFile {
    try SQLiteFile(path: path, settings: settings, migrator: Self.migrator)
  }

  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { try $0.execute(sql: "CREATE TABLE note (text TEXT)") }
    return migrator
  }

  @Test func `a file is migrated once, and its data is kept`() async throws {
    let file = try open()
    try await file.change { try $0.execute(sql: "INSERT INTO note VALUES ('kept')") }
    let texts = try await open().read { try String.fetchAll($0, sql: "SELECT text FROM note") }
    #expect(texts == ["kept"])
  }

  @Test func `a file of a newer version or with another schema is left as it is`() async throws {
    var newer = Self.migrator
    newer.registerMigration("2") { try $0.execute(sql: "ALTER TABLE note ADD author TEXT") }
    _ = try SQLiteFile(path: path, settings: .init(label: "Tests"), migrator: newer)
    let failure = #expect(throws: SQLiteFile.Failure.self) { try open() }
    #expect(failure?.description.contains("with the migrations 2.") == true)
    _ = try SQLiteFile(path: path, settings: .init(label: "Tests"), migrator: newer)
    // A build that has changed its first migration; an index of the operator is no obstacle.
    var changed = DatabaseMigrator()
    changed.registerMigration("1") { database in
      try database.execute(sql: "CREATE TABLE note (text TEXT, author TEXT); CREATE TABLE tag (id)")
    }
    changed.registerMigration("2") { try $0.execute(sql: "CREATE TABLE later (id)") }
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
    let file = try open()
    try await file.change { try $0.execute(sql: "CREATE INDEX own ON note (text)") }
    let other = #expect(throws: SQLiteFile.Failure.self) {
      try SQLiteFile(path: path, settings: .init(label: "Tests"), migrator: changed)
    }
    #expect(other?.description.contains("has changed note, tag.") == true)
    #expect(other?.description.hasPrefix(path) == true)
    let (hasLater, identifiers) = try await file.read { database in
      (
        try database.tableExists("later"),
        try String.fetchAll(database, sql: "SELECT identifier FROM grdb_migrations")
      )
    }
    #expect(!hasLater && identifiers == ["1"])
    _ = try open()
  }

  @Test func `additions, and another schema of GRDB's own table, are no obstacle`() async throws {
    let file = try open()
    try await file.change { database in
      try database.execute(
        sql: """
          CREATE TABLE own (id); CREATE INDEX own_index ON own (id);
          CREATE VIEW own_view AS SELECT text FROM note;
          CREATE TRIGGER own_trigger AFTER INSERT ON note BEGIN SELECT 1; END;
          ALTER TABLE grdb_migrations ADD own TEXT;
          """)
    }
    var newer = Self.migrator
    newer.registerMigration("2") { try $0.execute(sql: "ALTER TABLE note ADD author TEXT") }
    let migrated = try SQLiteFile(path: path, settings: .init(label: "Tests"), migrator: newer)
    #expect(try await migrated.read { try $0.columns(in: "note").count } == 2)
  }

  @Test func `only their owner can read or write the file and those beside it`() async throws {
    let file = try open()
    try await file.change { try $0.execute(sql: "INSERT INTO note VALUES ('private')") }
    let names = try folder.names()
    #expect(names.contains("app.db-wal"))
    for name in names {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
  }

  @Test func `each connection has the common pragmas and those of the settings`() async throws {
    let file = try open(.init(label: "Tests", pragmas: "PRAGMA cache_size = -128"))
    for (name, value) in [
      ("synchronous", "2"), ("secure_delete", "1"), ("trusted_schema", "0"),
      ("foreign_keys", "1"), ("journal_mode", "wal"), ("cache_size", "-128"),
    ] {
      let pragma: @Sendable (Database) throws -> String? = {
        try String.fetchOne($0, sql: "PRAGMA \(name)")
      }
      #expect(try await file.change(pragma) == value, "\(name) of changes")
      #expect(try await file.read(pragma) == value, "\(name) of reads")
    }
  }

  @Test func `deleted personal data is neither in the file nor in its log`() async throws {
    let file = try open()
    try await file.change { try $0.execute(sql: "INSERT INTO note VALUES ('forget-me')") }
    #expect(try contents().contains("forget-me"))
    try await file.change {
      try $0.execute(sql: "DELETE FROM note")
      file.didDeletePersonalData()
    }
    #expect(try !contents().contains("forget-me"))
  }

  @Test func `a database in memory is migrated, too`() async throws {
    let file = try SQLiteFile(inMemoryWith: .init(label: "Tests"), migrator: Self.migrator)
    let count = try await file.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM note") }
    #expect(count == 0)
  }

  /// The bytes of the file and of those beside it.
  private func contents() throws -> String {
    try folder.names().map { name in
      String(
        decoding: try Data(contentsOf: URL(fileURLWithPath: folder.path(name))), as: UTF8.self)
    }.joined()
  }
}
