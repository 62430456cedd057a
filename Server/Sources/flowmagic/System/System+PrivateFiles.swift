import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension System {
  /// Makes the folders above a file that are not there yet, open to the user alone.
  package static func makePrivateFolders(for path: String) throws(Refusal) {
    var folder = ""
    for part in path.split(separator: "/").dropLast() {
      folder += "/\(part)"
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST || isFolder(folder) else {
        throw Refusal()
      }
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    // NB: `mkdir` may say "read-only" or "not permitted" of a folder that is there.
    let reason = errno
    defer { errno = reason }
    return (try? Stat(FilePath(path)))?.type == .directory
  }

  /// The permission bits; nil if there is no such file.
  package static func permissions(_ path: String) -> Int? {
    (try? Stat(FilePath(path))).map { Int($0.permissions.rawValue) }
  }

  /// Takes a file away; false if there is none.
  package static func removeFile(_ path: String) throws(Refusal) -> Bool {
    if unlink(path) == 0 { return true }
    guard errno == ENOENT else { throw Refusal() }
    return false
  }
}
