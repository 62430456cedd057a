import Logging

/// Authenticates requests by their session, and lists, renews and ends sessions.
public struct SessionService: Sendable {
  let store: any AccountStore
  let settings: AccountSettings
  let clock: @Sendable () -> Int
  let logger: Logger
  let events: SecurityEventLog
  let mailer: AccountMailer
  let sessionValidator: SessionValidator
  let sessionIssuer: SessionIssuer
  let passwordAuthenticator: PasswordAuthenticator
  let secondFactorVerifier: SecondFactorVerifier

  /// Whether a session only permits setting up the second factor that this service requires.
  public func lacksSecondFactor(_ signedIn: AuthenticatedSession) -> Bool {
    settings.requiresSecondFactor && !signedIn.session.hasSecondFactor
  }

  /// Whether the user has authenticated recently enough to change how they sign in.
  public func isRecent(_ signedIn: AuthenticatedSession) -> Bool {
    sessionValidator.isRecent(signedIn)
  }

  /// Signs and verifies access tokens.
  public var accessTokens: AccessTokens { sessionIssuer.accessTokens }

  /// Signs a user out of one session; does nothing if it has ended.
  public func signOut(_ session: String, of user: String, client: Client) async throws {
    try await store.change { writer in
      guard let stored = try writer.session(session), stored.user == user else { return }
      _ = try writer.removeSession(session)
      try events.record(
        .sessionEnded, about: try writer.user(user), client: client,
        detail: ["session": session], in: writer)
    }
  }

  /// The sessions of a user, the last used first.
  public func list(of signedIn: AuthenticatedSession) async throws -> [Session] {
    try await store.read { reader in
      let current = try sessionValidator.current(signedIn, in: reader)
      return try reader.sessions(of: current.user.id)
        .filter { try sessionValidator.validated($0, in: reader) != nil }
    }
  }

  /// Ends a session of a user.
  ///
  /// Ending another one than their own also ends a pending change of their address, and needs a
  /// recent authentication: otherwise a thief of one session could end the owner's.
  ///
  /// - Throws: `AccountError`: `.notFound`, `.notRecent`, `.noSession`.
  public func end(_ id: String, _ signedIn: AuthenticatedSession, client: Client) async throws {
    try await store.change { writer in
      let current = try sessionValidator.current(signedIn, in: writer)
      guard let session = try writer.session(id), session.user == current.user.id else {
        throw AccountError(.notFound, "This session has already ended.")
      }
      if id != current.session.id {
        try sessionValidator.requireRecent(current)
        try writer.cancelAddressChange(of: current.user)
      }
      _ = try writer.removeSession(id)
      try events.record(
        .sessionEnded, about: current.user, client: client, detail: ["session": id], in: writer)
    }
  }

  /// Ends all of a user's sessions except this one, and a pending change of their address.
  ///
  /// - Returns: The number of sessions ended.
  /// - Throws: `AccountError`: `.notRecent`, `.noSession`.
  @discardableResult
  public func endOthers(_ signedIn: AuthenticatedSession, client: Client) async throws -> Int {
    try await store.change { writer in
      let current = try sessionValidator.recent(signedIn, in: writer)
      try writer.cancelAddressChange(of: current.user)
      let ended = try writer.removeSessions(of: current.user.id, except: current.session.id)
      guard !ended.isEmpty else { return 0 }
      try events.record(
        .sessionsEnded, about: current.user, client: client,
        detail: ["count": "\(ended.count)"], in: writer)
      return ended.count
    }
  }

  /// Authenticates a user again, so that they may change how they sign in.
  ///
  /// Requires the password of a user who has one, and a code of their authenticator app, or a
  /// recovery code, if they have set one up. The session gets a new secret, and the old one stops
  /// working. Ten wrong attempts in a row end the session, and cause no delays elsewhere.
  ///
  /// - Throws: `AccountError`: `.wrongCredentials`, `.wrongCode`, `.tooManyAttempts`, `.noSession`;
  ///   `.notRecent` for a user with neither, who has to sign in again.
  public func reauthenticate(
    _ signedIn: AuthenticatedSession, password: String?, code: String? = nil, client: Client
  ) async throws -> NewSession {
    let id = signedIn.user.id
    let attempt = try await passwordAuthenticator.reserve(
      confirming: signedIn, with: sessionValidator, client: client)
    let result =
      try await attempt.hash == nil
      ? nil : passwordAuthenticator.verify(password ?? "", for: attempt)
    let secret = SecretToken()
    let session = try await store.change { writer -> Result<Session, AccountError> in
      let current = try sessionValidator.current(signedIn, in: writer)
      if let result {
        guard try passwordAuthenticator.verifiedUser(result, of: attempt, in: writer) != nil else {
          return try passwordAuthenticator.reject(
            attempt, with: .wrongPassword, client: client, in: writer)
        }
      }
      let requiresCode = try !writer.secondFactorMethods(of: id).isEmpty
      guard result != nil || requiresCode else {
        try passwordAuthenticator.rollBack(attempt, in: writer)
        return .failure(.signInAgain)
      }
      if requiresCode,
        try !secondFactorVerifier.consumeCode(code ?? "", from: current.user, client, in: writer)
      {
        return try passwordAuthenticator.reject(
          attempt, with: .wrongCode, client: client, in: writer)
      }
      if let result {
        try passwordAuthenticator.recordSuccess(result, of: attempt, by: current.user, in: writer)
      } else {
        try passwordAuthenticator.resetCounters(of: attempt, in: writer)
      }
      return .success(
        try sessionIssuer.recordReauthentication(
          current, with: secret, hasSecondFactor: requiresCode, client: client, in: writer))
    }.get()
    return try await sessionIssuer.issue(session, of: signedIn.user, secret: secret)
  }
}

extension AccountError {
  /// The change needs a recent sign-in, because the user has no password to confirm it with.
  public static let signInAgain = AccountError(
    .notRecent, "Sign out and sign in again to change this.",
    german: "Melde dich ab und wieder an, um das zu ändern.")

  fileprivate static let wrongPassword = AccountError(.wrongCredentials, "The password is wrong.")
}
