/// The account operations of an operator on the command line.
///
/// Each change is recorded with the name of the command.
public struct AdministrationService: Sendable {
  let store: any AccountStore
  let hasher: PasswordHasher
  let clock: @Sendable () -> Int
  let events: SecurityEventLog
  let mailer: AccountMailer
  let links: OneTimeLinks
  let throttle: Throttle
  let lifecycle: AccountLifecycle
  let invitationRegistry: InvitationRegistry

  /// Creates an account.
  ///
  /// `password` is nil for a user who will set it by a link; see `resetLink`. `isVerified` says
  /// that the operator vouches that the address is theirs.
  ///
  /// - Throws: `AccountError`: `.addressTaken`, and what is wrong with the input.
  public func addPerson(
    email: String, name: String, password: String?, isVerified: Bool, by actor: Actor
  ) async throws -> Person {
    let address = try EmailAddress(email)
    let name = try DisplayName.checked(name)
    var hash: String?
    if let password {
      try lifecycle.checkPassword(password, for: address.text, name: name)
      hash = try await hasher.hash(password)
    }
    let person = Person(
      id: AccountLifecycle.newPersonID(), email: address.text, emailKey: address.key, name: name,
      verified: isVerified ? clock() : nil, created: clock())
    try await store.change { [hash] writer in
      try writer.put(person)
      if let hash {
        try writer.put(StoredPassword(person: person.id, hash: hash, changed: clock()))
      }
      try events.record(.accountAdded, about: person, by: actor, client: .operator, in: writer)
    }
    return person
  }

  /// The user with this address or id.
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

  /// Users by id, those behind `after`.
  public func people(after: String = "", limit: Int = 100) async throws -> [Person] {
    try await store.read { try $0.people(after: after, limit: limit) }
  }

  /// Disables an account: its sessions and the invitations that it sent end, and no one can sign
  /// in.
  ///
  /// - Throws: `AccountError`: `.notFound`; `.lastOwner`: make someone else an owner first.
  public func disable(_ person: String, by actor: Actor) async throws {
    try await change(person, .accountDisabled, by: actor) { person, writer in
      guard person.disabled == nil else { return false }
      for membership in try writer.memberships(of: person.id) {
        try writer.requireAnotherOwner(than: person.id, in: membership.organization)
        try invitationRegistry.endInvitations(
          by: person.id, to: membership.organization, in: writer)
      }
      try writer.revokeAccess(of: person, except: nil)
      try writer.forgetDevices(of: person.id)
      var person = person
      person.disabled = clock()
      try writer.put(person)
      try mailer.enqueue(.accountDisabled, to: person.email, in: writer)
      return true
    }
  }

  /// Opens a disabled account again.
  ///
  /// - Throws: `AccountError` `.notFound`.
  public func enable(_ person: String, by actor: Actor) async throws {
    try await change(person, .accountEnabled, by: actor) { person, writer in
      guard person.disabled != nil else { return false }
      var person = person
      person.disabled = nil
      try writer.put(person)
      try mailer.enqueue(.accountEnabled, to: person.email, in: writer)
      return true
    }
  }

  /// Creates a link to set a new password, to be handed to its user.
  ///
  /// For a server without mail, or someone who cannot read theirs. Works once, for half an hour.
  ///
  /// - Throws: `AccountError`: `.notFound`, `.disabledAccount`.
  public func resetLink(for person: String, by actor: Actor) async throws -> String {
    let secret = SecretToken()
    try await change(person, .passwordResetLink, by: actor) { person, writer in
      guard person.disabled == nil else { throw AccountError.disabledAccount }
      _ = try links.keepResetLink(for: person, with: secret, in: writer)
      return true
    }
    return links.link(AccountPaths.reset, secret)
  }

  /// Removes all second factors of a user who lost their phone and their recovery codes.
  ///
  /// Their sessions end. Passkeys go too: they may have been on the phone.
  ///
  /// - Throws: `AccountError`: `.notFound`; `.lastCredential` if only a passkey is left to sign in.
  public func removeFactors(of person: String, by actor: Actor) async throws {
    try await change(person, .factorsRemoved, by: actor) { person, writer in
      let factors = try writer.factorSummary(of: person.id)
      guard factors.totpSince != nil || !factors.passkeys.isEmpty else { return false }
      guard factors.hasPassword || !factors.identities.isEmpty else {
        throw AccountError(
          .lastCredential,
          "A passkey is the only way to sign in to this account. Create a password reset link, and "
            + "have the user set a password first.")
      }
      try writer.removeTOTP(of: person.id)
      try writer.replaceRecoveryCodes(of: person.id, with: [])
      for passkey in factors.passkeys {
        _ = try writer.removePasskey(passkey.credential, of: person.id)
      }
      try writer.revokeAccess(of: person, except: nil)
      try writer.forgetDevices(of: person.id)
      try throttle.reset(throttle.count(codesOf: person.id), in: writer)
      if factors.totpSince != nil {
        try mailer.enqueue(
          .factorRemoved(.authenticator, client: .operator), to: person.email, in: writer)
      }
      for passkey in factors.passkeys {
        try mailer.enqueue(
          .factorRemoved(.passkey(name: passkey.name), client: .operator), to: person.email,
          in: writer)
      }
      return true
    }
  }

  /// Ends all of a user's sessions.
  ///
  /// - Throws: `AccountError` `.notFound`.
  public func endSessions(of person: String, by actor: Actor) async throws {
    try await change(person, .sessionsEnded, by: actor) { person, writer in
      try writer.forgetDevices(of: person.id)
      guard try !writer.removeSessions(of: person.id, except: nil).isEmpty else { return false }
      try mailer.enqueue(.sessionsEnded(.byOperator), to: person.email, in: writer)
      return true
    }
  }

  /// Deletes an account.
  ///
  /// - Throws: `AccountError`: `.notFound`, `.lastOwner`.
  public func deletePerson(_ person: String, by actor: Actor) async throws {
    try await store.change { writer in
      guard let person = try writer.person(person) else { throw AccountError.noSuchPerson }
      try lifecycle.delete(person, by: actor, client: .operator, in: writer)
    }
  }

  /// Adds a user to an organization without asking them.
  ///
  /// - Throws: `AccountError`: `.notAllowed` for anyone who is not an operator, `.notFound`,
  ///   `.conflict` if they are a member, `.invalidInput`.
  @discardableResult
  public func addMember(
    _ person: String, to organization: String, as role: Role, grants: [RoleGrant] = [],
    by actor: Actor
  ) async throws -> Membership {
    guard actor.kind == .operator else {
      throw AccountError(
        .notAllowed, "Only an operator can add members. Send an invitation instead.")
    }
    let grants = try RoleGrant.validated(grants)
    return try await store.change { writer in
      guard let person = try writer.person(person) else { throw AccountError.noSuchPerson }
      guard try writer.membership(of: person.id, in: organization) == nil else {
        throw AccountError(.conflict, "This user is already a member. Change their role instead.")
      }
      let membership = Membership(
        organization: organization, person: person.id, role: role, grants: grants, since: clock())
      try writer.put(membership)
      try events.record(
        .memberAdded, about: person, by: actor, organization: organization,
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
      try events.record(action, about: person, by: actor, client: .operator, in: writer)
    }
  }
}

extension Client {
  /// The server itself, as events and mails name it.
  static let `operator` = Client(address: "local", userAgent: "the operator's command line")
}
