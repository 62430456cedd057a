package import GRDB

/// The store in a single SQLite file, for servers without an external database.
///
/// One connection writes, combining concurrent changes into one transaction; several others read,
/// without waiting for the writer (write-ahead log). Durable changes survive a power loss.
///
/// ```swift
/// let store = try SQLiteStore(path: "flowmagic.db")
/// ```
package final class SQLiteStore: Store {
  /// The connections, with which tests also inspect the file.
  package let database: any DatabaseWriter
  /// Runs all changes.
  package let writer: GroupCommit
  let failures: SQLiteFailures
  let file: StoreFile?
  /// The quotas.
  let quotas: Quotas
  /// The time limit of a read: while it lasts, its snapshot prevents truncating the log.
  private let readTimeout: Duration
  /// Whether running queries are to be interrupted.
  private let isClosing = Locked(false)
  /// The file's write-ahead log; nil in memory.
  let log: WriteAheadLog?

  /// Opens the store in a file, creates it if there is none, and migrates it to the current schema.
  ///
  /// - Throws: `locked` if another server uses it; `damaged` if it is damaged or not a store, in
  ///   which case it is left unchanged; `newer-schema` if its version is above that of this
  ///   server's schema; `unreleased-schema` if a build from before the first release wrote it, with
  ///   a version that this server has; `changed-schema` if someone has changed its tables or its
  ///   version; `read-only`, `disk-full` and `unavailable` as reported by the system.
  package convenience init(path: String) throws(StoreError) {
    try self.init(path: path, schema: .current)
  }

  /// Opens the store with another schema, with limits or with quotas.
  package init(
    path: String, schema: SQLiteSchema = .current,
    limits: GroupCommit.Limits = GroupCommit.Limits(), readTimeout: Duration = .seconds(30),
    quotas: Quotas = .none
  ) throws(StoreError) {
    let file = try StoreFile(path)
    let failures = SQLiteFailures(path: file.path)
    let log = WriteAheadLog(of: file.path)
    self.file = file
    self.quotas = quotas
    self.log = log
    self.readTimeout = readTimeout
    self.failures = failures
    database = try failures.result { try Self.open(file, schema, log, failures) }.get()
    writer = GroupCommit(database, failures: failures, limits: limits, log: log)
  }

  /// Creates an in-memory store, for tests and for trying out the server.
  package init(inMemory: Void, quotas: Quotas = .none) throws(StoreError) {
    let failures = SQLiteFailures(path: "The store in memory")
    self.quotas = quotas
    self.failures = failures
    file = nil
    log = nil
    readTimeout = .seconds(30)
    database = try failures.result {
      let queue = try DatabaseQueue(configuration: Self.configuration)
      try Self.create(queue, with: .current)
      return queue
    }.get()
    writer = GroupCommit(database, failures: failures, limits: GroupCommit.Limits())
  }

  /// Completes queued changes, runs a checkpoint, and closes the store.
  ///
  /// Afterwards the file alone is the whole store. If another process is reading the file, the
  /// checkpoint fails: then this throws after closing everything.
  package func close() async throws(StoreError) {
    guard await writer.close() else { return }
    // Nobody is waiting for the result of a query that is still running.
    isClosing.withLock { $0 = true }
    // Readers first: the last connection that is closed must be one that may write.
    (database as? DatabasePool)?.invalidateReadOnlyConnections()
    let result: Result<Void, StoreError> = failures.result { try checkpointLog() }
    try failures.result { try database.close() }.get()
    file?.release()
    do { try result.get() } catch {
      throw StoreError(
        error.code,
        "The store is closed and nothing is lost, but its write-ahead log could not be copied into "
          + "it: keep \(failures.path)-wal together with the file. \(error.message)")
    }
  }

  private func checkpointLog() throws {
    guard let log, log.bytes > 0 else { return }
    _ = try database.writeWithoutTransaction { try $0.checkpoint(.truncate) }
  }
}

// MARK: - Opening

extension SQLiteStore {
  /// The time that a change waits for another process to release the write lock, in milliseconds.
  static let busyMilliseconds: Int32 = 5000

  private static var configuration: Configuration {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = true
    configuration.busyMode = .timeout(Double(busyMilliseconds) / 1000)
    configuration.maximumReaderCount = 4
    configuration.label = "FlowStore"
    configuration.prepareDatabase { database in
      try database.execute(sql: "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON")
      if !database.configuration.readonly { try Self.setDurability(database) }
    }
    return configuration
  }

  /// Makes commits durable.
  ///
  /// FULL, because a response is sent when the commit returns: "published" and "accepted" must
  /// survive a power loss too. NORMAL, the usual setting with a write-ahead log, would keep the
  /// file consistent but lose the last seconds. Group commit shares the cost, one sync per commit.
  ///
  /// Deleted data is overwritten with zeros where possible; see `withoutOverwriting`.
  private static func setDurability(_ database: Database) throws {
    try database.execute(
      sql: """
        PRAGMA synchronous = FULL;
        PRAGMA checkpoint_fullfsync = ON;
        PRAGMA fullfsync = ON;
        PRAGMA journal_size_limit = 67108864;
        PRAGMA secure_delete = ON;
        PRAGMA cache_size = -32768;
        """)
  }

  private static func open(
    _ file: StoreFile, _ schema: SQLiteSchema, _ log: WriteAheadLog, _ failures: SQLiteFailures
  ) throws -> any DatabaseWriter {
    var configuration = Self.configuration
    if file.hasContent {
      try checkHeader(of: file)
      // A read-only file can still be served.
      configuration.readonly = !file.isWritable
      file.prepareLog()
      if log.bytes == 0 { try file.verifySize(failures) }
      let queue = try DatabaseQueue(path: file.path, configuration: configuration)
      try queue.verify(file, failures)
      try queue.migrate(to: schema, failures)
      try queue.close()
    } else {
      try create(file, schema)
    }
    file.prepareLog()
    let pool = try DatabasePool(path: file.path, configuration: configuration)
    // NB: GRDB sets `synchronous = NORMAL` on a pool's writer after `prepareDatabase` has run.
    try pool.writeWithoutTransaction { database in
      try setDurability(database)
      log.observe(database)
    }
    return pool
  }

  /// Reads the header before SQLite opens the file, so that a foreign database is left unchanged.
  private static func checkHeader(of file: StoreFile) throws(StoreError) {
    let header = try file.header()
    let isSQLite = header.starts(with: Array("SQLite format 3\0".utf8)) && header.count == 100
    let id = isSQLite ? header[68..<72].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } : 0
    guard id == SQLiteSchema.applicationID else {
      let kind = isSQLite ? "a database of another program" : "not a database"
      throw StoreError(
        .damaged,
        "\(file.path) is \(kind), or its beginning is damaged; it was left as it is. Name another "
          + "file, or restore a backup.")
    }
  }

  private static func create(_ file: StoreFile, _ schema: SQLiteSchema) throws {
    if let journal = file.orphanedJournal {
      throw StoreError(
        .damaged,
        "\(file.path) is missing, but \(journal) exists and may contain changes that only it has: "
          + "restore the file, or move \(journal) away to start over.")
    }
    let new = try file.createNewFile()
    let queue = try DatabaseQueue(path: new, configuration: configuration)
    try create(queue, with: schema)
    try queue.close()
    try file.install(new)
  }

  private static func create(_ queue: DatabaseQueue, with schema: SQLiteSchema) throws {
    try queue.writeWithoutTransaction { database in
      // Set before the file has any content, so that space freed by retention can be returned to
      // the file system.
      try database.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL")
      try database.inTransaction(.immediate) {
        try database.execute(sql: "PRAGMA application_id = \(SQLiteSchema.applicationID)")
        try schema.migrate(database, from: 0)
        return .commit
      }
    }
  }
}

extension DatabaseQueue {
  fileprivate func migrate(to schema: SQLiteSchema, _ failures: SQLiteFailures) throws {
    try writeWithoutTransaction { database in
      let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
      guard version > 0 else { throw failures.damagedError("it has no schema version") }
      try schema.requireSupported(version, path: failures.path)
      try schema.requireComplete(database, at: version, path: failures.path)
      guard version < schema.version else { return }
      try database.inTransaction(.immediate) {
        try schema.migrate(database, from: version)
        return .commit
      }
    }
  }
}

// MARK: - Access

extension SQLiteStore {
  /// Reads the latest durable state, without waiting for a writer.
  func read<Value: Sendable>(
    _ query: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    do { return try await readWithoutErrorMapping(query) } catch {
      throw failures.storeError(error)
    }
  }

  /// Makes one change and returns when it is durable.
  func change<Value: Sendable>(
    in queue: GroupCommit.Queue = .change, weight: Int = 1024,
    _ change: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    do {
      return try await writer.perform(in: queue, weight: weight, change)
    } catch { throw failures.storeError(error) }
  }

  /// Reads, and rethrows errors of the query unchanged.
  package func readWithoutErrorMapping<Value: Sendable>(
    _ query: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    // NB: GRDB 7.10 terminates the process if a closed queue (an in-memory store) is read.
    guard await writer.isOpen else { throw failures.closedError }
    let (readTimeout, isClosing, closed) = (readTimeout, isClosing, failures.closedError)
    return try await withCheckedThrowingContinuation { caller in
      database.asyncRead { access in
        caller.resume(
          with: Result {
            try access.get().reading(
              within: readTimeout, unless: isClosing, stopped: closed, query)
          })
      }
    }
  }
}
