import Accounts
import Crypto
import Foundation
import Testing

struct CodeFlowTests {
  private let signer = Signer.p256()

  /// Valid claims for the code flow.
  private func claims(_ changes: [String: any Sendable] = [:]) throws -> String {
    try TestIssuer.claims(
      ["aud": "flows", "nonce": TestIssuer.pending.nonce].merging(changes) { $1 })
  }

  private func issuer(
    _ changes: [String: any Sendable] = [:], metadata: [String: any Sendable] = [:],
    tokens: [String: any Sendable] = [:]
  ) throws -> TestIssuer {
    let issuer = try TestIssuer([signer], metadata: metadata)
    try issuer.serveTokens(signer.token(claims: claims(changes)), more: tokens)
    return issuer
  }

  private func fields(of url: String) throws -> [String: String] {
    let items = try #require(URLComponents(string: url)?.queryItems)
    return Dictionary(items.map { ($0.name, $0.value ?? "") }) { _, _ in "twice" }
  }

  // MARK: Authorization request

  @Test func `an authorization request has a challenge, a state and a nonce`() async throws {
    let issuer = try issuer()
    let url = try await issuer.client.authorizationURL(
      for: issuer.provider, state: "s&t", pending: TestIssuer.pending,
      redirect: TestIssuer.redirect)
    #expect(url.hasPrefix("https://id.example/authorize?"))
    let challenge = SHA256.hash(data: Array(TestIssuer.pending.verifier.utf8))
    #expect(
      try fields(of: url) == [
        "response_type": "code", "client_id": "flows", "redirect_uri": TestIssuer.redirect,
        "scope": "openid email profile", "state": "s&t", "nonce": "the-nonce",
        "code_challenge": ByteEncoding.base64URL(Array(challenge)), "code_challenge_method": "S256",
      ])
  }

  @Test func `an authorization endpoint keeps its query`() async throws {
    let metadata = ["authorization_endpoint": "https://id.example/authorize?tenant=1"]
    let issuer = try issuer(metadata: metadata)
    let url = try await issuer.client.authorizationURL(
      for: issuer.provider, state: "s", pending: TestIssuer.pending, redirect: TestIssuer.redirect)
    #expect(url.hasPrefix("https://id.example/authorize?tenant=1&response_type=code&"))
  }

  // MARK: Callback

  @Test func `a code is exchanged for a profile with the verifier and the client secret`()
    async throws
  {
    let issuer = try issuer(["name": "Ada Lovelace"])
    let profile = try await issuer.followCallback()
    #expect(
      profile
        == ExternalProfile(
          issuer: TestIssuer.issuer, subject: "ada", email: "ada@example.com",
          isEmailVerified: true, name: "Ada Lovelace", providerName: "Example"))
    let request = try #require(issuer.fetcher.requests(to: "\(TestIssuer.issuer)/token").first)
    #expect(request.field("grant_type") == "authorization_code")
    #expect(request.field("code_verifier") == "the-verifier")
    #expect(request.field("redirect_uri") == TestIssuer.redirect)
    #expect(request.field("client_secret") == nil)
    let basic = Data("flows:secret".utf8).base64EncodedString()
    #expect(request.headers["Authorization"] == "Basic \(basic)")
  }

  @Test func `the client secret is in the form if the metadata requires it`() async throws {
    let metadata = ["token_endpoint_auth_methods_supported": ["client_secret_post"]]
    let issuer = try issuer(metadata: metadata)
    _ = try await issuer.followCallback()
    let request = try #require(issuer.fetcher.requests(to: "\(TestIssuer.issuer)/token").first)
    #expect(request.field("client_secret") == "secret")
    #expect(request.headers["Authorization"] == nil)
  }

  @Test func `the token's audience must be the site, not one of its apps`() async throws {
    #expect(await (try issuer(["aud": "app"])).rejection() == .audience)
    let twoAudiences: [String: any Sendable] = ["aud": ["flows", "app"], "azp": "app"]
    #expect(await (try issuer(twoAudiences)).rejection() == .audience)
  }

  @Test func `the token must contain the nonce`() async throws {
    let hash = ByteEncoding.hex(SHA256.hash(data: Array(TestIssuer.pending.nonce.utf8)))
    for nonce: any Sendable in [NSNull(), "", "another", hash, ["the-nonce"]] {
      #expect(await (try issuer(["nonce": nonce])).rejection() == .nonce)
    }
  }

  @Test func `an access token that does not match the ID token is rejected`() async throws {
    let digest = SHA256.hash(data: Array("access".utf8))
    let hash = ByteEncoding.base64URL(Array(Array(digest).prefix(16)))
    #expect(await (try issuer(["at_hash": hash])).rejection() == nil)
    let otherAccessToken = try issuer(["at_hash": hash], tokens: ["access_token": "another"])
    #expect(await otherAccessToken.rejection() == .accessToken)
    #expect(await (try issuer(["at_hash": 7])).rejection() == .accessToken)
  }

  @Test func `a response without an ID token, or with another kind of token, is rejected`()
    async throws
  {
    #expect(await (try issuer(tokens: ["id_token": NSNull()])).rejection() == .response)
    #expect(await (try issuer(tokens: ["token_type": "mac"])).rejection() == .response)
    #expect(await (try issuer(tokens: ["access_token": "a\r\nX: b"])).rejection() == .response)
  }

  @Test func `an error or an invalid response of the token endpoint signs no one in`() async throws
  {
    for (status, expected) in [
      (400, IdentityProviderError.Reason.declined), (401, .declined), (302, .response),
      (500, .response),
      (201, .response),
    ] {
      let issuer = try issuer()
      let token = try signer.token(claims: claims())
      let body = try TestIssuer.json(["id_token": token, "error": "invalid_grant"])
      issuer.fetcher.respond("\(TestIssuer.issuer)/token", body, status: status)
      #expect(await issuer.rejection() == expected, "\(status)")
    }
  }

  @Test func `a callback with an error, or without a code, is rejected`() async throws {
    let issuer = try issuer()
    #expect(await issuer.rejection(ofCallback: ["error": "access_denied"]) == .declined)
    #expect(await issuer.rejection(ofCallback: ["error": "x", "code": "c"]) == .declined)
    #expect(await issuer.rejection(ofCallback: [:]) == .response)
    #expect(await issuer.rejection(ofCallback: ["code": ""]) == .response)
    let long = String(repeating: "c", count: 5000)
    #expect(await issuer.rejection(ofCallback: ["code": long]) == .response)
    #expect(issuer.fetcher.requests(to: "\(TestIssuer.issuer)/token").isEmpty)
  }

  @Test func `a response of another issuer is rejected before its code is used`() async throws {
    let issuer = try issuer()
    for other in ["https://evil.example", "https://id.example/", ""] {
      #expect(await issuer.rejection(ofCallback: ["code": "c", "iss": other]) == .issuer)
    }
    #expect(issuer.fetcher.requests(to: "\(TestIssuer.issuer)/token").isEmpty)
    #expect(await issuer.rejection(ofCallback: ["code": "c", "iss": TestIssuer.issuer]) == nil)
  }

  @Test func `an issuer that supports iss must send it`() async throws {
    let metadata = ["authorization_response_iss_parameter_supported": true]
    let issuer = try issuer(metadata: metadata)
    #expect(await issuer.rejection() == .issuer)
    #expect(await issuer.rejection(ofCallback: ["error": "access_denied"]) == .issuer)
    #expect(await issuer.rejection(ofCallback: ["code": "c", "iss": TestIssuer.issuer]) == nil)
  }

  // MARK: Userinfo

  @Test func `an address that the token lacks is requested from userinfo for the same user`()
    async throws
  {
    let issuer = try issuer(["email": NSNull(), "email_verified": NSNull()])
    let url = "\(TestIssuer.issuer)/userinfo"
    issuer.fetcher.respond(
      url, #"{"sub":"ada","email":"ada@home.example","email_verified":true,"name":"Ada"}"#)
    let profile = try await issuer.followCallback()
    #expect(profile.email == "ada@home.example")
    #expect(profile.isEmailVerified)
    #expect(profile.name == "Ada")
    #expect(issuer.fetcher.requests(to: url).first?.headers["Authorization"] == "Bearer access")
  }

  @Test func `an address of another user is not accepted`() async throws {
    for response in [
      #"{"sub":"mallory","email":"root@example.com","email_verified":true}"#,
      #"{"email":"root@example.com","email_verified":true}"#, #"{"sub":"ADA","email":"a@b.c"}"#,
    ] {
      let issuer = try issuer(["email": NSNull()])
      issuer.fetcher.respond("\(TestIssuer.issuer)/userinfo", response)
      #expect(await issuer.rejection() == .subject)
    }
  }

  @Test func `email_verified in the token does not apply to an address from userinfo`()
    async throws
  {
    let issuer = try issuer(["email": NSNull(), "email_verified": true])
    issuer.fetcher.respond(
      "\(TestIssuer.issuer)/userinfo", #"{"sub":"ada","email":"root@example.com"}"#)
    #expect(try await !issuer.followCallback().isEmailVerified)
  }

  @Test func `userinfo is not requested if the token has the address`() async throws {
    let issuer = try issuer()
    _ = try await issuer.followCallback()
    #expect(issuer.fetcher.requests(to: "\(TestIssuer.issuer)/userinfo").isEmpty)
  }

  // MARK: Metadata

  @Test(arguments: [
    "https://id.example/", "https://evil.example", "https://ID.example", "http://id.example", "",
  ])
  func `metadata of another issuer is rejected`(issuer: String) async throws {
    #expect(await (try self.issuer(metadata: ["issuer": issuer])).rejection() == .issuer)
  }

  @Test(arguments: [
    "http://id.example/token", "http://127.0.0.1/token", "http://localhost:8080/token",
    "ftp://id.example/token", "//id.example/token", "/token", "https:///token",
    "https://user:password@id.example/token", "https://id.example/token#a", "https://id.example/ ",
    "file:///etc/passwd", "https://id.example/t\r\nHost: evil",
  ])
  func `metadata may only contain https URLs`(url: String) async throws {
    for name in ["authorization_endpoint", "token_endpoint", "jwks_uri"] {
      #expect(await (try issuer(metadata: [name: url])).rejection() == .metadata)
    }
  }

  @Test func `an issuer without S256 or a supported client authentication is rejected`()
    async throws
  {
    let plain = ["code_challenge_methods_supported": ["plain"]]
    #expect(await (try issuer(metadata: plain)).rejection() == .metadata)
    let key = ["token_endpoint_auth_methods_supported": ["private_key_jwt"]]
    #expect(await (try issuer(metadata: key)).rejection() == .metadata)
  }

  // MARK: Configuration

  @Test(arguments: [
    "http://id.example", "id.example", "", "https://id.example?x=1", "https://id.example#a",
    "https://user@id.example", "javascript:alert(1)",
  ])
  func `an issuer must have an https URL`(issuer: String) {
    let error = #expect(throws: AccountError.self) {
      _ = try IdentityProvider.openID(
        id: "x", name: "X", issuer: issuer, clientID: "c", clientSecret: "s")
    }
    #expect(error?.code == .invalidInput)
  }

  @Test func `an issuer may be given by the URL of its metadata`() throws {
    let provider = try IdentityProvider.openID(
      id: "x", name: "X", issuer: "https://id.example/a/.well-known/openid-configuration",
      clientID: "c", clientSecret: "s")
    #expect(provider.issuer == "https://id.example/a")
  }
}
