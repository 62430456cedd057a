import Logging

extension SessionService {
  /// The user and session of a browser's cookie.
  ///
  /// - Throws: `AccountError` `.noSession` if the session has ended, was unused for too long, or
  ///   never existed.
  public func authenticate(cookie: String) async throws -> AuthenticatedSession {
    guard let secret = SecretToken(cookie) else { throw AccountError.noSession }
    let hash = secret.hash
    return try await authenticate { reader in
      guard let session = try reader.session(hash: hash), session.kind == .browser else {
        return nil
      }
      return session
    }
  }

  /// The user and session of an app's access token.
  ///
  /// The session is looked up too, so that signing out takes effect immediately, not when the token
  /// expires. A token from before the session's last renewal is rejected: someone who has stolen
  /// it must not benefit from a later reauthentication, nor keep access after a change of password.
  ///
  /// - Throws: `AccountError` `.noSession`.
  public func authenticate(accessToken: String) async throws -> AuthenticatedSession {
    let claims = try await sessionIssuer.accessTokens.verify(accessToken, at: clock())
    return try await authenticate { reader in
      guard let session = try reader.session(claims.session), session.kind == .app,
        session.user == claims.user, session.lastAuthenticated <= claims.lastAuthenticated,
        session.renewal == claims.renewal
      else { return nil }
      return session
    }
  }

  private func authenticate(
    finding find: @escaping @Sendable (any AccountReader) throws -> Session?
  ) async throws -> AuthenticatedSession {
    let authenticated = try await store.read { reader in
      try find(reader).flatMap { try sessionValidator.validated($0, in: reader) }
    }
    guard let authenticated else { throw AccountError.noSession }
    let sinceUse = abs(clock() - authenticated.session.lastUsed)
    guard sinceUse >= Self.touchInterval else { return authenticated }
    do {
      return try await touch(find)
    } catch let error as AccountError {
      throw error
    } catch {
      // A full disk must not prevent reading; the session was valid a moment ago.
      logger.warning(
        "The use of a session could not be recorded", metadata: ["reason": "\(error)"])
      return authenticated
    }
  }

  /// Records that a session is used.
  private func touch(
    _ find: @escaping @Sendable (any AccountReader) throws -> Session?
  ) async throws -> AuthenticatedSession {
    try await store.change { writer in
      // NB: read again, or a session that was ended in between would be restored.
      guard
        let current = try find(writer).flatMap({ try sessionValidator.validated($0, in: writer) })
      else {
        throw AccountError.noSession
      }
      let session = sessionValidator.used(current.session)
      try writer.put(session)
      return AuthenticatedSession(user: current.user, session: session)
    }
  }

  /// The interval in which a session's use is recorded only once, in seconds.
  static let touchInterval = 60

  /// The current state of the user and session.
  ///
  /// Unlike authenticating with the cookie, this does not count as using the session: a page that
  /// is merely open does not extend it.
  ///
  /// - Throws: `AccountError` `.noSession` if it has ended.
  public func current(_ signedIn: AuthenticatedSession) async throws -> AuthenticatedSession {
    try await store.read { try sessionValidator.current(signedIn, in: $0) }
  }
}
