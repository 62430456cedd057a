import Foundation
import GRDB
import GRDBSQLite

extension SQLiteStore {
  package func check() async throws(StoreError) {
    if let damage = failures.damage { throw damage }
    _ = try await read { try $0.has("SELECT 1 FROM organization LIMIT 1", []) }
  }

  package func checkWritable() async throws(StoreError) {
    if let damage = failures.damage { throw damage }
    if let failure = writer.meter.recentFailure { throw failure }
    if let file, !file.isWritable {
      throw failures.storeError(DatabaseError(resultCode: .SQLITE_READONLY))
    }
    if let free = space().diskFree, free < Self.minimumFreeBytes {
      throw failures.storeError(DatabaseError(resultCode: .SQLITE_FULL))
    }
    guard await writer.isOpen else { throw failures.closedError }
    do {
      // Takes the write lock and releases it, without writing to disk.
      try await database.writeWithoutTransaction { database in
        sqlite3_busy_timeout(database.sqliteConnection, 100)
        defer { sqlite3_busy_timeout(database.sqliteConnection, Self.busyMilliseconds) }
        try database.inTransaction(.immediate) { .rollback }
      }
    } catch { throw failures.storeError(error) }
  }

  /// The free space in bytes below which the disk counts as full: room for one small change and its
  /// page in the log.
  private static let minimumFreeBytes = 64 << 10

  package func space() -> StoreSpace {
    guard let file else { return StoreSpace() }
    let disk = DiskSpace(of: file.path)
    return StoreSpace(
      walBytes: log?.bytes ?? 0, pendingBytes: log?.pendingBytes ?? 0, diskFree: disk?.free,
      diskSize: disk?.size)
  }

  package func status() async -> StoreStatus {
    let counts = await writer.queueCounts
    let age = log.map { ContinuousClock.now - $0.lastCompleteCheckpoint } ?? .zero
    return StoreStatus(
      storeBytes: file?.size ?? 0, space: space(), commits: writer.meter.commits,
      queuedChanges: counts.changes, waitingCallers: counts.callers,
      checkpointAge: Int(age.components.seconds), isDamaged: failures.damage != nil)
  }
}

// MARK: - Retention

extension SQLiteStore {
  /// The number of rows, and of bytes of batches, after which a step ends, so that other changes
  /// wait only briefly.
  private static let stepLimit = (rows: 200, bytes: 4 << 20)
  /// The maximum number of pages freed in one step: 1 MiB.
  private static let pagesPerStep = 256
  /// The number of unused pages kept in the file for later changes.
  private static let sparePages = 1024

  package func removeEvents(receivedBefore time: Int, now: Int) async throws(StoreError) -> Bool {
    try await change(in: .events, weight: 1 << 20) { database in
      let old = try database.oldBatches(receivedBefore: time, now: now, limit: Self.stepLimit.rows)
      var removed = 0
      var bytes = 0
      for (id, application, size) in old {
        guard bytes < Self.stepLimit.bytes else { break }
        try database.withoutOverwriting {
          try database.run("DELETE FROM event_batch WHERE id = ?", [id])
        }
        try database.addVolume(of: application, batches: -1, bytes: -EventBatch.volume(size))
        removed += 1
        bytes += size
      }
      return removed == Self.stepLimit.rows || bytes >= Self.stepLimit.bytes
    }
  }

  package func removeBuildUse(before time: Int) async throws(StoreError) -> Bool {
    let day = max(0, time) / 86_400
    return try await change(in: .events, weight: 1 << 16) { database in
      try database.run(
        """
        DELETE FROM build_use
        WHERE (application, environment, day, platform, version, build) IN (
          SELECT application, environment, day, platform, version, build FROM build_use
          WHERE day < ? ORDER BY day LIMIT ?)
        """, [day, Self.stepLimit.rows])
      return database.changesCount == Self.stepLimit.rows
    }
  }

  package func reclaimSpace() async throws(StoreError) -> Bool {
    let log = log
    let hasMore = try await change(in: .events, weight: 1 << 20) { database in
      let unused = try database.first("PRAGMA freelist_count") { try $0.int(0) } ?? 0
      guard unused > Self.sparePages else { return false }
      let pages = min(Self.pagesPerStep, unused - Self.sparePages)
      try database.execute(sql: "PRAGMA incremental_vacuum(\(pages))")
      return unused - pages > Self.sparePages
    }
    guard let log, !hasMore, await writer.isOpen else { return hasMore }
    do {
      try await database.writeWithoutTransaction { _ = log.checkpoint($0) }
    } catch { throw failures.storeError(error) }
    return false
  }

  package func truncateWAL() async throws(StoreError) {
    // After each group of changes, the log is truncated if necessary; this change writes nothing.
    try await change(in: .events, weight: 0) { _ in }
  }
}

extension Database {
  /// Returns the batches to remove next: those with a time in the future that arrived before an old
  /// batch, then the oldest.
  ///
  /// Ids are in the order of arrival; times are not where the clock was wrong for a while.
  /// NB: only a time in the future counts as wrong. A batch that arrived before one with a time in
  /// the past is not old for that reason: it may be the later batch's time that is wrong.
  fileprivate func oldBatches(
    receivedBefore time: Int, now: Int, limit: Int
  ) throws -> [(id: Int, application: String, size: Int)] {
    let newest = try first(
      """
      SELECT id FROM event_batch WHERE received < ? ORDER BY received DESC, id DESC LIMIT 1
      """, [time]
    ) { try $0.int(0) }
    guard let newest else { return [] }
    // First, because an old batch that arrived later must still be there.
    let future = try all(
      """
      SELECT id, application, length(body) FROM event_batch
      WHERE received > ? AND id < ? ORDER BY received LIMIT ?
      """, [max(now, time), newest, limit]
    ) { (id: try $0.int(0), application: try $0.text(1), size: try $0.int(2)) }
    let old = try all(
      """
      SELECT id, application, length(body) FROM event_batch
      WHERE received < ? ORDER BY received, id LIMIT ?
      """, [time, limit - future.count]
    ) { (id: try $0.int(0), application: try $0.text(1), size: try $0.int(2)) }
    return future + old
  }

  /// Runs deletions without overwriting the freed pages.
  ///
  /// Other deletions overwrite them with zeros, which writes each page once more. That is too
  /// expensive for apps' events, which are numerous and identify no user.
  fileprivate func withoutOverwriting(_ delete: () throws -> Void) throws {
    try execute(sql: "PRAGMA secure_delete = OFF")
    defer { try? execute(sql: "PRAGMA secure_delete = ON") }
    try delete()
  }
}
