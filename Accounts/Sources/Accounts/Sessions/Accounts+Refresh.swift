extension Accounts {
  /// Gives an app its next pair of tokens.
  ///
  /// A refresh token works once. If one comes again, somebody has a copy: the session ends, and the
  /// person is told. Only the last one may come again within half a minute while its successor is
  /// unused, because the answer may have been lost; that successor never works then.
  ///
  /// - Throws: `AccountError` `.noSession`.
  public func refresh(
    _ refreshToken: String, client: Client
  ) async throws -> (AppTokens, SignedIn) {
    guard let secret = SecretText(refreshToken) else { throw AccountError.noSession }
    let next = SecretText()
    let signedIn = try await store.change { writer -> Result<SignedIn, AccountError> in
      guard let token = try writer.refreshToken(secret.hash),
        let session = try writer.session(token.session), session.kind == .app,
        let signedIn = try alive(session, in: writer)
      else { return .failure(.noSession) }
      guard try take(token, in: writer) else {
        try endCopied(signedIn, client: client, in: writer)
        return .failure(.noSession)
      }
      try writer.put(RefreshToken(hash: next.hash, session: session.id, created: clock()))
      var used = session
      used.lastUsed = clock()
      try writer.put(used)
      return .success(SignedIn(person: signedIn.person, session: used))
    }.get()
    return (try await tokens(for: signedIn.session, refresh: next), signedIn)
  }

  /// The seconds in which an answer that was lost can be asked for again.
  static let refreshLeeway = 30

  /// Uses a token up; false if it was used before, and not just now by somebody whose answer may
  /// have been lost.
  private func take(_ token: RefreshToken, in writer: any AccountWriter) throws -> Bool {
    let family = try writer.refreshTokens(of: token.session)
    let lastUse = family.compactMap(\.used).max()
    var token = token
    if let used = token.used {
      // NB: uses in one family have times that differ, so the last use is one token's.
      guard used == lastUse, used > Self.neverSent, clock() - used <= Self.refreshLeeway else {
        return false
      }
      for var unused in family where unused.used == nil {
        // A copy of the lost answer is as good as used: if it ever comes, two people have tokens.
        unused.used = Self.neverSent
        try writer.put(unused)
      }
    } else {
      token.used = max(clock(), (lastUse ?? 0) + 1)
      try writer.put(token)
    }
    for old in family {
      if let used = old.used, used != Self.neverSent, clock() - used > settings.appIdle {
        try writer.removeRefreshToken(old.hash)
      }
    }
    return true
  }

  /// When a token was used whose answer seems to be lost: at no time.
  private static let neverSent = 0

  private func endCopied(
    _ signedIn: SignedIn, client: Client, in writer: any AccountWriter
  ) throws {
    _ = try writer.removeSession(signedIn.session.id)
    try note(
      .tokenCopied, about: signedIn.person, by: "anyone", client: client,
      detail: ["session": signedIn.session.id], in: writer)
    try post(
      .sessionsEnded(.copiedToken(client: client)), to: signedIn.person.email, in: writer)
  }
}
