import Accounts
import Foundation
import Testing

struct NativeAppTests {
  private func exchange(
    _ fixture: ExternalSignInFixture, _ token: String, nonce: String? = nil
  ) async throws -> NewSession {
    try await fixture.accounts.externalSignIn.exchange(
      "first", idToken: token, nonce: nonce, client: .office
    ).session
  }

  @Test func `an app gets a session for an ID token`() async throws {
    let fixture = try ExternalSignInFixture()
    let session = try await exchange(fixture, fixture.appToken(["nonce": "n"]), nonce: "n")
    #expect(session.session.kind == .app)
    let access = try session.tokens.accessToken
    #expect(
      try await fixture.accounts.sessions.authenticate(accessToken: access).user.id
        == session.user.id)
  }

  @Test func `an ID token works once`() async throws {
    let fixture = try ExternalSignInFixture()
    let token = try fixture.appToken()
    _ = try await exchange(fixture, token)
    for seconds in [0, 1, 600, 58] {
      fixture.accountsFixture.clock.now += seconds
      try await fixture.accounts.maintenance.removeExpired()
      #expect(try await fixture.log.loggedReason { try await exchange(fixture, token) } == .replay)
    }
  }

  @Test func `an ID token works once, whichever of its valid signatures it has`() async throws {
    let fixture = try ExternalSignInFixture()
    let claims = try TestIssuer.claims(["iss": "https://first.example"])
    // Signatures on this curve differ each time, even over the same bytes.
    let first = try fixture.signer.token(claims: claims)
    let second = try fixture.signer.token(claims: claims)
    #expect(first != second)
    _ = try await exchange(fixture, first)
    #expect(try await fixture.log.loggedReason { try await exchange(fixture, second) } == .replay)
  }

  @Test func `of concurrent requests with one token, one succeeds`() async throws {
    let fixture = try ExternalSignInFixture()
    let token = try fixture.appToken()
    let successes = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 { group.addTask { (try? await exchange(fixture, token)) != nil } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(successes == 1)
  }

  @Test func `a token that was rejected can still be used correctly`() async throws {
    let fixture = try ExternalSignInFixture()
    let token = try fixture.appToken(["nonce": "n"])
    #expect(
      try await fixture.log.loggedReason { try await exchange(fixture, token, nonce: "m") }
        == .nonce)
    _ = try await exchange(fixture, token, nonce: "n")
  }

  @Test func `a token for another client is rejected, and so is another issuer's`() async throws {
    let fixture = try ExternalSignInFixture()
    let forOtherClient = try fixture.appToken(["aud": "other"])
    #expect(
      try await fixture.log.loggedReason { try await exchange(fixture, forOtherClient) }
        == .audience)
    let ofOtherIssuer = try fixture.appToken(["iss": "https://second.example"])
    #expect(
      try await fixture.log.loggedReason { try await exchange(fixture, ofOtherIssuer) } == .issuer)
  }

  @Test func `attack: rejected tokens from one network are limited, accepted ones are not`()
    async throws
  {
    let fixture = try ExternalSignInFixture()
    for number in 0..<301 {
      let token = try fixture.appToken(["nonce": "\(number)"])
      _ = try await exchange(fixture, token, nonce: "\(number)")
    }
    let used = try fixture.appToken()
    _ = try await exchange(fixture, used)
    for _ in 0..<300 {
      #expect(try await errorCode { try await exchange(fixture, used) } == .externalSignIn)
    }
    let lineCount = fixture.log.lines.count
    #expect(try await errorCode { try await exchange(fixture, used) } == .tooManyAttempts)
    #expect(fixture.log.lines.count == lineCount, "a request over the limit is not logged")
  }

  @Test func `without a configured app, no token is exchanged`() async throws {
    let signer = Signer.p256()
    let issuer = try TestIssuer([signer])
    let provider = try IdentityProvider.openID(
      id: "example", name: "Example", issuer: TestIssuer.issuer, clientID: "flows",
      clientSecret: "secret")
    let token = try signer.token(claims: TestIssuer.claims(["aud": "flows"]))
    let failure = await #expect(throws: IdentityProviderError.self) {
      try await issuer.client.nativeProfile(
        from: provider, idToken: token, nonce: nil, name: nil)
    }
    #expect(failure?.reason == .provider)
  }
}
