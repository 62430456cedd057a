import Accounts
import Testing

struct TokenShapeTests {
  private let signer = Signer.p256()

  private func rejection(header: String, claims: String? = nil) async throws
    -> IdentityProviderError.Reason?
  {
    let issuer = try TestIssuer([signer])
    let claims = try claims ?? TestIssuer.claims()
    return await issuer.rejection(of: try signer.token(header: header, claims: claims))
  }

  @Test func `a text that is not a signed token is rejected`() async throws {
    let issuer = try TestIssuer([signer])
    let token = try signer.token(claims: TestIssuer.claims())
    let parts = token.split(separator: ".").map(String.init)
    for text in [
      "", ".", "..", "...", "a.b", parts[0], "\(parts[0]).\(parts[1])", "\(token).", ".\(token)",
      "\(token).\(parts[1]).\(parts[2])", "\(parts[0])..\(parts[2])", " \(token)", "\(token)\n",
      "\(parts[0])=.\(parts[1]).\(parts[2])", "\(parts[0]).\(parts[1])==.\(parts[2])",
      "\(token)=", "\(parts[0]).\(parts[1]).+/+/", "\(parts[0]).\(parts[1]).é",
      #"{"payload":"\#(parts[1])","signatures":[]}"#,
    ] {
      #expect(await issuer.rejection(of: text) == .malformedToken, "\(text.prefix(20))")
    }
  }

  @Test func `a token with another encoding of the same bytes is rejected`() async throws {
    let issuer = try TestIssuer([signer])
    let token = try signer.token(claims: TestIssuer.claims())
    // 64 bytes leave four unused bits in the last letter, which must be zero.
    let last = try #require(token.utf8.last)
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    let index = try #require(letters.firstIndex(of: last))
    let other = String(token.dropLast()) + String(decoding: [letters[index + 1]], as: UTF8.self)
    #expect(await issuer.rejection(of: other) == .malformedToken)
  }

  @Test func `a huge token is rejected, even with a valid signature`() async throws {
    let issuer = try TestIssuer([signer])
    let padding = String(repeating: "a", count: 20_000)
    let token = try signer.token(claims: TestIssuer.claims(["padding": padding]))
    #expect(await issuer.rejection(of: token) == .malformedToken)
    let long = String(repeating: ".", count: 10_000_000)
    #expect(await issuer.rejection(of: long) == .malformedToken)
  }

  @Test func `claims and headers with a duplicate member are rejected`() async throws {
    let claims = try TestIssuer.claims()
    let duplicated = #"{"aud":"other",\#(claims.dropFirst())"#
    #expect(try await rejection(header: #"{"alg":"ES256"}"#, claims: duplicated) == .malformedToken)
    let header = #"{"alg":"none","alg":"ES256","kid":"p256"}"#
    #expect(try await rejection(header: header) == .malformedToken)
  }

  @Test func `claims that are not an object, or too deeply nested, are rejected`() async throws {
    let deep = String(repeating: "[", count: 3000) + String(repeating: "]", count: 3000)
    let header = #"{"alg":"ES256","kid":"p256"}"#
    for claims in ["", "[]", "\"ada\"", "null", "1", "{", #"{"sub":\#(deep)}"#] {
      #expect(try await rejection(header: header, claims: claims) == .malformedToken)
    }
  }

  @Test(arguments: [
    #"{"alg":"ES256","kid":"p256","crit":["exp"],"exp":1}"#,
    #"{"alg":"ES256","kid":"p256","b64":false,"crit":["b64"]}"#,
    #"{"alg":"ES256","kid":"p256","crit":[]}"#,
    #"{"alg":"ES256","kid":"p256","enc":"A256GCM"}"#,
    #"{"alg":"ES256","kid":"p256","typ":"at+jwt"}"#,
    #"{"alg":"ES256","kid":"p256","typ":"logout+jwt"}"#,
    #"{"alg":"ES256","kid":"p256","typ":7}"#,
    #"{"alg":"ES256","kid":7}"#,
  ])
  func `a header with unsupported or malformed parameters is rejected`(
    header: String
  ) async throws {
    #expect(try await rejection(header: header) == .malformedToken)
  }

  @Test(arguments: [
    #"{"kid":"p256"}"#, #"{"alg":null,"kid":"p256"}"#, #"{"alg":["ES256"],"kid":"p256"}"#,
    #"{"alg":"es256","kid":"p256"}"#, #"{"alg":"ES256K","kid":"p256"}"#,
    #"{"alg":"RSA-OAEP","kid":"p256"}"#,
  ])
  func `a header without an accepted algorithm is rejected`(header: String) async throws {
    #expect(try await rejection(header: header) == .algorithm)
  }
}
