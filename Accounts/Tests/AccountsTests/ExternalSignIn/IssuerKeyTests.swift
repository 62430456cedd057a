import Accounts
import Testing

struct IssuerKeyTests {
  private static let keys = "\(TestIssuer.issuer)/keys"
  private static let metadata = "\(TestIssuer.issuer)/.well-known/openid-configuration"

  @Test func `metadata and keys are requested once an hour`() async throws {
    let signer = Signer.p256()
    let issuer = try TestIssuer([signer])
    for _ in 0..<20 { _ = try await issuer.profile(of: signer.token(claims: TestIssuer.claims())) }
    #expect(issuer.fetcher.count == 2)
    issuer.clock.now += 3600
    let later = try TestIssuer.claims(["exp": issuer.clock.now + 60])
    _ = try await issuer.profile(of: signer.token(claims: later))
    #expect(issuer.fetcher.requests(to: Self.keys).count == 2)
    #expect(issuer.fetcher.requests(to: Self.metadata).count == 2)
  }

  @Test func `a new key is used when a token refers to it a minute after the last request`()
    async throws
  {
    let (old, new) = (Signer.p256("old"), Signer.p256("new"))
    let issuer = try TestIssuer([old])
    let claims = try TestIssuer.claims()
    _ = try await issuer.profile(of: old.token(claims: claims))
    try issuer.serve([old, new])
    issuer.clock.now += 60
    #expect(await issuer.rejection(of: try new.token(claims: claims)) == nil)
    #expect(issuer.fetcher.requests(to: Self.keys).count == 2)
  }

  @Test func `a key that the issuer revoked is rejected after an hour`() async throws {
    let (old, new) = (Signer.p256("old"), Signer.p256("new"))
    let issuer = try TestIssuer([old])
    _ = try await issuer.profile(of: old.token(claims: TestIssuer.claims()))
    try issuer.serve([new])
    issuer.clock.now += 3600
    let token = try old.token(claims: TestIssuer.claims(["exp": issuer.clock.now + 60]))
    #expect(await issuer.rejection(of: token) == .key)
  }

  @Test func `after the clock was ahead, a revoked key is rejected and the new one used`()
    async throws
  {
    let (old, new) = (Signer.p256("old"), Signer.p256("new"))
    let issuer = try TestIssuer([old])
    issuer.clock.now += 365 * 86_400
    let futureTime = issuer.clock.now
    let claims = try TestIssuer.claims(["iat": futureTime, "exp": futureTime + 600])
    #expect(await issuer.rejection(of: try old.token(claims: claims)) == nil)
    try issuer.serve([new])
    issuer.clock.now = TestIssuer.now
    for _ in 0..<20 {
      #expect(await issuer.rejection(of: try old.token(claims: TestIssuer.claims())) == .key)
      #expect(await issuer.rejection(of: try new.token(claims: TestIssuer.claims())) == nil)
    }
    #expect(issuer.fetcher.requests(to: Self.keys).count == 2)
    #expect(issuer.fetcher.requests(to: Self.metadata).count == 2)
  }

  @Test func `after the clock was ahead, an issuer that is down is requested at a limited rate`()
    async throws
  {
    let signer = Signer.p256()
    let issuer = try TestIssuer([signer])
    issuer.clock.now += 365 * 86_400
    let futureTime = issuer.clock.now
    let claims = try TestIssuer.claims(["iat": futureTime, "exp": futureTime + 600])
    #expect(await issuer.rejection(of: try signer.token(claims: claims)) == nil)
    issuer.fetcher.respond(Self.metadata, "busy", status: 503)
    let token = try signer.token(claims: TestIssuer.claims())
    for second in 0..<30 {
      issuer.clock.now = TestIssuer.now + second
      #expect(await issuer.rejection(of: token) == .response)
    }
    #expect(issuer.fetcher.requests(to: Self.metadata).count == 1 + 3)
  }

  @Test func `a flood of unknown keys reaches the issuer once a minute at most`() async throws {
    let signer = Signer.p256()
    let issuer = try TestIssuer([signer])
    let claims = try TestIssuer.claims()
    _ = try await issuer.profile(of: signer.token(claims: claims))
    for second in 0..<120 {
      issuer.clock.now = TestIssuer.now + second
      for index in 0..<5 {
        let token = try signer.named("unknown-\(second)-\(index)").token(claims: claims)
        #expect(await issuer.rejection(of: token) == .key)
      }
    }
    #expect(issuer.fetcher.requests(to: Self.keys).count == 2)
  }

  @Test func `a flood of wrong claims causes no request to the issuer`() async throws {
    let signer = Signer.p256("unknown")
    let issuer = try TestIssuer([Signer.p256()])
    for _ in 0..<50 {
      let token = try signer.token(claims: TestIssuer.claims(["aud": "other"]))
      #expect(await issuer.rejection(of: token) == .audience)
    }
    #expect(issuer.fetcher.requests(to: Self.keys).isEmpty)
  }

  @Test func `concurrent lookups share one request`() async throws {
    let signer = Signer.p256()
    let issuer = try TestIssuer([signer])
    let token = try signer.token(claims: TestIssuer.claims())
    let rejections = await withTaskGroup(of: IdentityProviderError.Reason?.self) { group in
      for _ in 0..<50 { group.addTask { await issuer.rejection(of: token) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(rejections.count == 50)
    #expect(rejections.allSatisfy { $0 == nil })
    #expect(issuer.fetcher.count == 2)
  }

  @Test func `an issuer that is down is requested once a minute, and its keys are used for a day`()
    async throws
  {
    let signer = Signer.p256()
    let issuer = try TestIssuer([signer])
    _ = try await issuer.profile(of: signer.token(claims: TestIssuer.claims()))
    issuer.fetcher.respond(Self.keys, "busy", status: 503)
    issuer.fetcher.respond(Self.metadata, "busy", status: 503)
    for minute in 60..<120 {
      issuer.clock.now = TestIssuer.now + minute * 60
      let token = try signer.token(claims: TestIssuer.claims(["exp": issuer.clock.now + 60]))
      #expect(await issuer.rejection(of: token) == nil)
      #expect(await issuer.rejection(of: token) == nil)
    }
    #expect(issuer.fetcher.requests(to: Self.keys).count <= 61)
    issuer.clock.now = TestIssuer.now + 86_400
    let token = try signer.token(claims: TestIssuer.claims(["exp": issuer.clock.now + 60]))
    #expect(await issuer.rejection(of: token) == .response)
  }

  @Test func `an issuer that never responded is requested every ten seconds at most`() async throws
  {
    let signer = Signer.p256()
    let issuer = try TestIssuer([signer])
    issuer.fetcher.respond(Self.metadata, "busy", status: 503)
    let token = try signer.token(claims: TestIssuer.claims())
    for second in 0..<30 {
      issuer.clock.now = TestIssuer.now + second
      #expect(await issuer.rejection(of: token) == .response)
    }
    #expect(issuer.fetcher.requests(to: Self.metadata).count == 3)
  }

  @Test(arguments: [
    "", "null", "[]", "{}", #"{"keys":{}}"#, #"{"keys":[],"keys":[]}"#, "<html>", "{\"keys\":[",
    #"{"keys":[\#(String(repeating: "{},", count: 200)){}]}"#,
  ])
  func `an invalid key set is rejected`(text: String) async throws {
    let signer = Signer.p256()
    let issuer = try TestIssuer([signer])
    issuer.fetcher.respond(Self.keys, text)
    #expect(await issuer.rejection(of: try signer.token(claims: TestIssuer.claims())) == .response)
  }

  @Test(arguments: [
    "{}", #"{"kty":"EC"}"#, #"{"kty":"RSA","n":"","e":"AQAB"}"#, #"{"kty":"RSA","n":"AA","e":""}"#,
    #"{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}"#, #"{"kty":"OKP","crv":"Ed25519","x":"é"}"#,
    #"{"kty":"oct","k":"AAAA","kid":"p256"}"#, "7", "[[]]", "null",
  ])
  func `an invalid key is skipped, and the others are used`(text: String) async throws {
    let signer = Signer.p256()
    let issuer = try TestIssuer([signer])
    issuer.fetcher.respond(Self.keys, #"{"keys":[\#(text),\#(try TestIssuer.json(signer.jwk))]}"#)
    #expect(await issuer.rejection(of: try signer.token(claims: TestIssuer.claims())) == nil)
  }

  @Test func `a redirect from an issuer is rejected`() async throws {
    let signer = Signer.p256()
    let issuer = try TestIssuer([signer])
    issuer.fetcher.respond(Self.keys, try TestIssuer.json(["keys": [signer.jwk]]), status: 302)
    #expect(await issuer.rejection(of: try signer.token(claims: TestIssuer.claims())) == .response)
  }

  @Test func `a response above the size limit is rejected`() async throws {
    let signer = Signer.p256()
    let issuer = try TestIssuer([signer])
    let padding = String(repeating: " ", count: 262_144)
    issuer.fetcher.respond(Self.keys, padding + (try TestIssuer.json(["keys": [signer.jwk]])))
    #expect(await issuer.rejection(of: try signer.token(claims: TestIssuer.claims())) == .response)
  }
}
