import FlowStore
import Foundation

/// The lock of a restore or of the check of one, from the extraction to the end: two at once would
/// delete each other's files.
///
/// It is on the folder of the store, so that no file of it is left behind, and the system releases
/// it however the process ends.
final class RestoreLock {
  private let descriptor: Int32

  init(store: String) throws(BackupFailure) {
    let folder = FolderOwner.folder(of: store)
    let opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard opened >= 0 else {
      throw BackupFailure("The store's folder cannot be used: \(PrivateFiles.Refusal(folder)).")
    }
    // NB: some network disks have no locks of folders, and a restore must be possible there.
    guard flock(opened, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK else {
      close(opened)
      throw BackupFailure(
        "Another restore, or a check of one with --verify, is running in \(folder). Try again when "
          + "it has ended.")
    }
    descriptor = opened
  }

  deinit { close(descriptor) }
}
