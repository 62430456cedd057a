import Crypto

extension IdentityProviderClient {
  /// The maximum size of a response of the Graph API, in bytes.
  private static let graphLimit = 65536

  /// Returns the profile of the user who returned from Facebook's dialog.
  ///
  /// A code is exchanged for an access token that does not identify its app or user: Facebook's
  /// `debug_token` must confirm that it is for this app and for the user that `/me` then reports.
  func fetchFacebookProfile(
    _ provider: IdentityProvider, _ grant: AuthorizationCodeGrant
  ) async throws(IdentityProviderError) -> ExternalProfile {
    guard case .facebook(let endpoints) = provider.kind else {
      throw IdentityProviderError(.provider, "\(provider.id) is not Facebook.")
    }
    let accessToken = try await facebookToken(provider, endpoints, grant)
    let subject = try await facebookSubject(of: accessToken, provider, endpoints)
    let proof = HMAC<SHA256>.authenticationCode(
      for: Array(accessToken.utf8), using: SymmetricKey(data: Array(provider.clientSecret.utf8)))
    let me = try await fetcher.json(
      FetchRequest(
        url: "\(endpoints.graph)/me?"
          + FormField.encode([
            FormField("fields", "id,name,email"),
            FormField("appsecret_proof", ByteEncoding.hex(proof)),
          ]),
        headers: ["Authorization": "Bearer \(accessToken)"], limit: Self.graphLimit))
    guard let id = me["id"]?.string, hasSameBytes(id, subject) else {
      throw IdentityProviderError(.subject, "Facebook returned a user who did not sign in.")
    }
    var claims = try IDTokenClaims(.object(["sub": .string(subject)]), expires: 0)
    claims.email = me["email"]?.string.flatMap { $0.isEmpty || $0.utf8.count > 254 ? nil : $0 }
    claims.name = IDTokenClaims.displayName(me["name"]?.string)
    return Self.profile(provider, claims)
  }

  private func facebookToken(
    _ provider: IdentityProvider, _ endpoints: FacebookEndpoints, _ grant: AuthorizationCodeGrant
  ) async throws(IdentityProviderError) -> String {
    let form = [
      FormField("client_id", provider.clientID),
      FormField("client_secret", provider.clientSecret),
      FormField("redirect_uri", grant.redirect), FormField("code", grant.code),
      FormField("code_verifier", grant.verifier),
    ]
    let (status, object) = try await fetcher.response(
      FetchRequest(
        url: "\(endpoints.graph)/oauth/access_token", form: form, limit: Self.graphLimit))
    guard status == 200, let accessToken = object?["access_token"]?.string,
      accessToken.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), !accessToken.isEmpty
    else {
      let isRejection = (400...401).contains(status)
      throw IdentityProviderError(
        isRejection ? .declined : .response, "Facebook returned no access token (\(status)).")
    }
    return accessToken
  }

  private func facebookSubject(
    of accessToken: String, _ provider: IdentityProvider, _ endpoints: FacebookEndpoints
  ) async throws(IdentityProviderError) -> String {
    let fields = [
      FormField("input_token", accessToken),
      FormField("access_token", "\(provider.clientID)|\(provider.clientSecret)"),
    ]
    let url = "\(endpoints.graph)/debug_token?\(FormField.encode(fields))"
    let response = try await fetcher.json(FetchRequest(url: url, limit: Self.graphLimit))
    guard let data = response["data"], data["is_valid"] == .bool(true) else {
      throw IdentityProviderError(.expired, "Facebook reports that its access token is invalid.")
    }
    guard let app = data["app_id"]?.string, hasSameBytes(app, provider.clientID) else {
      throw IdentityProviderError(.audience, "Facebook's access token is for another app.")
    }
    if let type = data["type"], type != .string("USER") {
      throw IdentityProviderError(.subject, "Facebook's access token is not a user's.")
    }
    guard let expires = data["expires_at"]?.number, expires == 0 || expires > Double(clock()) else {
      throw IdentityProviderError(.expired, "Facebook's access token has expired.")
    }
    guard let subject = data["user_id"]?.string else {
      throw IdentityProviderError(.subject, "Facebook reports no user for the access token.")
    }
    return subject
  }
}
