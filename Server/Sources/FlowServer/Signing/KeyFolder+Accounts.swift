package import Accounts
import FlowMagic
package import FlowStore

extension KeyFolder {
  private var accountsPath: String { "\(path)/accounts.keys" }

  /// Reads the secrets of user accounts; nil if the folder has none yet.
  package func loadAccountKeys() throws(Failure) -> AccountKeyring? {
    try mappingErrors { try loadAccountSecrets().map { try AccountKeyring(secrets: $0) } }
  }

  /// Checks that a server can use the secrets of user accounts, as it does at start.
  ///
  /// - Returns: Whether there are any.
  func checkAccountKeys(hasUsers: Bool) throws(Failure) -> Bool {
    let hasSecrets = try loadAccountKeys() != nil
    guard hasSecrets || !hasUsers else { throw missingAccountKeys }
    return hasSecrets
  }

  private var missingAccountKeys: Failure {
    Failure(
      description: "\(accountsPath) is missing, but users' second factors are encrypted with it: "
        + "they could not sign in with a new one. Restore the folder from a backup."
        + RestoreLeftovers.hint(missing: path))
  }

  /// Refuses a missing folder that a store's apps or users rely on, before anything is created.
  package func requireFolder(for store: any Store) async throws {
    guard !FilePaths.isTaken(path) else { return }
    if try await Self.hasApps(store) { throw missingKeys }
    if try await Self.hasUsers(store.accounts) { throw missingAccountKeys }
  }

  private static func hasUsers(_ store: any AccountStore) async throws -> Bool {
    try await store.read { try !$0.users(after: "", limit: 1).isEmpty }
  }

  /// Returns the secrets of user accounts; creates the first only if there are no accounts yet.
  ///
  /// Replacing lost secrets would invalidate all access tokens and authenticator secrets, and lock
  /// out all users with a second factor.
  package func accountKeys(for store: any AccountStore) async throws -> AccountKeyring {
    try loadOrCreateAccountKeys(hasUsers: try await Self.hasUsers(store))
  }

  /// Returns the secrets of user accounts; creates the folder and a first secret if there is none.
  package func loadOrCreateAccountKeys(hasUsers: Bool) throws(Failure) -> AccountKeyring {
    try withLock {
      if let secrets = try loadAccountSecrets() { return try AccountKeyring(secrets: secrets) }
      if hasUsers { throw missingAccountKeys }
      let secrets = [AccountKeyring.newSecret()]
      try save(secrets)
      return try AccountKeyring(secrets: secrets)
    }
  }

  /// Adds a new secret in front of the existing ones, which still decrypt what they have encrypted.
  ///
  /// - Returns: The resulting number of keys; 0 if there were none, in which case the server
  ///   creates the first.
  package func rotateAccountKeys() throws(Failure) -> Int {
    try withLock {
      guard let old = try loadAccountSecrets() else { return 0 }
      return try addSecret(to: old)
    }
  }

  /// Rotates the signing key and adds a secret for user accounts, if there is one.
  ///
  /// - Parameter hasUsers: Whether the store has users, so that it needs the secrets.
  /// - Returns: The keys, and the resulting number of secrets.
  /// - Throws: `Failure`; neither was changed if a server could not use one of them.
  package func rotate(
    hasUsers: Bool
  ) throws(Failure) -> (old: SigningKeys, new: SigningKeys, accountSecrets: Int) {
    try requireFolder()
    return try withLock {
      let old = try requireKeys()
      let secrets = try loadAccountSecrets()
      if secrets == nil, hasUsers { throw missingAccountKeys }
      // NB: the secrets are written first, so that the chain, which all apps follow, is unchanged
      // if that fails.
      let count = try secrets.map { try addSecret(to: $0) } ?? 0
      return (old, try rotate(old), count)
    }
  }

  private func addSecret(to old: [[UInt8]]) throws -> Int {
    let secrets = [AccountKeyring.newSecret()] + old
    try save(secrets)
    return secrets.count
  }

  private func save(_ secrets: [[UInt8]]) throws {
    let text = secrets.map { Base64URL.encode($0) + "\n" }.joined()
    try PrivateFiles.replace(accountsPath, with: Array(text.utf8))
  }

  private func loadAccountSecrets() throws -> [[UInt8]]? {
    guard let bytes = try PrivateFiles.readIfPresent(accountsPath) else { return nil }
    if PrivateFiles.isOpenToOthers(accountsPath) {
      throw Failure(
        description: "\(accountsPath) may be read or changed by others: `chmod 600 "
          + "\(ShellWord.quoted(accountsPath))`, and `flowmagic keys rotate` if someone may have "
          + "read it.")
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let secrets = lines.compactMap { Base64URL.decode(String($0)) }.filter { $0.count == 32 }
    guard !secrets.isEmpty, secrets.count == lines.count else {
      throw Failure(description: "\(accountsPath) is damaged. Restore it from a backup.")
    }
    return secrets
  }
}
