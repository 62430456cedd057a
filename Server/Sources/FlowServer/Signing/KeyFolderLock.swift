import FlowStore
import Foundation

/// The lock of a folder of keys, which a server holds as long as it signs with them.
///
/// Two servers with the same keys, on two stores, would sign the same release number twice, and
/// apps would keep whichever came first. It is on a file that only its owner may open, because
/// anyone who may read a file or folder can lock it; the system releases it however the process
/// ends. The file is deliberately not removed: otherwise two processes could lock two files of the
/// same name. Commands that only read or rotate keys do not take it.
package final class KeyFolderLock: Sendable {
  private let descriptor: Int32

  fileprivate init(in folder: String) throws {
    let path = "\(folder)/serving.lock"
    let flags = O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let descriptor = open(path, flags, 0o600)
    guard descriptor >= 0 else { throw PrivateFiles.FileError(path) }
    do {
      try PrivateFiles.requireTrustedLock(descriptor, path, madeBy: "a server")
      FolderOwner.assign(descriptor, toOwnerOf: folder)
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        guard errno == EWOULDBLOCK else { throw PrivateFiles.FileError(path) }
        throw KeyFolder.Failure(
          description: "The signing keys in \(folder) are in use by another server. Two servers "
            + "with the same keys would issue the same release numbers, and apps would reject "
            + "releases: stop that one, or give this one a store and keys of its own.")
      }
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  // NB: closing is not enough: a child process that is being started may have a copy of the
  // descriptor, which would keep the lock.
  deinit {
    release()
    close(descriptor)
  }

  /// Releases the lock before the value is deallocated.
  package func release() { flock(descriptor, LOCK_UN) }
}

extension KeyFolder {
  /// Locks the folder for a server, or for a command that works in place of one; creates the folder
  /// if there is none.
  ///
  /// - Throws: `Failure` while another server uses it.
  package func lockForServing() throws(Failure) -> KeyFolderLock {
    try mappingErrors {
      try PrivateFiles.requireTrustedTarget(path)
      try PrivateFiles.makeFolder(path)
      return try KeyFolderLock(in: path)
    }
  }
}
