extension Accounts {
  /// Asks the browser for any passkey it has for this service: nobody types an address, so nobody
  /// learns which addresses there are.
  ///
  /// Questions are counted by the client's address, apart from passwords, because a page may ask
  /// whenever it is opened; a right answer takes its question back.
  ///
  /// - Throws: `AccountError`: `.notAllowed` if there are no passkeys at this address (see
  ///   `passkeysOff`), `.tooManyAttempts`.
  public func beginPasskeySignIn(client: Client) async throws -> PasskeyQuestion {
    let site = try passkeySite()
    let draft = PasskeyDraft()
    try await store.change { writer in
      _ = try attempt([count(questionsFrom: client)], in: writer).get()
      try keep(draft, for: .signIn, of: nil, in: writer)
    }
    let options = try PasskeyOptions.request(draft.challenge, with: [], at: site)
    return PasskeyQuestion(options: options, secret: draft.secret.text)
  }

  /// Signs in whoever's passkey has answered.
  ///
  /// The device has looked at who uses it (PIN, finger, face), so it counts as both factors.
  ///
  /// - Parameters:
  ///   - secret: The question's secret.
  ///   - answer: `AuthenticationResponseJSON`.
  ///   - kind: Who will hold the session.
  ///   - client: Where the answer came from.
  /// - Returns: A session.
  /// - Throws: `AccountError`: `.invalidLink` if it took longer than 5 minutes or was answered
  ///   before; `.notFound` for a passkey that nobody has; `.wrongCredentials` if a check fails, and
  ///   if the passkey's counter went back; `.disabledAccount` and `.unverifiedAddress` only after
  ///   a right answer.
  public func finishPasskeySignIn(
    secret: String, answer: String, as kind: Session.Kind, client: Client
  ) async throws -> SignInStep {
    let site = try passkeySite()
    let secrets = SessionSecrets()
    let begun = try await store.change { writer -> Result<Begun, AccountError> in
      guard let challenge = try takeQuestion(secret, about: .signIn, of: nil, in: writer) else {
        return .failure(.passkeyTooLate)
      }
      switch try accept(answer, to: challenge, of: nil, at: site, client: client, in: writer) {
      case .failure(let error): return .failure(error)
      case .success(let person):
        guard person.disabled == nil, person.verified != nil else {
          let error = person.disabled != nil ? AccountError.disabledAccount : .unverifiedAddress
          try note(
            .signInRefused, about: person, by: "anyone", client: client,
            detail: ["reason": error.code.rawValue], in: writer)
          return .failure(error)
        }
        try takeBack(count(questionsFrom: client), in: writer)
        return .success(
          try begin(person, by: .passkey, as: kind, client: client, with: secrets, in: writer))
      }
    }.get()
    return try await deliver(begun, with: secrets)
  }

  /// Looks at an answer, and writes down what the passkey has counted, or why it is refused.
  ///
  /// - Parameters:
  ///   - answer: `AuthenticationResponseJSON`.
  ///   - challenge: What was asked.
  ///   - person: Whose passkey it has to be; nil for anybody's, and then the answer must say whose.
  ///   - site: Where.
  ///   - client: Where the answer came from.
  ///   - writer: The transaction.
  /// - Returns: Whose passkey has answered. NB: a failure is returned, not thrown, so that what was
  ///   written down about it is kept.
  /// - Throws: An error of the store.
  func accept(
    _ answer: String, to challenge: [UInt8], of person: String?, at site: RelyingParty,
    client: Client, in writer: any AccountWriter
  ) throws -> Result<Person, AccountError> {
    let parsed: AssertionAnswer
    do throws(PasskeyRefusal) {
      parsed = try AssertionAnswer(json: answer)
    } catch { return .failure(try refuse(error, nil, client: client, in: writer)) }
    guard var passkey = try writer.passkey(parsed.credential),
      let owner = try writer.person(passkey.person)
    else {
      return .failure(try refuse(.unknown, nil, client: client, in: writer))
    }
    do throws(PasskeyRefusal) {
      passkey.signatureCount = try site.check(
        parsed, challenge: challenge, of: passkey, owner: person)
    } catch { return .failure(try refuse(error, owner, client: client, in: writer)) }
    passkey.lastUsed = clock()
    try writer.put(passkey)
    return .success(owner)
  }

  /// Writes down why an answer is refused.
  ///
  /// - Returns: What the client is told.
  private func refuse(
    _ refusal: PasskeyRefusal, _ person: Person?, client: Client, in writer: any AccountWriter
  ) throws -> AccountError {
    try note(
      refusal == .counter ? .passkeyCopied : .signInRefused, about: person, by: "anyone",
      client: client, detail: ["method": "passkey", "reason": refusal.rawValue], in: writer)
    return switch refusal {
    case .counter: .copiedPasskey
    case .unknown: .unknownPasskey
    default: .wrongPasskey
    }
  }
}
