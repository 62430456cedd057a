/// The steps shared by creating, reclaiming and deleting an account.
struct AccountLifecycle: Sendable {
  let store: any AccountStore
  let settings: AccountSettings
  let clock: @Sendable () -> Int
  let events: SecurityEventLog
  let mailer: AccountMailer
  let links: OneTimeLinks
  let throttle: Throttle
  let invitationRegistry: InvitationRegistry

  /// The validated input for a new account.
  struct NewAccount: Sendable {
    let address: EmailAddress
    let name: String

    func person(_ id: String, verified: Int? = nil, created: Int) -> Person {
      Person(
        id: id, email: address.text, emailKey: address.key, name: name, verified: verified,
        created: created)
    }
  }

  func newAccount(email: String, password: String, name: String) throws -> NewAccount {
    let entry = NewAccount(address: try EmailAddress(email), name: try DisplayName.checked(name))
    try checkPassword(password, for: entry.address.text, name: entry.name)
    return entry
  }

  /// Whether a password may be used here by this user.
  func checkPassword(_ password: String, for email: String, name: String) throws(AccountError) {
    try PasswordRules.check(password, for: email, name: name, service: settings.serviceName)
  }

  static func newPersonID() -> String { "p_" + SecureRandom.base62(16) }

  /// Counts a request that makes us send a mail.
  func reserveRequest(_ address: EmailAddress, client: Client) async throws {
    let counts = [throttle.count(requestsFrom: client), throttle.count(mailTo: address.key)]
    _ = try await store.change { try throttle.attempt(counts, in: $0) }.get()
  }

  /// Sends a link that verifies the user's address; an older one stops working.
  func sendVerification(
    to person: Person, with secret: SecretToken, in writer: any AccountWriter
  ) throws {
    let expires = clock() + OneTimeLinks.Lifetime.verify
    try writer.removeLinks(of: person.id, for: .verifyEmail)
    try writer.put(
      OneTimeLink(
        hash: secret.hash, purpose: .verifyEmail, person: person.id, created: clock(),
        expires: expires))
    try mailer.enqueue(
      .verifyAddress(link: links.link(AccountPaths.verify, secret), expires: expires),
      to: person.email, in: writer)
  }

  /// Drops everything by which someone could sign in to an account that is not verified,
  /// because the address's holder is here now and anyone who made it may be a stranger.
  func reclaim(_ person: Person, client: Client, in writer: any AccountWriter) throws {
    try writer.removePassword(of: person.id)
    _ = try writer.removeSessions(of: person.id, except: nil)
    try writer.forgetDevices(of: person.id)
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
    try events.record(.accountReclaimed, about: person, by: .anyone, client: client, in: writer)
  }

  /// Deletes a user, unless they are an organization's last owner.
  func delete(
    _ person: Person, by actor: Actor?, client: Client, in writer: any AccountWriter
  ) throws {
    for membership in try writer.memberships(of: person.id) {
      try writer.requireAnotherOwner(than: person.id, in: membership.organization)
      try invitationRegistry.endInvitations(
        by: person.id, to: membership.organization, in: writer)
    }
    try events.record(.accountDeleted, about: person, by: actor, client: client, in: writer)
    try writer.removePerson(person.id)
    // The last trace of the address: gone when it is sent.
    try mailer.enqueue(.accountDeleted, to: person.email, about: person.id, in: writer)
  }
}
