extension ExternalSignInService {
  /// Signs in the user of a native app with an ID token from the provider's library.
  ///
  /// A token works once. Tokens that are not accepted are counted by network address, together with
  /// authorization requests.
  ///
  /// - Parameters:
  ///   - provider: The provider's id.
  ///   - idToken: The token.
  ///   - nonce: The nonce that the app gave the library, or whose SHA-256 (in hexadecimal) it gave;
  ///     nil if it gave none. A token with a nonce is not accepted without it, unless the
  ///     provider's `allowsUnknownNonce` is set; a nonce of 64 hexadecimal digits is accepted only
  ///     if its SHA-256 was given.
  ///   - name: The user's name as reported by the library; Apple sends it only to the app, and only
  ///     once.
  ///   - client: The client that sent the request.
  /// - Returns: The result of a sign-in step.
  /// - Throws: `AccountError`: `.notFound` for a provider that is not set up, `.externalSignIn` if
  ///   any check fails, `.tooManyAttempts`; errors of signing in.
  public func exchange(
    _ provider: String, idToken: String, nonce: String?, name: String? = nil, client: Client
  ) async throws -> SignInResult {
    let identityProvider = try self.provider(provider)
    let counters = [throttle.counter(authorizationsFrom: client)]
    _ = try await store.change { try throttle.countAttempt(counters, in: $0) }.get()
    let native: NativeAppProfile
    do {
      native = try await identityProviders.nativeProfile(
        from: identityProvider, idToken: idToken, nonce: nonce, name: name)
      try await recordUse(of: native, client: client)
    } catch {
      if (error as? IdentityProviderError)?.reason == .replay {
        try await recordRejection(error, identityProvider, client: client)
      }
      throw logAndConvert(error, identityProvider)
    }
    return try await signIn(
      native.profile, as: .app, invitation: nil, client: client)
  }

  // NB: used ID tokens are recorded among the one-time tokens, which are also used once and removed
  // after they expire. The hashed text of an ID token is longer than the secret of a one-time
  // token, so the two cannot be confused.
  private func recordUse(of native: NativeAppProfile, client: Client) async throws {
    let now = clock()
    try await store.change { writer in
      guard try writer.oneTimeToken(native.tokenHash) == nil else {
        throw IdentityProviderError(.replay, "The token was already used.")
      }
      try writer.put(
        OneTimeToken(
          hash: native.tokenHash, purpose: .externalSignIn, user: nil, created: now,
          expires: native.expires))
      try throttle.rollBack(throttle.counter(authorizationsFrom: client), in: writer)
    }
  }
}
