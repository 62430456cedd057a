/// The folders of the XDG base directory specification where the command keeps what it must know
/// next time, for the user alone.
enum UserFolder {
  /// The command's folder below the one that a variable names, or below the home folder.
  static func path(
    _ variable: String, orHome folder: String, environment: (String) -> String?
  ) throws -> String {
    // NB: the specification says that a path which is not absolute must be skipped.
    if let base = environment(variable), base.hasPrefix("/") { return "\(base)/flowmagic" }
    guard let home = environment("HOME"), home.hasPrefix("/") else {
      throw RemoteProblem(
        "no-home", "There is no folder to keep things in, because HOME is not set.",
        fix: "Set HOME or \(variable), or give --server and --token each time.")
    }
    return "\(home)/\(folder)/flowmagic"
  }

  /// A file's bytes; nil if there is no such file.
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

  /// Replaces a file that only the user may read, with the folders that it needs.
  static func write(_ bytes: [UInt8], to path: String) throws {
    do {
      try System.makePrivateFolders(for: path)
      try System.replaceFile(at: path, with: bytes, isPrivate: true)
    } catch {
      throw problem(path, "written", error)
    }
  }

  static func problem(_ path: String, _ verb: String, _ refusal: System.Refusal) -> RemoteProblem {
    RemoteProblem(
      "unusable-file", "\(path) cannot be \(verb): \(refusal.reason).",
      fix: "Make it yours with chown and chmod, or choose another folder with XDG_CONFIG_HOME.")
  }
}
