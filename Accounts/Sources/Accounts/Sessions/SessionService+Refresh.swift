extension SessionService {
  /// Exchanges a refresh token for the next pair of tokens.
  ///
  /// A refresh token works once. If it is sent again, someone has a copy: the session ends, and the
  /// user is notified. Only the latest one may be sent again within half a minute while its
  /// successor is unused, because the response may have been lost; that successor is then invalid.
  ///
  /// - Throws: `AccountError`: `.noSession`; `.tooManyAttempts` after 60 in a minute, and
  ///   `.wrongClock` if the session was last used in the future: then the token stays valid.
  public func refresh(
    _ refreshToken: String, client: Client
  ) async throws -> (AppTokens, AuthenticatedSession) {
    guard let presented = PresentedRefreshToken(refreshToken, sessionIssuer.keys) else {
      throw AccountError.noSession
    }
    let next = SecretToken()
    let signedIn = try await store.change { writer -> Result<AuthenticatedSession, AccountError> in
      let stored = try writer.refreshToken(presented.secret.hash)
      let id = presented.origin.session
      guard stored == nil || stored?.session == id,
        let session = try writer.session(id), session.kind == .app
      else { return .failure(.noSession) }
      // NB: an app would delete the token if the session were reported as ended.
      guard !sessionValidator.isLastUseInFuture(session) else { return .failure(.wrongClock) }
      guard let signedIn = try sessionValidator.validated(session, in: writer)
      else { return .failure(.noSession) }
      let now = clock()
      let family = try writer.refreshTokens(of: id)
      guard let token = stored, isRedeemable(token, of: family, at: now) else {
        if isReuse(stored, presented.origin, of: family) {
          try revokeReused(signedIn, client: client, in: writer)
        }
        return .failure(.noSession)
      }
      let wait = Self.refreshDelay(family, at: now)
      guard wait == 0 else { return .failure(.tooManyAttempts(wait: wait)) }
      try redeem(token, of: family, at: now, in: writer)
      try writer.put(RefreshToken(hash: next.hash, session: id, after: family, at: now))
      let used = sessionValidator.used(session)
      try writer.put(used)
      return .success(AuthenticatedSession(user: signedIn.user, session: used))
    }.get()
    return (try await sessionIssuer.tokens(for: signedIn.session, refresh: next), signedIn)
  }

  /// The seconds in which a lost response can be requested again.
  static let refreshLeeway = 30

  /// The maximum number of a session's tokens that are stored; more than `maximumRefreshes`.
  static let maximumTokens = 64

  /// Whether a token is unused, or was used just now by a client whose response may have been lost.
  private func isRedeemable(
    _ token: RefreshToken, of family: [RefreshToken], at now: Int
  ) -> Bool {
    guard let used = token.used else { return true }
    // NB: tokens are used in the order in which they were issued. By time of use, one of several
    // in the same second could not be distinguished from the last.
    let last = family.first { ($0.used ?? 0) > RefreshToken.usedOrLost }
    return token.hash == last?.hash && abs(now - used) <= Self.refreshLeeway
  }

  /// Whether a rejected token shows that someone has a copy.
  private func isReuse(
    _ token: RefreshToken?, _ origin: PresentedRefreshToken.Origin, of family: [RefreshToken]
  ) -> Bool {
    if let token { return token.used != RefreshToken.unusedAtRenewal }
    // It was used and is no longer stored. One that is newer than all others was issued after the
    // backup from which the store was restored.
    guard let newest = family.map(\.created).max() else { return false }
    return origin.issued <= newest
  }

  /// Marks a token as used, and removes those that were used long before it.
  private func redeem(
    _ token: RefreshToken, of family: [RefreshToken], at now: Int, in writer: any AccountWriter
  ) throws {
    if token.used == nil {
      var token = token
      token.used = now
      try writer.put(token)
    } else {
      for var unused in family where unused.used == nil {
        // The lost response's token counts as used: if it is ever sent, two clients have tokens.
        unused.used = RefreshToken.usedOrLost
        try writer.put(unused)
      }
    }
    for (index, old) in family.enumerated() where old.hash != token.hash {
      guard let used = old.used else { continue }
      let isOld = used > RefreshToken.usedOrLost && now - used > settings.appIdleTimeout
      // NB: one less, because the next token is added after this.
      if isOld || index >= Self.maximumTokens - 1 { try writer.removeRefreshToken(old.hash) }
    }
  }

  private func revokeReused(
    _ signedIn: AuthenticatedSession, client: Client, in writer: any AccountWriter
  ) throws {
    _ = try writer.removeSession(signedIn.session.id)
    try writer.cancelAddressChange(of: signedIn.user)
    try events.record(
      .refreshTokenReused, about: signedIn.user, by: .anonymous, client: client,
      detail: ["session": signedIn.session.id], in: writer)
    try mailer.enqueue(
      .sessionsEnded(.tokenReuse(client: client)), to: signedIn.user, client: client, in: writer)
  }
}

// MARK: - Rate limit

extension SessionService {
  /// The maximum number of a session's refreshes in `refreshWindow` seconds; an app needs one in
  /// ten minutes.
  static let maximumRefreshes = 60
  /// The seconds in which refreshes are counted.
  static let refreshWindow = 60

  /// Returns the seconds until the session may be refreshed; 0 if it may be now.
  private static func refreshDelay(_ family: [RefreshToken], at now: Int) -> Int {
    let recent = family.map(\.created).filter { abs(now - $0) < refreshWindow }
    // The token that is exchanged is one of them.
    guard recent.count > maximumRefreshes, let oldest = recent.min() else { return 0 }
    return min(max(1, oldest + refreshWindow - now), refreshWindow)
  }
}

extension RefreshToken {
  /// The `used` of a token that was used before its session was renewed, or whose response was
  /// apparently lost: if it is ever sent, someone has a copy.
  static let usedOrLost = 0

  /// The `used` of a token that was unused when its session was renewed: it is rejected, but the
  /// session continues, because the client may not have received the new one.
  static let unusedAtRenewal = -1

  /// Creates the next token of a session, after all of its others.
  init(hash: [UInt8], session: String, after family: [RefreshToken], at now: Int) {
    let newest = family.map(\.created).max() ?? now
    self.init(hash: hash, session: session, created: max(now, newest))
  }
}
