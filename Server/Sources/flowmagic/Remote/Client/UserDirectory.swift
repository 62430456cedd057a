/// The user's configuration and state directories, as in the XDG base directory specification.
enum UserDirectory {
  /// The command's directory below the one that a variable names, or below the home directory.
  static func path(
    _ variable: String, orHome directory: String, environment: (String) -> String?
  ) throws -> String {
    // NB: the specification requires that relative paths are ignored.
    if let base = environment(variable), base.hasPrefix("/") { return "\(base)/flowmagic" }
    guard let home = environment("HOME"), home.hasPrefix("/") else {
      throw RemoteProblem(
        "no-home", "There is no directory for the command's files because HOME is not set.",
        fix: "Set HOME or \(variable).")
    }
    return "\(home)/\(directory)/flowmagic"
  }

  /// A file's bytes, truncated after about 1 MiB; nil if the file does not exist.
  static func read(_ path: String) throws -> [UInt8]? {
    do {
      let descriptor = try System.openForReading(path)
      defer { System.closeFile(descriptor) }
      var bytes: [UInt8] = []
      while case .bytes(let chunk) = try System.read(descriptor, atMost: 1 << 16),
        bytes.count < 1 << 20
      {
        bytes += chunk
      }
      return bytes
    } catch {
      if error.isMissingFile { return nil }
      throw problem(path, "read", error)
    }
  }

  /// Replaces a file that only the user can read, and creates its parent directories.
  static func write(_ bytes: [UInt8], to path: String) throws {
    do {
      try System.createPrivateDirectories(for: path)
      try System.replaceFile(at: path, with: bytes, isPrivate: true)
    } catch {
      throw problem(path, "write", error)
    }
  }

  /// The problem of a file that cannot be read, written or removed, as `verb` says.
  static func problem(_ path: String, _ verb: String, _ failure: System.Failure) -> RemoteProblem {
    RemoteProblem(
      "unusable-file", "Cannot \(verb) \(path): \(failure.reason).",
      fix: "Fix its owner and permissions, or set XDG_CONFIG_HOME and XDG_STATE_HOME to other "
        + "directories.")
  }
}
