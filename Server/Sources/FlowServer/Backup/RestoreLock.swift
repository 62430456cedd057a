import FlowStore
import Foundation

/// The lock that a restore, or the check of one, holds from the extraction to the end, because two
/// at once would delete each other's files.
///
/// It is on a file next to the store that only its owner may open, because anyone who may read a
/// file or folder can lock it. The file is removed at the end; the system releases the lock however
/// the process ends.
final class RestoreLock {
  private let path: String
  private let descriptor: Int32

  init(store: String) throws(BackupFailure) {
    path = Self.path(store: store)
    descriptor = try Self.lock(path)
  }

  deinit {
    // NB: while it is locked, so that no process locks a file that no longer has the name.
    if PrivateFiles.isNamed(descriptor, path) { unlink(path) }
    close(descriptor)
  }

  /// The path of the lock of a store's restores.
  static func path(store: String) -> String { store + ".restore-lock" }

  /// Whether a restore is running, or may be because this user may not open its lock.
  static func isHeld(store: String) -> Bool {
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let descriptor = open(path(store: store), flags)
    guard descriptor >= 0 else { return errno == EACCES }
    defer { close(descriptor) }
    // NB: a shared lock, so that two processes that check do not mistake each other for a restore.
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  private static func lock(_ path: String) throws(BackupFailure) -> Int32 {
    let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    while true {
      var descriptor = open(path, flags | O_CREAT | O_EXCL, 0o600)
      let isNew = descriptor >= 0
      if !isNew, errno == EEXIST {
        descriptor = open(path, flags)
        // The process that held it has just removed it.
        if descriptor < 0, errno == ENOENT { continue }
      }
      guard descriptor >= 0 else {
        throw BackupFailure("The store's folder cannot be used: \(PrivateFiles.FileError(path)).")
      }
      do throws(BackupFailure) {
        // NB: some network file systems have other owners and permissions than requested, or no
        // locks, and a restore must be possible there.
        if !isNew { try requireTrustedLock(descriptor, path) }
        FolderOwner.assign(descriptor, toOwnerOf: FolderOwner.folder(of: path))
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
          throw BackupFailure(
            "Another restore, or a check of one with --verify, is running (it has locked \(path)). "
              + "Try again when it has ended.")
        }
      } catch {
        close(descriptor)
        throw error
      }
      if PrivateFiles.isNamed(descriptor, path) { return descriptor }
      // The process that held it has just removed it.
      close(descriptor)
    }
  }

  private static func requireTrustedLock(
    _ descriptor: Int32, _ path: String
  ) throws(BackupFailure) {
    do throws(PrivateFiles.FileError) {
      try PrivateFiles.requireTrustedLock(descriptor, path, madeBy: "a restore")
    } catch {
      throw BackupFailure("\(error).")
    }
  }
}
