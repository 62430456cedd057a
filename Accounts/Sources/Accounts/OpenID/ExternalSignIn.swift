import Crypto

/// Signs people in with other services: knows the services, speaks with them, believes nothing.
///
/// One value serves all requests; it keeps issuers' metadata and keys for an hour.
public struct ExternalSignIn: Sendable {
  /// The services, in the order in which pages show them.
  public let providers: [ExternalProvider]

  let fetcher: any HTTPFetcher
  let clock: @Sendable () -> Int
  let issuers: Issuers

  /// Makes it for these services.
  ///
  /// - Parameters:
  ///   - providers: The services; the first of an id counts.
  ///   - fetcher: What sends requests to them.
  ///   - clock: Seconds since 1970.
  public init(
    providers: [ExternalProvider], fetcher: any HTTPFetcher = URLSessionFetcher(),
    clock: @escaping @Sendable () -> Int
  ) {
    self.providers = providers
    self.fetcher = fetcher
    self.clock = clock
    issuers = Issuers(fetcher: fetcher, clock: clock)
  }

  /// The service of this id.
  public func provider(_ id: String) -> ExternalProvider? {
    providers.first { sameText($0.id, id) }
  }

  /// Where to send a browser so that its person signs in there.
  package func address(
    of provider: ExternalProvider, state: String, pending: PendingSignIn, redirect: String
  ) async throws(ExternalFault) -> String {
    let challenge = BytesText.base64URL(
      Array(SHA256.hash(data: Array(pending.verifier.utf8))))
    var fields = [
      FormField("response_type", "code"), FormField("client_id", provider.clientID),
      FormField("redirect_uri", redirect),
      FormField("scope", provider.scopes.joined(separator: " ")), FormField("state", state),
      FormField("code_challenge", challenge), FormField("code_challenge_method", "S256"),
    ]
    switch provider.kind {
    case .facebook(let addresses):
      return "\(addresses.dialog)?\(FormField.encode(fields))"
    case .apple:
      // Apple tells name and address only to a form.
      fields.append(FormField("response_mode", "form_post"))
    case .openID: break
    }
    fields.append(FormField("nonce", pending.nonce))
    return try await issuers.metadata(of: provider.issuer).authorization.adding(fields)
  }

  /// Who came back.
  ///
  /// - Parameters:
  ///   - provider: Where they were sent.
  ///   - parameters: What the browser brought.
  ///   - pending: What was kept when it went.
  ///   - redirect: Where it was told to come back to.
  /// - Returns: What the provider vouches for.
  /// - Throws: `ExternalFault` if anything is not as it must be.
  package func profile(
    from provider: ExternalProvider, parameters: [String: String], pending: PendingSignIn,
    redirect: String
  ) async throws(ExternalFault) -> ExternalProfile {
    var metadata: ProviderMetadata?
    if case .facebook = provider.kind {
    } else {
      metadata = try await issuers.metadata(of: provider.issuer)
    }
    try Self.checkIssuer(parameters, provider: provider, metadata: metadata)
    guard parameters["error"] == nil else {
      throw ExternalFault(.declined, "The provider came back with an error.")
    }
    guard let code = parameters["code"], (1...4096).contains(code.utf8.count) else {
      throw ExternalFault(.answer, "The provider came back without a code.")
    }
    let grant = CodeGrant(code: code, verifier: pending.verifier, redirect: redirect)
    guard let metadata else { return try await facebookProfile(provider, grant) }
    let claims = try await claims(from: provider, metadata, grant, nonce: pending.nonce)
    return Self.profile(provider, claims, name: Self.appleName(provider, parameters["user"]))
  }

  // RFC 9207: the answer names its issuer, so that none can pass for another.
  private static func checkIssuer(
    _ parameters: [String: String], provider: ExternalProvider, metadata: ProviderMetadata?
  ) throws(ExternalFault) {
    guard let issuer = parameters["iss"] else {
      guard metadata?.namesItself != true else {
        throw ExternalFault(.issuer, "The answer does not name its issuer, and must.")
      }
      return
    }
    guard sameText(issuer, provider.issuer) else {
      throw ExternalFault(.issuer, "The answer is another issuer's.")
    }
  }

  static func profile(
    _ provider: ExternalProvider, _ claims: IDClaims, name: String? = nil
  ) -> ExternalProfile {
    ExternalProfile(
      issuer: provider.issuer, subject: claims.subject, email: claims.email,
      isEmailVerified: claims.email != nil && (claims.isEmailVerified ?? provider.vouchesForEmail),
      name: claims.name ?? name, providerName: provider.name)
  }

  // Apple tells the name once: when the person signs in for the first time, in the form that the
  // browser brings. Only the name is taken from it; all else stands in the token.
  private static func appleName(_ provider: ExternalProvider, _ user: String?) -> String? {
    guard case .apple = provider.kind, let user, user.utf8.count <= 4096,
      let name = StrictJSON(Array(user.utf8))?["name"]
    else { return nil }
    let parts = [name["firstName"]?.text, name["lastName"]?.text].compactMap { $0 }
    return IDClaims.displayName(parts.joined(separator: " "))
  }
}

/// What a provider gives tokens for.
struct CodeGrant: Sendable {
  let code: String
  let verifier: String
  let redirect: String
}
