/// Decides whether a session is still valid and recent enough for a change.
struct SessionValidator: Sendable {
  let settings: AccountSettings
  let clock: @Sendable () -> Int

  /// The session with its user, if both are still valid.
  func validated(_ session: Session, in reader: any AccountReader) throws -> AuthenticatedSession? {
    let now = clock()
    // NB: it may have been used just before the clock was set back; `used` then corrects the time.
    guard now < session.expires, now - session.lastUsed < idleTimeout(of: session),
      !isLastUseInFuture(session),
      let user = try reader.user(session.user), user.disabled == nil
    else { return nil }
    return AuthenticatedSession(user: user, session: session)
  }

  /// Whether a session was last used so far in the future that it would have ended if it had been
  /// used that long ago.
  ///
  /// Either the clock was ahead then, or it is behind now, as after a loss of power; which of them
  /// is not known. So the session is rejected, but does not end; it works again when a wrong clock
  /// is corrected.
  func isLastUseInFuture(_ session: Session) -> Bool {
    session.lastUsed - clock() >= idleTimeout(of: session)
  }

  /// The seconds after which a session ends if it is unused.
  private func idleTimeout(of session: Session) -> Int {
    session.kind == .browser ? settings.browserIdleTimeout : settings.appIdleTimeout
  }

  /// Returns a session as it is stored after a use.
  ///
  /// A time of authentication in the future is removed. It must not count as recent when the clock
  /// reaches it, and an access token with it would look newer than the next authentication.
  func used(_ session: Session) -> Session {
    var session = session
    session.lastUsed = clock()
    if RecordedTime.isAhead(session.lastAuthenticated, of: session.lastUsed) {
      session.lastAuthenticated = 0
    }
    return session
  }

  /// Returns the state of the request's session and user in this transaction.
  ///
  /// A request may have waited since it was authenticated. If the session was renewed in the
  /// meantime, the request's own cookie or token is no longer valid, and must not benefit from it.
  ///
  /// - Throws: `AccountError.noSession` if the session, or the request's credential for it, is no
  ///   longer valid.
  func current(_ signedIn: AuthenticatedSession, in reader: any AccountReader) throws
    -> AuthenticatedSession
  {
    guard let session = try reader.session(signedIn.session.id),
      session.user == signedIn.user.id, session.isOpened(byCredentialOf: signedIn.session),
      let current = try validated(session, in: reader)
    else { throw AccountError.noSession }
    return current
  }

  /// Returns the current state of a session, for changes that a stolen session alone must not
  /// permit.
  ///
  /// - Throws: As `current`, and `.notRecent` if the user has not authenticated recently enough.
  func recent(_ signedIn: AuthenticatedSession, in reader: any AccountReader) throws
    -> AuthenticatedSession
  {
    let current = try current(signedIn, in: reader)
    try requireRecent(current)
    return current
  }

  /// Returns the current state of a session, for changes to passkeys and second factors.
  ///
  /// A user with a passkey has chosen more than a password. Whoever has only the password, or only
  /// the mailbox, must not be able to add a factor of their own or to remove the passkey.
  ///
  /// - Throws: As `recent`, and `.passkeyRequired` if the user has a passkey and the session no
  ///   second factor.
  func recentForFactors(_ signedIn: AuthenticatedSession, in reader: any AccountReader) throws
    -> AuthenticatedSession
  {
    let current = try recent(signedIn, in: reader)
    guard try mayChangeFactors(current, in: reader) else { throw AccountError.passkeyRequired }
    return current
  }

  /// Whether the session has a second factor, or its user no passkey.
  func mayChangeFactors(
    _ current: AuthenticatedSession, in reader: any AccountReader
  ) throws -> Bool {
    try current.session.hasSecondFactor || reader.passkeys(of: current.user.id).isEmpty
  }

  func requireRecent(_ signedIn: AuthenticatedSession) throws(AccountError) {
    guard isRecent(signedIn) else { throw .notRecent }
  }

  /// Whether the user has authenticated recently enough for a sensitive change.
  func isRecent(_ signedIn: AuthenticatedSession) -> Bool {
    signedIn.session.isAuthenticated(within: settings.maximumAuthenticationAge, at: clock())
  }
}
