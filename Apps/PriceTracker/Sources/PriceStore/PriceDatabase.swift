public import AccountsSQLite
public import GRDB

/// The SQLite file of a service: accounts, products and prices.
///
/// They are in one file, so that deleting an account deletes its data in the same transaction, and
/// the triggers that count trackers run.
public struct PriceDatabase: SQLiteAccess {
  private let file: SQLiteFile
  /// Runs first in each change; an error rolls the change back.
  private var check: (@Sendable (Database) throws -> Void)?

  /// Opens a file, or creates it so that only its owner can read it.
  ///
  /// - Throws: `SQLiteFile.Failure` if the schema is not that of this version or an earlier one;
  ///   SQLite's error if the file cannot be opened or is not a database.
  public init(path: String) throws {
    file = try SQLiteFile(path: path, settings: Self.settings, migrator: Self.migrator)
  }

  /// Opens an in-memory database, for tests.
  public init() throws {
    file = try SQLiteFile(inMemoryWith: Self.settings, migrator: Self.migrator)
  }

  // NB: command-line processes write concurrently with the server; each transaction is short.
  // With SQLite's default of 1,000 pages, almost every batch of an update of many products copies
  // its pages from the WAL to the file; with 64 MB, most pages are copied once for many batches.
  private static let settings = SQLiteFile.Settings(
    label: "Prices", busyTimeout: 10,
    pragmas: """
      PRAGMA cache_size = -32768;
      PRAGMA wal_autocheckpoint = 16384;
      """)

  /// Reads a consistent state of the file.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value { try await file.read(body) }

  /// Makes one change and returns when it is durable.
  public func change<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    guard let check else { return try await file.change(body) }
    return try await file.change { database in
      try check(database)
      return try body(database)
    }
  }

  /// Returns the same database with a check at the beginning of each change, in its transaction.
  ///
  /// - Parameter check: Throws an error if nothing may be changed.
  /// - Returns: The database with the check.
  public func checking(
    _ check: @escaping @Sendable (Database) throws -> Void
  ) -> PriceDatabase {
    var copy = self
    copy.check = check
    return copy
  }

  /// Requests that the WAL be truncated after the change.
  public func didDeletePersonalData() { file.didDeletePersonalData() }
}
