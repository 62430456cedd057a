extension Accounts {
  // MARK: The second factor

  /// Asks for one of the passkeys of whoever has shown a first factor.
  ///
  /// - Parameter challenge: What the first step gave.
  /// - Returns: The question.
  /// - Throws: `AccountError`: `.invalidLink` if the first step has to be done again, `.notFound`
  ///   if the person has no passkey, `.notAllowed` if there are none at this address.
  public func beginPasskeySecondFactor(_ challenge: String) async throws -> PasskeyQuestion {
    let site = try passkeySite()
    let draft = PasskeyDraft()
    let passkeys = try await store.change { writer in
      guard let link = try valid(challenge, for: .secondFactor, in: writer, at: clock()),
        let person = link.person
      else { throw AccountError.challengeEnded }
      try keep(draft, for: .secondFactor(link.hash), of: person, in: writer)
      return try requirePasskeys(of: person, in: writer)
    }
    let options = try PasskeyOptions.request(draft.challenge, with: passkeys, at: site)
    return PasskeyQuestion(options: options, secret: draft.secret.text)
  }

  /// Ends signing in with a passkey as second factor.
  ///
  /// - Parameters:
  ///   - challenge: What the first step gave; a wrong passkey counts as a wrong code.
  ///   - secret: The question's secret.
  ///   - answer: `AuthenticationResponseJSON`.
  ///   - kind: Who will hold the session.
  ///   - client: Where the answer came from.
  /// - Returns: The session.
  /// - Throws: `AccountError`: `.wrongCode`; `.tooManyAttempts`; `.invalidLink` if the first step
  ///   has to be done again.
  public func finishPasskeySecondFactor(
    _ challenge: String, secret: String, answer: String, as kind: Session.Kind, client: Client
  ) async throws -> NewSession {
    let site = try passkeySite()
    guard let first = SecretText(challenge) else { throw AccountError.challengeEnded }
    do {
      return try await finishSignIn(challenge, as: kind, client: client) { writer, person in
        guard
          let asked = try takeQuestion(
            secret, about: .secondFactor(first.hash), of: person.id, in: writer)
        else { return false }
        let accepted = try accept(
          answer, to: asked, of: person.id, at: site, client: client, in: writer)
        return if case .success = accepted { true } else { false }
      }
    } catch let error as AccountError where error.code == .wrongCode {
      throw AccountError.wrongSecondPasskey
    }
  }

  // MARK: Showing it once more

  /// Asks somebody who is signed in for one of their passkeys, before they change something.
  ///
  /// - Throws: `AccountError`: `.notFound` if they have none, `.notAllowed` if there are none at
  ///   this address, `.noSession`.
  public func beginPasskeyConfirmation(_ signedIn: SignedIn) async throws -> PasskeyQuestion {
    let site = try passkeySite()
    let draft = PasskeyDraft()
    let passkeys = try await store.change { writer in
      let current = try current(signedIn, in: writer)
      try keep(
        draft, for: .confirmation(session: current.session.id), of: current.person.id, in: writer)
      return try requirePasskeys(of: current.person.id, in: writer)
    }
    let options = try PasskeyOptions.request(draft.challenge, with: passkeys, at: site)
    return PasskeyQuestion(options: options, secret: draft.secret.text)
  }

  /// Makes a session recent again, because its holder has used their passkey.
  ///
  /// The session gets a new secret, and the old one stops working.
  ///
  /// - Parameters:
  ///   - signedIn: Whose it has to be.
  ///   - secret: The question's secret.
  ///   - answer: `AuthenticationResponseJSON`.
  ///   - client: Where the answer came from.
  /// - Returns: The session as it is now.
  /// - Throws: `AccountError`: `.invalidLink` if it took longer than 5 minutes or was answered
  ///   before, `.notFound`, `.wrongCredentials`, `.noSession`.
  public func finishPasskeyConfirmation(
    _ signedIn: SignedIn, secret: String, answer: String, client: Client
  ) async throws -> NewSession {
    let site = try passkeySite()
    let renewed = SecretText()
    let session = try await store.change { writer -> Result<Session, AccountError> in
      let current = try current(signedIn, in: writer)
      guard
        let challenge = try takeQuestion(
          secret, about: .confirmation(session: current.session.id), of: current.person.id,
          in: writer)
      else { return .failure(.passkeyTooLate) }
      let accepted = try accept(
        answer, to: challenge, of: current.person.id, at: site, client: client, in: writer)
      if case .failure(let error) = accepted { return .failure(error) }
      return .success(
        try renew(current, with: renewed, hasSecondFactor: true, client, in: writer))
    }.get()
    return try await deliver(session, of: signedIn.person, secret: renewed)
  }

  private func requirePasskeys(
    of person: String, in reader: any AccountReader
  ) throws -> [Passkey] {
    let passkeys = try reader.passkeys(of: person)
    guard !passkeys.isEmpty else { throw AccountError.noPasskey }
    return passkeys
  }
}
