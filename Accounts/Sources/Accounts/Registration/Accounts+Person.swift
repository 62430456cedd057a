extension Accounts {
  /// Changes what others see as a person's name.
  ///
  /// - Throws: `AccountError`: `.invalidInput`, `.noSession`.
  public func rename(_ signedIn: SignedIn, to name: String, client: Client) async throws {
    let name = try PersonName.checked(name)
    try await store.change { writer in
      var person = try current(signedIn, in: writer).person
      guard person.name != name else { return }
      person.name = name
      try writer.put(person)
      try note(.accountRenamed, about: person, client: client, in: writer)
    }
  }

  /// Asks for another address, by a mail that goes there.
  ///
  /// Until its link is followed nothing changes. The answer is the same if somebody else has the
  /// address: then the mail tells them.
  ///
  /// - Throws: `AccountError`: `.invalidAddress`, `.notRecent`, `.tooManyAttempts`, `.noSession`;
  ///   `.notAllowed` without mail.
  public func changeEmail(_ signedIn: SignedIn, to email: String, client: Client) async throws {
    guard settings.canSendMail else { throw AccountError.mailIsOff }
    let address = try EmailAddress(email)
    _ = try await store.read { try recent(signedIn, in: $0) }
    try await reserveRequest(address, client: client)
    let secret = SecretText()
    try await store.change { writer in
      let person = try recent(signedIn, in: writer).person
      try note(.addressAsked, about: person, client: client, in: writer)
      if let other = try writer.person(emailKey: address.key), other.id != person.id,
        other.verified != nil
      {
        return try post(.alreadyRegistered, to: other.email, in: writer)
      }
      let expires = clock() + LinkLifetime.verify
      try writer.removeLinks(of: person.id, for: .verifyEmail)
      try writer.put(
        OneTimeLink(
          hash: secret.hash, purpose: .verifyEmail, person: person.id,
          payload: JSONText.object(["email": address.text]), created: clock(), expires: expires))
      try post(
        .verifyNewAddress(link: link(AccountPaths.address, secret), expires: expires),
        to: address.text, in: writer)
    }
  }

  /// Takes a new address into use, by the link that came there and as the person who asked for it.
  ///
  /// - Returns: The person with the new address.
  /// - Throws: `AccountError`: `.invalidLink`, also if somebody else asked for it; `.addressTaken`;
  ///   `.noSession`.
  public func finishEmailChange(
    _ link: String, _ signedIn: SignedIn, client: Client
  ) async throws -> Person {
    try await store.change { writer in
      let current = try current(signedIn, in: writer)
      var person = current.person
      guard let found = try valid(link, for: .verifyEmail, in: writer, at: clock()),
        found.person == person.id, let email = JSONText.members(found.payload)["email"]
      else { throw AccountError.invalidLink }
      let address = try EmailAddress(email)
      if let other = try writer.person(emailKey: address.key), other.id != person.id {
        guard other.verified == nil, try writer.memberships(of: other.id).isEmpty else {
          throw AccountError(
            .addressTaken,
            "Another account has this address. Sign out, and set a new password for that one.")
        }
        // Nobody ever showed that it was theirs; this person has.
        try writer.removePerson(other.id)
      }
      let old = person.email
      person.email = address.text
      person.emailKey = address.key
      person.verified = clock()
      try writer.put(person)
      try moveInvitations(by: old, to: person, in: writer)
      try endEverything(of: person, except: current.session.id, in: writer)
      try note(
        .addressChanged, about: person, client: client, detail: ["from": old, "to": person.email],
        in: writer)
      try post(.addressChanged(to: person.email, client: client), to: old, in: writer)
      return person
    }
  }

  /// Deletes a person's account with everything that is only theirs.
  ///
  /// What happened to it stays in the log.
  ///
  /// - Throws: `AccountError`: `.lastOwner`, `.notRecent`, `.noSession`.
  public func deleteAccount(_ signedIn: SignedIn, client: Client) async throws {
    try await store.change { writer in
      let person = try recent(signedIn, in: writer).person
      try delete(person, by: nil, client: client, in: writer)
    }
  }

  /// Deletes a person, unless they are an organization's last owner.
  func delete(
    _ person: Person, by actor: String?, client: Client, in writer: any AccountWriter
  ) throws {
    for membership in try writer.memberships(of: person.id) {
      try requireAnotherOwner(than: person.id, in: membership.organization, writer)
      try endInvitations(by: person.email, to: membership.organization, in: writer)
    }
    try note(.accountDeleted, about: person, by: actor, client: client, in: writer)
    try writer.removePerson(person.id)
    try post(.accountDeleted, to: person.email, in: writer)
  }
}
