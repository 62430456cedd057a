package import Accounts
import Foundation
import GRDB

/// Replaces a store's file while no server uses it.
///
/// Holds the store's lock as long as the value exists.
package struct StoreReplacement: Sendable {
  private let file: StoreFile

  /// Takes the lock; throws `locked` while a server is running.
  package init(path: String) throws(StoreError) { file = try StoreFile(path) }

  /// The store's existing files, including the write-ahead log.
  package var files: [String] {
    Self.parts.map { file.path + $0 }.filter(FilePaths.exists)
  }

  /// Whether no file has a name that `replace` would move one to, so that it overwrites none.
  package func isFree(_ suffix: String) -> Bool {
    Self.parts.allSatisfy { !FilePaths.isTaken(file.path + suffix + $0) }
  }

  private static let parts = ["", "-wal", "-shm", "-journal"]

  /// Records in the audit log of each organization of a new store that it was restored, before the
  /// store gets its name.
  ///
  /// - Throws: `StoreError`; nothing was then changed at the path of the store itself.
  package func recordRestore(
    in new: String, at time: Int, by actor: Actor,
    detail: @escaping @Sendable (_ applications: [String]) -> String
  ) async throws(StoreError) {
    let store = try SQLiteStore(path: new)
    defer { unlink(new + ".lock") }
    let organizations = try await store.organizations()
    var entries: [AuditEntry] = []
    for organization in organizations {
      let applications = try await store.applications(of: organization.id).map(\.id)
      entries.append(
        AuditEntry(
          at: time, actor: actor, action: "backup.restored", organization: organization.id,
          detail: detail(applications)))
    }
    try await store.change { [entries] database in
      for entry in entries { try database.record(entry) }
    }
    try await store.close()
  }

  /// Copies the log of the present store to its file.
  ///
  /// If this process is killed after it has moved the log, a server that starts then would miss the
  /// changes in it. A damaged store keeps its log: it is replaced because it cannot be read.
  private func checkpointLog() {
    guard FilePaths.exists(file.path), FilePaths.exists(file.path + "-wal"),
      let queue = try? DatabaseQueue(path: file.path)
    else { return }
    _ = try? queue.writeWithoutTransaction { try $0.checkpoint(.truncate) }
    try? queue.close()
  }

  /// Moves the present store aside, and renames the new file to its path.
  ///
  /// - Returns: The new path of the old store; nil if there was none.
  /// - Throws: `StoreError`, including if a file with one of the new names exists.
  package func replace(with new: String, movingAsideTo suffix: String) throws(StoreError) -> String?
  {
    let aside = file.path + suffix
    guard isFree(suffix) else {
      throw StoreError(
        .unavailable, "There is a file at \(aside), which is not replaced: move it away.")
    }
    checkpointLog()
    let old = files
    // The log is moved first: a database without its log is merely old, but one with another's log
    // is corrupt.
    for name in old.reversed() {
      let rest = String(name.dropFirst(file.path.count))
      guard rename(name, aside + rest) == 0 else {
        throw StoreError(.readOnly, "\(name) cannot be moved to \(aside + rest).")
      }
    }
    try file.install(new)
    return old.isEmpty ? nil : aside
  }
}
