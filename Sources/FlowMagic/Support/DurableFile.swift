import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Atomic and durable file operations.
package enum DurableFile {
  /// A failed system call.
  package struct Failure: Error, Sendable, CustomStringConvertible {
    /// The operation, the file and the system's error message.
    package let description: String
    /// The error number (`errno`).
    package let number: Int32

    /// Whether the file is larger than the limit.
    package var isTooLarge: Bool { number == EFBIG }

    package init(_ operation: String, _ path: String) {
      number = errno
      description = "\(operation) \(path): \(String(cString: strerror(number)))"
    }
  }

  /// Replaces a file atomically.
  ///
  /// Writes a temporary file next to it, syncs and renames it, so that a reader finds either the
  /// old or the new bytes. On Apple systems, a confidential file cannot be read before the device
  /// is first unlocked after a restart, and is excluded from backups.
  package static func replace(
    _ path: String, with bytes: [UInt8], isConfidential: Bool = false
  ) throws(Failure) {
    let temporary = path + ".new"
    let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure("cannot write", temporary) }
    do throws(Failure) {
      defer { close(descriptor) }
      if isConfidential { protect(temporary) }
      try write(bytes, to: descriptor, temporary)
      try sync(descriptor, temporary)
    } catch {
      unlink(temporary)
      throw error
    }
    try rename(temporary, to: path)
  }

  /// Renames a file durably.
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

  /// Writes all bytes; after a failure some of them may have been written.
  package static func write(
    _ bytes: [UInt8], to descriptor: Int32, _ path: String
  ) throws(Failure) {
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes {
        posixWrite(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Failure("cannot write", path) }
      written += count
    }
  }

  /// Makes written data survive a power failure.
  package static func sync(_ descriptor: Int32, _ path: String) throws(Failure) {
    #if canImport(Darwin)
      // On Apple systems `fsync` leaves data in the drive's cache, but some file systems do not
      // support `F_FULLFSYNC`.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    guard fsync(descriptor) == 0 else { throw Failure("cannot sync", path) }
  }

  /// Protects a file until the device is first unlocked, and excludes it from backups.
  ///
  /// Does nothing on systems other than Apple's. The protection is not `completeUnlessOpen`: the
  /// system may launch an app while the device is locked, for example for a silent notification.
  private static func protect(_ path: String) {
    #if canImport(Darwin)
      // Systems without file protection, such as simulators, fail here; the file then stays
      // unprotected.
      try? FileManager.default.setAttributes(
        [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication],
        ofItemAtPath: path)
      excludeFromBackup(URL(filePath: path, directoryHint: .notDirectory))
    #endif
  }

  /// Removes a file if it exists; errors are ignored.
  package static func remove(_ path: String) {
    guard unlink(path) == 0 else { return }
    syncDirectory(of: path)
  }

  /// Makes renames and removals in the file's directory survive a power failure.
  package static func syncDirectory(of path: String) {
    let directory = (path as NSString).deletingLastPathComponent
    let descriptor = open(directory.isEmpty ? "." : directory, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    // Some file systems cannot sync a directory; there is no alternative.
    _ = fsync(descriptor)
    close(descriptor)
  }

  /// A file's bytes; nil if the file does not exist.
  ///
  /// - Throws: If it cannot be read or is larger than the limit.
  package static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw Failure("cannot read", path)
    }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = chunk.withUnsafeMutableBytes { posixRead(descriptor, $0.baseAddress, $0.count) }
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

  /// Creates a directory and its parents.
  ///
  /// It is excluded from backups, because its contents can be downloaded or entered again.
  package static func makeDirectory(_ path: String) throws(Failure) {
    guard access(path, F_OK) != 0 else { return }
    errno = 0
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      // NB: Foundation's message is longer than the system's, which is used instead.
      if errno == 0 { errno = EIO }
      throw Failure("cannot create the directory", path)
    }
    #if canImport(Darwin)
      excludeFromBackup(URL(filePath: path, directoryHint: .isDirectory))
    #endif
  }

  #if canImport(Darwin)
    private static func excludeFromBackup(_ url: URL) {
      var (url, values) = (url, URLResourceValues())
      values.isExcludedFromBackup = true
      // A failure only makes backups larger.
      try? url.setResourceValues(values)
    }
  #endif
}

private func posixWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}

private func posixRead(
  _ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  read(descriptor, bytes, count)
}
