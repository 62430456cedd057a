/// Creates accounts and verifies their email addresses.
public struct RegistrationService: Sendable {
  let store: any AccountStore
  let hasher: PasswordHasher
  let settings: AccountSettings
  let clock: @Sendable () -> Int
  let events: SecurityEventLog
  let mailer: AccountMailer
  let oneTimeTokens: OneTimeTokens
  let lifecycle: AccountLifecycle
  let sessionIssuer: SessionIssuer
  let passwordAuthenticator: PasswordAuthenticator
  let invitationRegistry: InvitationRegistry

  /// Creates an account, or asks the owner of an existing one by email to sign in.
  ///
  /// The caller learns nothing about the address: the response, the work (one scrypt run) and the
  /// number of emails (one) are the same whether or not there is an account. An unverified account
  /// belongs to no one: several may register the address, and the link of each email completes its
  /// own registration; see `PendingRegistration`. If strangers have used up the address's emails,
  /// none is sent, and the user can reset the password.
  ///
  /// `invitation` is the secret of an invitation link. The account is verified and in the
  /// organization immediately, and no email is sent. Unless the inviter saw the link, the link
  /// proves that the address is the user's; see `User.ownershipUnverifiedSince`.
  ///
  /// - Returns: The key under which a service can store data of its own until the registration is
  ///   completed; see `completedKey(of:)`. Nil with an invitation, and if the registration is not
  ///   stored. It is not for the client.
  /// - Throws: `AccountError`: errors of the address, the name or the password;
  ///   `.registrationClosed`; `.notAllowed` without mail; `.tooManyAttempts`; with an invitation
  ///   also `.invalidLink`, `.notAllowed` if it was sent to another address, `.addressTaken` if
  ///   there is a verified account, `.disabledAccount`, `.limitReached`.
  @discardableResult
  public func register(
    email: String, password: String, name: String, invitation: String? = nil, client: Client
  ) async throws -> String? {
    if let invitation {
      _ = try await registerInvited(
        invitation, email: email, password: password, name: name, client: client)
      return nil
    }
    guard settings.registration == .open else { throw AccountError.registrationClosed }
    guard settings.canSendMail else { throw AccountError.mailIsOff }
    let account = try lifecycle.newAccount(email: email, password: password, name: name)
    let isOverMailLimit =
      try await lifecycle.reserveRegistrationMail(account.address, client: client) != nil
    let hash = try await hasher.hash(password, for: .network(client.network))
    let registration = PendingRegistration(hash: hash, name: account.name)
    let secret = SecretToken()
    let id = AccountLifecycle.newUserID()
    let isStored = try await store.change { writer -> Bool in
      let existing = try writer.user(emailKey: account.address.key)
      if isOverMailLimit, existing != nil { return false }
      // A disabled account stays disabled: registering must not enable it.
      if let existing, existing.verified != nil || existing.disabled != nil {
        try mailer.enqueue(
          .alreadyRegistered, to: existing, client: client, in: writer)
        return false
      }
      if let existing {
        let pending = try lifecycle.pendingRegistrations(of: existing, in: writer)
        guard pending.count < PendingRegistration.maximumPerAddress else {
          try mailer.enqueue(
            .registrationsPending, to: existing, client: client, in: writer)
          return false
        }
        guard pending.isEmpty else {
          try events.record(
            .accountRegistered, about: existing, by: .anonymous, client: client, in: writer)
          try lifecycle.sendVerification(
            to: existing, completing: registration, with: secret, language: client.language,
            in: writer)
          return true
        }
        // NB: not reclaimed, which would invalidate the link of a password reset that the address's
        // owner has requested; an account that was never verified has no other credentials.
      }
      let user = account.user(existing?.id ?? id, created: existing?.created ?? clock())
      try writer.put(user)
      try writer.put(StoredPassword(user: user.id, hash: hash, changed: clock()))
      try events.record(.accountRegistered, about: user, by: .anonymous, client: client, in: writer)
      guard !isOverMailLimit else { return true }
      try lifecycle.sendVerification(
        to: user, completing: registration, with: secret, language: client.language, in: writer)
      return true
    }
    return isStored ? registration.key : nil
  }

  /// Returns the key of the registration that a user has completed.
  ///
  /// It is nil for a user without a verified address or a password, and matches none after the
  /// password was changed, or hashed again with stronger parameters.
  public func completedKey(of user: String) async throws -> String? {
    try await store.read { reader -> String? in
      guard let user = try reader.user(user), user.verified != nil else { return nil }
      return try lifecycle.storedRegistration(of: user, in: reader)?.key
    }
  }

  /// Creates an account for an invitation and signs its user in; a link that only the recipient of
  /// an email saw proves that the address is the user's.
  ///
  /// - Throws: The same errors as `register`.
  public func accept(
    _ invitation: String, registering password: String, name: String, as kind: Session.ClientKind,
    client: Client
  ) async throws -> SignInResult {
    let user = try await registerInvited(
      invitation, email: nil, password: password, name: name, client: client)
    return try await sessionIssuer.begin(user, firstFactor: .invitation, as: kind, client: client)
  }

  /// Sends the verification email of the latest registration again; earlier registrations' links
  /// stay valid.
  ///
  /// The response and the number of emails are the same for every address.
  ///
  /// - Throws: `AccountError`: `.invalidAddress`, `.tooManyAttempts`, `.notAllowed` without mail.
  public func resendVerification(email: String, client: Client) async throws {
    guard settings.canSendMail else { throw AccountError.mailIsOff }
    let address = try EmailAddress(email)
    if let error = try await lifecycle.reserveRegistrationMail(address, client: client) {
      throw error
    }
    let secret = SecretToken()
    try await store.change { writer in
      guard let user = try writer.user(emailKey: address.key), user.disabled == nil else {
        return try mailer.enqueue(
          .noAccount, to: address.text, language: client.language, in: writer)
      }
      guard user.verified == nil else {
        return try mailer.enqueue(
          .alreadyRegistered, to: user, client: client, in: writer)
      }
      let registration =
        try lifecycle.pendingRegistrations(of: user, in: writer).first
        ?? lifecycle.storedRegistration(of: user, in: writer)
      try lifecycle.sendVerification(
        to: user, completing: registration, with: secret, language: client.language, in: writer)
    }
  }
}
