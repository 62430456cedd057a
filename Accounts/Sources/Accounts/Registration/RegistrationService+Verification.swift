extension RegistrationService {
  /// Verifies a new account's address with the emailed link, and signs its owner in.
  ///
  /// The password is required as well: the link proves that the address is the user's, the password
  /// that the same user requested this link's registration. So registering someone else's address
  /// gains nothing if its owner follows the link in the unexpected email. Of several registrations
  /// of the address, the first that is completed wins, and the others' links stop working.
  ///
  /// - Throws: `AccountError`: `.invalidLink`; `.wrongCredentials`, and then the link still works;
  ///   `.tooManyAttempts`; `.disabledAccount`.
  public func verifyEmail(
    _ token: String, password: String, as kind: Session.ClientKind, client: Client
  ) async throws -> SignInResult {
    guard let secret = SecretToken(token),
      try await store.read({ try pendingVerification(token, in: $0) != nil })
    else { throw AccountError.invalidLink }
    let attempt = try await store.change {
      writer -> Result<PasswordAuthenticator.PasswordAttempt, AccountError> in
      guard let pending = try pendingVerification(token, in: writer) else {
        return .failure(.invalidLink)
      }
      return try passwordAuthenticator.reserve(
        pending.registration, of: pending.user, with: secret, client: client, in: writer)
    }.get()
    let result = try await passwordAuthenticator.verify(password, for: attempt)
    let secrets = SessionSecrets()
    let decision = try await store.change { writer -> Result<SignInDecision, AccountError> in
      guard let pending = try pendingVerification(token, in: writer),
        pending.registration?.hash == attempt.hash
      else { return .failure(.invalidLink) }
      guard result.isCorrect, let registration = pending.registration else {
        return try passwordAuthenticator.reject(
          attempt, with: .wrongPasswordForLink, client: client, in: writer)
      }
      try passwordAuthenticator.resetCounters(of: attempt, in: writer)
      guard pending.user.disabled == nil else {
        return try passwordAuthenticator.reject(
          attempt, with: .disabledAccount, client: client, in: writer)
      }
      let user = try complete(registration, of: pending.user, client: client, in: writer)
      try writer.put(
        StoredPassword(user: user.id, hash: registration.hash, changed: clock()))
      return .success(
        try sessionIssuer.begin(
          user, by: .password, as: kind, client: client, with: secrets, in: writer))
    }.get()
    return try await sessionIssuer.issue(decision, with: secrets)
  }

  /// Verifies the user's address, and invalidates all other registrations of it.
  private func complete(
    _ registration: PendingRegistration, of user: User, client: Client,
    in writer: any AccountWriter
  ) throws -> User {
    let isOnlyRegistration =
      try writer.password(of: user.id)?.hash == registration.hash
      && lifecycle.pendingRegistrations(of: user, in: writer).allSatisfy { $0 == registration }
    if isOnlyRegistration {
      try writer.removeOneTimeTokens(of: user.id, for: .verifyEmail)
    } else {
      try lifecycle.reclaim(user, client: client, in: writer)
    }
    var user = user
    user.name = registration.name
    user.verified = clock()
    try writer.put(user)
    try events.record(.accountVerified, about: user, client: client, in: writer)
    return user
  }

  /// The user whose address a link verifies, and the registration that it completes, if any.
  private func pendingVerification(
    _ token: String, in reader: any AccountReader
  ) throws -> (user: User, registration: PendingRegistration?)? {
    guard let validToken = try oneTimeTokens.validToken(token, for: .verifyEmail, in: reader),
      let user = try validToken.user.flatMap({ try reader.user($0) }), user.verified == nil
    else { return nil }
    // NB: the payload is empty if an earlier version stored the link, or if an operator has added
    // the account without a password.
    if validToken.payload.isEmpty {
      return (user, try lifecycle.storedRegistration(of: user, in: reader))
    }
    guard let registration = PendingRegistration(payload: validToken.payload) else { return nil }
    return (user, registration)
  }
}

extension AccountError {
  fileprivate static let wrongPasswordForLink = AccountError(
    .wrongCredentials,
    "This is not the password that the account was registered with. If you forgot it, or did not "
      + "register, reset the password.")
}
