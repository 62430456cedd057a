package import Accounts
import FlowMagic

extension KeyFolder {
  private var accountsPath: String { "\(path)/accounts.keys" }

  /// The secrets of users' accounts, or nil if the folder has none yet.
  package func loadAccountKeys() throws(Failure) -> AccountKeyring? {
    try describing { try loadAccountSecrets().map { try AccountKeyring(secrets: $0) } }
  }

  /// The secrets of users' accounts; the first is made only where no one has an account yet.
  ///
  /// With others in their place every access token and every user's authenticator secret would
  /// be worthless, and no one with a second factor could sign in.
  package func accountKeys(for store: any AccountStore) async throws -> AccountKeyring {
    let hasUsers = try await store.read { try !$0.users(after: "", limit: 1).isEmpty }
    return try loadOrCreateAccountKeys(hasUsers: hasUsers)
  }

  /// The secrets of users' accounts; makes the folder and a first secret if there is none.
  package func loadOrCreateAccountKeys(hasUsers: Bool) throws(Failure) -> AccountKeyring {
    try locked {
      if let secrets = try loadAccountSecrets() { return try AccountKeyring(secrets: secrets) }
      if hasUsers {
        throw Failure(
          description: "\(accountsPath) is missing, and there are users whose second factors it "
            + "opens: with a new one they could not sign in. Restore the folder from a backup.")
      }
      let secrets = [AccountKeyring.newSecret()]
      try save(secrets)
      return try AccountKeyring(secrets: secrets)
    }
  }

  /// Puts a new secret before those that are there; they still open what they have sealed.
  ///
  /// - Returns: The number of keys now; 0 if there were none, and then the server makes the first.
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
        description: "\(accountsPath) may be read by others: `chmod 600 \(accountsPath)`, and "
          + "`flowmagic keys rotate` if someone may have read it.")
    }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let secrets = lines.compactMap { Base64URL.bytes(String($0)) }.filter { $0.count == 32 }
    guard !secrets.isEmpty, secrets.count == lines.count else {
      throw Failure(description: "\(accountsPath) is damaged. Restore it from a backup.")
    }
    return secrets
  }
}
