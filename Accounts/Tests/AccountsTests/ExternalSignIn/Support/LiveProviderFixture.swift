import Accounts
import Foundation
import Testing

/// A service with accounts, and providers on loopback to sign in with.
struct LiveProviderFixture {
  static let browser = "0123456789abcdefghijABCDEFGHIJ01"

  let start: IdentityProviders.Start
  let fixture: AccountsFixture
  let log = ErrorLog()
  let accounts: AccountServices

  init(change: (inout IdentityProvider) -> Void = { _ in }) throws {
    start = try IdentityProviders.shared.get().start
    fixture = try AccountsFixture()
    // NB: the providers issue tokens at the real time, and a busy machine may need minutes for a
    // test: with a clock that stands still, a token would be from the future.
    let clock: @Sendable () -> Int = { Int(Date().timeIntervalSince1970) }
    fixture.clock.now = clock()
    var providers = [
      try IdentityProvider.openID(
        id: "canaille", name: "Canaille", issuer: start.canaille, clientID: start.client,
        clientSecret: start.secret),
      try IdentityProvider.openID(
        id: "mock", name: "Mock", issuer: start.mock + "/.well-known/openid-configuration",
        clientID: start.client, clientSecret: start.secret),
      try IdentityProvider.apple(
        clientID: start.appleClient,
        key: AppleKey(team: start.appleTeam, id: start.appleKey, pem: start.applePEM),
        nativeClientIDs: ["com.example.flows.app"], issuer: start.apple),
      try IdentityProvider.facebook(
        appID: start.facebookApp, appSecret: start.facebookSecret,
        endpoints: FacebookEndpoints(testServer: start.facebook)),
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
      provider, returnTo: returnTo, client: .office, binding: Self.browser)
  }

  func followCallback(_ callback: TestBrowser.Callback, from provider: String) async throws
    -> ExternalSignInResult
  {
    #expect(callback.path == "/auth/\(provider)/callback")
    return try await accounts.externalSignIn.finish(
      provider, parameters: callback.parameters, binding: Self.browser, client: .office)
  }

  /// The ID token that a provider's library would pass to an app.
  func nativeToken(from address: String) async throws -> String {
    let response = try await URLSessionFetcher().fetch(FetchRequest(url: address, limit: 65536))
    return try #require(StrictJSON(response.body)?["id_token"]?.text)
  }
}
