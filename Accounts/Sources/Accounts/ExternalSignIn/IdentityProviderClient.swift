import Crypto

/// The client side of OpenID Connect and Facebook's OAuth: sends requests to the providers and
/// verifies every response.
///
/// One value serves all requests; it caches metadata and keys of issuers, and requests them again
/// after an hour.
public struct IdentityProviderClient: Sendable {
  /// The providers, in the order in which pages show them.
  public let providers: [IdentityProvider]

  let fetcher: any HTTPFetcher
  let clock: @Sendable () -> Int
  let issuers: IssuerDirectory

  /// Creates a client for these providers.
  ///
  /// - Parameters:
  ///   - providers: The providers; of several with one id, the first is used.
  ///   - fetcher: The HTTP client for requests to the providers.
  ///   - clock: Seconds since 1970.
  public init(
    providers: [IdentityProvider], fetcher: any HTTPFetcher = URLSessionFetcher(),
    clock: @escaping @Sendable () -> Int
  ) {
    self.providers = providers
    self.fetcher = fetcher
    self.clock = clock
    issuers = IssuerDirectory(fetcher: fetcher, clock: clock)
  }

  /// The provider with this id, if it is configured.
  public func provider(_ id: String) -> IdentityProvider? {
    providers.first { hasSameBytes($0.id, id) }
  }

  /// Returns the URL at which the user signs in with the provider.
  package func authorizationURL(
    for provider: IdentityProvider, state: String, pending: AuthorizationRequest, redirect: String
  ) async throws(IdentityProviderError) -> String {
    let challenge = ByteEncoding.base64URL(
      Array(SHA256.hash(data: Array(pending.verifier.utf8))))
    var fields = [
      FormField("response_type", "code"), FormField("client_id", provider.clientID),
      FormField("redirect_uri", redirect),
      FormField("scope", provider.scopes.joined(separator: " ")), FormField("state", state),
      FormField("code_challenge", challenge), FormField("code_challenge_method", "S256"),
    ]
    switch provider.kind {
    case .facebook(let endpoints):
      return "\(endpoints.dialog)?\(FormField.encode(fields))"
    case .apple:
      // Apple sends name and address only with the response mode `form_post`.
      fields.append(FormField("response_mode", "form_post"))
    case .openID: break
    }
    fields.append(FormField("nonce", pending.nonce))
    return try await issuers.metadata(of: provider.issuer).authorization.adding(fields)
  }

  /// Returns the profile of the user with whom the browser has returned from the provider.
  ///
  /// - Parameters:
  ///   - provider: The provider that the user was sent to.
  ///   - parameters: The parameters that the browser sent.
  ///   - pending: The authorization request stored when the browser was redirected.
  ///   - redirect: The redirect URI of the request.
  /// - Returns: The profile that the provider asserts.
  /// - Throws: `IdentityProviderError` if any check fails.
  package func fetchProfile(
    from provider: IdentityProvider, parameters: [String: String], pending: AuthorizationRequest,
    redirect: String
  ) async throws(IdentityProviderError) -> ExternalProfile {
    var metadata: ProviderMetadata?
    if case .facebook = provider.kind {
    } else {
      metadata = try await issuers.metadata(of: provider.issuer)
    }
    try Self.checkIssuer(parameters, provider: provider, metadata: metadata)
    guard parameters["error"] == nil else {
      throw IdentityProviderError(.declined, "The provider returned an error.")
    }
    guard let code = parameters["code"], (1...4096).contains(code.utf8.count) else {
      throw IdentityProviderError(.response, "The provider returned no authorization code.")
    }
    let grant = AuthorizationCodeGrant(code: code, verifier: pending.verifier, redirect: redirect)
    guard let metadata else { return try await fetchFacebookProfile(provider, grant) }
    let claims = try await fetchClaims(from: provider, metadata, grant, nonce: pending.nonce)
    return Self.profile(provider, claims, name: Self.appleName(provider, parameters["user"]))
  }

  // RFC 9207: the response names its issuer, which prevents mix-up attacks.
  private static func checkIssuer(
    _ parameters: [String: String], provider: IdentityProvider, metadata: ProviderMetadata?
  ) throws(IdentityProviderError) {
    guard let issuer = parameters["iss"] else {
      guard metadata?.responsesIncludeIssuer != true else {
        throw IdentityProviderError(.issuer, "The response does not name its issuer (`iss`).")
      }
      return
    }
    guard hasSameBytes(issuer, provider.issuer) else {
      throw IdentityProviderError(.issuer, "The response is from another issuer.")
    }
  }

  static func profile(
    _ provider: IdentityProvider, _ claims: IDTokenClaims, name: String? = nil
  ) -> ExternalProfile {
    ExternalProfile(
      issuer: provider.issuer, subject: claims.subject, email: claims.email,
      isEmailVerified: claims.email != nil && (claims.isEmailVerified ?? provider.trustsEmail),
      name: claims.name ?? name, providerName: provider.name)
  }

  // Apple sends the name only once, at the user's first sign-in, in the form that the browser
  // posts. Only the name is taken from it; everything else is in the token.
  private static func appleName(_ provider: IdentityProvider, _ user: String?) -> String? {
    guard case .apple = provider.kind, let user, user.utf8.count <= 4096,
      let name = StrictJSON(Array(user.utf8))?["name"]
    else { return nil }
    let parts = [name["firstName"]?.string, name["lastName"]?.string].compactMap { $0 }
    return IDTokenClaims.displayName(parts.joined(separator: " "))
  }
}

/// An authorization code, with the values that exchanging it requires.
struct AuthorizationCodeGrant: Sendable {
  let code: String
  let verifier: String
  let redirect: String
}
