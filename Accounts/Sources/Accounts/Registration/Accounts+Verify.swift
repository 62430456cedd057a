extension Accounts {
  /// Verifies a new account's address by the link that came there, and signs its owner in.
  ///
  /// The password is asked for as well: the link shows that the address is theirs, the password
  /// that it was them who made the account. So whoever registers somebody else's address gains
  /// nothing when that person follows the link in a mail that they did not ask for.
  ///
  /// - Throws: `AccountError`: `.invalidLink`; `.wrongCredentials`, and then the link still works;
  ///   `.tooManyAttempts`; `.disabledAccount`.
  public func verifyEmail(
    _ link: String, password: String, as kind: Session.Kind, client: Client
  ) async throws -> SignInStep {
    let found = try await store.read { reader -> Person? in
      try unverifiedPerson(of: link, in: reader)
    }
    guard let found else { throw AccountError.invalidLink }
    let attempt = try await reserve(found.emailKey, client: client) { try $0.person(emailKey: $1) }
    let proof = try await prove(password, for: attempt)
    let secrets = SessionSecrets()
    let begun = try await store.change { writer -> Result<Begun, AccountError> in
      guard let secret = SecretText(link), var person = try unverifiedPerson(of: link, in: writer)
      else { return .failure(.invalidLink) }
      guard try owner(proof, of: attempt, in: writer)?.id == person.id else {
        return try refuse(attempt, with: .wrongPasswordForLink, client: client, in: writer)
      }
      try settle(proof, of: attempt, by: person, in: writer)
      guard person.disabled == nil else {
        return try refuse(attempt, with: .disabledAccount, client: client, in: writer)
      }
      _ = try writer.removeLink(secret.hash)
      person.verified = clock()
      try writer.put(person)
      try note(.accountVerified, about: person, client: client, in: writer)
      return .success(
        try begin(person, by: .password, as: kind, client: client, with: secrets, in: writer))
    }.get()
    return try await deliver(begun, with: secrets)
  }

  private func unverifiedPerson(of link: String, in reader: any AccountReader) throws -> Person? {
    guard let found = try valid(link, for: .verifyEmail, in: reader, at: clock()),
      found.payload.isEmpty, let person = try found.person.flatMap({ try reader.person($0) }),
      person.verified == nil
    else { return nil }
    return person
  }
}

extension AccountError {
  fileprivate static let wrongPasswordForLink = AccountError(
    .wrongCredentials,
    "This is not the password with which the account was made. If you did not make it, or do not "
      + "remember, set a new password.")
}
