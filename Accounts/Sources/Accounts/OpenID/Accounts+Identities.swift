extension Accounts {
  /// A person's accounts elsewhere, oldest first.
  public func identities(of signedIn: SignedIn) async throws -> [ExternalIdentity] {
    try await store.read { try $0.identities(of: signedIn.person.id) }
  }

  /// Takes an account elsewhere away from what the person can sign in with.
  ///
  /// - Throws: `AccountError`: `.notFound`; `.lastCredential` if neither a password nor a passkey
  ///   nor another account elsewhere would be left; `.notRecent`, `.noSession`.
  public func unlink(
    issuer: String, subject: String, signedIn: SignedIn, client: Client
  ) async throws {
    try await store.change { writer in
      let person = try recent(signedIn, in: writer).person
      guard let identity = try writer.identity(issuer: issuer, subject: subject),
        identity.person == person.id
      else { throw AccountError(.notFound, "This account is not linked to yours.") }
      let identities = try writer.identities(of: person.id)
      let keepsOne =
        try writer.password(of: person.id) != nil || identities.count > 1
        || !writer.passkeys(of: person.id).isEmpty
      guard keepsOne else {
        throw AccountError(
          .lastCredential,
          "Without this account you could not sign in any more. Set a password or add a passkey "
            + "first.")
      }
      try writer.removeIdentity(issuer: issuer, subject: subject)
      try note(
        .identityUnlinked, about: person, client: client, detail: ["issuer": issuer], in: writer)
      try post(
        .identityUnlinked(provider: providerName(of: issuer), client: client), to: person.email,
        in: writer)
    }
  }

  /// What people call an issuer.
  public func providerName(of issuer: String) -> String {
    external.providers.first { sameText($0.issuer, issuer) }?.name ?? issuer
  }
}
