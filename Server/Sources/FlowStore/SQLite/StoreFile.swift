import Foundation

/// A store's file, locked for this process as long as the value exists.
///
/// SQLite lets several processes write to a file in turn, but two servers on it would each have
/// their own state in memory. So a server locks a file beside it, `PATH.lock`; the system releases
/// the lock however the process ends. The lock file is deliberately not removed: otherwise two
/// processes could lock two files of the same name.
final class StoreFile: Sendable {
  /// The absolute path with links resolved, so that all names of a file share one lock.
  let path: String
  private let lock: Int32

  /// Resolves the path and takes the lock; the file itself need not exist.
  init(_ path: String) throws(StoreError) {
    self.path = try Self.resolved(path)
    try Self.requireRegularFiles(beside: self.path)
    lock = try Self.lock(self.path)
  }

  /// Throws if a file beside the store is a link, a pipe or a device.
  ///
  /// SQLite would write to a link's target, even to another user's file if root runs a command; it
  /// would block on a pipe, and write to a device.
  private static func requireRegularFiles(beside path: String) throws(StoreError) {
    for name in ["-wal", "-shm", "-journal", ".lock"].map({ path + $0 }) {
      var status = stat()
      guard lstat(name, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { continue }
      let kind = status.st_mode & S_IFMT == S_IFLNK ? "a link" : "not a regular file"
      throw StoreError(
        .unavailable,
        "\(name) is \(kind), which the store never creates: find out who did, and remove it.")
    }
  }

  deinit { close(lock) }

  /// Releases the lock before the value is deallocated.
  func release() { flock(lock, LOCK_UN) }

  /// Whether the file exists and is not empty.
  var hasContent: Bool { (Self.size(path) ?? 0) > 0 }

  /// Whether this process may write to the file.
  var isWritable: Bool { access(path, W_OK) == 0 }

  /// Makes the files beside the store usable, whatever the store's own permissions.
  ///
  /// NB: SQLite creates them with the store's permissions. Beside a read-only store it could not
  /// use them, and they remain when the store becomes writable again.
  func prepareLog() {
    for name in ["-wal", "-shm"].map({ path + $0 }) {
      if !isWritable {
        let descriptor = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if descriptor >= 0 { close(descriptor) }
      }
      if access(name, F_OK) == 0, access(name, W_OK) != 0 { chmod(name, 0o600) }
    }
  }

  /// The file's size in bytes.
  var size: Int { Self.size(path) ?? 0 }

  /// The first 100 bytes, which identify the file; fewer if it is shorter.
  func header() throws(StoreError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.failure("read \(path)") }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 100)
    let count = read(descriptor, &bytes, bytes.count)
    guard count >= 0 else { throw Self.failure("read \(path)") }
    return Array(bytes.prefix(count))
  }

  /// The journal beside the path of a missing database; nil if there is none.
  ///
  /// The database must then be restored, because a new one of this name would be mixed with the old
  /// one's changes.
  var orphanedJournal: String? {
    ["-wal", "-journal"].map { path + $0 }.first { Self.size($0) != nil }
  }

  /// Creates an empty file, readable by its owner only, in which a new database is created before
  /// it gets its name; returns its path.
  func createNewFile() throws(StoreError) -> String {
    let new = path + ".new"
    for suffix in ["", "-wal", "-shm", "-journal"] { unlink(new + suffix) }
    let descriptor = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Self.failure("create \(new)") }
    FolderOwner.assign(descriptor, toOwnerOf: FolderOwner.folder(of: path))
    close(descriptor)
    return new
  }

  /// Renames the finished new database, so that a file with this name is always complete.
  func install(_ new: String) throws(StoreError) {
    try Self.requireRegularFile(path, named: path)
    guard rename(new, path) == 0 else { throw Self.failure("create \(path)") }
    let folder = open(FolderOwner.folder(of: path), O_RDONLY | O_CLOEXEC)
    guard folder >= 0 else { throw Self.failure("save \(path)") }
    defer { close(folder) }
    guard fsync(folder) == 0 else { throw Self.failure("save \(path)") }
  }

  // MARK: Resolving and locking

  private static func resolved(_ path: String) throws(StoreError) -> String {
    if let resolvedPath = FilePaths.resolved(path) {
      try requireRegularFile(resolvedPath, named: path)
      return resolvedPath
    }
    let folder = FolderOwner.folder(of: path)
    guard errno == ENOENT, let parent = FilePaths.resolved(folder) else {
      throw failure("find the folder \(folder)")
    }
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    guard !name.isEmpty, !path.hasSuffix("/"), name != ".", name != ".." else {
      throw StoreError(.unavailable, "\(path) names no file.")
    }
    let resolvedPath = parent == "/" ? "/\(name)" : "\(parent)/\(name)"
    var link = stat()
    guard lstat(resolvedPath, &link) != 0 else {
      throw StoreError(.unavailable, "\(path) is a link to a file that does not exist.")
    }
    return resolvedPath
  }

  /// Throws if there is anything but a regular file at a path.
  ///
  /// A new database gets its name by renaming, which would replace a device, a pipe or a socket.
  private static func requireRegularFile(_ path: String, named name: String) throws(StoreError) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return
    case S_IFDIR: throw StoreError(.unavailable, "\(name) is a folder: name a file in it.")
    default:
      throw StoreError(
        .unavailable,
        "\(name) is not a regular file but a device, a pipe or a socket, which the store would "
          + "replace: name a file.")
    }
  }

  private static func lock(_ path: String) throws(StoreError) -> Int32 {
    let name = path + ".lock"
    let descriptor = open(name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("create \(name)") }
    FolderOwner.assign(descriptor, toOwnerOf: FolderOwner.folder(of: name))
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      defer { close(descriptor) }
      guard errno == EWOULDBLOCK else { throw failure("lock \(name)") }
      let holder = holder(descriptor)
      throw StoreError(
        .locked,
        "\(path) is in use by another server\(holder.isEmpty ? "" : ", process \(holder)"): "
          + "stop that one, or give this one a file of its own.")
    }
    // Only so that the message above can name this process; the lock works without it.
    let holder = Array("\(getpid())".utf8)
    if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, holder, holder.count, 0) }
    return descriptor
  }

  /// The process id that the holder of the lock has written to the lock file.
  private static func holder(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 20)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  private static func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Returns an error with the system's message for `errno`.
  private static func failure(_ attempt: String) -> StoreError {
    let number = errno
    let sentence = "The server cannot \(attempt): \(String(cString: strerror(number)))"
    return switch number {
    case ENOENT, ENOTDIR:
      StoreError(.unavailable, "\(sentence). Create the folder first, or fix the path.")
    case EACCES, EPERM, EROFS:
      StoreError(.readOnly, "\(sentence). Give the server's user permission to write there.")
    case ENOSPC, EDQUOT:
      StoreError(.diskFull, "\(sentence). Free some space there, then start again.")
    default: StoreError(.unavailable, "\(sentence).")
    }
  }
}
