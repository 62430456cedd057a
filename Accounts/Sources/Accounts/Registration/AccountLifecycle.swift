/// The steps shared by creating, reclaiming and deleting an account.
struct AccountLifecycle: Sendable {
  let store: any AccountStore
  let settings: AccountSettings
  let clock: @Sendable () -> Int
  let events: SecurityEventLog
  let mailer: AccountMailer
  let oneTimeTokens: OneTimeTokens
  let throttle: Throttle
  let invitationRegistry: InvitationRegistry

  /// The validated input for a new account.
  struct NewAccount: Sendable {
    let address: EmailAddress
    let name: String

    func user(
      _ id: String, verified: Int? = nil, ownershipUnverifiedSince: Int? = nil, created: Int
    ) -> User {
      User(
        id: id, email: address.text, emailKey: address.key, name: name, verified: verified,
        ownershipUnverifiedSince: ownershipUnverifiedSince, created: created)
    }
  }

  /// Validates the input for a new account.
  func newAccount(email: String, password: String, name: String) throws -> NewAccount {
    let account = NewAccount(address: try EmailAddress(email), name: try DisplayName.checked(name))
    try checkPassword(password, for: account.address.text, name: account.name)
    return account
  }

  /// Throws unless this user may choose this password.
  func checkPassword(_ password: String, for email: String, name: String) throws(AccountError) {
    try PasswordRules.check(password, for: email, name: name, service: settings.serviceName)
  }

  static func newUserID() -> String { "p_" + SecureRandom.base62(16) }

  /// Counts a request that causes an email about the registration of an address.
  ///
  /// - Returns: Nil if the email may be sent; otherwise the error, because requests from all
  ///   networks together have used up the address's emails. It does not depend on whether there is
  ///   an account.
  /// - Throws: `.tooManyAttempts` if the client's own network has sent too many.
  func reserveRegistrationMail(
    _ address: EmailAddress, client: Client
  ) async throws -> AccountError? {
    let networkCounters = [
      throttle.counter(requestsFrom: client),
      throttle.counter(registrationMailTo: address.key, from: client),
    ]
    let addressCounters = [throttle.counter(registrationMailTo: address.key)]
    return try await store.change { writer -> Result<AccountError?, AccountError> in
      if case .failure(let error) = try throttle.countAttempt(networkCounters, in: writer) {
        return .failure(error)
      }
      guard case .failure(let error) = try throttle.countAttempt(addressCounters, in: writer) else {
        return .success(nil)
      }
      return .success(error)
    }.get()
  }

  /// Counts a request for an email to reset a password.
  ///
  /// - Returns: Whether an email may be sent although an earlier link is still valid.
  /// - Throws: `.tooManyAttempts` if the client's own network has sent too many requests.
  func reserveResetMail(_ address: EmailAddress, client: Client) async throws -> Bool {
    let networkCounters = [throttle.counter(requestsFrom: client)]
    let addressCounters = [throttle.counter(resetMailTo: address.key)]
    return try await store.change { writer -> Result<Bool, AccountError> in
      if case .failure(let error) = try throttle.countAttempt(networkCounters, in: writer) {
        return .failure(error)
      }
      guard case .success = try throttle.countAttempt(addressCounters, in: writer) else {
        return .success(false)
      }
      return .success(true)
    }.get()
  }

  /// Counts a request for an email that verifies a user's new address.
  func reserveChangeMail(_ address: EmailAddress, client: Client) async throws {
    let counters = [
      throttle.counter(requestsFrom: client), throttle.counter(changeMailTo: address.key),
    ]
    _ = try await store.change { try throttle.countAttempt(counters, in: $0) }.get()
  }

  /// Throws if an email that verifies a new address may not be sent now; counts nothing.
  func checkChangeMail(_ address: EmailAddress, client: Client) async throws {
    let counters = [
      throttle.counter(requestsFrom: client), throttle.counter(changeMailTo: address.key),
    ]
    let wait = try await store.read { try throttle.remainingDelay(counters, in: $0) }
    guard wait == 0 else { throw AccountError.tooManyAttempts(wait: wait) }
  }

  /// Removes all credentials of an account whose address was not verified, and ends the invitations
  /// that it has sent, because the address's owner has now proven ownership and whoever created the
  /// account may be an attacker.
  ///
  /// The service revokes the user's API tokens when it learns of the `account.reclaimed` event.
  func reclaim(_ user: User, client: Client, in writer: any AccountWriter) throws {
    try writer.removePassword(of: user.id)
    _ = try writer.removeSessions(of: user.id, except: nil)
    try writer.forgetDevices(of: user.id)
    try writer.removeTOTP(of: user.id)
    try writer.replaceRecoveryCodes(of: user.id, with: [])
    for passkey in try writer.passkeys(of: user.id) {
      _ = try writer.removePasskey(passkey.credentialID, of: user.id)
    }
    for identity in try writer.identities(of: user.id) {
      try writer.removeIdentity(issuer: identity.issuer, subject: identity.subject)
    }
    for purpose in OneTimeToken.Purpose.allCases {
      try writer.removeOneTimeTokens(of: user.id, for: purpose)
    }
    for membership in try writer.memberships(of: user.id) {
      try invitationRegistry.revokeInvitations(
        by: user.id, to: membership.organization, in: writer)
    }
    try events.record(.accountReclaimed, about: user, by: .anonymous, client: client, in: writer)
  }

  /// Deletes a user, unless they are an organization's last owner.
  func delete(
    _ user: User, by actor: Actor?, client: Client, in writer: any AccountWriter
  ) throws {
    for membership in try writer.memberships(of: user.id) {
      try writer.requireOtherOwner(than: user.id, in: membership.organization)
      try invitationRegistry.revokeInvitations(
        by: user.id, to: membership.organization, in: writer)
    }
    try events.record(.accountDeleted, about: user, by: actor, client: client, in: writer)
    try writer.removeUser(user.id)
    // NB: after the removal, which would remove this email, too. It is the last record with the
    // address, and is removed when it was sent or given up.
    try mailer.enqueue(
      .accountDeleted, to: user.email, about: user.id,
      language: user.language ?? client.language, in: writer)
  }
}

extension AccountWriter {
  /// Records that the user of an account has proven its address while signed in to it, so whoever
  /// has the credentials has the address as well.
  func recordAddressOwnership(
    of user: User, client: Client, recordedIn events: SecurityEventLog
  ) throws {
    guard user.ownershipUnverifiedSince != nil else { return }
    var user = user
    user.ownershipUnverifiedSince = nil
    try put(user)
    try events.record(.accountVerified, about: user, client: client, in: self)
  }
}
