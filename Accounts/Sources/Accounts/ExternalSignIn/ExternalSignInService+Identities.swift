extension ExternalSignInService {
  /// A user's accounts at identity providers, oldest first.
  public func identities(of signedIn: AuthenticatedSession) async throws -> [ExternalIdentity] {
    try await store.read { try $0.identities(of: signedIn.user.id) }
  }

  /// Unlinks an account at an identity provider.
  ///
  /// - Throws: `AccountError`: `.notFound`; `.lastCredential` if no password, passkey or other
  ///   linked account would be left; `.notRecent`, `.noSession`.
  public func unlink(
    issuer: String, subject: String, signedIn: AuthenticatedSession, client: Client
  ) async throws {
    try await store.change { writer in
      let user = try sessionValidator.recent(signedIn, in: writer).user
      guard let identity = try writer.identity(issuer: issuer, subject: subject),
        identity.user == user.id
      else { throw AccountError(.notFound, "This account is not linked to yours.") }
      let identities = try writer.identities(of: user.id)
      let hasOtherCredential =
        try writer.password(of: user.id) != nil || identities.count > 1
        || !writer.passkeys(of: user.id).isEmpty
      guard hasOtherCredential else {
        throw AccountError(
          .lastCredential,
          "This is the only way to sign in to your account. Set a password or add a passkey first.",
          german: "Nur so kannst du dich bei deinem Konto anmelden. Leg zuerst ein Passwort fest, "
            + "oder füge einen Passkey hinzu.")
      }
      try writer.removeIdentity(issuer: issuer, subject: subject)
      try events.record(
        .identityUnlinked, about: user, client: client, detail: ["issuer": issuer], in: writer)
      try mailer.enqueue(
        .identityUnlinked(provider: providerName(of: issuer), client: client), to: user,
        client: client, in: writer)
    }
  }

  /// The display name of an issuer.
  public func providerName(of issuer: String) -> String {
    identityProviders.providers.first { hasSameBytes($0.issuer, issuer) }?.name ?? issuer
  }
}
