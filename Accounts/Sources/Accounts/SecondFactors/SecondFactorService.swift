/// Sets up and removes authenticator apps and recovery codes.
public struct SecondFactorService: Sendable {
  let store: any AccountStore
  let settings: AccountSettings
  let clock: @Sendable () -> Int
  let events: SecurityEventLog
  let mailer: AccountMailer
  let throttle: Throttle
  let sessionValidator: SessionValidator
  let sessionIssuer: SessionIssuer
  let secondFactorVerifier: SecondFactorVerifier

  /// The credentials that a user has set up.
  public func summary(of signedIn: AuthenticatedSession) async throws -> CredentialSummary {
    try await store.read { reader in
      try reader.credentialSummary(of: sessionValidator.current(signedIn, in: reader).user.id)
    }
  }

  /// Creates a secret for an authenticator app; it takes effect once a first code is correct.
  ///
  /// - Returns: The secret for typing, and as an `otpauth` URI for scanning.
  /// - Throws: `AccountError`: `.notRecent`, `.passkeyRequired`, `.noSession`; `.conflict` if one
  ///   is set up already.
  public func beginTOTP(_ signedIn: AuthenticatedSession) async throws -> (
    secret: [UInt8], uri: String
  ) {
    let secret = TOTP.newSecret()
    let sealed = try secondFactorVerifier.seal(secret, of: signedIn.user.id)
    let user = try await store.change { writer in
      let user = try sessionValidator.recentForFactors(signedIn, in: writer).user
      guard try writer.totp(of: user.id)?.confirmed == nil else { throw AccountError.totpExists }
      try writer.put(StoredTOTP(user: user.id, sealedSecret: sealed, created: clock()))
      return user
    }
    return (
      secret, TOTP.uri(secret: secret, account: user.email, issuer: settings.serviceName)
    )
  }

  /// Activates the authenticator app with its first code, ends the other sessions, and forgets the
  /// other devices, which became known with the password alone.
  ///
  /// - Returns: Ten recovery codes, to be shown once, and the session with a new secret; the old
  ///   secret has stopped working.
  /// - Throws: `AccountError`: `.wrongCode`, `.tooManyAttempts`, `.notFound` if no set-up was
  ///   started, `.conflict`, `.notRecent`, `.passkeyRequired`, `.noSession`.
  public func confirmTOTP(
    _ signedIn: AuthenticatedSession, code: String, client: Client
  ) async throws -> (codes: [String], session: NewSession) {
    let recoveryCodes = RecoveryCodes.make(for: signedIn.user.id)
    let secret = SecretToken()
    let session = try await store.change { writer -> Result<Session, AccountError> in
      let current = try sessionValidator.recentForFactors(signedIn, in: writer)
      guard var totp = try writer.totp(of: current.user.id) else {
        return .failure(.noPendingTOTP)
      }
      guard totp.confirmed == nil else { return .failure(.totpExists) }
      let counter = throttle.counter(codesOf: current.user.id)
      if case .failure(let error) = try throttle.countAttempt([counter], in: writer) {
        return .failure(error)
      }
      guard
        let step = try TOTP.matchingStep(
          of: code.filter { !$0.isWhitespace }, secret: secondFactorVerifier.open(totp),
          at: clock(), after: totp.lastStep)
      else { return .failure(.wrongFirstCode) }
      try throttle.reset(counter, in: writer)
      totp.confirmed = clock()
      totp.lastStep = step
      try writer.put(totp)
      try writer.replaceRecoveryCodes(of: current.user.id, with: recoveryCodes.codes)
      var updated = current.session
      updated.hasSecondFactor = true
      let session = try sessionIssuer.revokeAccess(
        of: current.user, renewing: updated, with: secret, in: writer)
      try writer.forgetDevices(of: current.user.id, except: client)
      try events.record(.totpAdded, about: current.user, client: client, in: writer)
      try mailer.enqueue(
        .factorAdded(.authenticator, client: client), to: current.user, client: client, in: writer)
      return .success(session)
    }.get()
    let renewed = try await sessionIssuer.issue(session, of: signedIn.user, secret: secret)
    return (recoveryCodes.texts, renewed)
  }

  /// Removes the authenticator app, with its recovery codes, and ends the other sessions.
  ///
  /// If it was never confirmed, the other sessions continue.
  ///
  /// - Returns: The session with a new secret; the old one has stopped working.
  /// - Throws: `AccountError`: `.notFound`, `.notRecent`, `.passkeyRequired`, `.noSession`.
  public func removeTOTP(
    _ signedIn: AuthenticatedSession, client: Client
  ) async throws -> NewSession {
    let secret = SecretToken()
    let session = try await store.change { writer -> Session in
      let current = try sessionValidator.recentForFactors(signedIn, in: writer)
      guard let totp = try writer.totp(of: current.user.id) else { throw AccountError.noTOTP }
      try writer.removeTOTP(of: current.user.id)
      guard totp.confirmed != nil else {
        return try sessionIssuer.renew(current.session, with: secret, in: writer)
      }
      try writer.replaceRecoveryCodes(of: current.user.id, with: [])
      let session = try sessionIssuer.revokeAccess(
        of: current.user, renewing: current.session, with: secret, in: writer)
      try events.record(.totpRemoved, about: current.user, client: client, in: writer)
      try mailer.enqueue(
        .factorRemoved(.authenticator, client: client), to: current.user, client: client, in: writer
      )
      return session
    }
    return try await sessionIssuer.issue(session, of: signedIn.user, secret: secret)
  }

  /// Creates new recovery codes; the old ones stop working, and other sessions end.
  ///
  /// - Returns: Ten codes, to be shown once, and the session with a new secret; the old one has
  ///   stopped working.
  /// - Throws: `AccountError`: `.notFound` without an authenticator app; `.notRecent`,
  ///   `.passkeyRequired`, `.noSession`.
  public func replaceRecoveryCodes(
    _ signedIn: AuthenticatedSession, client: Client
  ) async throws -> (codes: [String], session: NewSession) {
    let recoveryCodes = RecoveryCodes.make(for: signedIn.user.id)
    let secret = SecretToken()
    let session = try await store.change { writer -> Session in
      let current = try sessionValidator.recentForFactors(signedIn, in: writer)
      guard try writer.totp(of: current.user.id)?.confirmed != nil else {
        throw AccountError.noTOTP
      }
      try writer.replaceRecoveryCodes(of: current.user.id, with: recoveryCodes.codes)
      let session = try sessionIssuer.revokeAccess(
        of: current.user, renewing: current.session, with: secret, in: writer)
      try events.record(.recoveryCodesMade, about: current.user, client: client, in: writer)
      try mailer.enqueue(
        .factorAdded(.recoveryCodes, client: client), to: current.user, client: client, in: writer)
      return session
    }
    let renewed = try await sessionIssuer.issue(session, of: signedIn.user, secret: secret)
    return (recoveryCodes.texts, renewed)
  }
}

extension AccountError {
  fileprivate static let totpExists = AccountError(
    .conflict, "An authenticator app is already set up. Remove it first to set up another.",
    german: "Eine Authenticator-App ist schon eingerichtet. Entferne sie zuerst, um eine andere "
      + "einzurichten.")

  fileprivate static let noTOTP = AccountError(.notFound, "No authenticator app is set up.")

  fileprivate static let noPendingTOTP = AccountError(
    .notFound, "There is nothing to confirm. Start again and scan the new QR code.")

  fileprivate static let wrongFirstCode = AccountError(
    .wrongCode,
    "This code is wrong. Check that the app shows this account and that the clock of the device is "
      + "right, and enter the current code.")
}
