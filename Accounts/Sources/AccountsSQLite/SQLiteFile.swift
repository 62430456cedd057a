import Foundation
public import GRDB

/// The connections to a SQLite file that only its owner can read.
///
/// A change is durable when it returns, even after a power loss: the write-ahead log is synced with
/// every commit. The log is truncated after personal data was deleted. A service whose file also
/// has the tables of `SQLiteAccounts.schema` passes it to `SQLiteAccounts`.
public final class SQLiteFile: SQLiteAccess {
  /// The settings of a file's connections.
  public struct Settings: Sendable {
    /// The name of the queues, for debugging.
    public var label: String
    /// The time that a change waits for another process, in seconds; each transaction is short.
    public var busyTimeout: Double
    /// Further pragmas of each connection, in SQL.
    public var pragmas: String

    /// Creates settings.
    public init(label: String, busyTimeout: Double = 5, pragmas: String = "") {
      self.label = label
      self.busyTimeout = busyTimeout
      self.pragmas = pragmas
    }

    /// The pragmas that make a commit survive a power loss: the write-ahead log is synced with each
    /// commit, on macOS together with the drive's cache.
    static let durability = """
      PRAGMA synchronous = FULL; PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;
      """

    /// The settings for GRDB, with the pragmas of all files.
    var configuration: Configuration {
      var configuration = Configuration()
      configuration.foreignKeysEnabled = true
      configuration.busyMode = .timeout(busyTimeout)
      configuration.label = label
      let pragmas = Self.durability + pragmas
      configuration.prepareDatabase { database in
        // Deleted data is overwritten in the file.
        try database.execute(
          sql: """
            PRAGMA trusted_schema = OFF;
            PRAGMA secure_delete = ON;

            """ + pragmas)
      }
      return configuration
    }
  }

  private let connections: any DatabaseWriter
  private let lock = NSLock()
  nonisolated(unsafe) private var shouldTruncateLog = false

  /// Opens a file, or creates it so that only its owner can read it; reads do not wait for changes.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - settings: The settings of the connections.
  ///   - migrator: Migrates the file to the current schema.
  /// - Throws: ``Failure`` if the schema is not that of this version or an earlier one; SQLite's
  ///   error if the file cannot be opened or is not a database.
  public convenience init(
    path: String, settings: Settings, migrator: DatabaseMigrator
  ) throws {
    makePrivateFile(path)
    let pool = try DatabasePool(path: path, configuration: settings.configuration)
    // NB: GRDB sets `synchronous = NORMAL` on a pool's writer after `prepareDatabase` has run.
    try pool.writeWithoutTransaction { try $0.execute(sql: Settings.durability) }
    try Self.checkSchema(of: path, in: pool, migrator: migrator)
    self.init(pool)
    try migrator.migrate(connections)
  }

  /// Opens an in-memory database, for tests.
  ///
  /// - Throws: SQLite's error.
  public convenience init(inMemoryWith settings: Settings, migrator: DatabaseMigrator) throws {
    try self.init(DatabaseQueue(configuration: settings.configuration))
    try migrator.migrate(connections)
  }

  init(_ connections: any DatabaseWriter) { self.connections = connections }

  /// Waits for pending work and closes the file; no call may follow.
  func close() throws { try connections.close() }

  // MARK: Access

  /// Reads a consistent state of the file.
  public func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      connections.asyncRead { access in
        continuation.resume(with: Result { try body(access.get()) })
      }
    }
  }

  /// Makes one change and returns when it is durable.
  public func change<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      connections.asyncWrite(body) { database, result in
        self.truncateLog(of: database)
        continuation.resume(with: result)
      }
    }
  }

  /// Requests that the log be truncated after the change.
  public func didDeletePersonalData() { lock.withLock { shouldTruncateLog = true } }

  private func truncateLog(of database: Database) {
    guard lock.withLock({ shouldTruncateLog }) else { return }
    // NB: fails while another process reads; it is then retried after the next change.
    guard (try? database.checkpoint(.truncate)) != nil else { return }
    lock.withLock { shouldTruncateLog = false }
  }
}

/// Creates the file if it does not exist, readable only by its owner.
///
/// SQLite gives its auxiliary files the same permissions. A failure is not reported here, because
/// SQLite reports it when it opens the file.
func makePrivateFile(_ path: String) {
  let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
  if descriptor >= 0 { close(descriptor) }
}
