extension ExternalSignInService {
  /// Signs in a user whom an identity provider has authenticated, after its response was verified.
  ///
  /// The account is found by issuer and subject; otherwise by the address, but only if the issuer
  /// confirms it. An account whose address was not verified becomes the user's, after the
  /// removal of credentials that an attacker may have set. If there is no account, one is created,
  /// provided that registration is open or the user was invited.
  ///
  /// `invitation` is the secret of an invitation's link, for a user without an account. A user with
  /// an account accepts it after signing in, with `accept(_:_:client:)`.
  ///
  /// - Throws: `AccountError`: `.noVerifiedAddress` without an address to look up;
  ///   `.addressTaken` if the account with the address has another account at the provider;
  ///   `.registrationClosed`; `.notAllowed` if the invitation is for another address;
  ///   `.invalidLink`; `.limitReached`; `.disabledAccount`.
  package func signIn(
    _ profile: ExternalProfile, as kind: Session.ClientKind, invitation: String? = nil,
    client: Client
  ) async throws -> SignInResult {
    let secrets = SessionSecrets()
    let id = AccountLifecycle.newUserID()
    let decision = try await store.change { writer in
      let user =
        try existingUser(profile, client: client, in: writer)
        ?? createUser(profile, id: id, invitation: invitation, client: client, in: writer)
      return try sessionIssuer.begin(
        user, by: .external, as: kind, client: client, with: secrets, in: writer)
    }
    return try await sessionIssuer.issue(decision, with: secrets)
  }

  /// Links an account at an identity provider to a signed-in user with a recent authentication.
  ///
  /// - Throws: `AccountError`: `.conflict` if it is linked to someone else, `.notRecent`,
  ///   `.noSession`.
  package func link(_ profile: ExternalProfile, to signedIn: AuthenticatedSession, client: Client)
    async throws
  {
    try await store.change { writer in
      let current = try sessionValidator.recent(signedIn, in: writer)
      if let existing = try writer.identity(issuer: profile.issuer, subject: profile.subject) {
        guard existing.user == current.user.id else {
          throw AccountError(
            .conflict,
            "This account at \(profile.providerName) is linked to another account here. Sign in "
              + "with it, and unlink it there first.",
            german: "Dieses Konto bei \(profile.providerName) ist hier mit einem anderen Konto "
              + "verknüpft. Melde dich damit an, und hebe dort zuerst die Verknüpfung auf.")
        }
        return
      }
      try putIdentity(profile, of: current.user, client: client, in: writer)
      if let address = try? verifiedAddress(of: profile), address.key == current.user.emailKey {
        try writer.recordAddressOwnership(of: current.user, client: client, recordedIn: events)
      }
    }
  }

  private func existingUser(
    _ profile: ExternalProfile, client: Client, in writer: any AccountWriter
  ) throws -> User? {
    if let identity = try writer.identity(issuer: profile.issuer, subject: profile.subject) {
      return try writer.user(identity.user)
    }
    let address = try verifiedAddress(of: profile)
    guard var user = try writer.user(emailKey: address.key) else { return nil }
    // NB: checked before anything is linked, so that a disabled account is not changed.
    guard user.disabled == nil else { throw AccountError.disabledAccount }
    if !user.isOwnershipVerified {
      try lifecycle.reclaim(user, client: client, in: writer)
      user.verified = clock()
      user.ownershipUnverifiedSince = nil
      user.language = client.language
      user.name = DisplayName.sanitized(profile.name)
      try writer.put(user)
      try events.record(.accountVerified, about: user, client: client, in: writer)
    }
    // NB: a different account at the same provider; the address may have been given to another
    // person since.
    let others = try writer.identities(of: user.id).filter { $0.issuer == profile.issuer }
    guard others.isEmpty else { throw AccountError.linkedElsewhere(profile.providerName) }
    try putIdentity(profile, of: user, client: client, in: writer)
    return user
  }

  private func createUser(
    _ profile: ExternalProfile, id: String, invitation: String?, client: Client,
    in writer: any AccountWriter
  ) throws -> User {
    let address = try verifiedAddress(of: profile)
    let invited = try invitation.map { try invitationRegistry.pendingInvitation($0, in: writer) }
    if let invited, invited.emailKey != address.key {
      throw AccountError.invited(as: invited.email)
    }
    guard invited != nil || settings.registration == .open else {
      throw AccountError.registrationClosed
    }
    let user = User(
      id: id, email: address.text, emailKey: address.key, name: DisplayName.sanitized(profile.name),
      verified: clock(), created: clock())
    try writer.put(user)
    try events.record(.accountRegistered, about: user, client: client, in: writer)
    try putIdentity(profile, of: user, isNew: true, client: client, in: writer)
    if let invited { try invitationRegistry.join(invited, user, client: client, in: writer) }
    return user
  }

  private func verifiedAddress(of profile: ExternalProfile) throws -> EmailAddress {
    // NB: the same response whether or not there is an account with that address: anyone can
    // claim any address at a service that does not check it.
    guard profile.isEmailVerified, let email = profile.email,
      let address = try? EmailAddress(email)
    else { throw AccountError.noVerifiedAddress }
    return address
  }

  private func putIdentity(
    _ profile: ExternalProfile, of user: User, isNew: Bool = false, client: Client,
    in writer: any AccountWriter
  ) throws {
    try writer.put(
      ExternalIdentity(
        issuer: profile.issuer, subject: profile.subject, user: user.id,
        email: profile.email ?? "", created: clock()))
    try events.record(
      .identityLinked, about: user, client: client, detail: ["issuer": profile.issuer],
      in: writer)
    guard !isNew else { return }  // a user who has just registered needs no notification
    try mailer.enqueue(
      .identityLinked(provider: profile.providerName, client: client), to: user, client: client,
      in: writer)
  }
}

extension AccountError {
  fileprivate static func linkedElsewhere(_ provider: String) -> AccountError {
    AccountError(
      .addressTaken,
      "The account with this address is linked to another account at \(provider). Sign in to it in "
        + "another way, then link this one under “Security”.")
  }
}
