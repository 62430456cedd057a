extension PasskeyService {
  /// Creates the challenge for a passkey as a second factor.
  ///
  /// - Parameter pendingSignIn: The secret of the pending sign-in, which the first step returned.
  /// - Returns: The challenge.
  /// - Throws: `AccountError`: `.invalidLink` if the first step has to be done again, `.notFound`
  ///   if the user has no passkey, `.notAllowed` if passkeys are unavailable at this address.
  public func beginSecondFactor(_ pendingSignIn: String) async throws -> PasskeyChallenge {
    let site = try relyingParty()
    let secrets = PasskeyChallengeSecrets()
    let passkeys = try await store.change { writer in
      guard let token = try oneTimeTokens.validToken(pendingSignIn, for: .secondFactor, in: writer),
        let user = token.user
      else { throw AccountError.pendingSignInEnded }
      try storeChallenge(secrets, for: .secondFactor(token.hash), of: user, in: writer)
      return try requirePasskeys(of: user, in: writer)
    }
    let options = try PasskeyOptions.request(secrets.challenge, with: passkeys, at: site)
    return PasskeyChallenge(options: options, secret: secrets.secret.string)
  }

  /// Completes a sign-in with a passkey as a second factor.
  ///
  /// - Parameters:
  ///   - pendingSignIn: The secret of the pending sign-in, which the first step returned.
  ///   - secret: The secret of the passkey challenge.
  ///   - response: `AuthenticationResponseJSON`.
  ///   - kind: The kind of client that will hold the session.
  ///   - client: The client of the request.
  /// - Returns: The session.
  /// - Throws: `AccountError`: `.wrongCode` for a wrong passkey, which counts as a wrong code;
  ///   `.tooManyAttempts`; `.invalidLink` if the first step has to be done again; `.notAllowed` if
  ///   passkeys are unavailable at this address.
  public func finishSecondFactor(
    _ pendingSignIn: String, secret: String, response: String, as kind: Session.ClientKind,
    client: Client
  ) async throws -> NewSession {
    let site = try relyingParty()
    guard let first = SecretToken(pendingSignIn) else { throw AccountError.pendingSignInEnded }
    do {
      return try await secondFactorVerifier.finishSignIn(pendingSignIn, as: kind, client: client) {
        writer, user in
        guard
          let expected = try consumeChallenge(
            secret, for: .secondFactor(first.hash), of: user.id, in: writer)
        else { return false }
        let accepted = try accept(
          response, to: expected, of: user.id, at: site, client: client, in: writer)
        return if case .success = accepted { true } else { false }
      }
    } catch let error as AccountError where error.code == .wrongCode {
      throw AccountError.wrongSecondFactorPasskey
    }
  }

  /// Creates the challenge for a signed-in user to confirm with a passkey before a change.
  ///
  /// - Throws: `AccountError`: `.notFound` if they have none, `.notAllowed` if passkeys are
  ///   unavailable at this address, `.noSession`.
  public func beginReauthentication(_ signedIn: AuthenticatedSession) async throws
    -> PasskeyChallenge
  {
    let site = try relyingParty()
    let secrets = PasskeyChallengeSecrets()
    let passkeys = try await store.change { writer in
      let current = try sessionValidator.current(signedIn, in: writer)
      try storeChallenge(
        secrets, for: .confirmation(session: current.session.id), of: current.user.id, in: writer)
      return try requirePasskeys(of: current.user.id, in: writer)
    }
    let options = try PasskeyOptions.request(secrets.challenge, with: passkeys, at: site)
    return PasskeyChallenge(options: options, secret: secrets.secret.string)
  }

  /// Renews a session, so that it counts as just authenticated, after its user has confirmed with a
  /// passkey.
  ///
  /// The session gets a new secret; the old one stops working.
  ///
  /// - Parameters:
  ///   - signedIn: The session to confirm.
  ///   - secret: The secret of the challenge.
  ///   - response: `AuthenticationResponseJSON`.
  ///   - client: The client of the request.
  /// - Returns: The renewed session.
  /// - Throws: `AccountError`: `.invalidLink` if it took longer than 5 minutes or was already
  ///   answered, `.notFound`, `.wrongCredentials`, `.noSession`, `.notAllowed` if passkeys are
  ///   unavailable at this address.
  public func finishReauthentication(
    _ signedIn: AuthenticatedSession, secret: String, response: String, client: Client
  ) async throws -> NewSession {
    let site = try relyingParty()
    let newSecret = SecretToken()
    let session = try await store.change { writer -> Result<Session, AccountError> in
      let current = try sessionValidator.current(signedIn, in: writer)
      guard
        let challenge = try consumeChallenge(
          secret, for: .confirmation(session: current.session.id), of: current.user.id,
          in: writer)
      else { return .failure(.passkeyChallengeExpired) }
      let accepted = try accept(
        response, to: challenge, of: current.user.id, at: site, client: client, in: writer)
      if case .failure(let error) = accepted { return .failure(error) }
      return .success(
        try sessionIssuer.recordReauthentication(
          current, with: newSecret, hasSecondFactor: true, client: client, in: writer))
    }.get()
    return try await sessionIssuer.issue(session, of: signedIn.user, secret: newSecret)
  }

  private func requirePasskeys(
    of user: String, in reader: any AccountReader
  ) throws -> [Passkey] {
    let passkeys = try reader.passkeys(of: user)
    guard !passkeys.isEmpty else { throw AccountError.noPasskey }
    return passkeys
  }
}
