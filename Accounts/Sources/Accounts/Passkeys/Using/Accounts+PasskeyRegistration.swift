import Logging

extension Accounts {
  /// Asks the browser for a new passkey of somebody who has lately shown who they are.
  ///
  /// - Throws: `AccountError`: `.notAllowed` if there are no passkeys at this address (see
  ///   `passkeysOff`) or the person has too many, `.notRecent`, `.noSession`.
  public func beginPasskeyRegistration(_ signedIn: SignedIn) async throws -> PasskeyQuestion {
    let site = try passkeySite()
    let draft = PasskeyDraft()
    let (person, passkeys) = try await store.change { writer in
      let current = try recent(signedIn, in: writer)
      let passkeys = try writer.passkeys(of: current.person.id)
      guard passkeys.count < Self.mostPasskeys else { throw AccountError.tooManyPasskeys }
      try keep(
        draft, for: .registration(session: current.session.id), of: current.person.id, in: writer)
      return (current.person, passkeys)
    }
    let options = try PasskeyOptions.creation(
      draft.challenge, for: person, having: passkeys, at: site, named: settings.serviceName)
    return PasskeyQuestion(options: options, secret: draft.secret.text)
  }

  /// How many passkeys a person can have: more than anybody has devices.
  static let mostPasskeys = 30

  /// Keeps the passkey that the browser has made, and tells the person by mail.
  ///
  /// The question was asked of the same session, whose holder had lately shown who they were.
  ///
  /// - Parameters:
  ///   - signedIn: Whose it will be.
  ///   - secret: The question's secret.
  ///   - answer: `RegistrationResponseJSON`.
  ///   - name: What the person calls it; `Passkey` if they do not say.
  ///   - client: Where the answer came from.
  /// - Returns: The passkey.
  /// - Throws: `AccountError`: `.invalidLink` if it took longer than 5 minutes or was answered
  ///   before, `.invalidInput` if the answer or the name is wrong, `.conflict` if somebody has
  ///   this passkey already, `.noSession`.
  public func finishPasskeyRegistration(
    _ signedIn: SignedIn, secret: String, answer: String, name: String, client: Client
  ) async throws -> Passkey {
    let site = try passkeySite()
    let name = try passkeyName(name)
    return try await store.change { writer -> Result<Passkey, AccountError> in
      let current = try current(signedIn, in: writer)
      let person = current.person
      guard
        let challenge = try takeQuestion(
          secret, about: .registration(session: current.session.id), of: person.id, in: writer)
      else { return .failure(.passkeyTooLate) }
      let made: RelyingParty.Registered
      do throws(PasskeyRefusal) {
        made = try site.check(RegistrationAnswer(json: answer), challenge: challenge)
      } catch {
        logger.debug("A new passkey was refused", metadata: ["reason": "\(error.rawValue)"])
        return .failure(.passkeyNotMade)
      }
      guard try writer.passkey(made.credential) == nil else { return .failure(.takenPasskey) }
      guard try writer.passkeys(of: person.id).count < Self.mostPasskeys else {
        return .failure(.tooManyPasskeys)
      }
      let passkey = Passkey(
        credential: made.credential, person: person.id, publicKey: made.publicKey,
        signatureCount: made.signatureCount, name: name, isBackedUp: made.isBackedUp,
        created: clock())
      try writer.put(passkey)
      try note(
        .passkeyAdded, about: person, client: client, detail: ["name": name], in: writer)
      try post(
        .factorAdded(.passkey(name: name), client: client), to: person.email, in: writer)
      return .success(passkey)
    }.get()
  }

  /// A passkey's name, as its owner's list shows it.
  func passkeyName(_ text: String) throws(AccountError) -> String {
    let name = try PersonName.checked(text)
    return name.isEmpty ? "Passkey" : name
  }
}
