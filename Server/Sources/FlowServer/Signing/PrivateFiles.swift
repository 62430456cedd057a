import FlowStore
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Files that only the server's user may read, replaced atomically.
enum PrivateFiles {
  /// A system error about a file.
  struct Refusal: Error, CustomStringConvertible {
    let path: String
    let code: Int32

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
    }

    var description: String {
      "\(path): \(String(cString: strerror(code)))" + advice
    }
  }

  static func makeFolder(_ path: String) throws(Refusal) {
    if mkdir(path, 0o700) == 0 { return giveToOwner(ofFolderOf: path, [path]) }
    guard errno == EEXIST else { throw Refusal(path) }
  }

  /// Gives files that root has made to the owner of the folder in which `place` is.
  static func giveToOwner(ofFolderOf place: String, _ paths: [String]) {
    for path in paths { FolderOwner.give(path: path, in: FolderOwner.folder(of: place)) }
  }

  /// Whether anyone but the owner may read or write the file.
  static func isOpenToOthers(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let permissions = attributes?[.posixPermissions] as? Int ?? 0o777
    return permissions & 0o077 != 0
  }

  /// The file's bytes; nil if it does not exist.
  static func readIfThere(_ path: String) throws(Refusal) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0, errno == ENOENT { return nil }
    guard descriptor >= 0 else { throw Refusal(path) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = buffer.withUnsafeMutableBytes { readSome(descriptor, $0) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw Refusal(path) }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// Replaces the file atomically; if `durable`, the bytes are on disk on return.
  static func replace(_ path: String, with bytes: [UInt8], durable: Bool = true) throws(Refusal) {
    let temporary = "\(path).\(getpid()).tmp"
    // What a process with this number left behind, or a link in a folder that others may write to.
    unlink(temporary)
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Refusal(temporary) }
    do throws(Refusal) {
      try write(bytes, to: descriptor, temporary)
      if durable, fsync(descriptor) != 0 { throw Refusal(temporary) }
      FolderOwner.give(descriptor, in: FolderOwner.folder(of: path))
      guard rename(temporary, path) == 0 else { throw Refusal(path) }
      close(descriptor)
    } catch {
      close(descriptor)
      unlink(temporary)
      throw error
    }
    if durable { try syncFolder(of: path) }
  }

  /// The names of the files in a folder.
  static func names(in folder: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder)
  }

  static func remove(_ path: String) throws(Refusal) {
    guard unlink(path) == 0 || errno == ENOENT else { throw Refusal(path) }
  }

  /// Runs `body` while holding an exclusive lock on a file.
  static func withLock<Value, Failure: Error>(
    _ path: String, _ body: () throws(Failure) -> Value
  ) throws -> Value {
    let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Refusal(path) }
    defer { close(descriptor) }
    FolderOwner.give(descriptor, in: FolderOwner.folder(of: path))
    while flock(descriptor, LOCK_EX) != 0 {
      guard errno == EINTR else { throw Refusal(path) }
    }
    return try body()
  }

  static func readSome(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    SystemCall.readBytes(descriptor, buffer.baseAddress, buffer.count)
  }

  static func write(
    _ bytes: [UInt8], to descriptor: Int32, _ path: String
  ) throws(Refusal) {
    var start = 0
    while start < bytes.count {
      let count = bytes[start...].withUnsafeBytes {
        SystemCall.writeBytes(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno != EINTR { throw Refusal(path) }
      start += max(count, 0)
    }
  }

  static func syncFolder(of path: String) throws(Refusal) {
    let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
    let name = folder.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : folder
    let descriptor = open(name, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Refusal(name) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw Refusal(name) }
  }
}
