// What whoever has the server in their hands may do, by the command line. Each is written down with
// the name of the way it was done.

extension Accounts {
  /// Makes an account.
  ///
  /// `password` is nil for somebody who will set it by a link; see `resetLink`. `isVerified` says
  /// that the operator vouches that the address is theirs.
  ///
  /// - Throws: `AccountError`: `.addressTaken`, and what is wrong with the input.
  public func addPerson(
    email: String, name: String, password: String?, isVerified: Bool, by actor: Actor
  ) async throws -> Person {
    let address = try EmailAddress(email)
    let name = try PersonName.checked(name)
    var hash: String?
    if let password {
      try checkPassword(password, for: address.text, name: name)
      hash = try await passwords.hash(password)
    }
    let person = Person(
      id: Self.newPersonID(), email: address.text, emailKey: address.key, name: name,
      verified: isVerified ? clock() : nil, created: clock())
    try await store.change { [hash] writer in
      try writer.put(person)
      if let hash {
        try writer.put(StoredPassword(person: person.id, hash: hash, changed: clock()))
      }
      try note(.accountAdded, about: person, by: actor.name, client: .operator, in: writer)
    }
    return person
  }

  /// The person with this address or id.
  ///
  /// - Throws: `AccountError` `.notFound`.
  public func person(_ addressOrID: String) async throws -> Person {
    try await store.read { reader in
      if let person = try reader.person(addressOrID) { return person }
      guard let address = try? EmailAddress(addressOrID),
        let person = try reader.person(emailKey: address.key)
      else { throw AccountError.noSuchPerson }
      return person
    }
  }

  /// People by id, those behind `after`.
  public func people(after: String = "", limit: Int = 100) async throws -> [Person] {
    try await store.read { try $0.people(after: after, limit: limit) }
  }

  /// Shuts an account: its sessions and the invitations that it sent end, and nobody can sign in.
  ///
  /// - Throws: `AccountError`: `.notFound`; `.lastOwner`: make somebody else an owner first.
  public func disable(_ person: String, by actor: Actor) async throws {
    try await change(person, .accountDisabled, by: actor) { person, writer in
      guard person.disabled == nil else { return false }
      for membership in try writer.memberships(of: person.id) {
        try requireAnotherOwner(than: person.id, in: membership.organization, writer)
        try endInvitations(by: person.email, to: membership.organization, in: writer)
      }
      try endEverything(of: person, except: nil, in: writer)
      var person = person
      person.disabled = clock()
      try writer.put(person)
      try post(.accountDisabled, to: person.email, in: writer)
      return true
    }
  }

  /// Opens a shut account again.
  ///
  /// - Throws: `AccountError` `.notFound`.
  public func enable(_ person: String, by actor: Actor) async throws {
    try await change(person, .accountEnabled, by: actor) { person, writer in
      guard person.disabled != nil else { return false }
      var person = person
      person.disabled = nil
      try writer.put(person)
      try post(.accountEnabled, to: person.email, in: writer)
      return true
    }
  }

  /// Makes a link to set a new password, to be handed to its person.
  ///
  /// For a server without mail, or somebody who cannot read theirs. Works once, for half an hour.
  ///
  /// - Throws: `AccountError`: `.notFound`, `.disabledAccount`.
  public func resetLink(for person: String, by actor: Actor) async throws -> String {
    let secret = SecretText()
    try await change(person, .passwordResetLink, by: actor) { person, writer in
      guard person.disabled == nil else { throw AccountError.disabledAccount }
      _ = try keepResetLink(for: person, with: secret, in: writer)
      return true
    }
    return link(AccountPaths.reset, secret)
  }

  /// Takes all second factors of a person away who lost their phone and their recovery codes.
  ///
  /// Their sessions end. Passkeys go too: they may have been on the phone.
  ///
  /// - Throws: `AccountError`: `.notFound`; `.lastCredential` if only a passkey is left to sign in.
  public func removeFactors(of person: String, by actor: Actor) async throws {
    try await change(person, .factorsRemoved, by: actor) { person, writer in
      let factors = try factors(of: person.id, in: writer)
      guard factors.totpSince != nil || !factors.passkeys.isEmpty else { return false }
      guard factors.hasPassword || !factors.identities.isEmpty else {
        throw AccountError(
          .lastCredential,
          "Only a passkey is left to sign in. Make a link to set a password, and "
            + "have it used first.")
      }
      try writer.removeTOTP(of: person.id)
      try writer.replaceRecoveryCodes(of: person.id, with: [])
      for passkey in factors.passkeys {
        _ = try writer.removePasskey(passkey.credential, of: person.id)
      }
      try endEverything(of: person, except: nil, in: writer)
      try forgive(count(codesOf: person.id), in: writer)
      if factors.totpSince != nil {
        try post(
          .factorRemoved(.authenticator, client: .operator), to: person.email, in: writer)
      }
      for passkey in factors.passkeys {
        try post(
          .factorRemoved(.passkey(name: passkey.name), client: .operator), to: person.email,
          in: writer)
      }
      return true
    }
  }

  /// Ends all of a person's sessions.
  ///
  /// - Throws: `AccountError` `.notFound`.
  public func endSessions(of person: String, by actor: Actor) async throws {
    try await change(person, .sessionsEnded, by: actor) { person, writer in
      guard try !writer.removeSessions(of: person.id, except: nil).isEmpty else { return false }
      try post(.sessionsEnded(.byOperator), to: person.email, in: writer)
      return true
    }
  }

  /// Deletes an account.
  ///
  /// - Throws: `AccountError`: `.notFound`, `.lastOwner`.
  public func deletePerson(_ person: String, by actor: Actor) async throws {
    try await store.change { writer in
      guard let person = try writer.person(person) else { throw AccountError.noSuchPerson }
      try delete(person, by: actor.name, client: .operator, in: writer)
    }
  }

  /// Puts somebody into an organization without asking them.
  ///
  /// - Throws: `AccountError`: `.notAllowed` for whoever is no operator, `.notFound`,
  ///   `.conflict` if they are a member, `.invalidInput`.
  @discardableResult
  public func addMember(
    _ person: String, to organization: String, as role: Role, grants: [RoleGrant] = [],
    by actor: Actor
  ) async throws -> Membership {
    guard actor.person == nil else {
      throw AccountError(.notAllowed, "Members are invited; only an operator can add them.")
    }
    let grants = try checked(grants)
    return try await store.change { writer in
      guard let person = try writer.person(person) else { throw AccountError.noSuchPerson }
      guard try writer.membership(of: person.id, in: organization) == nil else {
        throw AccountError(.conflict, "They are a member already. Change their role instead.")
      }
      let membership = Membership(
        organization: organization, person: person.id, role: role, grants: grants, since: clock())
      try writer.put(membership)
      try note(
        .memberAdded, about: person, by: actor.name, organization: organization,
        client: .operator, detail: ["role": role.rawValue], in: writer)
      return membership
    }
  }

  private func change(
    _ id: String, _ action: SecurityAction, by actor: Actor,
    _ body: @escaping @Sendable (Person, any AccountWriter) throws -> Bool
  ) async throws {
    try await store.change { writer in
      guard let person = try writer.person(id) else { throw AccountError.noSuchPerson }
      guard try body(person, writer) else { return }
      try note(action, about: person, by: actor.name, client: .operator, in: writer)
    }
  }
}

extension Client {
  /// The server itself, as events and mails name it.
  static let `operator` = Client(address: "local", userAgent: "the operator's command line")
}
