import Accounts
import Foundation
import Testing

/// A service with accounts, and providers on loopback to sign in with.
struct LiveProviderFixture {
  static let browserSecret = "0123456789abcdefghijABCDEFGHIJ01"

  let configuration: IdentityProviders.Configuration
  let fixture: AccountsFixture
  let log = ErrorLog()
  let accounts: AccountServices

  init(change: (inout IdentityProvider) -> Void = { _ in }) throws {
    configuration = try IdentityProviders.shared.get().configuration
    fixture = try AccountsFixture()
    // NB: the providers issue tokens at the real time, and a busy machine may need minutes for a
    // test: with a clock that stands still, a token would be from the future.
    let clock: @Sendable () -> Int = { Int(Date().timeIntervalSince1970) }
    fixture.clock.now = clock()
    var providers = [
      try IdentityProvider.openID(
        id: "canaille", name: "Canaille", issuer: configuration.canaille,
        clientID: configuration.client,
        clientSecret: configuration.secret),
      try IdentityProvider.openID(
        id: "mock", name: "Mock", issuer: configuration.mock + "/.well-known/openid-configuration",
        clientID: configuration.client, clientSecret: configuration.secret),
      try IdentityProvider.apple(
        clientID: configuration.appleClient,
        key: AppleKey(
          team: configuration.appleTeam, id: configuration.appleKey, pem: configuration.applePEM),
        nativeClientIDs: ["com.example.flows.app"], issuer: configuration.apple),
      try IdentityProvider.facebook(
        appID: configuration.facebookApp, appSecret: configuration.facebookSecret,
        endpoints: FacebookEndpoints(testServer: configuration.facebook)),
    ]
    for index in providers.indices { change(&providers[index]) }
    let base = fixture.accounts
    accounts = AccountServices(
      store: base.store, keys: base.keys, passwordHasher: base.passwordHasher,
      identityProviders: IdentityProviderClient(providers: providers, clock: clock),
      settings: base.settings, logger: log.logger, clock: clock)
  }

  func authorizationURL(for provider: String, returnTo: String = "/apps") async throws -> String {
    try await accounts.externalSignIn.begin(
      provider, returnTo: returnTo, client: .office, binding: Self.browserSecret)
  }

  func followCallback(_ callback: TestBrowser.Callback, from provider: String) async throws
    -> ExternalSignInResult
  {
    #expect(callback.path == "/auth/\(provider)/callback")
    return try await accounts.externalSignIn.finish(
      provider, parameters: callback.parameters, binding: Self.browserSecret, client: .office)
  }

  /// The ID token that a provider's library would pass to an app.
  func nativeToken(from url: String) async throws -> String {
    let response = try await URLSessionFetcher().fetch(FetchRequest(url: url, limit: 65536))
    return try #require(StrictJSON(response.body)?["id_token"]?.string)
  }
}
