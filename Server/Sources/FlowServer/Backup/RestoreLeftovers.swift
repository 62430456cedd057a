package import FlowStore
import Foundation

/// The files that a killed restore leaves next to a store and its keys, with copies of both.
///
/// The next restore removes most of them; until then, `check` and the server report them.
package struct RestoreLeftovers: Sendable {
  /// The path of the store, with links resolved, as a restore uses it.
  private let store: String
  private let keys: KeyFolder

  /// Prepares looking for the leftovers next to a store and its keys.
  ///
  /// - Parameters:
  ///   - store: The path of the store.
  ///   - keys: The folder of its keys.
  package init(store: String, keys: KeyFolder) {
    self.store = FilePaths.resolved(store) ?? store
    self.keys = keys
  }

  /// A sentence with the command that removes the files; nil if there are none, or while a restore
  /// is running.
  package var advice: String? {
    let files = files
    guard !files.isEmpty else { return nil }
    return "A killed restore has left files, which may contain private keys: repeat the restore, "
      + "or remove them: `rm -r -- \(ShellWord.quoted(files))`"
  }

  /// Refuses a missing store, with what a restore has moved away and what a killed one has left.
  ///
  /// - Parameters:
  ///   - path: The path of the store, for the message.
  ///   - remedy: What to do if no restore has moved or left anything, as a sentence; nil for
  ///     nothing.
  /// - Throws: `unavailable` if it is missing.
  package func requireStore(at path: String, remedy: String? = nil) throws(StoreError) {
    guard Self.isStoreMissing(at: path) else { return }
    var hint = Self.hint(missing: path) + (advice.map { " \($0)." } ?? "")
    if hint.isEmpty, let remedy { hint = " \(remedy)" }
    throw StoreError(.unavailable, "There is no store at \(path).\(hint)")
  }

  /// Whether there is nothing at the path of a store.
  ///
  /// A write-ahead log or a journal without its store does not count as a missing store: opening it
  /// has an error of its own.
  static func isStoreMissing(at path: String) -> Bool {
    !["", "-wal", "-journal"].contains { FilePaths.isTaken(path + $0) }
  }

  /// A sentence, after a space, about the newest file or folder that a restore has moved away from
  /// a path where nothing is now; empty if the path exists, or if nothing was moved.
  static func hint(missing path: String) -> String {
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard !FilePaths.isTaken(path) else { return "" }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let names = (try? PrivateFiles.names(in: FolderOwner.folder(of: path))) ?? []
    // SQLite's other files are moved with their store.
    let otherSuffixes = ["-wal", "-shm", "-journal"]
    let moved = names.filter { file in
      file.hasPrefix(name + movedAside) && !otherSuffixes.contains { file.hasSuffix($0) }
    }
    guard let newest = moved.max() else { return "" }
    return " A restore has moved the previous one to \(path.dropLast(name.count))\(newest): if it "
      + "was interrupted, repeat it, or rename that one to \(path)."
  }

  private static let movedAside = ".before-restore-"

  private var files: [String] {
    guard !RestoreLock.isHeld(store: store) else { return [] }
    let new = store + ".restoring"
    let newKeys = keys.path + ".restoring"
    let candidates =
      ["", "-wal", "-shm", "-journal", ".lock"].map { new + $0 }
      + [newKeys, newKeys + ".floor", RestoreLock.path(store: store)]
    return candidates.filter { FilePaths.isTaken($0) } + unfinishedFloors
  }

  /// The copies of the floor beside the keys that were not completed, by processes that have ended.
  private var unfinishedFloors: [String] {
    let folder = FolderOwner.folder(of: keys.path)
    guard let name = keys.path.split(separator: "/").last else { return [] }
    let names = (try? PrivateFiles.names(in: folder)) ?? []
    return names.sorted().filter { file in
      ["\(name).floor.", "\(name).restoring.floor."].contains { start in
        guard file.hasPrefix(start), file.hasSuffix(".tmp"),
          let process = Int32(file.dropFirst(start.count).dropLast(".tmp".count)), process > 0
        else { return false }
        return kill(process, 0) != 0 && errno == ESRCH
      }
    }.map { "\(folder)/\($0)" }
  }
}
