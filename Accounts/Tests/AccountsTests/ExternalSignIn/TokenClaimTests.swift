import Accounts
import Crypto
import Foundation
import Testing

struct TokenClaimTests {
  private let signer = Signer.p256()

  private func rejection(
    _ changes: [String: any Sendable], nonce: String? = nil, audiences: Set<String> = []
  ) async throws -> IdentityProviderError.Reason? {
    let issuer = try TestIssuer([signer]) { $0.trustedAudiences = audiences }
    return await issuer.rejection(
      of: try signer.token(claims: TestIssuer.claims(changes)), nonce: nonce)
  }

  @Test(arguments: [
    "https://id.example/", "https://ID.example", "http://id.example", "https://evil.example",
    "https://id.example.evil.example", "id.example", "", " https://id.example",
  ])
  func `a token of another issuer is rejected`(issuer: String) async throws {
    #expect(try await rejection(["iss": issuer]) == .issuer)
  }

  @Test func `a token without an issuer, or with several, is rejected`() async throws {
    #expect(try await rejection(["iss": NSNull()]) == .issuer)
    #expect(try await rejection(["iss": [TestIssuer.issuer]]) == .issuer)
  }

  @Test func `a token for another client is rejected`() async throws {
    for audience: any Sendable in ["other", "", "App", "app ", ["other"], [String](), 7, NSNull()] {
      #expect(try await rejection(["aud": audience]) == .audience, "\(audience)")
    }
    #expect(try await rejection(["aud": ["app", 7] as [any Sendable]]) == .audience)
  }

  @Test func `a token for several audiences must name the client that requested it`() async throws {
    let audiences = ["app", "flows"]
    #expect(try await rejection(["aud": ["app"]]) == nil)
    #expect(try await rejection(["aud": audiences]) == .audience)
    #expect(try await rejection(["aud": audiences, "azp": "app"]) == nil)
    #expect(try await rejection(["aud": audiences, "azp": "other"]) == .audience)
    #expect(try await rejection(["aud": audiences, "azp": ["app"]]) == .audience)
    #expect(try await rejection(["aud": "app", "azp": "other"]) == .audience)
  }

  @Test func `a token with another audience is rejected, unless that is trusted`() async throws {
    let claims: [String: any Sendable] = ["aud": ["app", "other"], "azp": "app"]
    #expect(try await rejection(claims) == .audience)
    #expect(try await rejection(claims, audiences: ["other"]) == nil)
    #expect(try await rejection(["aud": "other"], audiences: ["other"]) == .audience)
  }

  @Test(arguments: [
    (59, nil), (60, .expired), (3600, IdentityProviderError.Reason?.some(.expired)),
  ])
  func `a token is valid until a minute after it has expired`(
    elapsed: Int, expected: IdentityProviderError.Reason?
  ) async throws {
    #expect(try await rejection(["exp": TestIssuer.now - elapsed]) == expected)
  }

  @Test(arguments: ["iat", "nbf"])
  func `a token is valid from a minute before it was issued`(claim: String) async throws {
    #expect(try await rejection([claim: TestIssuer.now + 60]) == nil)
    #expect(try await rejection([claim: TestIssuer.now + 61]) == .notYetValid)
  }

  @Test func `a token whose times are missing or malformed is rejected`() async throws {
    for claim in ["exp", "iat"] {
      for value: any Sendable in [NSNull(), "1800000600", -1, 1e300, true, [1_800_000_600]] {
        #expect(try await rejection([claim: value]) == .malformedToken, "\(claim) \(value)")
      }
    }
    #expect(try await rejection(["nbf": "soon"]) == .notYetValid)
  }

  @Test func `a nonce must be the one that was sent`() async throws {
    let hash = ByteEncoding.hex(SHA256.hash(data: Array("right".utf8)))
    #expect(try await rejection(["nonce": "right"], nonce: "right") == nil)
    #expect(try await rejection(["nonce": hash], nonce: "right") == nil)
    #expect(try await rejection(["nonce": "wrong"], nonce: "right") == .nonce)
    #expect(try await rejection(["nonce": ""], nonce: "right") == .nonce)
    #expect(try await rejection([:], nonce: "right") == .nonce)
    #expect(try await rejection(["nonce": ["right"]], nonce: "right") == .nonce)
    #expect(try await rejection(["nonce": "right"], nonce: hash) == .nonce)
    #expect(try await rejection(["nonce": "right"]) == .nonce)
  }

  @Test func `attack: the hash of a nonce is not accepted as the nonce`() async throws {
    let hash = ByteEncoding.hex(SHA256.hash(data: Array("right".utf8)))
    for sent in [hash, hash.uppercased()] {
      #expect(try await rejection(["nonce": sent], nonce: sent) == .nonce)
    }
    let doubleHash = ByteEncoding.hex(SHA256.hash(data: Array(hash.utf8)))
    #expect(
      try await rejection(["nonce": doubleHash], nonce: hash) == nil,
      "a nonce may be hexadecimal if its own hash was sent")
    let shorter = String(hash.dropLast())
    #expect(try await rejection(["nonce": shorter], nonce: shorter) == nil)
  }

  @Test func `an unknown nonce is accepted only for providers that allow it`() async throws {
    let issuer = try TestIssuer([signer]) { $0.allowsUnknownNonce = true }
    let token = try signer.token(claims: TestIssuer.claims(["nonce": "made by a library"]))
    #expect(await issuer.rejection(of: token) == nil)
    #expect(await issuer.rejection(of: token, nonce: "another") == .nonce)
  }

  @Test func `a subject has 1 to 255 ASCII characters`() async throws {
    for subject: any Sendable in ["", NSNull(), 7, "é", String(repeating: "a", count: 256)] {
      #expect(try await rejection(["sub": subject]) == .subject)
    }
    #expect(try await rejection(["sub": String(repeating: "a", count: 255)]) == nil)
  }

  @Test func `an address is verified only if the issuer declares it`() async throws {
    let issuer = try TestIssuer([signer])
    func isVerified(_ value: any Sendable) async throws -> Bool {
      let claims = try TestIssuer.claims(["email_verified": value])
      return try await issuer.profile(of: try signer.token(claims: claims)).isEmailVerified
    }
    #expect(try await isVerified(true))
    #expect(try await isVerified("true"))
    for value: any Sendable in [false, "false", "TRUE", 1, "1", NSNull(), [true]] {
      #expect(try await !isVerified(value), "\(value)")
    }
  }

  @Test func `a trusted issuer can still declare an address unverified`() async throws {
    let issuer = try TestIssuer([signer]) { $0.trustsEmail = true }
    let undeclared = try signer.token(claims: TestIssuer.claims(["email_verified": NSNull()]))
    let unverified = try signer.token(claims: TestIssuer.claims(["email_verified": false]))
    #expect(try await issuer.profile(of: undeclared).isEmailVerified)
    #expect(try await !issuer.profile(of: unverified).isEmailVerified)
  }

  @Test func `a name is sanitized to one line without control characters`() async throws {
    let issuer = try TestIssuer([signer])
    func name(_ changes: [String: any Sendable]) async throws -> String? {
      try await issuer.profile(of: try signer.token(claims: TestIssuer.claims(changes))).name
    }
    let untrusted = " Ada \r\nBcc: x\u{202E} \u{0}Lovelace "
    #expect(try await name(["name": untrusted]) == "Ada Bcc: x Lovelace")
    #expect(try await name(["given_name": "Ada", "family_name": "Lovelace"]) == "Ada Lovelace")
    #expect(try await name(["name": "\n"]) == nil)
    #expect(try await name(["name": String(repeating: "é", count: 5000)])?.count == 100)
  }
}
