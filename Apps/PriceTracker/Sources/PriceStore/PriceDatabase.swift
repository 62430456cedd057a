public import AccountsSQLite
internal import Foundation
public import GRDB

/// The SQLite file of a service: accounts, products and prices.
///
/// They are in one file, so that deleting an account deletes its data in the same transaction, and
/// the triggers that count trackers run.
public final class PriceDatabase: SQLiteAccess {
  /// The connections; reads do not wait for the writer.
  let pool: any DatabaseWriter
  private let lock = NSLock()
  nonisolated(unsafe) private var shouldTruncateLog = false

  /// Opens a file, or creates it so that only its owner can read it.
  ///
  /// - Throws: SQLite's error if the file cannot be opened or is not a database.
  public convenience init(path: String) throws {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
    try self.init(DatabasePool(path: path, configuration: Self.configuration))
  }

  /// Opens an in-memory database, for tests.
  public convenience init() throws {
    try self.init(DatabaseQueue(configuration: Self.configuration))
  }

  private init(_ pool: any DatabaseWriter) throws {
    self.pool = pool
    try Self.migrator.migrate(pool)
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    // NB: command-line processes write concurrently with the server; each transaction is short.
    configuration.busyMode = .timeout(10)
    configuration.label = "Prices"
    configuration.prepareDatabase { database in
      try database.execute(
        sql: """
          PRAGMA trusted_schema = OFF;
          PRAGMA synchronous = FULL;
          PRAGMA secure_delete = ON;
          PRAGMA cache_size = -32768;
          """)
    }
    return configuration
  }

  /// Reads a consistent snapshot of the file.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { caller in
      pool.asyncRead { access in caller.resume(with: Result { try body(access.get()) }) }
    }
  }

  /// Performs one write transaction and returns when it is durable.
  public func change<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { caller in
      pool.asyncWrite(body) { database, result in
        self.truncateLog(of: database)
        caller.resume(with: result)
      }
    }
  }

  /// Requests that the write-ahead log is truncated after the transaction.
  public func deletesPersonalData() { lock.withLock { shouldTruncateLog = true } }

  private func truncateLog(of database: Database) {
    guard lock.withLock({ shouldTruncateLog }) else { return }
    // NB: fails while another process reads; then it is retried after the next change.
    guard (try? database.checkpoint(.truncate)) != nil else { return }
    lock.withLock { shouldTruncateLog = false }
  }
}
