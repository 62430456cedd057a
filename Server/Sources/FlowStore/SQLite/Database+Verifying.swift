import GRDB
import GRDBSQLite

extension StoreFile {
  /// Compares the file's size with what its header says; with a log beside it, that may hold the
  /// rest.
  func verifySize(_ failures: SQLiteFailures) throws(StoreError) {
    guard let wanted = try header().databaseSize, wanted > size else { return }
    throw failures.damaged("it was cut short: \(size) of \(wanted) bytes are there")
  }
}

extension DatabaseQueue {
  /// Looks for damage before anything is served from the file, by SQLite's quick check: of
  /// everything in a file of up to 256 MiB, and of all but the events in a larger one, so that a
  /// start never takes minutes.
  func verify(_ file: StoreFile, _ failures: SQLiteFailures) throws {
    let size = file.size
    let reports = try read { database in
      guard size > 256 << 20 else {
        return try String.fetchAll(database, sql: "PRAGMA quick_check(1)")
      }
      let tables = try String.fetchAll(
        database, sql: "SELECT name FROM sqlite_schema WHERE type = 'table'")
      return try tables.filter { $0 != "event_batch" }.flatMap {
        try String.fetchAll(database, sql: "PRAGMA quick_check('\($0)')")
      }
    }
    if let report = reports.first(where: { $0 != "ok" }) {
      throw failures.damaged("SQLite's check finds \"\(report)\"")
    }
  }
}

extension [UInt8] {
  /// The size of the database that this header belongs to, in bytes; nil if it does not say.
  fileprivate var databaseSize: Int? {
    guard count == 100, self[24..<28] == self[92..<96] else { return nil }
    let page = Int(self[16]) << 8 | Int(self[17])
    let pages = self[28..<32].reduce(0) { $0 << 8 | Int($1) }
    return pages * (page == 1 ? 65_536 : page)
  }
}

extension Database {
  /// Runs a query and ends it with `SQLITE_INTERRUPT` if it takes longer than this.
  func reading<Value>(
    within longest: Duration, _ query: (Database) throws -> Value
  ) throws -> Value {
    var deadline = ContinuousClock.now + longest
    return try withUnsafeMutablePointer(to: &deadline) { deadline in
      // Asked every few thousand steps of SQLite's machine, that is every millisecond or so.
      sqlite3_progress_handler(
        sqliteConnection, 20_000,
        { deadline in
          let end = deadline?.assumingMemoryBound(to: ContinuousClock.Instant.self).pointee
          return end.map { ContinuousClock.now > $0 ? 1 : 0 } ?? 0
        }, deadline)
      defer { sqlite3_progress_handler(sqliteConnection, 0, nil, nil) }
      return try query(self)
    }
  }
}
