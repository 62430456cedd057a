package import Accounts
import FlowMagic

extension KeyFolder {
  private var accountsPath: String { "\(path)/accounts.keys" }

  /// Reads the secrets of user accounts; nil if the folder has none yet.
  package func loadAccountKeys() throws(Failure) -> AccountKeyring? {
    try describing { try loadAccountSecrets().map { try AccountKeyring(secrets: $0) } }
  }

  /// Checks that a server can use the secrets of user accounts, as it does at start.
  ///
  /// - Returns: Whether there are any.
  func checkAccountKeys(hasUsers: Bool) throws(Failure) -> Bool {
    let isThere = try loadAccountKeys() != nil
    guard isThere || !hasUsers else { throw missingAccountKeys }
    return isThere
  }

  private var missingAccountKeys: Failure {
    Failure(
      description: "\(accountsPath) is missing, but users' second factors are encrypted with it: "
        + "they could not sign in with a new one. Restore the folder from a backup.")
  }

  /// Returns the secrets of user accounts; creates the first only if there are no accounts yet.
  ///
  /// Replacing lost secrets would invalidate all access tokens and authenticator secrets, and lock
  /// out all users with a second factor.
  package func accountKeys(for store: any AccountStore) async throws -> AccountKeyring {
    let hasUsers = try await store.read { try !$0.users(after: "", limit: 1).isEmpty }
    return try loadOrCreateAccountKeys(hasUsers: hasUsers)
  }

  /// Returns the secrets of user accounts; creates the folder and a first secret if there is none.
  package func loadOrCreateAccountKeys(hasUsers: Bool) throws(Failure) -> AccountKeyring {
    try locked {
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
    try locked {
      guard let old = try loadAccountSecrets() else { return 0 }
      let secrets = [AccountKeyring.newSecret()] + old
      try save(secrets)
      return secrets.count
    }
  }

  private func save(_ secrets: [[UInt8]]) throws {
    let text = secrets.map { Base64URL.text($0) + "\n" }.joined()
    try PrivateFiles.replace(accountsPath, with: Array(text.utf8))
  }

  private func loadAccountSecrets() throws -> [[UInt8]]? {
    guard let bytes = try PrivateFiles.readIfThere(accountsPath) else { return nil }
    if PrivateFiles.isOpenToOthers(accountsPath) {
      throw Failure(
        description: "\(accountsPath) may be read or changed by others: `chmod 600 "
          + "\(accountsPath)`, and `flowmagic keys rotate` if someone may have read it.")
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let secrets = lines.compactMap { Base64URL.bytes(String($0)) }.filter { $0.count == 32 }
    guard !secrets.isEmpty, secrets.count == lines.count else {
      throw Failure(description: "\(accountsPath) is damaged. Restore it from a backup.")
    }
    return secrets
  }
}
