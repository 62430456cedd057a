import Foundation
import GRDB
import GRDBSQLite

/// Keeps the write-ahead log of a store's file small.
///
/// SQLite's own checkpoints copy what they can and never wait: while any reader holds an old
/// snapshot, the log only grows. This type runs its own in their place, on the writer's queue after
/// commits; above `Limits.truncate`, they also wait briefly for readers and truncate the log.
final class WriteAheadLog: Sendable {
  /// The thresholds for checkpoints, in pages of the log.
  struct Limits: Sendable {
    /// The size at which the log is copied to the file.
    var checkpoint = 4000
    /// The size at which to wait for readers and truncate the log: 62.5 MiB.
    var truncate = 16_000
  }

  /// The time to wait for readers, in milliseconds; all changes are blocked meanwhile.
  private static let busyTimeout: Int32 = 50
  /// The minimum time between two attempts while a reader blocks them.
  private static let retryInterval = Duration.seconds(1)

  private struct State {
    var pages = 0
    /// The number of these pages that have been copied to the file.
    var copiedPages = 0
    var lastCompleteCheckpoint = ContinuousClock.now
    var lastFailedAttempt: ContinuousClock.Instant?
    /// Whether the log contains deleted data and must be truncated.
    var mustTruncate = false
  }

  private let path: String
  private let limits: Limits
  private let state = Locked(State())

  init(of path: String, limits: Limits = Limits()) {
    self.path = path + "-wal"
    self.limits = limits
  }

  /// The size of the log in bytes.
  var bytes: Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The size in bytes of the pages that are not in the file yet, by which it may still grow.
  var pendingBytes: Int { state.withLock { max(0, $0.pages - $0.copiedPages) } * Self.pageSize }

  private static let pageSize = 4096

  /// The time of the last complete checkpoint.
  var lastCompleteCheckpoint: ContinuousClock.Instant {
    state.withLock { $0.lastCompleteCheckpoint }
  }

  /// Follows the size of the log from now on, after every commit of this connection.
  ///
  /// NB: this disables SQLite's own checkpoints, which use the same hook.
  func observe(_ database: Database) {
    let observer = Unmanaged.passUnretained(self).toOpaque()
    _ = sqlite3_wal_hook(
      database.sqliteConnection,
      { observer, _, _, pages in
        guard let observer else { return SQLITE_OK }
        Unmanaged<WriteAheadLog>.fromOpaque(observer).takeUnretainedValue()
          .state.withLock { state in
            // SQLite starts the log over when all of it is in the file.
            if pages < state.pages { state.copiedPages = 0 }
            state.pages = Int(pages)
          }
        return SQLITE_OK
      }, observer)
  }

  /// Truncates the log after the next commit, because it contains deleted data.
  ///
  /// While a reader blocks that, it is retried after later commits.
  func requestTruncation() { state.withLock { $0.mustTruncate = true } }

  /// Runs a checkpoint if the log has grown, and truncates it if it has grown too much or contains
  /// deleted data.
  func checkpointIfNeeded(_ database: Database) {
    let now = ContinuousClock.now
    let pending = state.withLock { state -> (pages: Int, mustTruncate: Bool)? in
      guard state.pages >= limits.checkpoint || state.mustTruncate else { return nil }
      guard state.lastFailedAttempt.map({ now - $0 >= Self.retryInterval }) ?? true else {
        return nil
      }
      return (state.pages, state.mustTruncate)
    }
    guard let pending else { return }
    let isComplete =
      pending.mustTruncate || pending.pages >= limits.truncate
      ? truncate(database) : checkpoint(database)
    // If a reader blocked the checkpoint, it is not retried after each commit.
    state.withLock { $0.lastFailedAttempt = isComplete ? nil : now }
  }

  /// Copies the log to the file without waiting for readers; truncates it if it contains deleted
  /// data.
  ///
  /// - Returns: Whether the whole log is in the file.
  @discardableResult
  func checkpoint(_ database: Database) -> Bool {
    if state.withLock({ $0.mustTruncate }) { return truncate(database) }
    guard let (pages, copied) = try? database.checkpoint(.passive) else { return false }
    state.withLock { state in
      state.copiedPages = copied
      if pages == copied { state.lastCompleteCheckpoint = ContinuousClock.now }
    }
    return pages == copied
  }

  private func truncate(_ database: Database) -> Bool {
    sqlite3_busy_timeout(database.sqliteConnection, Self.busyTimeout)
    defer { sqlite3_busy_timeout(database.sqliteConnection, SQLiteStore.busyMilliseconds) }
    guard (try? database.checkpoint(.truncate)) != nil else { return false }
    state.withLock { state in
      state.lastCompleteCheckpoint = ContinuousClock.now
      state.pages = 0
      state.copiedPages = 0
      state.mustTruncate = false
    }
    return true
  }
}
