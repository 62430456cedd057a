/// The result of checking an identity provider's settings.
public enum ProviderCheck: String, Sendable, CaseIterable {
  /// The provider accepted the client and its secret, and rejected only the made-up code.
  case working
  /// The provider did not respond, or its response was not JSON metadata.
  case unreachable
  /// The metadata is invalid, or belongs to another issuer.
  case invalidMetadata = "invalid-metadata"
  /// The provider does not know the client id, or the secret is wrong.
  case invalidClient = "invalid-client"
  /// The redirect URI is not registered for the client.
  case invalidRedirect = "invalid-redirect"
  /// The token endpoint's response shows nothing about the client.
  case unclear
  /// The provider offers no way to check this: Facebook.
  case notChecked = "not-checked"
}

extension IdentityProviderClient {
  /// Checks a provider's settings with the provider itself.
  ///
  /// Reads the metadata and redeems a made-up code: a provider that knows the client rejects the
  /// code (`invalid_grant`), any other rejects the client (RFC 6749, section 5.2). A result is
  /// cached for 10 s, so that nobody can make this server flood the provider.
  package func check(_ provider: IdentityProvider, redirect: String) async -> ProviderCheck {
    await issuers.check(of: provider.id) { [self] in
      await runCheck(provider, redirect: redirect)
    }
  }

  private func runCheck(_ provider: IdentityProvider, redirect: String) async -> ProviderCheck {
    if case .facebook = provider.kind { return .notChecked }
    do {
      let document = try await fetcher.json(
        FetchRequest(
          url: ProviderMetadata.url(of: provider.issuer), limit: ProviderMetadata.maximumBytes))
      let metadata = try ProviderMetadata(document, issuer: provider.issuer)
      let grant = AuthorizationCodeGrant(
        code: SecureRandom.base62(43), verifier: SecureRandom.base62(64), redirect: redirect)
      let (status, object) = try await requestTokens(from: provider, metadata, grant)
      return Self.verdict(status, object?["error"]?.string)
    } catch {
      return switch error.reason {
      case .response: .unreachable
      case .provider: .invalidClient
      default: .invalidMetadata
      }
    }
  }

  private static func verdict(_ status: Int, _ error: String?) -> ProviderCheck {
    switch error {
    case "invalid_grant": .working
    case "invalid_client", "unauthorized_client": .invalidClient
    // Not an error code of RFC 6749, but Google sends it.
    case "redirect_uri_mismatch": .invalidRedirect
    default: status == 401 ? .invalidClient : .unclear
    }
  }
}

extension ExternalSignInService {
  /// Checks the settings of a provider with the provider itself; at most once in 10 s.
  ///
  /// - Throws: `AccountError(.notFound)` for a provider that is not configured.
  public func check(_ provider: String) async throws -> ProviderCheck {
    let identityProvider = try self.provider(provider)
    return await identityProviders.check(
      identityProvider, redirect: try redirectURI(of: provider))
  }
}
