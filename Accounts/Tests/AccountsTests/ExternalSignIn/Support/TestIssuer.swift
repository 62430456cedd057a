import Accounts
import Foundation

/// A scripted issuer, and a client that uses it.
struct TestIssuer: Sendable {
  static let now = 1_800_000_000
  static let issuer = "https://id.example"
  static let redirect = "https://flows.example/auth/example/callback"

  let fetcher = ScriptedFetcher()
  let clock = ManualClock()
  let provider: IdentityProvider
  let client: IdentityProviderClient

  init(
    _ signers: [Signer], metadata: [String: any Sendable] = [:],
    change: (inout IdentityProvider) -> Void = { _ in }
  ) throws {
    var provider = try IdentityProvider.openID(
      id: "example", name: "Example", issuer: Self.issuer, clientID: "flows",
      clientSecret: "secret", nativeClientIDs: ["app"])
    change(&provider)
    self.provider = provider
    clock.now = Self.now
    client = IdentityProviderClient(providers: [provider], fetcher: fetcher) { [clock] in clock.now
    }
    try serve(metadata: metadata)
    try serve(signers)
  }

  /// Sets the issuer's metadata, with changes to its valid members.
  func serve(metadata changes: [String: any Sendable]) throws {
    var metadata: [String: any Sendable] = [
      "issuer": Self.issuer, "authorization_endpoint": "\(Self.issuer)/authorize",
      "token_endpoint": "\(Self.issuer)/token", "jwks_uri": "\(Self.issuer)/keys",
      "userinfo_endpoint": "\(Self.issuer)/userinfo",
    ]
    metadata.merge(changes) { $1 }
    fetcher.respond(
      "\(Self.issuer)/.well-known/openid-configuration", try Self.json(metadata))
  }

  /// Sets the issuer's published keys.
  func serve(_ signers: [Signer]) throws {
    fetcher.respond("\(Self.issuer)/keys", try Self.json(["keys": signers.map(\.jwk)]))
  }

  static func json(_ value: [String: any Sendable]) throws -> String {
    String(decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self)
  }

  /// Valid claims for the app, with changes; `NSNull` removes one.
  static func claims(_ changes: [String: any Sendable] = [:]) throws -> String {
    var claims: [String: any Sendable] = [
      "iss": issuer, "sub": "ada", "aud": "app", "iat": now, "exp": now + 600,
      "email": "ada@example.com", "email_verified": true,
    ]
    claims.merge(changes) { $1 }
    return try json(claims.filter { !($0.value is NSNull) })
  }

  /// The profile in an ID token that an app passes to the client.
  func profile(of token: String, nonce: String? = nil) async throws -> ExternalProfile {
    try await client.nativeProfile(from: provider, idToken: token, nonce: nonce, name: nil).profile
  }

  /// The reason why the client rejects a token; nil if it accepts it.
  func rejection(of token: String, nonce: String? = nil) async -> IdentityProviderError.Reason? {
    do {
      _ = try await profile(of: token, nonce: nonce)
      return nil
    } catch { return (error as? IdentityProviderError)?.reason }
  }

  // MARK: The code flow

  static let pending = AuthorizationRequest(
    provider: "example", issuer: issuer, nonce: "the-nonce", verifier: "the-verifier",
    binding: "", returnTo: "/")

  /// Sets the token endpoint's response.
  func serveTokens(
    _ idToken: String, more: [String: any Sendable] = [:]
  ) throws {
    var response: [String: any Sendable] = [
      "id_token": idToken, "access_token": "access", "token_type": "Bearer",
    ]
    response.merge(more) { $1 }
    fetcher.respond("\(Self.issuer)/token", try Self.json(response))
  }

  /// Follows the callback from the issuer.
  func followCallback(_ parameters: [String: String] = ["code": "c"]) async throws
    -> ExternalProfile
  {
    try await client.fetchProfile(
      from: provider, parameters: parameters, pending: Self.pending, redirect: Self.redirect)
  }

  /// The reason why the callback is rejected; nil if it is accepted.
  func rejection(ofCallback parameters: [String: String] = ["code": "c"]) async
    -> IdentityProviderError.Reason?
  {
    do {
      _ = try await followCallback(parameters)
      return nil
    } catch { return (error as? IdentityProviderError)?.reason }
  }
}
