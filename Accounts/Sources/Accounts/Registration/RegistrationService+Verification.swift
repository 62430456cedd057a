extension RegistrationService {
  /// Verifies a new account's address with the emailed link, and signs its owner in.
  ///
  /// The password is required as well: the link proves that the address is the user's, the password
  /// that the same user created the account. So registering someone else's address gains nothing if
  /// its owner follows the link in the unexpected email.
  ///
  /// - Throws: `AccountError`: `.invalidLink`; `.wrongCredentials`, and then the link still works;
  ///   `.tooManyAttempts`; `.disabledAccount`.
  public func verifyEmail(
    _ link: String, password: String, as kind: Session.ClientKind, client: Client
  ) async throws -> SignInResult {
    let found = try await store.read { reader -> User? in
      try unverifiedUser(of: link, in: reader)
    }
    guard let found else { throw AccountError.invalidLink }
    let attempt = try await passwordAuthenticator.reserve(found.emailKey, client: client) {
      try $0.user(emailKey: $1)
    }
    let proof = try await passwordAuthenticator.prove(password, for: attempt)
    let secrets = SessionSecrets()
    let begun = try await store.change { writer -> Result<SignInDecision, AccountError> in
      guard let secret = SecretToken(link), var user = try unverifiedUser(of: link, in: writer)
      else { return .failure(.invalidLink) }
      guard try passwordAuthenticator.owner(proof, of: attempt, in: writer)?.id == user.id else {
        return try passwordAuthenticator.refuse(
          attempt, with: .wrongPasswordForLink, client: client, in: writer)
      }
      try passwordAuthenticator.recordSuccess(proof, of: attempt, by: user, in: writer)
      guard user.disabled == nil else {
        return try passwordAuthenticator.refuse(
          attempt, with: .disabledAccount, client: client, in: writer)
      }
      _ = try writer.removeLink(secret.hash)
      user.verified = clock()
      try writer.put(user)
      try events.record(.accountVerified, about: user, client: client, in: writer)
      return .success(
        try sessionIssuer.begin(
          user, by: .password, as: kind, client: client, with: secrets, in: writer))
    }.get()
    return try await sessionIssuer.deliver(begun, with: secrets)
  }

  private func unverifiedUser(of link: String, in reader: any AccountReader) throws -> User? {
    guard let found = try links.valid(link, for: .verifyEmail, in: reader),
      found.payload.isEmpty, let user = try found.user.flatMap({ try reader.user($0) }),
      user.verified == nil
    else { return nil }
    return user
  }
}

extension AccountError {
  fileprivate static let wrongPasswordForLink = AccountError(
    .wrongCredentials,
    "This is not the password that the account was registered with. If you forgot it, or did not "
      + "register, reset the password.")
}
