/// The account operations of an operator, on the command line or on pages for administrators.
///
/// Each change is recorded with its actor.
public struct AdministrationService: Sendable {
  let store: any AccountStore
  let hasher: PasswordHasher
  let clock: @Sendable () -> Int
  let events: SecurityEventLog
  let mailer: AccountMailer
  let oneTimeTokens: OneTimeTokens
  let throttle: Throttle
  let lifecycle: AccountLifecycle
  let invitationRegistry: InvitationRegistry

  /// Creates an account.
  ///
  /// `password` is nil for a user who will set it with a link; see `createPasswordResetLink`. With
  /// `isVerified` the operator confirms that the address is the user's.
  ///
  /// - Throws: `AccountError`: `.addressTaken`, and errors of the input.
  public func addUser(
    email: String, name: String, password: String?, isVerified: Bool, by actor: Actor
  ) async throws -> User {
    let address = try EmailAddress(email)
    let name = try DisplayName.checked(name)
    var hash: String?
    if let password {
      try lifecycle.checkPassword(password, for: address.text, name: name)
      hash = try await hasher.hash(password)
    }
    let user = User(
      id: AccountLifecycle.newUserID(), email: address.text, emailKey: address.key, name: name,
      verified: isVerified ? clock() : nil, created: clock())
    try await store.change { [hash] writer in
      try writer.put(user)
      if let hash {
        try writer.put(StoredPassword(user: user.id, hash: hash, changed: clock()))
      }
      try events.record(.accountAdded, about: user, by: actor, client: .operator, in: writer)
    }
    return user
  }

  /// The user with this address or id.
  ///
  /// - Throws: `AccountError` `.notFound`.
  public func user(_ addressOrID: String) async throws -> User {
    try await store.read { reader in
      if let user = try reader.user(addressOrID) { return user }
      guard let address = try? EmailAddress(addressOrID),
        let user = try reader.user(emailKey: address.key)
      else { throw AccountError.noSuchUser }
      return user
    }
  }

  /// Users ordered by id, after the id `after`.
  public func users(after: String = "", limit: Int = 100) async throws -> [User] {
    try await store.read { try $0.users(after: after, limit: limit) }
  }

  /// Disables an account: its sessions and sent invitations end, and its user can no longer sign
  /// in.
  ///
  /// - Parameters:
  ///   - user: The id of the account.
  ///   - actor: Who disables it.
  /// - Throws: `AccountError`: `.notFound`; `.lastOwner`: make someone else an owner first.
  public func disable(_ user: String, by actor: Actor) async throws {
    try await change(user, .accountDisabled, by: actor) { user, writer in
      guard user.disabled == nil else { return false }
      for membership in try writer.memberships(of: user.id) {
        try writer.requireOtherOwner(than: user.id, in: membership.organization)
        try invitationRegistry.revokeInvitations(
          by: user.id, to: membership.organization, in: writer)
      }
      try writer.revokeAccess(of: user, except: nil)
      try writer.forgetDevices(of: user.id)
      var user = user
      user.disabled = clock()
      try writer.put(user)
      try mailer.enqueue(.accountDisabled, to: user, client: .operator, in: writer)
      return true
    }
  }

  /// Enables a disabled account again.
  ///
  /// - Parameters:
  ///   - user: The id of the account.
  ///   - actor: Who enables it.
  /// - Throws: `AccountError` `.notFound`.
  public func enable(_ user: String, by actor: Actor) async throws {
    try await change(user, .accountEnabled, by: actor) { user, writer in
      guard user.disabled != nil else { return false }
      var user = user
      user.disabled = nil
      try writer.put(user)
      try mailer.enqueue(.accountEnabled, to: user, client: .operator, in: writer)
      return true
    }
  }

  /// Creates a link to set a new password, to be given to the user.
  ///
  /// For a server without mail, or someone who cannot read theirs. Works once, for half an hour.
  /// The operator confirms that they give it to the owner of the address: an account whose address
  /// was not verified loses all credentials that were set before.
  ///
  /// - Throws: `AccountError`: `.notFound`, `.disabledAccount`.
  public func createPasswordResetLink(for user: String, by actor: Actor) async throws -> String {
    let secret = SecretToken()
    try await change(user, .passwordResetLinkCreated, by: actor) { user, writer in
      guard user.disabled == nil else { throw AccountError.disabledAccount }
      try writer.removeOneTimeTokens(of: user.id, for: .resetPassword)
      _ = try oneTimeTokens.storeResetToken(for: user, with: secret, in: writer)
      return true
    }
    return oneTimeTokens.url(AccountPaths.reset, secret)
  }

  /// Removes the authenticator app, the recovery codes and the passkeys of a user who has lost
  /// them, and ends their sessions.
  ///
  /// - Returns: Whether there were any.
  /// - Throws: `AccountError`: `.notFound`; `.lastCredential` if only a passkey is left to sign in.
  @discardableResult
  public func removeFactors(of user: String, by actor: Actor) async throws -> Bool {
    try await change(user, .factorsRemoved, by: actor) { user, writer in
      let factors = try writer.credentialSummary(of: user.id)
      guard factors.totpSince != nil || !factors.passkeys.isEmpty else { return false }
      guard factors.hasPassword || !factors.identities.isEmpty else {
        throw AccountError(
          .lastCredential,
          "A passkey is the only way to sign in to this account. Create a password reset link, and "
            + "have the user set a password first.")
      }
      try writer.removeTOTP(of: user.id)
      try writer.replaceRecoveryCodes(of: user.id, with: [])
      for passkey in factors.passkeys {
        _ = try writer.removePasskey(passkey.credentialID, of: user.id)
      }
      try writer.revokeAccess(of: user, except: nil)
      try writer.forgetDevices(of: user.id)
      try throttle.reset(throttle.counter(codesOf: user.id), in: writer)
      try throttle.reset(throttle.counter(codesFromDevicesOf: user.id), in: writer)
      if factors.totpSince != nil {
        try mailer.enqueue(
          .factorRemoved(.authenticator, client: .operator), to: user, client: .operator,
          in: writer)
      }
      for passkey in factors.passkeys {
        try mailer.enqueue(
          .factorRemoved(.passkey(name: passkey.name), client: .operator), to: user,
          client: .operator, in: writer)
      }
      return true
    }
  }

  /// Ends all of a user's sessions and a pending change of their address, and forgets their
  /// devices.
  ///
  /// - Throws: `AccountError` `.notFound`.
  public func endSessions(of user: String, by actor: Actor) async throws {
    try await change(user, .sessionsEnded, by: actor) { user, writer in
      try writer.forgetDevices(of: user.id)
      try writer.cancelAddressChange(of: user)
      guard try !writer.removeSessions(of: user.id, except: nil).isEmpty else { return false }
      try mailer.enqueue(
        .sessionsEnded(.byOperator), to: user, client: .operator, in: writer)
      return true
    }
  }

  /// Deletes an account.
  ///
  /// - Parameters:
  ///   - user: The id of the account.
  ///   - actor: Who deletes it.
  /// - Throws: `AccountError`: `.notFound`, `.lastOwner`.
  public func deleteUser(_ user: String, by actor: Actor) async throws {
    try await store.change { writer in
      guard let user = try writer.user(user) else { throw AccountError.noSuchUser }
      try lifecycle.delete(user, by: actor, client: .operator, in: writer)
    }
  }

  /// Adds a user to an organization without asking them.
  ///
  /// - Throws: `AccountError`: `.notAllowed` for anyone who is not an operator, `.notFound`,
  ///   `.conflict` if they are a member, `.invalidInput`.
  @discardableResult
  public func addMember(
    _ user: String, to organization: String, as role: Role, grants: [RoleGrant] = [],
    by actor: Actor
  ) async throws -> Membership {
    guard actor.kind == .operator else {
      throw AccountError(
        .notAllowed, "Only an operator can add members. Send an invitation instead.")
    }
    let grants = try RoleGrant.validated(grants)
    return try await store.change { writer in
      guard let user = try writer.user(user) else { throw AccountError.noSuchUser }
      guard try writer.membership(of: user.id, in: organization) == nil else {
        throw AccountError(.conflict, "This user is already a member. Change their role instead.")
      }
      let membership = Membership(
        organization: organization, user: user.id, role: role, grants: grants, since: clock())
      try writer.put(membership)
      try events.record(
        .memberAdded, about: user, by: actor, organization: organization,
        client: .operator, detail: ["email": user.email, "role": role.rawValue], in: writer)
      return membership
    }
  }

  @discardableResult
  private func change(
    _ id: String, _ action: SecurityAction, by actor: Actor,
    _ body: @escaping @Sendable (User, any AccountWriter) throws -> Bool
  ) async throws -> Bool {
    try await store.change { writer in
      guard let user = try writer.user(id) else { throw AccountError.noSuchUser }
      guard try body(user, writer) else { return false }
      try events.record(action, about: user, by: actor, client: .operator, in: writer)
      return true
    }
  }
}

extension Client {
  /// The client that events and emails show for the operator.
  static let `operator` = Client(address: "local", userAgent: "the operator's command line")
}
