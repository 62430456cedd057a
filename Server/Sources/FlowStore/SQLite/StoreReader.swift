import Accounts
package import GRDB

/// Reads a store's file, even while a server uses it, without changing anything.
///
/// For backups and checks: SQLite gives a reader a consistent snapshot, whatever is written
/// meanwhile, and neither blocks the other.
package struct StoreReader: Sendable {
  private let queue: DatabaseQueue
  private let failures: SQLiteFailures

  /// Statistics of a store.
  package struct Statistics: Sendable, Equatable {
    /// The version of its schema.
    package let schema: Int
    /// The highest issued number of each environment.
    package let numbers: [IssuedNumber]
    /// The environments of all applications, with the numbers of their current releases.
    package let environments: [Environment]
    /// The number of applications.
    package let applications: Int
    /// The number of releases.
    package let releases: Int
    /// The number of accounts.
    package let users: Int
  }

  /// Opens a store's file.
  ///
  /// - Throws: `unavailable` if it does not exist, `damaged` if it is not a store, `newer-schema`,
  ///   `unreleased-schema`, `changed-schema`.
  package init(path: String, schema: SQLiteSchema = .current) throws(StoreError) {
    let failures = SQLiteFailures(path: path)
    guard FilePaths.exists(path) else {
      throw StoreError(.unavailable, "There is no store at \(path).")
    }
    self.failures = failures
    queue = try failures.result {
      var configuration = Configuration()
      configuration.readonly = true
      configuration.busyMode = .timeout(5)
      configuration.label = "FlowStore.reader"
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      try queue.read { try Self.check($0, has: schema, path) }
      return queue
    }.get()
  }

  private static func check(
    _ database: Database, has schema: SQLiteSchema, _ path: String
  ) throws {
    let id = try Int64.fetchOne(database, sql: "PRAGMA application_id")
    guard id == Int64(SQLiteSchema.applicationID) else {
      throw StoreError(.damaged, "\(path) is a database of another program.")
    }
    let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    guard version > 0 else {
      throw StoreError(.damaged, "\(path) has no schema version, so it is damaged.")
    }
    try schema.requireSupported(version, path: path)
    try schema.requireComplete(database, at: version, path: path)
  }

  /// Closes the file.
  package func close() { try? queue.close() }

  /// Writes the current state of the store to a new file, without deleted data.
  ///
  /// Uses one read transaction, so that it completes however much is written. The write-ahead log
  /// grows meanwhile.
  package func snapshot(to path: String) async throws(StoreError) {
    try await read { try $0.execute(sql: "VACUUM INTO ?", arguments: [path]) }
  }

  /// The size in bytes of what `snapshot` writes, at most.
  package func snapshotSize() async throws(StoreError) -> Int {
    try await read { database in
      let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
      let unused = try Int.fetchOne(database, sql: "PRAGMA freelist_count") ?? 0
      let size = try Int.fetchOne(database, sql: "PRAGMA page_size") ?? 4096
      return max(0, pages - unused) * size
    }
  }

  /// Returns statistics about the store's contents.
  package func statistics() async throws(StoreError) -> Statistics {
    try await read { database in
      Statistics(
        schema: try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0,
        numbers: try database.issuedNumbers(),
        environments: try database.all("SELECT application, name, current FROM environment") {
          Environment(
            application: try $0.text(0), name: try $0.text(1), current: try $0.optionalInt(2))
        },
        applications: try Int.fetchOne(database, sql: "SELECT count(*) FROM application") ?? 0,
        releases: try Int.fetchOne(database, sql: "SELECT count(*) FROM release") ?? 0,
        users: try Int.fetchOne(database, sql: "SELECT count(*) FROM user") ?? 0)
    }
  }

  /// Returns the problems that SQLite finds in the file; empty if it is intact.
  package func problems() async throws(StoreError) -> [String] {
    try await read { database in
      let integrity = try String.fetchAll(database, sql: "PRAGMA integrity_check(20)")
      var problems = integrity.filter { $0 != "ok" }
      let broken = try Row.fetchAll(database, sql: "PRAGMA foreign_key_check")
      if !broken.isEmpty {
        let rows = broken.count == 1 ? "1 row refers" : "\(broken.count) rows refer"
        problems.append("\(rows) to something that does not exist")
      }
      return problems
    }
  }

  /// Calls `body` with each release, sorted by application and number, and with whether its
  /// document still has the digest that was stored with it.
  package func forEachRelease(
    _ body: @escaping @Sendable (StoredRelease, _ isUnchanged: Bool) -> Void
  ) async throws(StoreError) {
    try await read { database in
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT application, environment, number, body, published, digest FROM release
          ORDER BY application, number
          """)
      while let row = try rows.next() {
        let columns = Columns(row)
        body(
          StoredRelease(
            application: try columns.text(0), environment: try columns.text(1),
            number: try columns.int(2), body: try columns.bytes(3), note: "", author: .system,
            published: try columns.int(4)),
          try columns.isDigest(5, ofBytes: 3))
      }
    }
  }

  /// Calls `body` with each asset, sorted by application.
  package func forEachAsset(
    _ body: @escaping @Sendable (_ application: String, _ digest: String, _ bytes: [UInt8]) -> Void
  ) async throws(StoreError) {
    try await read { database in
      let sql = "SELECT application, digest, body FROM asset ORDER BY application, digest"
      let rows = try Row.fetchCursor(database, sql: sql)
      while let row = try rows.next() {
        let columns = Columns(row)
        body(try columns.text(0), try columns.text(1), try columns.bytes(2))
      }
    }
  }

  /// Runs `body` without an explicit transaction, because `VACUUM` does not allow one.
  ///
  /// - Throws: `unavailable` if the task is cancelled; the errors of SQLite.
  package func read<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws(StoreError) -> Value {
    let isCancelled = Locked(false)
    let stopped = failures.interruptedError
    let result: Result<Value, any Error> = await withTaskCancellationHandler {
      await withCheckedContinuation { caller in
        queue.asyncWriteWithoutTransaction { database in
          let result = Result {
            if isCancelled.withLock(\.self) { throw stopped }
            return try database.reading(unless: isCancelled, stopped: stopped, body)
          }
          caller.resume(returning: result)
        }
      }
    } onCancel: { [queue] in
      // Copying a large store would delay shutdown by minutes.
      isCancelled.withLock { $0 = true }
      queue.interrupt()
    }
    return try failures.result { try result.get() }.get()
  }
}
