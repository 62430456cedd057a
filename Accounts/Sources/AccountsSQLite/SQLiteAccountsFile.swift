public import GRDB

/// A SQLite file with only accounts, for tests and small services.
///
/// One connection executes everything serially. A change is durable when it returns, even after a
/// power loss (write-ahead log, synced with every commit).
public struct SQLiteAccountsFile: SQLiteAccess {
  /// The application id in the file's header: "FlAc".
  private static let applicationID: Int32 = 0x466C_4163
  /// The schema version of a file.
  ///
  /// NB: version 1 is that of development builds, whose tables changed without a new version.
  private static let schemaVersion = 2

  private let file: SQLiteFile

  /// Opens the accounts in this file, or creates it, readable only by its owner.
  ///
  /// - Throws: `SQLiteAccountsFile.Failure` for a file of another kind or with another schema,
  ///   which is not modified; SQLite's error for one that cannot be opened.
  public init(path: String) throws {
    makePrivateFile(path)
    let queue = try DatabaseQueue(path: path, configuration: Self.settings.configuration)
    try self.init(queue, named: path)
  }

  /// Returns accounts in memory, released with the value.
  public static func inMemory() throws -> SQLiteAccountsFile {
    try SQLiteAccountsFile(DatabaseQueue(configuration: settings.configuration), named: "memory")
  }

  private init(_ queue: DatabaseQueue, named name: String) throws {
    file = SQLiteFile(queue)
    try queue.writeWithoutTransaction { try Self.migrate($0, named: name) }
  }

  /// Waits for pending work and closes the file; no call may follow.
  public func close() throws { try file.close() }

  /// Reads a consistent state of the file.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value { try await file.read(body) }

  /// Makes one change and returns when it is durable.
  public func change<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value { try await file.change(body) }

  /// Requests that the log be truncated after the change.
  public func didDeletePersonalData() { file.didDeletePersonalData() }
}

// MARK: - Opening

extension SQLiteAccountsFile {
  /// The reason why a file was not opened.
  public struct Failure: Error, Sendable, CustomStringConvertible {
    /// A sentence for the operator.
    public let description: String
  }

  private static var settings: SQLiteFile.Settings {
    SQLiteFile.Settings(label: "Accounts", pragmas: "PRAGMA cell_size_check = ON;")
  }

  private static func migrate(_ database: Database, named name: String) throws {
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    let id = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
    guard id == applicationID || (id == 0 && tables == 0) else {
      throw Failure(
        description: "\(name) is a database of another program; it was left as it is. Name "
          + "another file.")
    }
    guard version <= Self.schemaVersion else {
      throw Failure(
        description: "\(name) has schema \(version) and this program supports schemas up to "
          + "\(Self.schemaVersion): start the newer program.")
    }
    guard version < Self.schemaVersion else { return }
    guard version == 0 else {
      throw Failure(
        description: "\(name) was made by a development build from before the first release. It "
          + "was left as it is and cannot be migrated: name another file.")
    }
    try database.execute(sql: "PRAGMA journal_mode = WAL")
    try database.inTransaction(.immediate) {
      // Another process may have created the tables in the meantime.
      guard try Int.fetchOne(database, sql: "PRAGMA user_version") == 0 else { return .commit }
      try database.execute(sql: "PRAGMA application_id = \(applicationID)")
      try database.execute(sql: SQLiteAccounts.schema)
      try database.execute(sql: "PRAGMA user_version = \(Self.schemaVersion)")
      return .commit
    }
  }
}
