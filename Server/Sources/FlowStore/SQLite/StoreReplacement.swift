package import Accounts
import Foundation

/// Puts another file in a store's place while no server has it.
///
/// It holds the store's lock for as long as the value lives.
package struct StoreReplacement: Sendable {
  private let file: StoreFile

  /// Takes the lock; `locked` while a server runs.
  package init(path: String) throws(StoreError) { file = try StoreFile(path) }

  /// The files that there are, with the write-ahead log.
  package var files: [String] {
    ["", "-wal", "-shm", "-journal"].map { file.path + $0 }.filter(FileNames.exists)
  }

  /// Writes into the audit log of every organization of a new store, before it gets its name, that
  /// it was restored.
  ///
  /// - Parameters:
  ///   - new: The path of the new store; it is migrated to the current schema.
  ///   - time: The time, in seconds since 1970.
  ///   - actor: The actor who restores it.
  ///   - detail: The details for an organization with these applications, a JSON object.
  /// - Throws: `StoreError`, and then nothing was changed at the path of the store itself.
  package func noteRestore(
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
      for entry in entries { try database.note(entry) }
    }
    try await store.close()
  }

  /// Gives the store that is there another name, and the new file its name.
  ///
  /// - Returns: The path of the old store now; nil if there was none.
  package func replace(with new: String, movingAsideTo suffix: String) throws(StoreError) -> String?
  {
    let aside = file.path + suffix
    let old = files
    // The log goes first: a database without its log is only old, and one with another's is broken.
    for name in old.reversed() {
      let rest = String(name.dropFirst(file.path.count))
      guard rename(name, aside + rest) == 0 else {
        throw StoreError(.readOnly, "\(name) cannot be moved to \(aside + rest).")
      }
    }
    try file.adopt(new)
    return old.isEmpty ? nil : aside
  }
}

/// Whether there are files.
enum FileNames {
  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
