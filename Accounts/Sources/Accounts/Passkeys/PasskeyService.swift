import Logging

/// Registers passkeys, and signs users in with them.
public struct PasskeyService: Sendable {
  let store: any AccountStore
  let settings: AccountSettings
  let clock: @Sendable () -> Int
  let logger: Logger
  let events: SecurityEventLog
  let mailer: AccountMailer
  let oneTimeTokens: OneTimeTokens
  let throttle: Throttle
  let sessionValidator: SessionValidator
  let sessionIssuer: SessionIssuer
  let secondFactorVerifier: SecondFactorVerifier

  /// A user's passkeys, oldest first.
  ///
  /// - Throws: `AccountError` `.noSession`.
  public func list(of signedIn: AuthenticatedSession) async throws -> [Passkey] {
    try await store.read { reader in
      try reader.passkeys(of: try sessionValidator.current(signedIn, in: reader).user.id)
    }
  }

  /// Renames one of a user's passkeys.
  ///
  /// - Parameters:
  ///   - credentialID: Its id.
  ///   - name: The new name; `Passkey` if it is empty.
  ///   - signedIn: The session of its user.
  /// - Throws: `AccountError`: `.notFound`, `.invalidInput`, `.noSession`.
  public func rename(
    _ credentialID: [UInt8], to name: String, _ signedIn: AuthenticatedSession
  ) async throws {
    let name = try passkeyName(name)
    try await store.change { writer in
      let user = try sessionValidator.current(signedIn, in: writer).user
      var passkey = try requirePasskey(credentialID, of: user, in: writer)
      passkey.name = name
      try writer.put(passkey)
    }
  }

  /// Removes a passkey, unless the user could no longer sign in without it.
  ///
  /// - Parameters:
  ///   - credentialID: Its id.
  ///   - signedIn: The session of its user.
  ///   - client: The client of the request.
  /// - Returns: The session with a new secret; the old one has stopped working.
  /// - Throws: `AccountError`: `.notFound`, `.lastCredential`, `.notRecent`,
  ///   `.passkeyRequired`, `.noSession`.
  public func remove(
    _ credentialID: [UInt8], _ signedIn: AuthenticatedSession, client: Client
  ) async throws -> NewSession {
    let secret = SecretToken()
    let session = try await store.change { writer -> Session in
      let current = try sessionValidator.recentForFactors(signedIn, in: writer)
      let user = current.user
      let passkey = try requirePasskey(credentialID, of: user, in: writer)
      guard try canSignIn(user.id, without: passkey, in: writer) else {
        throw AccountError.lastCredential
      }
      _ = try writer.removePasskey(credentialID, of: user.id)
      try events.record(
        .passkeyRemoved, about: user, client: client, detail: ["name": passkey.name],
        in: writer)
      try mailer.enqueue(
        .factorRemoved(.passkey(name: passkey.name), client: client), to: user, client: client,
        in: writer)
      return try sessionIssuer.renew(current.session, with: secret, in: writer)
    }
    return try await sessionIssuer.issue(session, of: signedIn.user, secret: secret)
  }

  private func requirePasskey(
    _ credentialID: [UInt8], of user: User, in reader: any AccountReader
  ) throws -> Passkey {
    guard let passkey = try reader.passkey(credentialID), passkey.user == user.id else {
      throw AccountError.noSuchPasskey
    }
    return passkey
  }

  private func canSignIn(
    _ user: String, without passkey: Passkey, in reader: any AccountReader
  ) throws -> Bool {
    if try reader.password(of: user) != nil { return true }
    if try !reader.identities(of: user).isEmpty { return true }
    return try reader.passkeys(of: user).contains { $0.credentialID != passkey.credentialID }
  }
}
