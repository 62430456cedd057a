extension Accounts {
  /// Asks somebody by mail to join an organization.
  ///
  /// An older invitation to the same address ends.
  ///
  /// - Returns: The invitation; and its link if this server cannot send mail, for the inviter to
  ///   hand on.
  /// - Throws: `AccountError`: `.notAllowed` for whoever is no owner, `.invalidAddress`,
  ///   `.invalidInput`, `.conflict` if they are a member already, `.tooManyAttempts`.
  public func invite(
    _ email: String, to organization: String, named name: String, as role: Role,
    grants: [RoleGrant] = [], by actor: Actor, client: Client
  ) async throws -> (Invitation, link: String?) {
    let address = try EmailAddress(email)
    let grants = try checked(grants)
    let secret = SecretText()
    let invitation = Invitation(
      id: RandomText.base62(16), hash: secret.hash, organization: organization,
      email: address.text, emailKey: address.key, role: role, grants: grants, inviter: actor.name,
      created: clock(), expires: clock() + LinkLifetime.invitation)
    let address_ = link(AccountPaths.invitation, secret)
    try await store.change { writer -> Result<Void, AccountError> in
      try requireOwner(actor, of: organization, in: writer)
      if let person = try writer.person(emailKey: address.key),
        try writer.membership(of: person.id, in: organization) != nil
      {
        return .failure(.isMember)
      }
      if settings.canSendMail {
        let counts = [count(mailTo: address.key)]
        if case .failure(let error) = try attempt(counts, in: writer) { return .failure(error) }
      }
      try endInvitations(to: organization, in: writer) { $0.emailKey == address.key }
      try writer.put(invitation)
      try note(
        .invitationSent, about: nil, by: actor.name, organization: organization, client: client,
        detail: ["email": address.text, "role": role.rawValue, "invitation": invitation.id],
        in: writer)
      try post(
        .invitation(
          organization: name, inviter: actor.name, role: role, link: address_,
          expires: invitation.expires), to: address.text, in: writer)
      return .success(())
    }.get()
    return (invitation, settings.canSendMail ? nil : address_)
  }

  /// The invitation that a link leads to, to show its page.
  ///
  /// - Throws: `AccountError` `.invalidLink` if it was accepted, taken back, or has run out.
  public func invitation(_ link: String) async throws -> Invitation {
    try await store.read { try openInvitation(link, in: $0) }
  }

  /// An organization's invitations that still wait, newest first.
  ///
  /// - Throws: `AccountError` `.notAllowed` for whoever is no owner.
  public func invitations(of organization: String, by actor: Actor) async throws -> [Invitation] {
    try await store.read { reader in
      try requireOwner(actor, of: organization, in: reader)
      return try reader.invitations(of: organization).filter(isOpen)
    }
  }

  /// Joins an organization with the account that one is signed in with.
  ///
  /// It must have the address that was invited. Whoever is a member already keeps the wider rights
  /// of both.
  ///
  /// - Throws: `AccountError`: `.notAllowed` with the address that was invited; `.invalidLink`;
  ///   `.noSession`.
  @discardableResult
  public func accept(
    _ link: String, _ signedIn: SignedIn, client: Client
  ) async throws -> Membership {
    try await store.change { writer in
      let person = try current(signedIn, in: writer).person
      guard let found = try SecretText(link).flatMap({ try writer.invitation(hash: $0.hash) })
      else { throw AccountError.invalidLink }
      guard found.emailKey == person.emailKey else { throw AccountError.invited(as: found.email) }
      let there = try writer.membership(of: person.id, in: found.organization)
      // A second press of the button is no error.
      if found.ended != nil, let there { return there }
      guard isOpen(found) else { throw AccountError.invalidLink }
      return try join(found, person, client: client, in: writer)
    }
  }

  /// Takes an invitation back.
  ///
  /// - Throws: `AccountError`: `.notFound` if it has ended, `.notAllowed` for whoever is no owner.
  public func endInvitation(
    _ id: String, of organization: String, by actor: Actor, client: Client
  ) async throws {
    try await store.change { writer in
      try requireOwner(actor, of: organization, in: writer)
      guard var found = try writer.invitation(id), found.organization == organization,
        isOpen(found)
      else { throw AccountError(.notFound, "This invitation has ended already.") }
      found.ended = clock()
      try writer.put(found)
      try note(
        .invitationEnded, about: nil, by: actor.name, organization: organization, client: client,
        detail: ["email": found.email, "invitation": id], in: writer)
    }
  }

  // MARK: Shared

  /// The invitation with this secret, if it still waits.
  func openInvitation(_ link: String, in reader: any AccountReader) throws -> Invitation {
    guard let secret = SecretText(link), let found = try reader.invitation(hash: secret.hash),
      isOpen(found)
    else { throw AccountError.invalidLink }
    return found
  }

  func isOpen(_ invitation: Invitation) -> Bool {
    invitation.ended == nil && invitation.expires > clock()
  }

  /// Makes somebody a member, and uses the invitation up.
  @discardableResult
  func join(
    _ invitation: Invitation, _ person: Person, client: Client, in writer: any AccountWriter
  ) throws -> Membership {
    var ended = invitation
    ended.ended = clock()
    try writer.put(ended)
    let there = try writer.membership(of: person.id, in: invitation.organization)
    var membership =
      there
      ?? Membership(
        organization: invitation.organization, person: person.id, role: invitation.role,
        grants: invitation.grants, since: clock())
    membership.role = max(membership.role, invitation.role)
    membership.grants += invitation.grants.filter { !membership.grants.contains($0) }
    try writer.put(membership)
    try note(
      .invitationAccepted, about: person, organization: invitation.organization, client: client,
      detail: [
        "invitation": invitation.id, "inviter": invitation.inviter,
        "role": membership.role.rawValue,
      ], in: writer)
    return membership
  }

  /// Ends what somebody has sent, because they may not send it any more.
  func endInvitations(
    by inviter: String, to organization: String, in writer: any AccountWriter
  ) throws {
    try endInvitations(to: organization, in: writer) { $0.inviter == inviter }
  }

  /// Names the inviter of open invitations by their new address, by which they are found when they
  /// are to end.
  func moveInvitations(
    by old: String, to person: Person, in writer: any AccountWriter
  ) throws {
    for membership in try writer.memberships(of: person.id) {
      for sent in try writer.invitations(of: membership.organization)
      where isOpen(sent) && sent.inviter == old {
        try writer.put(
          Invitation(
            id: sent.id, hash: sent.hash, organization: sent.organization, email: sent.email,
            emailKey: sent.emailKey, role: sent.role, grants: sent.grants, inviter: person.email,
            created: sent.created, expires: sent.expires))
      }
    }
  }

  private func endInvitations(
    to organization: String, in writer: any AccountWriter, where ends: (Invitation) -> Bool
  ) throws {
    for var old in try writer.invitations(of: organization) where isOpen(old) && ends(old) {
      old.ended = clock()
      try writer.put(old)
    }
  }

  /// Makes a verified account, and a member of the organization that invited it.
  func registerInvited(
    _ link: String, email: String?, password: String, name: String, client: Client
  ) async throws -> Person {
    let invitation = try await invitation(link)
    let entry = try entry(email: email ?? invitation.email, password: password, name: name)
    guard entry.address.key == invitation.emailKey else {
      throw AccountError.invited(as: invitation.email)
    }
    let hash = try await passwords.hash(password)
    let id = Self.newPersonID()
    return try await store.change { writer in
      let invitation = try openInvitation(link, in: writer)
      let known = try writer.person(emailKey: invitation.emailKey)
      guard known?.verified == nil else { throw AccountError.signInToAccept }
      guard known?.disabled == nil else { throw AccountError.disabledAccount }
      if let known { try reclaim(known, client: client, in: writer) }
      let person = entry.person(
        known?.id ?? id, verified: clock(), created: known?.created ?? clock())
      try writer.put(person)
      try writer.put(StoredPassword(person: person.id, hash: hash, changed: clock()))
      try note(.accountRegistered, about: person, client: client, in: writer)
      try join(invitation, person, client: client, in: writer)
      return person
    }
  }
}

extension AccountError {
  fileprivate static let isMember = AccountError(
    .conflict, "Somebody with this address is a member already. Change their role instead.")

  fileprivate static let signInToAccept = AccountError(
    .addressTaken, "There is an account with this address. Sign in to accept the invitation.")
}
