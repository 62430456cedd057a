extension Accounts {
  /// Makes an account, or asks its owner to sign in, by mail.
  ///
  /// Whoever calls learns nothing about the address: the answer, the work (one scrypt run) and the
  /// number of mails (one) are the same whether or not there is an account. An account that nobody
  /// has verified belongs to nobody, so registering again replaces its password.
  ///
  /// `invitation` is the secret of an invitation's link. It shows that the address is theirs, so
  /// the account is verified and in the organization at once, and no mail is sent.
  ///
  /// - Throws: `AccountError`: what is wrong with the address, the name or the password;
  ///   `.registrationClosed`; `.tooManyAttempts`; with an invitation also `.invalidLink`,
  ///   `.notAllowed` if it was sent to another address, `.addressTaken` if there is an account.
  public func register(
    email: String, password: String, name: String, invitation: String? = nil, client: Client
  ) async throws {
    if let invitation {
      _ = try await registerInvited(
        invitation, email: email, password: password, name: name, client: client)
      return
    }
    guard settings.registration == .open else { throw AccountError.registrationClosed }
    guard settings.canSendMail else { throw AccountError.mailIsOff }
    let entry = try entry(email: email, password: password, name: name)
    try await reserveRequest(entry.address, client: client)
    let hash = try await passwords.hash(password)
    let secret = SecretText()
    let id = Self.newPersonID()
    try await store.change { writer in
      let known = try writer.person(emailKey: entry.address.key)
      if let known, known.verified != nil {
        return try post(.alreadyRegistered, to: known.email, in: writer)
      }
      if let known { try reclaim(known, client: client, in: writer) }
      let person = entry.person(known?.id ?? id, created: known?.created ?? clock())
      try writer.put(person)
      try writer.put(StoredPassword(person: person.id, hash: hash, changed: clock()))
      try note(.accountRegistered, about: person, by: "anyone", client: client, in: writer)
      try sendVerification(to: person, with: secret, in: writer)
    }
  }

  /// Makes an account by an invitation and signs it in: the invitation's link came by mail, so it
  /// shows that the address is theirs.
  ///
  /// - Throws: As `register`.
  public func accept(
    _ invitation: String, registering password: String, name: String, as kind: Session.Kind,
    client: Client
  ) async throws -> SignInStep {
    let person = try await registerInvited(
      invitation, email: nil, password: password, name: name, client: client)
    return try await begin(person, firstFactor: .invitation, as: kind, client: client)
  }

  /// Sends the mail with which somebody shows that an address is theirs, once more.
  ///
  /// The answer and the number of mails are the same for every address.
  ///
  /// - Throws: `AccountError`: `.invalidAddress`, `.tooManyAttempts`, `.notAllowed` without mail.
  public func resendVerification(email: String, client: Client) async throws {
    guard settings.canSendMail else { throw AccountError.mailIsOff }
    let address = try EmailAddress(email)
    try await reserveRequest(address, client: client)
    let secret = SecretText()
    try await store.change { writer in
      guard let person = try writer.person(emailKey: address.key), person.disabled == nil else {
        return try post(.noAccount, to: address.text, in: writer)
      }
      guard person.verified == nil else {
        return try post(.alreadyRegistered, to: person.email, in: writer)
      }
      try sendVerification(to: person, with: secret, in: writer)
    }
  }

  // MARK: Shared

  /// What somebody typed to make an account, checked.
  struct Entry: Sendable {
    let address: EmailAddress
    let name: String

    func person(_ id: String, verified: Int? = nil, created: Int) -> Person {
      Person(
        id: id, email: address.text, emailKey: address.key, name: name, verified: verified,
        created: created)
    }
  }

  func entry(email: String, password: String, name: String) throws -> Entry {
    let entry = Entry(address: try EmailAddress(email), name: try PersonName.checked(name))
    try checkPassword(password, for: entry.address.text, name: entry.name)
    return entry
  }

  /// Whether a password may be used here by this person.
  func checkPassword(_ password: String, for email: String, name: String) throws(AccountError) {
    try PasswordRules.check(password, for: email, name: name, service: settings.serviceName)
  }

  static func newPersonID() -> String { "p_" + RandomText.base62(16) }

  /// Counts a request that makes us send a mail.
  func reserveRequest(_ address: EmailAddress, client: Client) async throws {
    let counts = [count(requestsFrom: client), count(mailTo: address.key)]
    _ = try await store.change { try attempt(counts, in: $0) }.get()
  }

  /// Sends a link that verifies the person's address; an older one stops working.
  func sendVerification(
    to person: Person, with secret: SecretText, in writer: any AccountWriter
  ) throws {
    let expires = clock() + LinkLifetime.verify
    try writer.removeLinks(of: person.id, for: .verifyEmail)
    try writer.put(
      OneTimeLink(
        hash: secret.hash, purpose: .verifyEmail, person: person.id, created: clock(),
        expires: expires))
    try post(
      .verifyAddress(link: link(AccountPaths.verify, secret), expires: expires),
      to: person.email, in: writer)
  }

  /// Drops everything by which somebody could sign in to an account that nobody has verified,
  /// because the address's holder is here now and whoever made it may be a stranger.
  func reclaim(_ person: Person, client: Client, in writer: any AccountWriter) throws {
    try writer.removePassword(of: person.id)
    _ = try writer.removeSessions(of: person.id, except: nil)
    try writer.removeTOTP(of: person.id)
    try writer.replaceRecoveryCodes(of: person.id, with: [])
    for passkey in try writer.passkeys(of: person.id) {
      _ = try writer.removePasskey(passkey.credential, of: person.id)
    }
    for identity in try writer.identities(of: person.id) {
      try writer.removeIdentity(issuer: identity.issuer, subject: identity.subject)
    }
    for purpose in OneTimeLink.Purpose.allCases {
      try writer.removeLinks(of: person.id, for: purpose)
    }
    try note(.accountReclaimed, about: person, by: "anyone", client: client, in: writer)
  }
}
