import ArgumentParser

/// The options for the passphrase of an archive, from a file or the environment.
struct PassphraseOptions: ParsableArguments {
  @Option(
    help: "Read the passphrase from the first line of this file. (or FLOWMAGIC_BACKUP_PASSPHRASE)",
    completion: .file())
  var passphraseFile: String?

  /// Warnings about the file, as lines of the output.
  var warnings: [String] { Passphrase.warning(of: passphraseFile).map { [$0] } ?? [] }

  /// The passphrase from the file or the environment; nil if there is none.
  ///
  /// A short passphrase is refused only for a new archive; for an existing one, it is merely wrong.
  func value(forNewArchive isNew: Bool) throws(ServerSettings.Failure) -> String? {
    let text =
      if let passphraseFile { try Passphrase.line(of: passphraseFile) } else {
        System.nonEmptyEnvironment(Passphrase.variable)
      }
    guard let text, isNew else { return text }
    return try Passphrase.checked(text)
  }
}

/// The passphrase of an archive.
enum Passphrase {
  static let variable = "FLOWMAGIC_BACKUP_PASSPHRASE"

  /// Reads the passphrase of backups from a file, and rejects a short one.
  static func read(_ path: String) throws(ServerSettings.Failure) -> String {
    try checked(line(of: path))
  }

  /// A sentence if other users may read the file of the passphrase; see `SecretFile`.
  static func warning(of path: String?) -> String? {
    guard let path, let fix = System.fix(ofSecret: path) else { return nil }
    return "Other users of this machine may read the passphrase of the backups: \(fix)."
  }

  /// The first line of a file.
  static func line(of path: String) throws(ServerSettings.Failure) -> String {
    do {
      var reader = InputReader()
      let bytes = try reader.readBytes(path)
      let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
      return String(decoding: line, as: UTF8.self)
    } catch {
      throw ServerSettings.Failure(
        description: "The passphrase file cannot be used. \(error.message)")
    }
  }

  /// Returns the passphrase; throws if it has less than 12 bytes.
  static func checked(_ text: String) throws(ServerSettings.Failure) -> String {
    guard text.utf8.count >= 12 else {
      throw ServerSettings.Failure(
        description: "The passphrase of backups must have at least 12 bytes, because anyone "
          + "with the archive can guess without limits. `openssl rand -base64 32` generates one.")
    }
    return text
  }

  /// Prompts in the terminal, with echo turned off.
  static func prompt(_ question: String) throws -> String {
    guard System.isTerminal(System.stdin), System.isTerminal(System.stderr) else {
      throw ServerSettings.Failure(
        description: "The passphrase is needed: use --passphrase-file, or set \(variable).")
    }
    try System.write(Array(question.utf8), to: System.stderr)
    let reader = LineReader(System.stdin)
    let line = try reader.withoutEcho { () throws(System.Failure) in try reader.next() }
    try System.write([UInt8(ascii: "\n")], to: System.stderr)
    guard case .bytes(let bytes) = line else {
      throw OperatorFailure.report("No passphrase was entered.")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
