import GRDB
import GRDBSQLite

extension StoreFile {
  /// Compares the file's size with its header.
  ///
  /// Call this only if there is no write-ahead log, which may contain the missing pages.
  func verifySize(_ failures: SQLiteFailures) throws(StoreError) {
    guard let expected = try header().databaseSize, expected > size else { return }
    throw failures.damagedError("it is truncated: it has \(size) of \(expected) bytes")
  }
}

extension DatabaseQueue {
  /// Checks the file for damage before it is used, with SQLite's quick check.
  ///
  /// Checks all of a file up to 256 MiB, and all but the events of a larger one, so that startup
  /// takes less time.
  func verify(_ file: StoreFile, _ failures: SQLiteFailures) throws {
    let size = file.size
    let results = try read { database in
      guard size > 256 << 20 else {
        return try String.fetchAll(database, sql: "PRAGMA quick_check(1)")
      }
      let tables = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
      return try tables.filter { $0 != "event_batch" }.flatMap {
        try String.fetchAll(database, sql: "PRAGMA quick_check('\($0)')")
      }
    }
    if let problem = results.first(where: { $0 != "ok" }) {
      throw failures.damagedError("SQLite's check reports \"\(problem)\"")
    }
  }
}

extension [UInt8] {
  /// The size of the database in bytes according to its header; nil if the header does not contain
  /// it.
  fileprivate var databaseSize: Int? {
    guard count == 100, self[24..<28] == self[92..<96] else { return nil }
    let page = Int(self[16]) << 8 | Int(self[17])
    let pages = self[28..<32].reduce(0) { $0 << 8 | Int($1) }
    return pages * (page == 1 ? 65_536 : page)
  }
}

extension Database {
  /// The conditions that end a query.
  private struct ReadLimit {
    let deadline: ContinuousClock.Instant?
    let isClosing: Locked<Bool>

    var isReached: Bool {
      isClosing.withLock(\.self) || deadline.map { ContinuousClock.now > $0 } == true
    }
  }

  /// Runs a query, and interrupts it after a timeout or when it is stopped.
  ///
  /// - Parameters:
  ///   - timeout: The maximum time; nil means no limit.
  ///   - isClosing: Set from any thread to stop the query.
  ///   - stopped: The error of a query that is stopped.
  ///   - query: The query.
  /// - Returns: The query's result.
  /// - Throws: `stopped`; `SQLITE_INTERRUPT` after the timeout; the query's errors.
  func reading<Value>(
    within timeout: Duration? = nil, unless isClosing: Locked<Bool>, stopped: StoreError,
    _ query: (Database) throws -> Value
  ) throws -> Value {
    var limit = ReadLimit(deadline: timeout.map { .now + $0 }, isClosing: isClosing)
    return try withUnsafeMutablePointer(to: &limit) { limit in
      // Called every 20,000 instructions of SQLite's virtual machine: about every millisecond.
      // NB: `sqlite3_interrupt` alone is lost if it comes before the first step of a statement.
      sqlite3_progress_handler(
        sqliteConnection, 20_000,
        { limit in
          limit?.assumingMemoryBound(to: ReadLimit.self).pointee.isReached == true ? 1 : 0
        }, limit)
      defer { sqlite3_progress_handler(sqliteConnection, 0, nil, nil) }
      do {
        return try query(self)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_INTERRUPT {
        throw isClosing.withLock(\.self) ? stopped : error
      }
    }
  }
}
