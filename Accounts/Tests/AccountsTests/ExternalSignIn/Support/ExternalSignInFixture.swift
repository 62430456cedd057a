import Accounts
import Foundation
import Testing

/// A service with accounts, and scripted issuers to sign in with.
struct ExternalSignInFixture: Sendable {
  /// The secrets that bind a request to the browser that began it.
  static let browserSecret = "0123456789abcdefghijABCDEFGHIJ01"
  static let otherBrowserSecret = "9876543210abcdefghijABCDEFGHIJ01"

  let accountsFixture: AccountsFixture
  let log = ErrorLog()
  let accounts: AccountServices
  let fetcher = ScriptedFetcher()
  let signer = Signer.p256()

  init(registration: AccountSettings.Registration = .open) throws {
    accountsFixture = try AccountsFixture(registration: registration)
    let providers = try ["first", "second"].map { name in
      try IdentityProvider.openID(
        id: name, name: name.capitalized, issuer: "https://\(name).example", clientID: "flows",
        clientSecret: "secret", nativeClientIDs: ["app"])
    }
    let base = accountsFixture.accounts
    accounts = AccountServices(
      store: base.store, keys: base.keys, passwordHasher: base.passwordHasher,
      identityProviders: IdentityProviderClient(
        providers: providers, fetcher: fetcher, clock: base.clock),
      settings: base.settings, logger: log.logger, clock: base.clock)
    for name in ["first", "second"] {
      let issuer = "https://\(name).example"
      fetcher.respond(
        "\(issuer)/.well-known/openid-configuration",
        try TestIssuer.json([
          "issuer": issuer, "authorization_endpoint": "\(issuer)/authorize",
          "token_endpoint": "\(issuer)/token", "jwks_uri": "\(issuer)/keys",
        ]))
      fetcher.respond("\(issuer)/keys", try TestIssuer.json(["keys": [signer.jwk]]))
    }
  }

  /// The same service on another store.
  func accounts(on store: any AccountStore) -> AccountServices {
    AccountServices(
      store: store, keys: accounts.keys, passwordHasher: accounts.passwordHasher,
      identityProviders: accounts.identityProviders, settings: accounts.settings,
      logger: accounts.logger,
      clock: accounts.clock)
  }

  /// The parameters of an authorization request: the state, and the nonce that the issuer must
  /// repeat.
  struct Attempt: Sendable {
    let state: String
    let nonce: String
  }

  /// Starts an authorization request.
  func begin(
    to provider: String = "first", returnTo: String = "/apps", linkTo: AuthenticatedSession? = nil,
    invitation: String? = nil, client: Client = .office,
    binding: String = ExternalSignInFixture.browserSecret
  ) async throws -> Attempt {
    let url = try await accounts.externalSignIn.begin(
      provider, returnTo: returnTo, linkTo: linkTo, invitation: invitation, client: client,
      binding: binding)
    let items = try #require(URLComponents(string: url)?.queryItems)
    let state = try #require(items.first { $0.name == "state" }?.value)
    return Attempt(state: state, nonce: try #require(items.first { $0.name == "nonce" }?.value))
  }

  /// Lets the user sign in at the issuer: the token endpoint returns valid tokens from now on.
  func signIn(
    _ attempt: Attempt, at provider: String = "first", as subject: String = "ada",
    email: String = "ada@example.com", isVerified: Bool = true
  ) throws {
    let issuer = "https://\(provider).example"
    let token = try signer.token(
      claims: TestIssuer.claims([
        "iss": issuer, "aud": "flows", "nonce": attempt.nonce, "sub": subject, "email": email,
        "email_verified": isVerified, "iat": accountsFixture.clock.now,
        "exp": accountsFixture.clock.now + 600,
      ]))
    fetcher.respond(
      "\(issuer)/token",
      try TestIssuer.json(["id_token": token, "access_token": "a", "token_type": "Bearer"]))
  }

  /// Follows the callback with a code.
  func followCallback(
    _ attempt: Attempt, from provider: String = "first", more: [String: String] = [:],
    binding: String = ExternalSignInFixture.browserSecret, signedIn: AuthenticatedSession? = nil
  ) async throws -> ExternalSignInResult {
    try await accounts.externalSignIn.finish(
      provider, parameters: ["state": attempt.state, "code": "c"].merging(more) { $1 },
      binding: binding, signedIn: signedIn, client: .office)
  }

  /// Signs in with all steps: the request, the sign-in at the issuer, and the callback.
  func completeSignIn(
    as subject: String = "ada", email: String = "ada@example.com"
  ) async throws -> NewSession {
    let attempt = try await begin()
    try signIn(attempt, as: subject, email: email)
    return try #require(try await followCallback(attempt).signInResult).session
  }

  /// A valid token for the app.
  func appToken(_ changes: [String: any Sendable] = [:]) throws -> String {
    try signer.token(
      claims: TestIssuer.claims(
        [
          "iss": "https://first.example", "iat": accountsFixture.clock.now,
          "exp": accountsFixture.clock.now + 600,
        ].merging(changes) { $1 }))
  }
}
