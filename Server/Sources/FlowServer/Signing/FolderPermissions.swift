import FlowStore

/// The permissions of other users of this machine on the folders of a store and its keys.
package struct FolderPermissions: Sendable {
  private let store: String?
  private let keys: KeyFolder

  /// Prepares the checks of both folders.
  ///
  /// - Parameters:
  ///   - store: The path of the store; nil for one in memory.
  ///   - keys: The folder of its keys.
  package init(store: String?, keys: KeyFolder) {
    self.store = store
    self.keys = keys
  }

  /// Sentences about folders in which others may replace the store or the keys, which the server
  /// accepts.
  package var folderWarnings: [String] {
    let folders = Set([store, keys.path].compactMap { $0 }.map { FolderOwner.folder(of: $0) })
    return folders.sorted().filter { FolderOwner.isShared($0) }.map {
      "Other users of this machine may replace the files in the folder of the store or the keys, "
        + "and so decide what apps get: `chmod go-w \(ShellWord.quoted($0))`"
    }
  }

  /// A sentence about a folder of backups in which others may replace the archives; nil for any
  /// other folder.
  package static func warning(ofBackups folder: String) -> String? {
    guard FolderOwner.isShared(folder) else { return nil }
    return "Other users of this machine may replace the archives in the folder of the backups, and "
      + "so choose what is restored: `chmod go-w \(ShellWord.quoted(folder))`"
  }
}
