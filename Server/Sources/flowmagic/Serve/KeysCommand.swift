import ArgumentParser
import FlowMagic
import FlowServer
import FlowStore

/// Commands for SDK keys, which are managed through a server, and signing keys, which are stored
/// next to the store.
struct KeysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys",
    abstract: "Manage SDK keys and signing keys.",
    subcommands: [
      ListKeysCommand.self, CreateKeyCommand.self, RevokeKeyCommand.self, RotateKeysCommand.self,
      ResetRollbackProtectionCommand.self,
    ])
}

/// Rotates the signing key.
struct RotateKeysCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rotate",
    abstract: "Rotate the signing key.",
    discussion: """
      Creates a new signing key, signed by the current one; installed apps follow the chain of \
      keys automatically. A running server uses the new key within a minute, or immediately after \
      SIGHUP. New SDK keys contain the new key. Also adds a new secret for user accounts; data \
      encrypted with earlier secrets remains readable.

      Example:
        flowmagic keys rotate --store sqlite:flowmagic.db
      """)

  @OptionGroup var options: OperatorOptions

  func run() async throws {
    try await OperatorFailure.reporting(options) { settings in
      let keys = KeyFolder(settings.keys)
      let (old, new, secretCount) = try keys.rotate(hasUsers: try await hasUsers(settings, keys))
      let added =
        secretCount > 0
        ? "Added a secret for user accounts; there are \(secretCount) now."
        : "There is no secret for user accounts yet; the server creates the first."
      return options.json
        ? """
        {"version":\(new.set.version),"old":"\(old.publicKey.id)","new":"\(new.publicKey.id)",\
        "accountSecrets":\(secretCount)}\n
        """
        : """
        Rotated the signing key from \(old.publicKey.id) to \(new.publicKey.id).
        \(added)
        A running server uses the new key within a minute, or immediately after SIGHUP.\n
        """
    }
  }

  /// Whether the store has users whose secrets are missing.
  ///
  /// NB: if the secrets exist, the store is not read, so that a leaked key can be replaced even if
  /// the store is damaged.
  private func hasUsers(_ settings: ServerSettings, _ keys: KeyFolder) async throws -> Bool {
    guard try keys.loadAccountKeys() == nil, let path = try? Stores.path(of: settings.store),
      FilePaths.isTaken(path)
    else { return false }
    let reader = try StoreReader(path: path)
    defer { reader.close() }
    return try await reader.statistics().users > 0
  }
}
