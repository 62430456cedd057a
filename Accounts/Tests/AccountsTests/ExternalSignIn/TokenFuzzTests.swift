import Accounts
import Foundation
import Testing

/// ID tokens with bytes changed, removed, inserted and duplicated: nothing may crash, and nothing
/// that the issuer has not signed may be accepted.
@Suite struct TokenFuzzTests {
  private static func changed(_ text: String, using generator: inout SeededGenerator) -> String {
    String(
      decoding: PasskeyFuzzTests.changed(Array(text.utf8), using: &generator), as: UTF8.self)
  }

  @Test func `no modified token is accepted`() async throws {
    var generator = SeededGenerator(seed: PasskeyFuzzTests.seed &+ 7)
    let signers = [Signer.p256(), .ed25519(), .p384()]
    let issuer = try TestIssuer(signers)
    let tokens = try signers.map { try $0.token(claims: TestIssuer.claims()) }
    for token in tokens { #expect(await issuer.rejection(of: token) == nil) }
    for _ in 0..<PasskeyFuzzTests.rounds(5_000) {
      guard let token = tokens.randomElement(using: &generator) else { return }
      // The encoded token, or the content of one of its parts, encoded again.
      var parts = token.split(separator: ".").map(String.init)
      let partIndex = Int.random(in: 0...3, using: &generator)
      var text = token
      if partIndex < 3 {
        let bytes = ByteEncoding.bytes(base64URL: parts[partIndex]) ?? []
        parts[partIndex] = Signer.base64URL(PasskeyFuzzTests.changed(bytes, using: &generator))
        text = parts.joined(separator: ".")
      } else {
        text = Self.changed(token, using: &generator)
      }
      guard text != token else { continue }
      #expect(await issuer.rejection(of: text) != nil, "\(text)")
    }
  }

  @Test func `modified claims that are accepted are valid to another parser, too`() async throws {
    var generator = SeededGenerator(seed: PasskeyFuzzTests.seed &+ 77)
    let signer = Signer.ed25519()
    let issuer = try TestIssuer([signer])
    let seeds = try [
      TestIssuer.claims(), TestIssuer.claims(["aud": ["app", "other"], "azp": "app"]),
      TestIssuer.claims(["nonce": "n", "name": "Ada", "nbf": TestIssuer.now]),
    ]
    var accepted = 0
    var rejected = 0
    for _ in 0..<PasskeyFuzzTests.rounds(5_000) {
      let claims = PasskeyFuzzTests.changed(
        Array((seeds.randomElement(using: &generator) ?? "").utf8), using: &generator)
      let header = Signer.base64URL(Array(#"{"alg":"EdDSA","kid":"ed25519"}"#.utf8))
      let signed = "\(header).\(Signer.base64URL(claims))"
      let token = "\(signed).\(Signer.base64URL(try signer.sign(Array(signed.utf8))))"
      guard await issuer.rejection(of: token, nonce: nil) == nil else {
        rejected += 1
        continue
      }
      accepted += 1
      // Another parser gives the same result.
      let decoded = try #require(
        try JSONSerialization.jsonObject(with: Data(claims)) as? [String: Any])
      #expect(decoded["iss"] as? String == TestIssuer.issuer)
      let audience = decoded["aud"] as? [String] ?? [decoded["aud"] as? String ?? ""]
      #expect(audience.contains("app"))
      #expect((decoded["exp"] as? Double ?? 0) > Double(TestIssuer.now - 600))
      #expect((decoded["sub"] as? String)?.isEmpty == false)
    }
    #expect(rejected > 0 && accepted > 0)
  }

  @Test func `modified key sets do not crash, and verify no stranger's token`() async throws {
    var generator = SeededGenerator(seed: PasskeyFuzzTests.seed &+ 777)
    let signer = Signer.p256()
    let stranger = Signer.p256()
    let token = try stranger.token(claims: TestIssuer.claims())
    let keys = try TestIssuer.json(["keys": [signer.jwk, Signer.ed25519().jwk]])
    for _ in 0..<PasskeyFuzzTests.rounds(1_000) {
      let issuer = try TestIssuer([signer])
      issuer.fetcher.respond("\(TestIssuer.issuer)/keys", Self.changed(keys, using: &generator))
      #expect(await issuer.rejection(of: token) != nil)
    }
  }
}
