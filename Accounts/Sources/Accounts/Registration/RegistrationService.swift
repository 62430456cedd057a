/// Creates accounts and verifies their email addresses.
public struct RegistrationService: Sendable {
  let store: any AccountStore
  let hasher: PasswordHasher
  let settings: AccountSettings
  let clock: @Sendable () -> Int
  let events: SecurityEventLog
  let mailer: AccountMailer
  let links: OneTimeLinks
  let lifecycle: AccountLifecycle
  let sessionIssuer: SessionIssuer
  let passwordAuthenticator: PasswordAuthenticator
  let invitationRegistry: InvitationRegistry

  /// Creates an account, or asks the owner of an existing one by email to sign in.
  ///
  /// The caller learns nothing about the address: the response, the work (one scrypt run) and the
  /// number of emails (one) are the same whether or not there is an account. An unverified account
  /// belongs to no one, so registering again replaces its password.
  ///
  /// `invitation` is the secret of an invitation link. The account is verified and in the
  /// organization immediately, and no email is sent. Unless its inviter saw the link, it proves
  /// that the address is the user's; see `User.unproven`.
  ///
  /// - Throws: `AccountError`: errors of the address, the name or the password;
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
    let entry = try lifecycle.newAccount(email: email, password: password, name: name)
    try await lifecycle.reserveRequest(entry.address, client: client)
    let hash = try await hasher.hash(password)
    let secret = SecretToken()
    let id = AccountLifecycle.newUserID()
    try await store.change { writer in
      let known = try writer.user(emailKey: entry.address.key)
      // A disabled account stays disabled: registering must not enable it.
      if let known, known.verified != nil || known.disabled != nil {
        return try mailer.enqueue(.alreadyRegistered, to: known.email, in: writer)
      }
      if let known { try lifecycle.reclaim(known, client: client, in: writer) }
      let user = entry.user(known?.id ?? id, created: known?.created ?? clock())
      try writer.put(user)
      try writer.put(StoredPassword(user: user.id, hash: hash, changed: clock()))
      try events.record(.accountRegistered, about: user, by: .anyone, client: client, in: writer)
      try lifecycle.sendVerification(to: user, with: secret, in: writer)
    }
  }

  /// Creates an account for an invitation and signs it in; an emailed link proves that the address
  /// is the user's.
  ///
  /// - Throws: As `register`.
  public func accept(
    _ invitation: String, registering password: String, name: String, as kind: Session.ClientKind,
    client: Client
  ) async throws -> SignInResult {
    let user = try await registerInvited(
      invitation, email: nil, password: password, name: name, client: client)
    return try await sessionIssuer.begin(user, firstFactor: .invitation, as: kind, client: client)
  }

  /// Sends the verification email again.
  ///
  /// The response and the number of emails are the same for every address.
  ///
  /// - Throws: `AccountError`: `.invalidAddress`, `.tooManyAttempts`, `.notAllowed` without mail.
  public func resendVerification(email: String, client: Client) async throws {
    guard settings.canSendMail else { throw AccountError.mailIsOff }
    let address = try EmailAddress(email)
    try await lifecycle.reserveRequest(address, client: client)
    let secret = SecretToken()
    try await store.change { writer in
      guard let user = try writer.user(emailKey: address.key), user.disabled == nil else {
        return try mailer.enqueue(.noAccount, to: address.text, in: writer)
      }
      guard user.verified == nil else {
        return try mailer.enqueue(.alreadyRegistered, to: user.email, in: writer)
      }
      try lifecycle.sendVerification(to: user, with: secret, in: writer)
    }
  }
}
