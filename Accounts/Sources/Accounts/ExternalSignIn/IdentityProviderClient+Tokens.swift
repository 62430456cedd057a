import Foundation

extension IdentityProviderClient {
  /// The maximum size of a token endpoint's response, in bytes.
  private static let tokenLimit = 65536

  /// Exchanges a code for an ID token, and returns the provider's claims about the user.
  func fetchClaims(
    from provider: IdentityProvider, _ metadata: ProviderMetadata, _ grant: AuthorizationCodeGrant,
    nonce: String
  ) async throws(IdentityProviderError) -> IDTokenClaims {
    let response = try await fetchTokens(from: provider, metadata, grant)
    guard let text = response["id_token"]?.string else {
      throw IdentityProviderError(.response, "The response contains no ID token.")
    }
    let accessToken = try Self.accessToken(in: response)
    let validator = IDTokenValidator(
      issuers: [provider.issuer] + provider.issuerAliases, clientIDs: [provider.clientID],
      otherAudiences: provider.trustedAudiences.union(provider.nativeClientIDs),
      algorithms: provider.algorithms.intersection(metadata.algorithms), nonce: .exactly(nonce),
      accessToken: accessToken)
    var claims = try await validatedClaims(of: text, keys: metadata.keys.string, validator)
    if claims.email == nil, let endpoint = metadata.userInfo, let accessToken {
      try await addUserInfo(to: &claims, from: endpoint, accessToken)
    }
    return claims
  }

  /// Returns the claims of an ID token after validating it.
  func validatedClaims(
    of text: String, keys: String, _ validator: IDTokenValidator
  ) async throws(IdentityProviderError) -> IDTokenClaims {
    let token = try CompactJWS(text)
    // The claims are checked first, so that a token with wrong claims causes no request for the
    // issuer's keys.
    let claims = try validator.check(token, at: clock())
    let key = try await issuers.key(for: token, at: keys)
    guard key.verifies(token.signature, over: token.signingInput, by: token.algorithm) else {
      throw IdentityProviderError(.signature, "The token's signature is wrong.")
    }
    return claims
  }

  private func fetchTokens(
    from provider: IdentityProvider, _ metadata: ProviderMetadata, _ grant: AuthorizationCodeGrant
  ) async throws(IdentityProviderError) -> StrictJSON {
    let (status, object) = try await requestTokens(from: provider, metadata, grant)
    guard status == 200, let object else {
      let isRejection = (400...401).contains(status)
      throw IdentityProviderError(
        isRejection ? .declined : .response, "The token endpoint responded with \(status).")
    }
    return object
  }

  /// Sends a code to the token endpoint, and returns its response.
  func requestTokens(
    from provider: IdentityProvider, _ metadata: ProviderMetadata, _ grant: AuthorizationCodeGrant
  ) async throws(IdentityProviderError) -> (status: Int, object: StrictJSON?) {
    var form = [
      FormField("grant_type", "authorization_code"), FormField("code", grant.code),
      FormField("redirect_uri", grant.redirect), FormField("code_verifier", grant.verifier),
    ]
    var headers: [String: String] = [:]
    let secret = try await secret(of: provider)
    if secret.isEmpty || !metadata.supportsBasicAuthentication {
      form.append(FormField("client_id", provider.clientID))
      if !secret.isEmpty { form.append(FormField("client_secret", secret)) }
    } else {
      // Both halves are form-encoded first (RFC 6749, section 2.3.1).
      let pair = "\(FormField.escape(provider.clientID)):\(FormField.escape(secret))"
      headers["Authorization"] = "Basic \(Data(pair.utf8).base64EncodedString())"
    }
    return try await fetcher.response(
      FetchRequest(
        url: metadata.token.string, form: form, headers: headers, limit: Self.tokenLimit))
  }

  private func secret(of provider: IdentityProvider) async throws(IdentityProviderError) -> String {
    guard case .apple(let key) = provider.kind else { return provider.clientSecret }
    do {
      return try await key.clientSecret(
        clientID: provider.clientID, audience: provider.issuer, at: clock())
    } catch {
      throw IdentityProviderError(.provider, "The client secret for Apple could not be signed.")
    }
  }

  // Tokens of a type other than Bearer are not supported.
  private static func accessToken(in response: StrictJSON) throws(IdentityProviderError) -> String?
  {
    guard let accessToken = response["access_token"]?.string else { return nil }
    guard response["token_type"]?.string?.lowercased() == "bearer",
      accessToken.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { throw IdentityProviderError(.response, "The access token is not a bearer token.") }
    return accessToken
  }

  private func addUserInfo(
    to claims: inout IDTokenClaims, from endpoint: EndpointURL, _ accessToken: String
  ) async throws(IdentityProviderError) {
    let object = try await fetcher.json(
      FetchRequest(
        url: endpoint.string, headers: ["Authorization": "Bearer \(accessToken)"],
        limit: Self.tokenLimit))
    let more = try IDTokenClaims(object, expires: 0)
    // NB: without this check, someone else's access token could supply their address.
    guard hasSameBytes(more.subject, claims.subject) else {
      throw IdentityProviderError(.subject, "The userinfo endpoint returned another user.")
    }
    claims.email = more.email
    claims.isEmailVerified = more.isEmailVerified
    claims.name = claims.name ?? more.name
  }
}
