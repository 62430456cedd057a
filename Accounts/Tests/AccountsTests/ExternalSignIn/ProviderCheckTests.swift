import Accounts
import Testing

struct ProviderCheckTests {
  private static let token = "\(TestIssuer.issuer)/token"

  private func check(_ issuer: TestIssuer) async -> ProviderCheck {
    await issuer.client.check(issuer.provider, redirect: TestIssuer.redirect)
  }

  @Test(arguments: [
    ("invalid_grant", 400, ProviderCheck.working), ("invalid_client", 401, .invalidClient),
    ("unauthorized_client", 400, .invalidClient), ("redirect_uri_mismatch", 400, .invalidRedirect),
    ("server_error", 500, .unclear), ("something", 401, .invalidClient),
  ])
  func `the response to an invalid code shows whether the client is known`(
    code: String, status: Int, expected: ProviderCheck
  ) async throws {
    let issuer = try TestIssuer([.p256()])
    issuer.fetcher.respond(Self.token, #"{"error": "\#(code)"}"#, status: status)
    #expect(await check(issuer) == expected)
    let sent = try #require(issuer.fetcher.requests(to: Self.token).first)
    #expect(sent.field("redirect_uri") == TestIssuer.redirect)
    #expect(sent.field("grant_type") == "authorization_code")
  }

  @Test func `an unreachable provider and invalid metadata are reported`() async throws {
    let silent = try TestIssuer([.p256()])
    silent.fetcher.respond("\(TestIssuer.issuer)/.well-known/openid-configuration", "", status: 503)
    #expect(await check(silent) == .unreachable)
    let other = try TestIssuer([.p256()], metadata: ["issuer": "https://other.example"])
    #expect(await check(other) == .invalidMetadata)
    let plain = try TestIssuer([.p256()], metadata: ["token_endpoint": "http://id.example/token"])
    #expect(await check(plain) == .invalidMetadata)
  }

  @Test func `a provider is requested once in ten seconds, however often owners check`()
    async throws
  {
    let issuer = try TestIssuer([.p256()])
    issuer.fetcher.respond(Self.token, #"{"error": "invalid_grant"}"#, status: 400)
    for _ in 0..<5 { #expect(await check(issuer) == .working) }
    #expect(issuer.fetcher.requests(to: Self.token).count == 1)
    issuer.fetcher.respond(Self.token, #"{"error": "invalid_client"}"#, status: 401)
    issuer.clock.now += 11
    #expect(await check(issuer) == .invalidClient)
  }
}
