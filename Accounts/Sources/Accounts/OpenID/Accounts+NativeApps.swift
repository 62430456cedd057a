extension Accounts {
  /// Gives a native app a session for an ID token that it got from a service's own library.
  ///
  /// A token counts once.
  ///
  /// - Parameters:
  ///   - provider: The service's id.
  ///   - idToken: The token.
  ///   - nonce: What the app gave the library, or what it gave it the SHA-256 of (in hexadecimal);
  ///     nil if it gave none. A token that holds a nonce does not count without it.
  ///   - name: What the library told of the person's name; Apple tells it the app only, once.
  ///   - client: Where the request came from.
  /// - Returns: How far signing in has come.
  /// - Throws: `AccountError`: `.notFound` for a service that is not set up, `.externalSignIn` if
  ///   anything is not as it must be; what signing in throws.
  public func exchange(
    _ provider: String, idToken: String, nonce: String?, name: String? = nil, client: Client
  ) async throws -> SignInStep {
    let service = try externalProvider(provider)
    let native: NativeProfile
    do {
      native = try await external.nativeProfile(
        from: service, idToken: idToken, nonce: nonce, name: name)
      try await remember(native)
    } catch {
      if (error as? ExternalFault)?.reason == .replay {
        try await noteRefusal(error, service, client: client)
      }
      throw sentence(for: error, service)
    }
    return try await signInExternally(
      native.profile, as: .app, invitation: nil, client: client)
  }

  // NB: a mark of a used token is kept where links are, because it is one: it opens once, and is
  // forgotten when it has run out. No state can be its secret, for its secret is longer.
  private func remember(_ native: NativeProfile) async throws {
    let now = clock()
    try await store.change { writer in
      guard try writer.link(native.mark) == nil else {
        throw ExternalFault(.replay, "The token was used before.")
      }
      try writer.put(
        OneTimeLink(
          hash: native.mark, purpose: .externalSignIn, person: nil, created: now,
          expires: native.expires))
    }
  }
}
