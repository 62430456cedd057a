import FlowStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A destination of an archive's bytes, written in order.
protocol ByteSink: AnyObject {
  func write(_ bytes: [UInt8]) throws
  /// Marks the end of the data.
  func finish() throws
}

/// A source of an archive's bytes, read in order.
protocol ByteSource: AnyObject {
  /// Reads exactly this many bytes, or fewer at the end.
  func read(_ count: Int) throws -> [UInt8]
}

/// A new file with permissions for its owner only.
package final class OutputFile: ByteSink {
  package let path: String
  private let descriptor: Int32

  init(_ path: String) throws {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw PrivateFiles.FileError(path) }
  }

  deinit { close(descriptor) }

  /// Creates a file that is marked as in use until it is closed, if the file system has locks.
  ///
  /// Before it is locked, another process may mistake it for a leftover and remove it: then another
  /// one is created.
  ///
  /// - Parameters:
  ///   - path: Returns the path of a file that does not exist, a new one each time.
  ///   - whenCreated: Runs before the file is locked, for tests.
  /// - Returns: The locked file.
  /// - Throws: `PrivateFiles.FileError` if the file cannot be created.
  package static func locked(
    _ path: () -> String, whenCreated: () -> Void = {}
  ) throws -> OutputFile {
    while true {
      let file = try OutputFile(path())
      whenCreated()
      // NB: other processes hold a shared lock only for a moment, to test for this one.
      while flock(file.descriptor, LOCK_EX) != 0, errno == EINTR {}
      if PrivateFiles.isNamed(file.descriptor, file.path) { return file }
    }
  }

  /// Makes the owner of a folder the owner of the file, if root has created it.
  func giveToOwner(of folder: String) { FolderOwner.assign(descriptor, toOwnerOf: folder) }

  func write(_ bytes: [UInt8]) throws { try PrivateFiles.write(bytes, to: descriptor, path) }

  func finish() throws {
    guard fsync(descriptor) == 0 else { throw PrivateFiles.FileError(path) }
  }
}

/// A file that is read sequentially.
final class InputFile: ByteSource {
  private let path: String
  private let descriptor: Int32

  init(_ path: String) throws {
    self.path = path
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw PrivateFiles.FileError(path) }
  }

  deinit { close(descriptor) }

  func read(_ count: Int) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var filled = 0
    while filled < count {
      let read = bytes.withUnsafeMutableBytes { buffer in
        PrivateFiles.readBytes(
          descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      }
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw PrivateFiles.FileError(path) }
      if read == 0 { break }
      filled += read
    }
    return Array(bytes.prefix(filled))
  }
}
