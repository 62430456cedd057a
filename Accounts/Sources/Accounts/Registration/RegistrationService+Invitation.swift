extension RegistrationService {
  /// Creates a verified account as a member of the organization that invited it.
  ///
  /// The inviter may have used a link that they saw, for an address that is not theirs.
  func registerInvited(
    _ token: String, email: String?, password: String, name: String, client: Client
  ) async throws -> User {
    let invitation = try await store.read {
      try invitationRegistry.pendingInvitation(token, in: $0)
    }
    let account = try lifecycle.newAccount(
      email: email ?? invitation.email, password: password, name: name)
    guard account.address.key == invitation.emailKey else {
      throw AccountError.invited(as: invitation.email)
    }
    let hash = try await hasher.hash(password, for: .network(client.network))
    let id = AccountLifecycle.newUserID()
    return try await store.change { writer in
      let invitation = try invitationRegistry.pendingInvitation(token, in: writer)
      let existing = try writer.user(emailKey: invitation.emailKey)
      guard existing?.verified == nil else { throw AccountError.signInToAccept }
      guard existing?.disabled == nil else { throw AccountError.disabledAccount }
      if let existing { try lifecycle.reclaim(existing, client: client, in: writer) }
      let user = account.user(
        existing?.id ?? id, verified: clock(),
        ownershipUnverifiedSince: invitation.isLinkShown ? clock() : nil,
        created: existing?.created ?? clock())
      try writer.put(user)
      try writer.put(StoredPassword(user: user.id, hash: hash, changed: clock()))
      try events.record(.accountRegistered, about: user, client: client, in: writer)
      try invitationRegistry.join(invitation, user, client: client, in: writer)
      return user
    }
  }
}

extension AccountError {
  fileprivate static let signInToAccept = AccountError(
    .addressTaken, "An account with this address already exists. Sign in to accept the invitation.")
}
