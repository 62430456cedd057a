extension SessionService {
  /// Exchanges a refresh token for the next pair of tokens.
  ///
  /// A refresh token works once. If it is sent again, someone has a copy: the session ends, and the
  /// user is notified. Only the latest one may be sent again within half a minute while its
  /// successor is unused, because the response may have been lost; that successor is then void.
  ///
  /// - Throws: `AccountError` `.noSession`.
  public func refresh(
    _ refreshToken: String, client: Client
  ) async throws -> (AppTokens, AuthenticatedSession) {
    guard let secret = SecretToken(refreshToken) else { throw AccountError.noSession }
    let next = SecretToken()
    let signedIn = try await store.change { writer -> Result<AuthenticatedSession, AccountError> in
      guard let token = try writer.refreshToken(secret.hash),
        let session = try writer.session(token.session), session.kind == .app,
        let signedIn = try sessionValidator.alive(session, in: writer)
      else { return .failure(.noSession) }
      guard try take(token, in: writer) else {
        try revokeCopied(signedIn, client: client, in: writer)
        return .failure(.noSession)
      }
      try writer.put(RefreshToken(hash: next.hash, session: session.id, created: clock()))
      var used = session
      used.lastUsed = clock()
      try writer.put(used)
      return .success(AuthenticatedSession(user: signedIn.user, session: used))
    }.get()
    return (try await sessionIssuer.tokens(for: signedIn.session, refresh: next), signedIn)
  }

  /// The seconds in which a lost response can be requested again.
  static let refreshLeeway = 30

  /// Consumes a token; false if it was used before, and not just now by a client whose response may
  /// have been lost.
  private func take(_ token: RefreshToken, in writer: any AccountWriter) throws -> Bool {
    let family = try writer.refreshTokens(of: token.session)
    let lastUse = family.compactMap(\.used).max()
    var token = token
    if let used = token.used {
      // NB: the times of use within a family are distinct, so the last use belongs to exactly one
      // token.
      guard used == lastUse, used > Self.replaced, clock() - used <= Self.refreshLeeway else {
        return false
      }
      for var unused in family where unused.used == nil {
        // The lost response's token counts as used: if it is ever sent, two clients have tokens.
        unused.used = Self.replaced
        try writer.put(unused)
      }
    } else {
      token.used = max(clock(), (lastUse ?? 0) + 1)
      try writer.put(token)
    }
    for old in family {
      if let used = old.used, used != Self.replaced, clock() - used > settings.appIdle {
        try writer.removeRefreshToken(old.hash)
      }
    }
    return true
  }

  /// The time of use that marks a token that was replaced, because its response was apparently lost
  /// or its user has authenticated again: if it is ever sent, someone has a copy.
  static let replaced = 0

  private func revokeCopied(
    _ signedIn: AuthenticatedSession, client: Client, in writer: any AccountWriter
  ) throws {
    _ = try writer.removeSession(signedIn.session.id)
    try events.record(
      .tokenCopied, about: signedIn.user, by: .anyone, client: client,
      detail: ["session": signedIn.session.id], in: writer)
    try mailer.enqueue(
      .sessionsEnded(.copiedToken(client: client)), to: signedIn.user.email, in: writer)
  }
}
