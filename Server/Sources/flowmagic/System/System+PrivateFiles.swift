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

extension System {
  /// Creates the missing parent directories, with mode 0700, of a file with an absolute path.
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

  /// Returns the commands that keep others from using a file with a secret; nil if none are needed.
  package static func fix(ofSecret path: String) -> String? {
    guard let file = try? Stat(FilePath(path)), file.type == .regular else { return nil }
    let secret = SecretFile(
      mode: Int(file.permissions.rawValue), owner: file.userID.rawValue, user: geteuid(),
      isProvided: isProvided(path))
    guard let commands = secret.fix else { return nil }
    return commands.map { "`\($0) \(ShellWord.quoted(path))`" }.joined(separator: " and ")
  }

  private static func isProvided(_ path: String) -> Bool {
    // NB: Kubernetes provides files as links into `..data`, itself a link to the current version.
    guard let path = FilePaths.resolved(path),
      let folder = permissions(FolderOwner.folder(of: path)), folder & 0o002 == 0
    else { return false }
    var reader = InputReader()
    let list = (try? reader.readBytes("/proc/self/mountinfo")) ?? []
    return Mounts(parsing: String(decoding: list, as: UTF8.self)).isProvidedSecret(path)
  }

  /// Removes a file; false if there is none.
  package static func removeFile(_ path: String) throws(Failure) -> Bool {
    if unlink(path) == 0 { return true }
    guard errno == ENOENT else { throw Failure() }
    return false
  }
}
