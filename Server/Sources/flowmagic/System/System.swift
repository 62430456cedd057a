import FlowServer
import FlowStore
import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The operating system calls that the command makes.
package enum System {
  /// A failed system call.
  package struct Failure: Error, CustomStringConvertible {
    package let code: Int32

    package init(code: Int32 = errno) { self.code = code }

    /// The system's message, such as "No such file or directory".
    package var reason: String { String(cString: strerror(code)) }
    package var description: String { reason }
    package var isMissingFile: Bool { code == ENOENT }
    package var isClosedPipe: Bool { code == EPIPE }
  }

  /// The result of reading.
  package enum Chunk {
    case bytes([UInt8])
    case end
    /// Ctrl-C was pressed while waiting.
    case interrupted
  }

  package static let stdin: Int32 = STDIN_FILENO
  package static let stdout: Int32 = STDOUT_FILENO
  package static let stderr: Int32 = STDERR_FILENO

  package static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  package static var currentDirectory: String {
    guard let path = getcwd(nil, 0) else { return "." }
    defer { free(path) }
    return String(cString: path)
  }

  /// Exits immediately; buffered output that was not flushed is lost.
  package static func exit(_ status: Int32) -> Never { _exit(status) }
}

extension System {
  package static func openForReading(_ path: String) throws(Failure) -> Int32 {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure() }
    if let status = try? Stat(FileDescriptor(rawValue: descriptor)), status.type == .directory {
      close(descriptor)
      throw Failure(code: EISDIR)
    }
    return descriptor
  }

  package static func closeFile(_ descriptor: Int32) { close(descriptor) }

  /// Reads what is available, at most `limit` bytes; waits if nothing is.
  package static func read(_ descriptor: Int32, atMost limit: Int) throws(Failure) -> Chunk {
    guard Interrupts.wait(for: descriptor) else { return .interrupted }
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, initialized in
      repeat {
        count = SystemCall.readBytes(descriptor, buffer.baseAddress, limit)
      } while count < 0 && errno == EINTR
      initialized = max(count, 0)
    }
    if count < 0 { throw Failure() }
    return count == 0 ? .end : .bytes(bytes)
  }

  /// Writes all bytes.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        SystemCall.writeBytes(
          descriptor, buffer.baseAddress.map { $0 + start }, bytes.count - start)
      }
      if count >= 0 {
        start += count
      } else if errno != EINTR {
        throw Failure()
      }
    }
  }
}

extension System {
  /// Replaces a file atomically: a reader sees the old or the new bytes, never a mixture.
  ///
  /// An existing file keeps its permissions, and a symbolic link is followed. A private file has
  /// mode 0600 from its first byte on, whatever mode it had before. A device or a pipe is written
  /// to directly.
  package static func replaceFile(
    at path: String, with bytes: [UInt8], isPrivate: Bool = false
  ) throws(Failure) {
    let target = FilePaths.resolved(path) ?? path
    let existing = try? Stat(FilePath(target))
    if let existing, existing.type == .directory { throw Failure(code: EISDIR) }
    if let existing, existing.type != .regular {  // a device or a pipe
      return try writeDirectly(target, bytes)
    }
    let (descriptor, temporary) = try openTemporary(
      beside: target, permissions: isPrivate ? 0o600 : 0o666)
    do throws(Failure) {
      if let existing, !isPrivate { _ = fchmod(descriptor, existing.permissions.rawValue) }
      try write(bytes, to: descriptor)
      guard fsync(descriptor) == 0 else { throw Failure() }
      guard rename(temporary, target) == 0 else { throw Failure() }
      close(descriptor)
    } catch {
      close(descriptor)
      unlink(temporary)
      throw error
    }
  }

  private static func openTemporary(
    beside path: String, permissions: mode_t
  ) throws(Failure) -> (descriptor: Int32, path: String) {
    var attempt = 0
    while true {
      let temporary = "\(path).\(getpid()).\(attempt).tmp"
      let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
      if descriptor >= 0 { return (descriptor, temporary) }
      guard errno == EEXIST, attempt < 100 else { throw Failure() }
      attempt += 1
    }
  }

  private static func writeDirectly(_ path: String, _ bytes: [UInt8]) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure() }
    defer { close(descriptor) }
    try write(bytes, to: descriptor)
  }
}
