/// Resets and changes passwords.
public struct PasswordService: Sendable {
  let store: any AccountStore
  let hasher: PasswordHasher
  let settings: AccountSettings
  let clock: @Sendable () -> Int
  let events: SecurityEventLog
  let mailer: AccountMailer
  let oneTimeTokens: OneTimeTokens
  let throttle: Throttle
  let lifecycle: AccountLifecycle
  let sessionValidator: SessionValidator
  let sessionIssuer: SessionIssuer
  let passwordAuthenticator: PasswordAuthenticator

  /// Sends a link to set a new password, or an email that says there is no account.
  ///
  /// The response is the same for every address. After several emails to an address, no further one
  /// is sent for a while, unless its user has no valid link left, so strangers' requests never deny
  /// it to the user.
  ///
  /// - Throws: `AccountError`: `.invalidAddress`, `.notAllowed` without mail, `.tooManyAttempts`
  ///   after too many requests from the client's network.
  public func requestReset(email: String, client: Client) async throws {
    guard settings.canSendMail else { throw AccountError.mailIsOff }
    let address = try EmailAddress(email)
    let isWithinMailLimit = try await lifecycle.reserveResetMail(address, client: client)
    let secret = SecretToken()
    try await store.change { writer in
      let user = try writer.user(emailKey: address.key)
      guard try isWithinMailLimit || lacksLink(user, in: writer) else { return }
      try events.record(
        .passwordResetRequested, about: user, by: .anonymous, client: client, in: writer)
      guard let user, user.disabled == nil else {
        return try mailer.enqueue(
          .noAccount, to: address.text, language: client.language, in: writer)
      }
      let expires = try oneTimeTokens.storeResetToken(for: user, with: secret, in: writer)
      try mailer.enqueue(
        .passwordResetLink(link: oneTimeTokens.url(AccountPaths.reset, secret), expires: expires),
        to: user, client: client, in: writer)
    }
  }

  /// Whether a user could reset their password, but has no valid link, because another change has
  /// invalidated it.
  private func lacksLink(_ user: User?, in reader: any AccountReader) throws -> Bool {
    guard let user, user.disabled == nil else { return false }
    return try !oneTimeTokens.hasValidToken(of: user.id, for: .resetPassword, in: reader)
  }

  /// Sets a new password with a reset link, ends all of the user's sessions, and forgets their
  /// devices.
  ///
  /// `tokens` are the user's API tokens, which the service revokes when it learns of the
  /// `password.reset` event; the email lists them.
  ///
  /// The link proves that the address is the user's, by email or because the operator gave it to
  /// them. An account whose address was not verified therefore becomes the user's, after the
  /// removal of credentials that an attacker may have set. In a verified account, a second factor
  /// is kept.
  ///
  /// - Throws: `AccountError`: `.invalidLink`; `.weakPassword` and `.tooManyAttempts`, and then the
  ///   link still works; `.disabledAccount`.
  public func reset(
    _ token: String, password: String, revoking tokens: [RevokedToken] = [], client: Client
  ) async throws {
    guard let user = try await oneTimeTokens.owner(of: token, for: .resetPassword) else {
      throw AccountError.invalidLink
    }
    try lifecycle.checkPassword(password, for: user.email, name: user.name)
    let hash = try await hasher.hash(password, for: .network(client.network))
    try await store.change { writer in
      guard let validToken = try oneTimeTokens.validToken(token, for: .resetPassword, in: writer),
        try writer.removeOneTimeToken(validToken.hash),
        var user = try validToken.user.flatMap({ try writer.user($0) })
      else { throw AccountError.invalidLink }
      guard user.disabled == nil else { throw AccountError.disabledAccount }
      if !user.isOwnershipVerified {
        // Whoever registered the address with a password, and chose this name, may be a stranger;
        // an operator who adds an account lets its owner set the password.
        if try writer.password(of: user.id) != nil { user.name = "" }
        try lifecycle.reclaim(user, client: client, in: writer)
        user.verified = clock()
        user.ownershipUnverifiedSince = nil
        user.language = client.language
        try writer.put(user)
        try events.record(.accountVerified, about: user, client: client, in: writer)
      }
      try writer.revokeAccess(of: user, except: nil)
      try writer.forgetDevices(of: user.id)
      try writer.put(StoredPassword(user: user.id, hash: hash, changed: clock()))
      try throttle.reset(throttle.counter(account: user.emailKey), in: writer)
      try throttle.reset(throttle.counter(signInsOf: user.id), in: writer)
      try events.record(.passwordReset, about: user, client: client, in: writer)
      try mailer.enqueue(
        .passwordReset(revoked: tokens, client: client), to: user, client: client, in: writer)
    }
  }

  /// Changes the password of a user who is signed in, ends their other sessions, and forgets their
  /// devices except this one, which gets a new secret.
  ///
  /// `old` is the current password; nil for a user without one. Such users, and users with a second
  /// factor, must have authenticated recently; otherwise a stolen session with the password could
  /// bypass the factor. Wrong passwords are counted as by `SessionService.reauthenticate`.
  ///
  /// - Returns: The session with a new secret; the old one has stopped working.
  /// - Throws: `AccountError`: `.wrongCredentials`, `.weakPassword`, `.notRecent`, `.noSession`,
  ///   `.tooManyAttempts`; `.conflict` if a first password was set at the same time.
  public func change(
    _ signedIn: AuthenticatedSession, old: String?, new: String, client: Client
  ) async throws -> NewSession {
    let user = try await store.read { reader in
      let current = try sessionValidator.current(signedIn, in: reader)
      let id = current.user.id
      if try reader.password(of: id) == nil || !reader.secondFactorMethods(of: id).isEmpty {
        try sessionValidator.requireRecent(current)
      }
      return current.user
    }
    try lifecycle.checkPassword(new, for: user.email, name: user.name)
    let attempt = try await passwordAuthenticator.reserve(
      confirming: signedIn, with: sessionValidator, client: client)
    let result =
      try await attempt.hash == nil ? nil : passwordAuthenticator.verify(old ?? "", for: attempt)
    let hash = try await result?.isCorrect == false ? nil : hashed(new, for: attempt, after: result)
    let (secret, device) = (SecretToken(), SecretToken())
    let opened = try await store.change { writer -> Result<OpenedSession, AccountError> in
      let current = try sessionValidator.current(signedIn, in: writer)
      let isCorrect = try result.map {
        try passwordAuthenticator.verifiedUser($0, of: attempt, in: writer) != nil
      }
      guard let hash, isCorrect != false else {
        return try passwordAuthenticator.reject(
          attempt, with: .wrongOldPassword, client: client, in: writer)
      }
      if result == nil, try writer.password(of: user.id) != nil {
        try passwordAuthenticator.rollBack(attempt, in: writer)
        return .failure(.changedMeanwhile)
      }
      try passwordAuthenticator.resetCounters(of: attempt, in: writer)
      try writer.put(StoredPassword(user: user.id, hash: hash, changed: clock()))
      // NB: read again, because resetting the counters has changed it.
      let reloaded = try sessionValidator.current(signedIn, in: writer).session
      let session = try sessionIssuer.revokeAccess(
        of: current.user, renewing: reloaded, with: secret, in: writer)
      // NB: this device gets a new secret, too: the old one may have been copied together with the
      // session's.
      try writer.forgetDevices(of: user.id)
      let devices = try sessionIssuer.knownDevices.remember(
        client, of: current.user, as: device, in: writer)
      try throttle.reset(throttle.counter(signInsOf: user.id), in: writer)
      try events.record(.passwordChanged, about: current.user, client: client, in: writer)
      try mailer.enqueue(
        .passwordChanged(client: client), to: current.user, client: client,
        in: writer)
      return .success(OpenedSession(session: session, user: current.user, deviceSecrets: devices))
    }.get()
    return try await sessionIssuer.issue(opened, secret: secret)
  }

  /// Hashes a new password after the old one was right, or if there is none.
  ///
  /// If that fails, such as because too many calls are waiting, the attempt does not count as
  /// wrong.
  private func hashed(
    _ password: String, for attempt: PasswordAuthenticator.PasswordAttempt,
    after result: PasswordAuthenticator.AttemptResult?
  ) async throws -> String {
    do {
      return try await hasher.hash(password, for: attempt.requester)
    } catch {
      try await store.change {
        try passwordAuthenticator.rollBack(attempt, wasChecked: result != nil, in: $0)
      }
      throw error
    }
  }
}

extension AccountError {
  fileprivate static let wrongOldPassword = AccountError(
    .wrongCredentials,
    "The current password is wrong. If you forgot it, sign out and reset it by email.")
}
