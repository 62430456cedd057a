extension RegistrationService {
  /// Makes a verified account, and a member of the organization that invited it.
  func registerInvited(
    _ link: String, email: String?, password: String, name: String, client: Client
  ) async throws -> Person {
    let invitation = try await store.read { try invitationRegistry.openInvitation(link, in: $0) }
    let entry = try lifecycle.newAccount(
      email: email ?? invitation.email, password: password, name: name)
    guard entry.address.key == invitation.emailKey else {
      throw AccountError.invited(as: invitation.email)
    }
    let hash = try await hasher.hash(password)
    let id = AccountLifecycle.newPersonID()
    return try await store.change { writer in
      let invitation = try invitationRegistry.openInvitation(link, in: writer)
      let known = try writer.person(emailKey: invitation.emailKey)
      guard known?.verified == nil else { throw AccountError.signInToAccept }
      guard known?.disabled == nil else { throw AccountError.disabledAccount }
      if let known { try lifecycle.reclaim(known, client: client, in: writer) }
      let person = entry.person(
        known?.id ?? id, verified: clock(), created: known?.created ?? clock())
      try writer.put(person)
      try writer.put(StoredPassword(person: person.id, hash: hash, changed: clock()))
      try events.record(.accountRegistered, about: person, client: client, in: writer)
      try invitationRegistry.join(invitation, person, client: client, in: writer)
      return person
    }
  }
}

extension AccountError {
  fileprivate static let signInToAccept = AccountError(
    .addressTaken, "An account with this address already exists. Sign in to accept the invitation.")
}
