import Crypto
import Logging

/// The result of signing in with an identity provider.
public struct ExternalSignInResult: Sendable {
  /// The result of signing in, which may require a second factor; nil if the account at the
  /// provider was linked to the user of the session.
  public let signInResult: SignInResult?
  /// The page that the user originally requested.
  public let returnTo: LocalPath
}

/// Signs users in with identity providers, and links their accounts there.
public struct ExternalSignInService: Sendable {
  let store: any AccountStore
  let keys: AccountKeyring
  let settings: AccountSettings
  let clock: @Sendable () -> Int
  let logger: Logger
  let identityProviders: IdentityProviderClient
  let events: SecurityEventLog
  let mailer: AccountMailer
  let throttle: Throttle
  let lifecycle: AccountLifecycle
  let sessionValidator: SessionValidator
  let sessionIssuer: SessionIssuer
  let invitationRegistry: InvitationRegistry

  /// Starts the authorization request for signing in, or for linking an account.
  ///
  /// The callback works once, for 10 minutes, and only in the same browser; to link an account,
  /// only in the same session, until its user authenticates again.
  ///
  /// - Parameters:
  ///   - provider: The provider's id.
  ///   - returnTo: The path to redirect to afterwards; the start page if it is not a local path.
  ///   - linkTo: The session of a user who links an account at the provider; its authentication
  ///     must be recent. Nil to sign in.
  ///   - invitation: The secret of the invitation link that the user followed.
  ///   - client: The client of the request; its requests are counted by network address, except
  ///     those that end with a user whom the provider has verified.
  ///   - binding: The browser's secret from before signing in, at least 128 random bits.
  /// - Returns: The URL to redirect the browser to.
  /// - Throws: `AccountError`: `.notFound` for a provider that is not set up, `.externalSignIn` if
  ///   it cannot be reached or `binding` is too short, because the browser keeps no cookie;
  ///   `.notRecent`, `.tooManyAttempts`, `.noSession`.
  public func begin(
    _ provider: String, returnTo: String, linkTo: AuthenticatedSession? = nil,
    invitation: String? = nil, client: Client, binding: String
  ) async throws -> String {
    let identityProvider = try self.provider(provider)
    let invitation = invitation.flatMap { SecretToken($0) == nil ? nil : $0 }
    guard binding.utf8.count >= Self.minimumBindingLength else {
      throw AccountError(
        .externalSignIn, "Allow cookies in your browser to sign in with an identity provider.")
    }
    let state = SecretToken()
    let pending = AuthorizationRequest(
      provider: identityProvider.id, issuer: identityProvider.issuer,
      nonce: SecureRandom.base62(43), verifier: SecureRandom.base62(64),
      binding: Self.digest(of: binding),
      returnTo: (LocalPath(returnTo) ?? .root).string, invitation: invitation,
      session: linkTo.map { AuthorizationRequest.LinkingSession($0.session) })
    // NB: counted before a request to the provider, whose errors are logged.
    let counters = [throttle.counter(authorizationsFrom: client)]
    _ = try await store.change { writer in
      if let linkTo { _ = try sessionValidator.recent(linkTo, in: writer) }
      return try throttle.countAttempt(counters, in: writer)
    }.get()
    let url: String
    do {
      url = try await identityProviders.authorizationURL(
        for: identityProvider, state: state.string, pending: pending,
        redirect: redirect(of: identityProvider))
    } catch {
      throw logAndConvert(error, identityProvider)
    }
    let payload = try pending.payload(sealedBy: keys)
    let now = clock()
    try await store.change { writer in
      // The session may have ended while the provider responded.
      if let linkTo { _ = try sessionValidator.recent(linkTo, in: writer) }
      try writer.put(
        OneTimeToken(
          hash: state.hash, purpose: .externalSignIn, user: linkTo?.user.id, payload: payload,
          created: now, expires: now + AuthorizationRequest.lifetime))
    }
    return url
  }

  /// Handles the callback from an identity provider.
  ///
  /// - Parameters:
  ///   - provider: The provider's id, from the URL that the browser returned to.
  ///   - parameters: The fields of the query, or of the form that Apple posts.
  ///   - binding: The browser's secret, the same as in `begin`.
  ///   - signedIn: The session of the request, which a request to link an account needs; nil if
  ///     there is none.
  ///   - client: The client that sent the request.
  /// - Returns: The result of signing in, and the path to redirect to.
  /// - Throws: `AccountError`: `.notFound` for a provider that is not set up; `.externalSignIn`
  ///   with a message if any check fails, which ends the attempt; errors of signing in and linking.
  public func finish(
    _ provider: String, parameters: [String: String], binding: String,
    signedIn: AuthenticatedSession? = nil, client: Client
  ) async throws -> ExternalSignInResult {
    let identityProvider = try self.provider(provider)
    let pending: AuthorizationRequest
    do {
      pending = try await consumeRequest(parameters["state"], identityProvider, binding: binding)
    } catch {
      throw logAndConvert(error, identityProvider)
    }
    if let linking = pending.session {
      // NB: checked before any request to the provider. Once the user has authenticated again, a
      // stolen cookie is no longer valid, and a request that was started with it must not link an
      // account.
      guard signedIn?.session.isOpened(byCredentialOf: linking) == true else {
        throw AccountError.noSession
      }
    }
    let profile: ExternalProfile
    do {
      profile = try await identityProviders.fetchProfile(
        from: identityProvider, parameters: parameters, pending: pending,
        redirect: redirect(of: identityProvider))
    } catch {
      try await recordRejection(error, identityProvider, client: client)
      throw logAndConvert(error, identityProvider)
    }
    // NB: not subtracted earlier: otherwise anyone could make this server send the provider any
    // number of made-up codes.
    try await store.change { writer in
      try throttle.rollBack(throttle.counter(authorizationsFrom: client), in: writer)
    }
    let signInResult = try await complete(profile, pending, client: client)
    return ExternalSignInResult(
      signInResult: signInResult, returnTo: LocalPath(pending.returnTo) ?? .root)
  }

  /// The redirect URI of a provider, which must be registered there.
  public func redirectURI(of provider: String) throws -> String {
    redirect(of: try self.provider(provider))
  }

  /// The minimum length of a browser's secret, in bytes.
  static let minimumBindingLength = 22

  func provider(_ id: String) throws(AccountError) -> IdentityProvider {
    guard let provider = identityProviders.provider(id) else {
      throw AccountError(.notFound, "This identity provider is not configured.")
    }
    return provider
  }

  private func redirect(of provider: IdentityProvider) -> String {
    "\(settings.publicURL)/auth/\(provider.id)/callback"
  }

  private static func digest(of binding: String) -> String {
    ByteEncoding.base64URL(Array(SHA256.hash(data: Array(binding.utf8))))
  }

  /// Consumes the state even if a check fails, because it works once.
  private func consumeRequest(
    _ state: String?, _ identityProvider: IdentityProvider, binding: String
  ) async throws -> AuthorizationRequest {
    guard let secret = state.flatMap({ SecretToken($0) }) else {
      throw IdentityProviderError(.state, "The callback has no valid state.")
    }
    let token: OneTimeToken? = try await store.change { writer in
      guard let token = try writer.oneTimeToken(secret.hash), token.purpose == .externalSignIn,
        try writer.removeOneTimeToken(secret.hash)
      else { return nil }
      return token
    }
    guard let token, token.isValid(at: clock()),
      let pending = AuthorizationRequest.opened(token.payload, with: keys)
    else {
      throw IdentityProviderError(.state, "The state was used, has expired, or is malformed.")
    }
    guard binding.utf8.count >= Self.minimumBindingLength,
      ConstantTime.areEqual(Self.digest(of: binding), pending.binding)
    else { throw IdentityProviderError(.browser, "The callback came from another browser.") }
    guard hasSameBytes(pending.provider, identityProvider.id),
      hasSameBytes(pending.issuer, identityProvider.issuer)
    else {
      throw IdentityProviderError(
        .issuer, "The callback is for another identity provider.")
    }
    return pending
  }

  private func complete(
    _ profile: ExternalProfile, _ pending: AuthorizationRequest, client: Client
  ) async throws -> SignInResult? {
    guard let linking = pending.session else {
      return try await signIn(
        profile, as: .browser, invitation: pending.invitation, client: client)
    }
    let signedIn: AuthenticatedSession? = try await store.read { reader in
      guard let session = try reader.session(linking.id),
        session.isOpened(byCredentialOf: linking), let user = try reader.user(session.user)
      else { return nil }
      return AuthenticatedSession(user: user, session: session)
    }
    guard let signedIn else { throw AccountError.noSession }
    try await link(profile, to: signedIn, client: client)
    return nil
  }
}
