extension PasskeyService {
  /// Creates a challenge for any passkey of this service; no address is entered, so none is
  /// disclosed.
  ///
  /// Challenges are counted by client network, separately from passwords, because a page may
  /// request one whenever it is opened; a successful response does not count.
  ///
  /// - Throws: `AccountError`: `.notAllowed` if passkeys are unavailable at this address (see
  ///   `unavailableReason`), `.tooManyAttempts`.
  public func beginSignIn(client: Client) async throws -> PasskeyChallenge {
    let site = try relyingParty()
    let secrets = PasskeyChallengeSecrets()
    try await store.change { writer in
      _ = try throttle.countAttempt([throttle.counter(challengesFrom: client)], in: writer).get()
      try storeChallenge(secrets, for: .signIn, of: nil, in: writer)
    }
    let options = try PasskeyOptions.request(secrets.challenge, with: [], at: site)
    return PasskeyChallenge(options: options, secret: secrets.secret.string)
  }

  /// Signs in the owner of the passkey in the response.
  ///
  /// The device has verified its user (PIN, fingerprint, face): a passkey counts as both factors.
  ///
  /// - Parameters:
  ///   - secret: The secret of the challenge.
  ///   - response: `AuthenticationResponseJSON`.
  ///   - kind: The kind of client that will hold the session.
  ///   - client: The client of the request.
  /// - Returns: A session.
  /// - Throws: `AccountError`: `.invalidLink` if it took longer than 5 minutes or was already
  ///   answered; `.notFound` for an unknown passkey; `.wrongCredentials` if a check fails, if the
  ///   passkey's counter did not increase, and for an unverified account; `.disabledAccount` only
  ///   after a valid response; `.notAllowed` if passkeys are unavailable at this address.
  public func finishSignIn(
    secret: String, response: String, as kind: Session.ClientKind, client: Client
  ) async throws -> SignInResult {
    let site = try relyingParty()
    let secrets = SessionSecrets()
    let decision = try await store.change { writer -> Result<SignInDecision, AccountError> in
      guard let challenge = try consumeChallenge(secret, for: .signIn, of: nil, in: writer) else {
        return .failure(.passkeyChallengeExpired)
      }
      switch try accept(response, to: challenge, of: nil, at: site, client: client, in: writer) {
      case .failure(let error): return .failure(error)
      case .success(let user):
        guard user.disabled == nil, user.verified != nil else {
          let error = user.disabled != nil ? AccountError.disabledAccount : .wrongPasskey
          try events.record(
            .signInFailed, about: user, by: .anonymous, client: client,
            detail: ["reason": error.code.rawValue], in: writer)
          return .failure(error)
        }
        try throttle.rollBack(throttle.counter(challengesFrom: client), in: writer)
        return .success(
          try sessionIssuer.begin(
            user, by: .passkey, as: kind, client: client, with: secrets, in: writer))
      }
    }.get()
    return try await sessionIssuer.issue(decision, with: secrets)
  }

  /// Verifies a response, and records the signature counter or the reason for rejecting it.
  ///
  /// - Parameters:
  ///   - response: `AuthenticationResponseJSON`.
  ///   - challenge: The challenge that was issued.
  ///   - user: The expected owner; nil for any user, and then the response must contain the user
  ///     handle.
  ///   - site: The relying party.
  ///   - client: The client of the request.
  ///   - writer: The transaction.
  /// - Returns: The user of the passkey. NB: a failure is returned, not thrown, so that its record
  ///   is kept.
  /// - Throws: An error of the store.
  func accept(
    _ response: String, to challenge: [UInt8], of user: String?, at site: RelyingParty,
    client: Client, in writer: any AccountWriter
  ) throws -> Result<User, AccountError> {
    let parsed: AssertionResponse
    do throws(PasskeyError) {
      parsed = try AssertionResponse(json: response)
    } catch { return .failure(try reject(error, nil, client: client, in: writer)) }
    guard var passkey = try writer.passkey(parsed.credentialID),
      let owner = try writer.user(passkey.user)
    else {
      return .failure(try reject(.unknown, nil, client: client, in: writer))
    }
    do throws(PasskeyError) {
      passkey.signatureCount = try site.check(
        parsed, challenge: challenge, of: passkey, owner: user)
    } catch { return .failure(try reject(error, owner, client: client, in: writer)) }
    passkey.lastUsed = clock()
    try writer.put(passkey)
    return .success(owner)
  }

  /// Records a rejected response with the reason.
  ///
  /// - Returns: The error for the client.
  private func reject(
    _ reason: PasskeyError, _ user: User?, client: Client, in writer: any AccountWriter
  ) throws -> AccountError {
    try events.record(
      reason == .counter ? .passkeyCloned : .signInFailed, about: user, by: .anonymous,
      client: client, detail: ["method": "passkey", "reason": reason.rawValue], in: writer)
    return switch reason {
    case .counter: .clonedPasskey
    case .unknown: .unknownPasskey
    default: .wrongPasskey
    }
  }
}
