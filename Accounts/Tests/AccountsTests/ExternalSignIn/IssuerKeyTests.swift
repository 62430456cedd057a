import Accounts
import Testing

struct IssuerKeyTests {
  private static let keys = "\(TestIssuer.issuer)/keys"
  private static let metadata = "\(TestIssuer.issuer)/.well-known/openid-configuration"

  @Test func `metadata and keys are asked for once an hour`() async throws {
    let signer = Signer.p256()
    let issuer = try TestIssuer([signer])
    for _ in 0..<20 { _ = try await issuer.take(signer.token(claims: TestIssuer.claims())) }
    #expect(issuer.fetcher.count == 2)
    issuer.clock.now += 3600
    let later = try TestIssuer.claims(["exp": issuer.clock.now + 60])
    _ = try await issuer.take(signer.token(claims: later))
    #expect(issuer.fetcher.asked(Self.keys).count == 2)
    #expect(issuer.fetcher.asked(Self.metadata).count == 2)
  }

  @Test func `a new key counts as soon as a token names it`() async throws {
    let (old, new) = (Signer.p256("old"), Signer.p256("new"))
    let issuer = try TestIssuer([old])
    let claims = try TestIssuer.claims()
    _ = try await issuer.take(old.token(claims: claims))
    try issuer.serve([old, new])
    issuer.clock.now += 60
    #expect(await issuer.refusal(of: try new.token(claims: claims)) == nil)
    #expect(issuer.fetcher.asked(Self.keys).count == 2)
  }

  @Test func `a key that the issuer took back no longer counts after an hour`() async throws {
    let (old, new) = (Signer.p256("old"), Signer.p256("new"))
    let issuer = try TestIssuer([old])
    _ = try await issuer.take(old.token(claims: TestIssuer.claims()))
    try issuer.serve([new])
    issuer.clock.now += 3600
    let token = try old.token(claims: TestIssuer.claims(["exp": issuer.clock.now + 60]))
    #expect(await issuer.refusal(of: token) == .key)
  }

  @Test func `a flood of unknown keys does not reach the issuer`() async throws {
    let signer = Signer.p256()
    let issuer = try TestIssuer([signer])
    let claims = try TestIssuer.claims()
    _ = try await issuer.take(signer.token(claims: claims))
    for second in 0..<120 {
      issuer.clock.now = TestIssuer.now + second
      for place in 0..<5 {
        let token = try signer.named("unknown-\(second)-\(place)").token(claims: claims)
        #expect(await issuer.refusal(of: token) == .key)
      }
    }
    #expect(issuer.fetcher.asked(Self.keys).count == 2)
  }

  @Test func `a flood of wrong claims asks the issuer for no key`() async throws {
    let signer = Signer.p256("unknown")
    let issuer = try TestIssuer([Signer.p256()])
    for _ in 0..<50 {
      let token = try signer.token(claims: TestIssuer.claims(["aud": "other"]))
      #expect(await issuer.refusal(of: token) == .audience)
    }
    #expect(issuer.fetcher.asked(Self.keys).isEmpty)
  }

  @Test func `many at the same time make one request`() async throws {
    let signer = Signer.p256()
    let issuer = try TestIssuer([signer])
    let token = try signer.token(claims: TestIssuer.claims())
    let refusals = await withTaskGroup(of: IdentityProviderError.Reason?.self) { group in
      for _ in 0..<50 { group.addTask { await issuer.refusal(of: token) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(refusals.count == 50)
    #expect(refusals.allSatisfy { $0 == nil })
    #expect(issuer.fetcher.count == 2)
  }

  @Test func `an issuer that is down for a while is not asked again and again`() async throws {
    let signer = Signer.p256()
    let issuer = try TestIssuer([signer])
    _ = try await issuer.take(signer.token(claims: TestIssuer.claims()))
    issuer.fetcher.respond(Self.keys, "busy", status: 503)
    issuer.fetcher.respond(Self.metadata, "busy", status: 503)
    for minute in 60..<120 {
      issuer.clock.now = TestIssuer.now + minute * 60
      let token = try signer.token(claims: TestIssuer.claims(["exp": issuer.clock.now + 60]))
      #expect(await issuer.refusal(of: token) == nil)
      #expect(await issuer.refusal(of: token) == nil)
    }
    #expect(issuer.fetcher.asked(Self.keys).count <= 61)
    issuer.clock.now = TestIssuer.now + 86_400
    let token = try signer.token(claims: TestIssuer.claims(["exp": issuer.clock.now + 60]))
    #expect(await issuer.refusal(of: token) == .response)
  }

  @Test func `an issuer that never answered is asked every ten seconds at most`() async throws {
    let signer = Signer.p256()
    let issuer = try TestIssuer([signer])
    issuer.fetcher.respond(Self.metadata, "busy", status: 503)
    let token = try signer.token(claims: TestIssuer.claims())
    for second in 0..<30 {
      issuer.clock.now = TestIssuer.now + second
      #expect(await issuer.refusal(of: token) == .response)
    }
    #expect(issuer.fetcher.asked(Self.metadata).count == 3)
  }

  @Test(arguments: [
    "", "null", "[]", "{}", #"{"keys":{}}"#, #"{"keys":[],"keys":[]}"#, "<html>", "{\"keys\":[",
    #"{"keys":[\#(String(repeating: "{},", count: 200)){}]}"#,
  ])
  func `a key set that is none is refused`(text: String) async throws {
    let signer = Signer.p256()
    let issuer = try TestIssuer([signer])
    issuer.fetcher.respond(Self.keys, text)
    #expect(await issuer.refusal(of: try signer.token(claims: TestIssuer.claims())) == .response)
  }

  @Test(arguments: [
    "{}", #"{"kty":"EC"}"#, #"{"kty":"RSA","n":"","e":"AQAB"}"#, #"{"kty":"RSA","n":"AA","e":""}"#,
    #"{"kty":"EC","crv":"P-256","x":"AA","y":"AA"}"#, #"{"kty":"OKP","crv":"Ed25519","x":"é"}"#,
    #"{"kty":"oct","k":"AAAA","kid":"p256"}"#, "7", "[[]]", "null",
  ])
  func `a key that is none is skipped, and the others count`(text: String) async throws {
    let signer = Signer.p256()
    let issuer = try TestIssuer([signer])
    issuer.fetcher.respond(Self.keys, #"{"keys":[\#(text),\#(try TestIssuer.json(signer.jwk))]}"#)
    #expect(await issuer.refusal(of: try signer.token(claims: TestIssuer.claims())) == nil)
  }

  @Test func `a redirect of an issuer is not followed`() async throws {
    let signer = Signer.p256()
    let issuer = try TestIssuer([signer])
    issuer.fetcher.respond(Self.keys, try TestIssuer.json(["keys": [signer.jwk]]), status: 302)
    #expect(await issuer.refusal(of: try signer.token(claims: TestIssuer.claims())) == .response)
  }

  @Test func `a response that is larger than it may be is refused`() async throws {
    let signer = Signer.p256()
    let issuer = try TestIssuer([signer])
    let padding = String(repeating: " ", count: 262_144)
    issuer.fetcher.respond(Self.keys, padding + (try TestIssuer.json(["keys": [signer.jwk]])))
    #expect(await issuer.refusal(of: try signer.token(claims: TestIssuer.claims())) == .response)
  }
}
