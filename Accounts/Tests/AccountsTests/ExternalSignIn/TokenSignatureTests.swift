import Accounts
import Crypto
import CryptoExtras
import Foundation
import Testing

/// Deliberately mis-signed tokens, of the kinds in public test vectors for JWS.
struct TokenSignatureTests {
  @Test(arguments: ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"])
  func `a token signed with RSA is accepted`(algorithm: String) async throws {
    let signer = try Signer.rsa(algorithm: algorithm)
    let issuer = try TestIssuer([signer])
    let token = try signer.token(claims: TestIssuer.claims())
    #expect(try await issuer.profile(of: token).subject == "ada")
  }

  @Test(arguments: [Signer.p256(), .p384(), .p521(), .ed25519()])
  func `a token signed with an elliptic curve is accepted`(signer: Signer) async throws {
    let issuer = try TestIssuer([signer])
    let token = try signer.token(claims: TestIssuer.claims())
    #expect(try await issuer.profile(of: token).subject == "ada")
  }

  @Test(arguments: ["none", "None", "NONE", "nOnE", ""])
  func `a token with the algorithm none is rejected`(algorithm: String) async throws {
    let issuer = try TestIssuer([Signer.rsa()])
    let head = Signer.base64URL(#"{"alg":"\#(algorithm)","kid":"rsa"}"#.utf8)
    let body = Signer.base64URL(try TestIssuer.claims().utf8)
    #expect(await issuer.rejection(of: "\(head).\(body).") == .algorithm)
    #expect(await issuer.rejection(of: "\(head).\(body).AAAA") == .algorithm)
  }

  @Test(arguments: ["HS256", "HS384", "HS512"])
  func `a token signed with the public key as a secret is rejected`(algorithm: String) async throws
  {
    let issuer = try TestIssuer([Signer.rsa()])
    for secret in try Signer.publicForms(of: Signer.rsaPair.get()) {
      let head = Signer.base64URL(#"{"alg":"\#(algorithm)","kid":"rsa"}"#.utf8)
      let signed = "\(head).\(Signer.base64URL(try TestIssuer.claims().utf8))"
      let code = HMAC<SHA256>.authenticationCode(
        for: Array(signed.utf8), using: SymmetricKey(data: secret))
      #expect(await issuer.rejection(of: "\(signed).\(Signer.base64URL(code))") == .algorithm)
    }
  }

  @Test func `a token that refers to one key and is signed with another is rejected`() async throws
  {
    let (right, wrong) = (Signer.p256("right"), Signer.p256("wrong"))
    let issuer = try TestIssuer([right, wrong])
    let token = try wrong.named("right").token(claims: TestIssuer.claims())
    #expect(await issuer.rejection(of: token) == .signature)
  }

  @Test func `a token that refers to a key of another type is rejected`() async throws {
    let (rsa, curve) = (try Signer.rsa("a"), Signer.p256("b"))
    let issuer = try TestIssuer([rsa, curve])
    let wrongKeyType = try curve.named("a").token(claims: TestIssuer.claims())
    #expect(await issuer.rejection(of: wrongKeyType) == .key)
    let claims = try TestIssuer.claims()
    let other = try rsa.token(header: #"{"alg":"RS256","kid":"b"}"#, claims: claims)
    #expect(await issuer.rejection(of: other) == .key)
  }

  @Test func `a token signed by a stranger is rejected, even with the key in its header`()
    async throws
  {
    let stranger = Signer.p256("p256")
    let issuer = try TestIssuer([Signer.p256("p256")])
    let claims = try TestIssuer.claims()
    #expect(await issuer.rejection(of: try stranger.token(claims: claims)) == .signature)
    let key = try TestIssuer.json(stranger.jwk)
    for header in [
      #"{"alg":"ES256","jwk":\#(key)}"#,
      #"{"alg":"ES256","kid":"p256","jwk":\#(key)}"#,
      #"{"alg":"ES256","kid":"p256","jku":"https://evil.example/keys"}"#,
      #"{"alg":"ES256","kid":"p256","x5u":"https://evil.example/cert"}"#,
    ] {
      let token = try stranger.token(header: header, claims: claims)
      #expect(await issuer.rejection(of: token) == .signature)
    }
    #expect(issuer.fetcher.requests(to: "https://evil.example/keys").isEmpty)
  }

  @Test func `without a key id, the only key of the type is used, and of two none is`()
    async throws
  {
    let signer = Signer.p256(nil)
    let issuer = try TestIssuer([signer, try Signer.rsa(nil)])
    let token = try signer.token(claims: TestIssuer.claims())
    #expect(await issuer.rejection(of: token) == nil)
    let issuerOfTwo = try TestIssuer([signer, Signer.p256("other")])
    #expect(await issuerOfTwo.rejection(of: token) == .key)
  }

  @Test func `two keys with the same id and type are ambiguous, so neither is used`() async throws {
    let signer = Signer.p256("same")
    let issuer = try TestIssuer([signer, Signer.p256("same")])
    #expect(await issuer.rejection(of: try signer.token(claims: TestIssuer.claims())) == .key)
  }

  @Test(arguments: [
    ["use": "enc"], ["alg": "ES384"], ["crv": "P-384"], ["kty": "oct"], ["crv": "secp256k1"],
  ])
  func `a key for another use, algorithm, curve or type is not accepted`(
    members: [String: String]
  ) async throws {
    let signer = Signer.p256()
    let issuer = try TestIssuer([signer.with(members)])
    #expect(await issuer.rejection(of: try signer.token(claims: TestIssuer.claims())) == .key)
  }

  @Test func `an RSA key of 1,024 bits is not accepted`() async throws {
    let pair = try _RSA.Signing.PrivateKey(unsafeKeySize: .init(bitCount: 1024))
    let signer = try Signer.rsa(pair, "small")
    let issuer = try TestIssuer([signer])
    #expect(await issuer.rejection(of: try signer.token(claims: TestIssuer.claims())) == .key)
  }

  @Test func `a changed letter in the header, the claims or the signature is detected`()
    async throws
  {
    for signer in [Signer.ed25519(), try Signer.rsa()] {
      let issuer = try TestIssuer([signer])
      let token = try signer.token(claims: TestIssuer.claims())
      let dots = token.utf8.indices.filter { token.utf8[$0] == UInt8(ascii: ".") }
      for offset in [0, 5, token.utf8.distance(from: token.startIndex, to: dots[0]) + 9] {
        var bytes = Array(token.utf8)
        bytes[offset] = bytes[offset] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        #expect(await issuer.rejection(of: String(decoding: bytes, as: UTF8.self)) != nil)
      }
      var last = Array(token.utf8)
      last[last.count - 8] ^= 1
      #expect(await issuer.rejection(of: String(decoding: last, as: UTF8.self)) != nil)
    }
  }

  @Test func `an issuer's tokens must use an algorithm in its metadata`() async throws {
    let signer = Signer.p256()
    let issuer = try TestIssuer(
      [signer], metadata: ["id_token_signing_alg_values_supported": ["none", "RS256"]])
    #expect(await issuer.rejection(of: try signer.token(claims: TestIssuer.claims())) == .algorithm)
  }
}
