import Foundation
public import GRDB

/// A SQLite file with only accounts, for tests and small services.
///
/// One connection executes everything serially. A change is durable when it returns, even after a
/// power loss (write-ahead log, synced with every commit).
public final class SQLiteAccountsFile: SQLiteAccess {
  /// The application id in the file's header: "FlAc".
  private static let applicationID: Int32 = 0x466C_4163
  /// The schema version of a file.
  private static let form = 1

  private let queue: DatabaseQueue
  private let lock = NSLock()
  nonisolated(unsafe) private var shouldTruncateLog = false

  /// Opens the accounts in this file, or creates it, readable only by its owner.
  ///
  /// - Throws: `SQLiteAccountsFile.Refusal` for a file of another kind or with a newer schema,
  ///   which is not modified; SQLite's error for one that cannot be opened.
  public convenience init(path: String) throws {
    makePrivateFile(path)
    try self.init(
      try DatabaseQueue(path: path, configuration: Self.configuration), named: path)
  }

  /// Stores the accounts in memory, released with the value.
  public convenience init(inMemory: Void) throws {
    try self.init(try DatabaseQueue(configuration: Self.configuration), named: "memory")
  }

  private init(_ queue: DatabaseQueue, named name: String) throws {
    self.queue = queue
    try queue.writeWithoutTransaction { try Self.migrate($0, named: name) }
  }

  /// Waits for pending work and closes the file; no call may follow.
  public func close() throws { try queue.close() }

  /// Reads a consistent state of the file.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { caller in
      queue.asyncRead { access in
        caller.resume(with: Result { try body(access.get()) })
      }
    }
  }

  /// Makes one change and returns when it is durable.
  public func change<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { caller in
      queue.asyncWrite(body) { database, result in
        self.truncateLog(of: database)
        caller.resume(with: result)
      }
    }
  }

  /// Requests that the log be truncated after the change.
  public func deletesPersonalData() { lock.withLock { shouldTruncateLog = true } }

  private func truncateLog(of database: Database) {
    guard lock.withLock({ shouldTruncateLog }) else { return }
    // NB: fails while another process reads; it is then retried after the next change.
    guard (try? database.checkpoint(.truncate)) != nil else { return }
    lock.withLock { shouldTruncateLog = false }
  }
}

// MARK: - Opening

extension SQLiteAccountsFile {
  /// The reason why a file was not opened.
  public struct Refusal: Error, Sendable, CustomStringConvertible {
    /// A sentence for the operator.
    public let description: String
  }

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(5)
    configuration.label = "Accounts"
    configuration.prepareDatabase { database in
      try database.execute(
        sql: """
          PRAGMA trusted_schema = OFF;
          PRAGMA cell_size_check = ON;
          PRAGMA synchronous = FULL;
          PRAGMA checkpoint_fullfsync = ON;
          PRAGMA fullfsync = ON;
          PRAGMA secure_delete = ON;
          """)
    }
    return configuration
  }

  private static func migrate(_ database: Database, named name: String) throws {
    let form = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    let id = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
    let tables = try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") ?? 0
    guard id == applicationID || (id == 0 && tables == 0) else {
      throw Refusal(
        description: "\(name) is a database of another program; it was left as it is. Name "
          + "another file.")
    }
    guard form <= Self.form else {
      throw Refusal(
        description: "\(name) has form \(form) and this program knows forms up to "
          + "\(Self.form): start the newer program.")
    }
    guard form < Self.form else { return }
    try database.execute(sql: "PRAGMA journal_mode = WAL")
    try database.inTransaction(.immediate) {
      // Another process may have been faster.
      guard try Int.fetchOne(database, sql: "PRAGMA user_version") == 0 else { return .commit }
      try database.execute(sql: "PRAGMA application_id = \(applicationID)")
      try database.execute(sql: SQLiteAccounts.schema)
      try database.execute(sql: "PRAGMA user_version = \(Self.form)")
      return .commit
    }
  }
}

/// Creates the file if it does not exist, readable only by its owner.
///
/// SQLite gives its auxiliary files the same permissions, and reports a failure when it opens the
/// file.
private func makePrivateFile(_ path: String) {
  let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
  if descriptor >= 0 { close(descriptor) }
}
