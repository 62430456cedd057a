extension Accounts {
  /// Sends a link to set a new password, or says by mail that there is no account.
  ///
  /// The answer and the number of mails are the same for every address.
  ///
  /// - Throws: `AccountError`: `.invalidAddress`, `.tooManyAttempts`, `.notAllowed` without mail.
  public func forgotPassword(email: String, client: Client) async throws {
    guard settings.canSendMail else { throw AccountError.mailIsOff }
    let address = try EmailAddress(email)
    try await reserveRequest(address, client: client)
    let secret = SecretText()
    try await store.change { writer in
      let person = try writer.person(emailKey: address.key)
      try note(.passwordResetAsked, about: person, by: "anyone", client: client, in: writer)
      guard let person, person.disabled == nil else {
        return try post(.noAccount, to: address.text, in: writer)
      }
      let expires = try keepResetLink(for: person, with: secret, in: writer)
      try post(
        .resetPassword(link: link(AccountPaths.reset, secret), expires: expires),
        to: person.email, in: writer)
    }
  }

  /// Whose link this is, to show its page; changes nothing.
  ///
  /// - Returns: nil if the link does not work, or belongs to nobody.
  public func checkLink(
    _ link: String, for purpose: OneTimeLink.Purpose
  ) async throws -> Person? {
    try await store.read { reader in
      try valid(link, for: purpose, in: reader, at: clock())?.person
        .flatMap { try reader.person($0) }
    }
  }

  /// Sets a new password by a link that came by mail, and ends all of the person's sessions.
  ///
  /// The link shows that the address is theirs: an account that nobody has verified is verified,
  /// after what a stranger may have set on it was dropped. A second factor stays.
  ///
  /// - Throws: `AccountError`: `.invalidLink`; `.weakPassword`, and then the link still works;
  ///   `.disabledAccount`.
  public func resetPassword(_ link: String, password: String, client: Client) async throws {
    guard let person = try await checkLink(link, for: .resetPassword) else {
      throw AccountError.invalidLink
    }
    try checkPassword(password, for: person.email, name: person.name)
    let hash = try await passwords.hash(password)
    try await store.change { writer in
      guard let found = try valid(link, for: .resetPassword, in: writer, at: clock()),
        try writer.removeLink(found.hash),
        var person = try found.person.flatMap({ try writer.person($0) })
      else { throw AccountError.invalidLink }
      guard person.disabled == nil else { throw AccountError.disabledAccount }
      if person.verified == nil {
        try reclaim(person, client: client, in: writer)
        person.verified = clock()
        try writer.put(person)
        try note(.accountVerified, about: person, client: client, in: writer)
      }
      try endEverything(of: person, except: nil, in: writer)
      try writer.put(StoredPassword(person: person.id, hash: hash, changed: clock()))
      try forgive(count(account: person.emailKey), in: writer)
      try note(.passwordReset, about: person, client: client, in: writer)
      try post(.passwordChanged(client: client), to: person.email, in: writer)
    }
  }

  /// Changes the password of a person who is signed in, and ends their other sessions.
  ///
  /// `old` is the password until now; nil for somebody who has none, who must have signed in
  /// recently instead.
  ///
  /// - Throws: `AccountError`: `.wrongCredentials`, `.weakPassword`, `.notRecent`,
  ///   `.tooManyAttempts`, `.noSession`.
  public func changePassword(
    _ signedIn: SignedIn, old: String?, new: String, client: Client
  ) async throws {
    let person = try await store.read { reader in
      let current = try current(signedIn, in: reader)
      if try reader.password(of: current.person.id) == nil { try requireRecent(current) }
      return current.person
    }
    try checkPassword(new, for: person.email, name: person.name)
    let attempt = try await reserve(person.emailKey, client: client) { reader, _ in
      try reader.person(person.id)
    }
    let proof = try await attempt.hash == nil ? nil : prove(old ?? "", for: attempt)
    let hash = try await passwords.hash(new)
    try await store.change { writer -> Result<Void, AccountError> in
      let current = try current(signedIn, in: writer)
      if let proof {
        guard try owner(proof, of: attempt, in: writer) != nil else {
          return try refuse(attempt, with: .wrongOldPassword, client: client, in: writer)
        }
      } else if try writer.password(of: person.id) != nil {
        return .failure(.someoneElse)
      }
      try takeBack(attempt.reservation, in: writer)
      try forgive(count(account: attempt.emailKey), in: writer)
      try writer.put(StoredPassword(person: person.id, hash: hash, changed: clock()))
      try endEverything(of: current.person, except: current.session.id, in: writer)
      try note(.passwordChanged, about: current.person, client: client, in: writer)
      try post(.passwordChanged(client: client), to: current.person.email, in: writer)
      return .success(())
    }.get()
  }

  // MARK: Shared

  /// Keeps a link to set a new password; an older one stops working.
  func keepResetLink(
    for person: Person, with secret: SecretText, in writer: any AccountWriter
  ) throws -> Int {
    let expires = clock() + LinkLifetime.reset
    try writer.removeLinks(of: person.id, for: .resetPassword)
    try writer.put(
      OneTimeLink(
        hash: secret.hash, purpose: .resetPassword, person: person.id, created: clock(),
        expires: expires))
    return expires
  }

  /// Ends what somebody else may hold when a way to sign in has changed: sessions, begun sign-ins,
  /// and links to change it back.
  func endEverything(
    of person: Person, except session: String?, in writer: any AccountWriter
  ) throws {
    _ = try writer.removeSessions(of: person.id, except: session)
    for purpose in OneTimeLink.Purpose.allCases {
      try writer.removeLinks(of: person.id, for: purpose)
    }
  }
}

extension AccountError {
  fileprivate static let wrongOldPassword = AccountError(
    .wrongCredentials,
    "The old password is wrong. If you do not remember it, sign out and set a "
      + "new one by mail.")
}
