import Logging

extension PasskeyService {
  /// Creates the challenge for a new passkey of a user with a recent authentication.
  ///
  /// - Throws: `AccountError`: `.notAllowed` if passkeys are unavailable at this address (see
  ///   `unavailableReason`) or the user has too many, `.notRecent`, `.passkeyRequired`,
  ///   `.noSession`.
  public func beginRegistration(_ signedIn: AuthenticatedSession) async throws -> PasskeyChallenge {
    let site = try relyingParty()
    let secrets = PasskeyChallengeSecrets()
    let (user, passkeys) = try await store.change { writer in
      let current = try sessionValidator.recentForFactors(signedIn, in: writer)
      let passkeys = try writer.passkeys(of: current.user.id)
      guard passkeys.count < Self.maximumPasskeys else { throw AccountError.tooManyPasskeys }
      try storeChallenge(
        secrets, for: .registration(session: current.session.id), of: current.user.id, in: writer)
      return (current.user, passkeys)
    }
    let options = try PasskeyOptions.creation(
      secrets.challenge, for: user, having: passkeys, at: site, named: settings.serviceName)
    return PasskeyChallenge(options: options, secret: secrets.secret.string)
  }

  /// The maximum number of a user's passkeys, more than anyone needs.
  static let maximumPasskeys = 30

  /// Stores the passkey that the browser has created, and notifies the user by email.
  ///
  /// The challenge must be from the same session, whose authentication was recent at that time.
  ///
  /// - Parameters:
  ///   - signedIn: The session of the user.
  ///   - secret: The secret of the challenge.
  ///   - response: `RegistrationResponseJSON`.
  ///   - name: The user's name for the passkey; `Passkey` if it is empty.
  ///   - client: The client of the request.
  /// - Returns: The passkey, and the session with a new secret; the old one has stopped working.
  /// - Throws: `AccountError`: `.invalidLink` if it took longer than 5 minutes or was already
  ///   answered, `.invalidInput` if the response or the name is wrong, `.conflict` if the passkey
  ///   is already registered, `.notAllowed` as in `beginRegistration`, `.passkeyRequired`,
  ///   `.noSession`.
  public func finishRegistration(
    _ signedIn: AuthenticatedSession, secret: String, response: String, name: String, client: Client
  ) async throws -> (passkey: Passkey, session: NewSession) {
    let site = try relyingParty()
    let name = try passkeyName(name)
    let newSecret = SecretToken()
    let (passkey, session) = try await store.change {
      writer -> Result<(Passkey, Session), AccountError> in
      let current = try sessionValidator.current(signedIn, in: writer)
      let user = current.user
      guard
        let challenge = try consumeChallenge(
          secret, for: .registration(session: current.session.id), of: user.id, in: writer)
      else { return .failure(.passkeyChallengeExpired) }
      // The challenge may be from before the user had a passkey.
      guard try sessionValidator.mayChangeFactors(current, in: writer) else {
        return .failure(.passkeyRequired)
      }
      let newPasskey: RelyingParty.VerifiedCredential
      do throws(PasskeyError) {
        newPasskey = try site.check(RegistrationResponse(json: response), challenge: challenge)
      } catch {
        logger.debug("A new passkey was rejected", metadata: ["reason": "\(error.rawValue)"])
        return .failure(.passkeyNotCreated)
      }
      guard try writer.passkey(newPasskey.credentialID) == nil else {
        return .failure(.passkeyAlreadyUsed)
      }
      guard try writer.passkeys(of: user.id).count < Self.maximumPasskeys else {
        return .failure(.tooManyPasskeys)
      }
      let passkey = Passkey(
        credentialID: newPasskey.credentialID, user: user.id, publicKey: newPasskey.publicKey,
        signatureCount: newPasskey.signatureCount, name: name,
        isBackupEligible: newPasskey.isBackupEligible, created: clock())
      try writer.put(passkey)
      // The passkey has just verified its user. NB: a stolen copy of the old secret must not
      // benefit from that.
      var updated = current.session
      updated.hasSecondFactor = true
      let session = try sessionIssuer.renew(updated, with: newSecret, in: writer)
      try events.record(
        .passkeyAdded, about: user, client: client, detail: ["name": name], in: writer)
      try mailer.enqueue(
        .factorAdded(.passkey(name: name), client: client), to: user, client: client, in: writer)
      return .success((passkey, session))
    }.get()
    return (
      passkey, try await sessionIssuer.issue(session, of: signedIn.user, secret: newSecret)
    )
  }

  /// Validates a passkey's name for the user's list.
  func passkeyName(_ text: String) throws(AccountError) -> String {
    let name = try DisplayName.checked(text)
    return name.isEmpty ? "Passkey" : name
  }
}
