import FlowStore
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Files that only the server's user may read, and their group where an operator has allowed it;
/// replaced atomically.
enum PrivateFiles {
  /// An error about a file: one of the system, or a reason of the server's own.
  struct FileError: Error, CustomStringConvertible {
    let path: String
    let code: Int32
    /// What is wrong; nil for a system error.
    private let reason: String?

    private var advice: String {
      switch code {
      case ENOSPC: " (free some space, then try again)"
      case ELOOP: " (it is a link, which the server never makes: find out who did, and remove it)"
      default: ""
      }
    }

    init(_ path: String, code: Int32 = errno) {
      self.path = path
      self.code = code
      reason = nil
    }

    init(_ path: String, because reason: String) {
      self.path = path
      code = EPERM
      self.reason = reason
    }

    var description: String {
      "\(path): \(reason ?? String(cString: strerror(code)) + advice)"
    }
  }

  static func makeFolder(_ path: String) throws(FileError) {
    if mkdir(path, 0o700) == 0 { return giveToOwner(ofFolderOf: path, [path]) }
    guard errno == EEXIST else { throw FileError(path) }
  }

  /// Creates a folder, owned by this process's user, that must not exist yet.
  static func makeNewFolder(_ path: String) throws(FileError) {
    guard mkdir(path, 0o700) == 0 else { throw FileError(path) }
  }

  /// Makes the owner of the folder that contains `sibling` the owner of files that root has
  /// created.
  static func giveToOwner(ofFolderOf sibling: String, _ paths: [String]) {
    for path in paths { FolderOwner.assign(path: path, toOwnerOf: FolderOwner.folder(of: sibling)) }
  }

  /// Whether anyone but the owner may write to a file or folder, or anyone but the owner and its
  /// group may use it at all.
  ///
  /// The server gives the group nothing, but an operator may let it read, such as for a backup
  /// program; see `isOpenToGroup`.
  static func isOpenToOthers(_ path: String) -> Bool { permissions(path) & 0o027 != 0 }

  /// Whether its group may read a file or enter a folder.
  static func isOpenToGroup(_ path: String) -> Bool { permissions(path) & 0o050 != 0 }

  private static func permissions(_ path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.posixPermissions] as? Int ?? 0o777
  }

  /// The maximum size of a file that is read whole, in bytes.
  private static let maximumSize = 16 << 20

  /// The file's bytes; nil if it does not exist.
  ///
  /// - Throws: `FileError` if it cannot be read, and for anything that the server never makes: a
  ///   link, a pipe, more than 16 MiB and, for root, a file of another user than its folder's.
  static func readIfPresent(_ path: String) throws(FileError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if descriptor < 0, errno == ENOENT { return nil }
    guard descriptor >= 0 else { throw FileError(path) }
    defer { close(descriptor) }
    try requireTrustedFile(descriptor, path)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = buffer.withUnsafeMutableBytes { readBytes(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileError(path) }
      if count == 0 { return bytes }
      guard bytes.count + count <= maximumSize else {
        throw FileError(
          path, because: "it has more than 16 MiB, which no file of keys has. Find out who made it")
      }
      bytes += buffer[..<count]
    }
  }

  /// Replaces the file atomically; if `durable`, the bytes are on disk on return.
  ///
  /// If the group of the file may read it, it may read the new one, too.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - bytes: The new content.
  ///   - previous: The file whose group counts, if it has another name.
  ///   - durable: Whether to wait for the disk.
  /// - Throws: `FileError` if the file cannot be written.
  static func replace(
    _ path: String, with bytes: [UInt8], previous: String? = nil, durable: Bool = true
  ) throws(FileError) {
    let temporary = "\(path).\(getpid()).tmp"
    // Left by a process with the same id, or a link in a folder that others may write to.
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(temporary) }
    do throws(FileError) {
      try write(bytes, to: descriptor, temporary)
      if durable, fsync(descriptor) != 0 { throw FileError(temporary) }
      FolderOwner.assign(descriptor, toOwnerOf: FolderOwner.folder(of: path))
      keepGroup(of: previous ?? path, for: descriptor)
      guard rename(temporary, path) == 0 else { throw FileError(path) }
      close(descriptor)
    } catch {
      close(descriptor)
      unlink(temporary)
      throw error
    }
    if durable { try syncFolder(of: path) }
  }

  /// Lets the group of a file read its replacement, if it may read the file and this process may
  /// change the replacement's group.
  private static func keepGroup(of path: String, for descriptor: Int32) {
    var old = stat()
    var new = stat()
    guard lstat(path, &old) == 0, fstat(descriptor, &new) == 0,
      old.st_mode & S_IFMT == S_IFREG, old.st_mode & 0o040 != 0,
      // NB: for root, the folder's owner may have put another user's file there.
      old.st_uid == new.st_uid,
      old.st_gid == new.st_gid || fchown(descriptor, new.st_uid, old.st_gid) == 0
    else { return }
    _ = fchmod(descriptor, 0o640)
  }

  /// The names of the files in a folder.
  static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
  }

  static func remove(_ path: String) throws(FileError) {
    guard unlink(path) == 0 || errno == ENOENT else { throw FileError(path) }
  }

  /// Runs `body` while holding an exclusive lock on a file.
  static func withLock<Value, Failure: Error>(
    _ path: String, _ body: () throws(Failure) -> Value
  ) throws -> Value {
    let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw FileError(path) }
    defer { close(descriptor) }
    FolderOwner.assign(descriptor, toOwnerOf: FolderOwner.folder(of: path))
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw FileError(path) }
    }
    return try body()
  }

  /// Runs `body` while holding an exclusive lock on a folder that only its owner may use.
  ///
  /// Unlike a lock file, it is not removed by a cleanup while it is locked, after which another
  /// process would lock a new one. A folder that others may use is not locked, because anyone who
  /// may read it could keep it locked.
  static func withFolderLock<Value>(
    _ path: String, _ body: () throws -> Value
  ) rethrows -> Value {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    var folder = stat()
    if descriptor >= 0, fstat(descriptor, &folder) == 0, folder.st_mode & 0o077 == 0 {
      // NB: some network file systems have no locks on folders.
      while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    }
    return try body()
  }

  /// Whether an open file still has this name.
  static func isNamed(_ descriptor: Int32, _ path: String) -> Bool {
    var file = stat()
    var named = stat()
    return fstat(descriptor, &file) == 0 && lstat(path, &named) == 0
      && file.st_dev == named.st_dev && file.st_ino == named.st_ino
  }

  static func readBytes(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    SystemCall.readBytes(descriptor, buffer.baseAddress, buffer.count)
  }

  static func write(
    _ bytes: [UInt8], to descriptor: Int32, _ path: String
  ) throws(FileError) {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes {
        SystemCall.writeBytes(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno != EINTR { throw FileError(path) }
      start += max(count, 0)
    }
  }

  static func syncFolder(of path: String) throws(FileError) {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    let name = folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
    let descriptor = open(name, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(name) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw FileError(name) }
  }
}

// Root runs commands on files in a folder of the server's user, who may put anything there. It must
// not read a file on that user's behalf that the user may not read.
extension PrivateFiles {
  /// Refuses everything but a regular file; for root, also one with several hard links or of
  /// another user than its folder's, unless only root can put files there.
  private static func requireTrustedFile(_ descriptor: Int32, _ path: String) throws(FileError) {
    var file = stat()
    guard fstat(descriptor, &file) == 0 else { throw FileError(path) }
    guard file.st_mode & S_IFMT == S_IFREG else {
      throw FileError(
        path, because: "it is not a regular file: find out who made it, and remove it")
    }
    guard geteuid() == 0 else { return }
    let folder = FolderOwner.folder(of: path)
    try requireTrustedTarget(folder)
    var parent = stat()
    guard stat(folder, &parent) == 0 else { throw FileError(folder) }
    // Only root puts files there.
    if parent.st_uid == 0, parent.st_mode & 0o022 == 0 { return }
    guard file.st_nlink == 1, parent.st_uid == 0 || file.st_uid == parent.st_uid else {
      throw FileError(
        path,
        because: "its owner is not its folder's, or it has more than one hard link. If it is "
          + "the server's, give it to the folder's owner (chown)")
    }
  }

  /// Refuses a lock file that another user has made or could have opened, and so could keep locked.
  ///
  /// - Parameters:
  ///   - descriptor: The open lock file.
  ///   - path: Its path.
  ///   - maker: Who makes such files, such as `a server`, for the message.
  /// - Throws: `FileError` with what to do.
  static func requireTrustedLock(
    _ descriptor: Int32, _ path: String, madeBy maker: String
  ) throws(FileError) {
    var file = stat()
    var parent = stat()
    guard fstat(descriptor, &file) == 0, stat(FolderOwner.folder(of: path), &parent) == 0,
      file.st_mode & S_IFMT == S_IFREG, file.st_mode & 0o077 == 0, file.st_nlink <= 1,
      // NB: network file systems may give all files to the folder's owner, who can replace them.
      file.st_uid == geteuid() || file.st_uid == parent.st_uid
    else {
      throw FileError(
        path,
        because: "it was not made by \(maker): it belongs to another user, others may open it, or "
          + "it is not a regular file. Find out who made it, and remove it")
    }
  }

  /// Refuses, for root, a user's link to a file or folder of another user; root's own are accepted.
  static func requireTrustedTarget(_ path: String) throws(FileError) {
    guard geteuid() == 0 else { return }
    let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    var link = stat()
    var target = stat()
    guard lstat(path, &link) == 0, link.st_mode & S_IFMT == S_IFLNK, link.st_uid != 0,
      stat(path, &target) == 0, target.st_uid != link.st_uid
    else { return }
    throw FileError(
      path, because: "it is a link of one user to what belongs to another: find out who made it")
  }

  /// Makes the owner of a folder's parent the owner of the folder, if root has created it, and of
  /// the files of these names in it.
  ///
  /// NB: by descriptors, because that owner may replace the folder with a link at any time.
  static func giveFolderToOwner(_ path: String, files: [String]) {
    guard geteuid() == 0 else { return }
    let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard folder >= 0 else { return }
    defer { close(folder) }
    var status = stat()
    guard fstat(folder, &status) == 0, status.st_uid == 0 else { return }
    let parent = FolderOwner.folder(of: path)
    for name in files {
      let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
      guard file >= 0 else { continue }
      FolderOwner.assign(file, toOwnerOf: parent)
      close(file)
    }
    FolderOwner.assign(folder, toOwnerOf: parent)
  }
}
