import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Files that are there whole after a crash or not at all.
package enum DurableFile {
  /// Why the system refused something, in its own words.
  package struct Failure: Error, Sendable, CustomStringConvertible {
    /// What was tried, on which file, and the system's sentence.
    package let description: String
    /// The system's number.
    package let number: Int32

    package init(_ what: String, _ path: String) {
      number = errno
      description = "\(what) \(path): \(String(cString: strerror(number)))"
    }
  }

  /// Puts bytes in a file's place: writes a temporary file beside it, makes it durable, and renames
  /// it, so that a reader finds the old bytes or the new ones and never a mixture.
  package static func replace(_ path: String, with bytes: [UInt8]) throws(Failure) {
    let temporary = path + ".new"
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw Failure("cannot write", temporary) }
    do throws(Failure) {
      defer { close(file) }
      try write(bytes, to: file, temporary)
      try sync(file, temporary)
    } catch {
      unlink(temporary)
      throw error
    }
    try rename(temporary, to: path)
  }

  /// Renames a file and makes that durable.
  package static func rename(_ old: String, to new: String) throws(Failure) {
    #if canImport(Darwin)
      let result = Darwin.rename(old, new)
    #elseif canImport(Glibc)
      let result = Glibc.rename(old, new)
    #else
      let result = Musl.rename(old, new)
    #endif
    guard result == 0 else { throw Failure("cannot rename to", new) }
    syncDirectory(of: new)
  }

  /// Writes all bytes; after a failure some of them may be there.
  package static func write(_ bytes: [UInt8], to file: Int32, _ path: String) throws(Failure) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { posixWrite(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Failure("cannot write", path) }
      written += count
    }
  }

  /// Makes what was written to a file survive a power cut.
  package static func sync(_ file: Int32, _ path: String) throws(Failure) {
    guard fsync(file) == 0 else { throw Failure("cannot make durable", path) }
  }

  /// Makes what was renamed or removed in the file's folder survive a power cut.
  package static func syncDirectory(of path: String) {
    let directory = (path as NSString).deletingLastPathComponent
    let file = open(directory.isEmpty ? "." : directory, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    // Some file systems refuse to sync a folder; there is nothing more that one could do.
    _ = fsync(file)
    close(file)
  }

  /// A file's bytes; nil if there is no such file.
  ///
  /// - Throws: When it cannot be read or has more bytes than the limit.
  package static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw Failure("cannot read", path)
    }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = chunk.withUnsafeMutableBytes { posixRead(file, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count >= 0 else { throw Failure("cannot read", path) }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= limit else {
        errno = EFBIG
        throw Failure("cannot read", path)
      }
    }
  }

  /// Makes a folder and those above it.
  package static func makeDirectory(_ path: String) throws(Failure) {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      // NB: what Foundation says is longer than what the system says; keep the number's words.
      if errno == 0 { errno = EIO }
      throw Failure("cannot make the folder", path)
    }
  }
}

private func posixWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(file, bytes, count)
}

private func posixRead(_ file: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(file, bytes, count)
}
