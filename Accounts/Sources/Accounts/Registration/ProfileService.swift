/// Changes name and email address of an account, and deletes it.
public struct ProfileService: Sendable {
  let store: any AccountStore
  let settings: AccountSettings
  let clock: @Sendable () -> Int
  let events: SecurityEventLog
  let mailer: AccountMailer
  let oneTimeTokens: OneTimeTokens
  let lifecycle: AccountLifecycle
  let sessionValidator: SessionValidator
  let sessionIssuer: SessionIssuer

  /// Changes a user's display name.
  ///
  /// - Throws: `AccountError`: `.invalidInput`, `.noSession`.
  public func rename(_ signedIn: AuthenticatedSession, to name: String, client: Client) async throws
  {
    let name = try DisplayName.checked(name)
    try await store.change { writer in
      var user = try sessionValidator.current(signedIn, in: writer).user
      guard user.name != name else { return }
      user.name = name
      try writer.put(user)
      try events.record(.accountRenamed, about: user, client: client, in: writer)
    }
  }

  /// Checks whether a change of the address can be requested now.
  ///
  /// Call it before reauthenticating the user for the change: that renews the session, and an error
  /// of the change would lose the new credential.
  ///
  /// - Throws: `AccountError`: `.invalidAddress`, `.tooManyAttempts`; `.notAllowed` without mail.
  public func checkEmailChange(to email: String, client: Client) async throws {
    guard settings.canSendMail else { throw AccountError.mailIsOff }
    try await lifecycle.checkChangeMail(EmailAddress(email), client: client)
  }

  /// Requests a change of the address, with an email to the new one.
  ///
  /// Nothing changes until its link is followed. The response is the same if someone else has the
  /// address; the email then notifies them.
  ///
  /// - Throws: `AccountError`: `.invalidAddress`, `.notRecent`, `.tooManyAttempts`, `.noSession`;
  ///   `.notAllowed` without mail.
  public func requestEmailChange(
    _ signedIn: AuthenticatedSession, to email: String, client: Client
  ) async throws {
    guard settings.canSendMail else { throw AccountError.mailIsOff }
    let address = try EmailAddress(email)
    _ = try await store.read { try sessionValidator.recent(signedIn, in: $0) }
    try await lifecycle.reserveChangeMail(address, client: client)
    let secret = SecretToken()
    try await store.change { writer in
      let user = try sessionValidator.recent(signedIn, in: writer).user
      try events.record(.addressChangeRequested, about: user, client: client, in: writer)
      if let other = try writer.user(emailKey: address.key), other.id != user.id,
        other.verified != nil || other.disabled != nil
      {
        return try mailer.enqueue(
          .alreadyRegistered, to: other, client: client, in: writer)
      }
      let expires = clock() + OneTimeTokens.Lifetime.verify
      try writer.removeOneTimeTokens(of: user.id, for: .verifyEmail)
      try writer.put(
        OneTimeToken(
          hash: secret.hash, purpose: .verifyEmail, user: user.id,
          payload: JSONText.object(["email": address.text]), created: clock(), expires: expires))
      try mailer.enqueue(
        .verifyNewAddress(link: oneTimeTokens.url(AccountPaths.address, secret), expires: expires),
        to: address.text, about: user.id, language: user.language ?? client.language,
        in: writer)
    }
  }

  /// Changes the address with the token of the emailed link, for the user who requested it, and
  /// ends their other sessions.
  ///
  /// - Returns: The session with a new secret, and its user with the new address; the old secret
  ///   has stopped working.
  /// - Throws: `AccountError`: `.invalidLink`, also if another user requested it; `.addressTaken`;
  ///   `.noSession`.
  public func finishEmailChange(
    _ token: String, _ signedIn: AuthenticatedSession, client: Client
  ) async throws -> NewSession {
    let secret = SecretToken()
    let (session, user) = try await store.change { writer -> (Session, User) in
      let current = try sessionValidator.current(signedIn, in: writer)
      var user = current.user
      guard let validToken = try oneTimeTokens.validToken(token, for: .verifyEmail, in: writer),
        validToken.user == user.id, let email = JSONText.members(validToken.payload)["email"]
      else { throw AccountError.invalidLink }
      let address = try EmailAddress(email)
      if var other = try writer.user(emailKey: address.key), other.id != user.id {
        guard other.verified == nil, other.disabled == nil,
          try writer.memberships(of: other.id).isEmpty
        else {
          throw AccountError(
            .addressTaken,
            "Another account has this address. Sign out, and reset the password of that account.")
        }
        // The other account never verified the address; this user has. NB: its address is replaced
        // before it is deleted, or the data about this user under the address would be erased with
        // it.
        (other.email, other.emailKey) = (other.id, other.id)
        try writer.put(other)
        try writer.removeUser(other.id)
      }
      let old = user.email
      user.email = address.text
      user.emailKey = address.key
      user.verified = clock()
      user.ownershipUnverifiedSince = nil
      try writer.put(user)
      let session = try sessionIssuer.revokeAccess(
        of: user, renewing: current.session, with: secret, in: writer)
      try events.record(
        .addressChanged, about: user, client: client, detail: ["from": old, "to": user.email],
        in: writer)
      try mailer.enqueue(
        .addressChanged(to: user.email, client: client), to: old,
        language: user.language ?? client.language, in: writer)
      return (session, user)
    }
    return try await sessionIssuer.issue(session, of: user, secret: secret)
  }

  /// Deletes a user's account with all data that belongs only to the user.
  ///
  /// Actions that concern others stay in their logs, without the user's name.
  ///
  /// - Throws: `AccountError`: `.lastOwner`, `.notRecent`, `.noSession`.
  public func delete(_ signedIn: AuthenticatedSession, client: Client) async throws {
    try await store.change { writer in
      let user = try sessionValidator.recent(signedIn, in: writer).user
      try lifecycle.delete(user, by: nil, client: client, in: writer)
    }
  }

  /// Returns the security events of a user's account, newest first: those before the event
  /// `before`, at most `limit` and at most 200.
  public func events(
    of signedIn: AuthenticatedSession, before: Int? = nil, limit: Int = 50
  ) async throws -> [SecurityEvent] {
    try await store.read { reader in
      let current = try sessionValidator.current(signedIn, in: reader)
      return try reader.events(
        of: current.user.id, before: before, limit: min(max(limit, 1), 200))
    }
  }
}
