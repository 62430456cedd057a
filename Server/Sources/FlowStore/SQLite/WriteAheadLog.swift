import Foundation
import GRDB
import GRDBSQLite

/// Keeps the write-ahead log of a store's file small.
///
/// SQLite's own checkpoints copy what they can and never wait: while any reader holds an old
/// snapshot the log only grows. This one copies as often, and above `restart` it also waits a
/// moment for readers and cuts the log off. It runs on the writer's queue after each commit.
final class WriteAheadLog: Sendable {
  /// When something is done, in pages of the log.
  struct Limits: Sendable {
    /// From here on the log is copied into the file.
    var copy = 4000
    /// From here on readers are waited for, and the log begins anew: 64 MiB.
    var restart = 16_000
  }

  /// How long readers are waited for, in milliseconds; all changes wait meanwhile.
  private static let patience: Int32 = 50
  /// The shortest time between two attempts while a reader holds the log.
  private static let pause = Duration.seconds(1)

  private struct State {
    var pages = 0
    var complete = ContinuousClock.now
    var attempt: ContinuousClock.Instant?
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

  /// Copies the log into the file if it has grown, and cuts it off if it has grown too much.
  func keepSmall(_ database: Database) {
    let now = ContinuousClock.now
    let pages = state.withLock { state -> Int in
      guard state.pages >= limits.copy else { return 0 }
      guard state.attempt.map({ now - $0 >= Self.pause }) ?? true else { return 0 }
      return state.pages
    }
    guard pages > 0 else { return }
    let isComplete = pages >= limits.restart ? restart(database) : copy(database)
    // A reader in the way is not asked again with each commit.
    state.withLock { $0.attempt = isComplete ? nil : now }
  }

  /// - Returns: Whether everything is in the file.
  @discardableResult
  func copy(_ database: Database) -> Bool {
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
    }
    return true
  }
}
