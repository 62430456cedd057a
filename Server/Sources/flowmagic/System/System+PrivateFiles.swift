import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension System {
  /// Creates the missing parent directories of a file with mode 0700.
  package static func createPrivateDirectories(for path: String) throws(Failure) {
    var directory = ""
    for part in path.split(separator: "/").dropLast() {
      directory += "/\(part)"
      guard mkdir(directory, 0o700) == 0 || errno == EEXIST || isDirectory(directory) else {
        throw Failure()
      }
    }
  }

  package static func isDirectory(_ path: String) -> Bool {
    // NB: for an existing directory, `mkdir` may fail with "read-only" or "not permitted".
    let code = errno
    defer { errno = code }
    return (try? Stat(FilePath(path)))?.type == .directory
  }

  /// The permission bits; nil if there is no such file.
  package static func permissions(_ path: String) -> Int? {
    (try? Stat(FilePath(path))).map { Int($0.permissions.rawValue) }
  }

  /// Whether users other than the owner may read a regular file.
  package static func isReadByOthers(_ path: String) -> Bool {
    guard let status = try? Stat(FilePath(path)), status.type == .regular else { return false }
    return status.permissions.rawValue & 0o044 != 0
  }

  /// Removes a file; false if there is none.
  package static func removeFile(_ path: String) throws(Failure) -> Bool {
    if unlink(path) == 0 { return true }
    guard errno == ENOENT else { throw Failure() }
    return false
  }
}
