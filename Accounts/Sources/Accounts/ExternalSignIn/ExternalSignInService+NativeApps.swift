extension ExternalSignInService {
  /// Gives a native app a session for an ID token that it got from a service's own library.
  ///
  /// A token works once.
  ///
  /// - Parameters:
  ///   - provider: The service's id.
  ///   - idToken: The token.
  ///   - nonce: The nonce that the app gave the library, or whose SHA-256 (in hexadecimal) it gave;
  ///     nil if it gave none. A token that holds a nonce is not accepted without it.
  ///   - name: The user's name as reported by the library; Apple sends it to the app only, once.
  ///   - client: The client that sent the request.
  /// - Returns: The result of a sign-in step.
  /// - Throws: `AccountError`: `.notFound` for a service that is not set up, `.externalSignIn` if
  ///   anything is not as it must be; what signing in throws.
  public func exchange(
    _ provider: String, idToken: String, nonce: String?, name: String? = nil, client: Client
  ) async throws -> SignInResult {
    let service = try self.provider(provider)
    let native: NativeAppProfile
    do {
      native = try await identityProviders.nativeProfile(
        from: service, idToken: idToken, nonce: nonce, name: name)
      try await remember(native)
    } catch {
      if (error as? IdentityProviderError)?.reason == .replay {
        try await recordRefusal(error, service, client: client)
      }
      throw sentence(for: error, service)
    }
    return try await signIn(
      native.profile, as: .app, invitation: nil, client: client)
  }

  // NB: used tokens are recorded in the table of one-time links, which are used once and removed
  // after they expire, too. Their secrets are longer than those of links, so none is taken for one.
  private func remember(_ native: NativeAppProfile) async throws {
    let now = clock()
    try await store.change { writer in
      guard try writer.link(native.mark) == nil else {
        throw IdentityProviderError(.replay, "The token was already used.")
      }
      try writer.put(
        OneTimeLink(
          hash: native.mark, purpose: .externalSignIn, user: nil, created: now,
          expires: native.expires))
    }
  }
}
