import Foundation
import GRDB
import GRDBSQLite

/// Keeps the write-ahead log of a store's file small.
///
/// SQLite's own checkpoints copy what they can and never wait: while any reader holds an old
/// snapshot the log only grows. This one copies as often, and above `restart` it also waits a
/// moment for readers and cuts the log off. It runs on the writer's queue after each commit.
final class WriteAheadLog: Sendable {
  /// The thresholds of maintenance, in pages of the log.
  struct Limits: Sendable {
    /// From here on the log is copied into the file.
    var copy = 4000
    /// From here on readers are waited for, and the log begins anew: 64 MiB.
    var restart = 16_000
  }

  /// The time to wait for readers, in milliseconds; all changes wait meanwhile.
  private static let patience: Int32 = 50
  /// The shortest time between two attempts while a reader holds the log.
  private static let pause = Duration.seconds(1)

  private struct State {
    var pages = 0
    var complete = ContinuousClock.now
    var attempt: ContinuousClock.Instant?
    /// Whether what is in the log should not stay there.
    var isToBeCut = false
  }

  private let path: String
  private let limits: Limits
  private let state = Locked(State())

  init(of path: String, limits: Limits = Limits()) {
    self.path = path + "-wal"
    self.limits = limits
  }

  /// The size of the log's file in bytes.
  var bytes: Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Since when all of the log is in the file.
  var complete: ContinuousClock.Instant { state.withLock { $0.complete } }

  /// Is called after every commit of this connection, in place of SQLite's own checkpoints.
  func observe(_ database: Database) {
    let observer = Unmanaged.passUnretained(self).toOpaque()
    _ = sqlite3_wal_hook(
      database.sqliteConnection,
      { observer, _, _, pages in
        guard let observer else { return SQLITE_OK }
        Unmanaged<WriteAheadLog>.fromOpaque(observer).takeUnretainedValue()
          .state.withLock { $0.pages = Int(pages) }
        return SQLITE_OK
      }, observer)
  }

  /// Has the log cut off after the next commit, because pages in it have what was deleted.
  ///
  /// While a reader is in the way, it is tried again with later commits.
  func cutSoon() { state.withLock { $0.isToBeCut = true } }

  /// Copies the log into the file if it has grown, and cuts it off if it has grown too much or
  /// has what was deleted.
  func keepSmall(_ database: Database) {
    let now = ContinuousClock.now
    let work = state.withLock { state -> (pages: Int, isToBeCut: Bool)? in
      guard state.pages >= limits.copy || state.isToBeCut else { return nil }
      guard state.attempt.map({ now - $0 >= Self.pause }) ?? true else { return nil }
      return (state.pages, state.isToBeCut)
    }
    guard let work else { return }
    let isComplete =
      work.isToBeCut || work.pages >= limits.restart ? restart(database) : copy(database)
    // A reader in the way is not asked again with each commit.
    state.withLock { $0.attempt = isComplete ? nil : now }
  }

  /// - Returns: Whether everything is in the file.
  @discardableResult
  func copy(_ database: Database) -> Bool {
    if state.withLock({ $0.isToBeCut }) { return restart(database) }
    guard let (pages, copied) = try? database.checkpoint(.passive), pages == copied else {
      return false
    }
    state.withLock { $0.complete = ContinuousClock.now }
    return true
  }

  private func restart(_ database: Database) -> Bool {
    sqlite3_busy_timeout(database.sqliteConnection, Self.patience)
    defer { sqlite3_busy_timeout(database.sqliteConnection, SQLiteStore.busyMilliseconds) }
    guard (try? database.checkpoint(.truncate)) != nil else { return false }
    state.withLock { state in
      state.complete = ContinuousClock.now
      state.pages = 0
      state.isToBeCut = false
    }
    return true
  }
}
