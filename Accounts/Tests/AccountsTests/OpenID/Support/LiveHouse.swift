import Accounts
import Foundation
import Testing

/// A service with accounts, and providers on loopback to sign in with.
struct LiveHouse {
  static let browser = "0123456789abcdefghijABCDEFGHIJ01"

  let start: IdentityProviders.Start
  let house: House
  let log = FaultLog()
  let accounts: Accounts

  init(change: (inout ExternalProvider) -> Void = { _ in }) throws {
    start = try IdentityProviders.shared.get().start
    house = try House()
    house.clock.now = Int(Date().timeIntervalSince1970)
    var providers = [
      try ExternalProvider.openID(
        id: "canaille", name: "Canaille", issuer: start.canaille, clientID: start.client,
        clientSecret: start.secret),
      try ExternalProvider.openID(
        id: "mock", name: "Mock", issuer: start.mock + "/.well-known/openid-configuration",
        clientID: start.client, clientSecret: start.secret),
      try ExternalProvider.apple(
        clientID: start.appleClient,
        key: AppleKey(team: start.appleTeam, id: start.appleKey, pem: start.applePEM),
        nativeClientIDs: ["com.example.flows.app"], issuer: start.apple),
      try ExternalProvider.facebook(
        appID: start.facebookApp, appSecret: start.facebookSecret,
        addresses: FacebookAddresses(standIn: start.facebook)),
    ]
    for index in providers.indices { change(&providers[index]) }
    let plain = house.accounts
    accounts = Accounts(
      store: plain.store, keys: plain.keys, passwords: plain.passwords,
      external: ExternalSignIn(providers: providers, clock: plain.clock),
      settings: plain.settings, logger: log.logger, clock: plain.clock)
  }

  func go(to provider: String, returnTo: String = "/apps") async throws -> String {
    try await accounts.beginExternalSignIn(
      provider, returnTo: returnTo, binding: Self.browser)
  }

  func comeBack(_ arrival: Surfer.Arrival, from provider: String) async throws -> ExternalOutcome {
    #expect(arrival.path == "/auth/\(provider)/callback")
    return try await accounts.finishExternalSignIn(
      provider, parameters: arrival.parameters, binding: Self.browser, client: .office)
  }

  /// What an app's library would get.
  func native(_ address: String) async throws -> String {
    let answer = try await URLSessionFetcher().fetch(FetchRequest(url: address, limit: 65536))
    return try #require(StrictJSON(answer.body)?["id_token"]?.text)
  }
}
