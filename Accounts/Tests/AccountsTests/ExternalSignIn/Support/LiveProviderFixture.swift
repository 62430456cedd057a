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
    let plain = fixture.accounts
    accounts = AccountServices(
      store: plain.store, keys: plain.keys, passwordHasher: plain.passwordHasher,
      identityProviders: IdentityProviderClient(providers: providers, clock: clock),
      settings: plain.settings, logger: log.logger, clock: clock)
  }

  func go(to provider: String, returnTo: String = "/apps") async throws -> String {
    try await accounts.externalSignIn.begin(
      provider, returnTo: returnTo, client: .office, binding: Self.browser)
  }

  func followCallback(_ arrival: TestBrowser.Arrival, from provider: String) async throws
    -> ExternalSignInResult
  {
    #expect(arrival.path == "/auth/\(provider)/callback")
    return try await accounts.externalSignIn.finish(
      provider, parameters: arrival.parameters, binding: Self.browser, client: .office)
  }

  /// The tokens that an app's library would get.
  func native(_ address: String) async throws -> String {
    let response = try await URLSessionFetcher().fetch(FetchRequest(url: address, limit: 65536))
    return try #require(StrictJSON(response.body)?["id_token"]?.text)
  }
}
