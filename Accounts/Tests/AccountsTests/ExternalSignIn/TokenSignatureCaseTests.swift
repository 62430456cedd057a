import Accounts
import Crypto
import CryptoExtras
import Foundation
import Testing

/// More cases that a verifier of ID tokens must reject, of the kinds that Project Wycheproof lists
/// for JWS.
///
/// `TokenECDSACaseTests` has the signatures and keys of ECDSA, `TokenRSACaseTests` paddings and
/// lengths of RSA, `TokenSignatureTests` and `TokenShapeTests` the others. All cases are generated,
/// not copied.
@Suite struct TokenSignatureCaseTests {
  private static let zero = [UInt8](repeating: 0, count: 32)
  /// The order of Ed25519's base point, little-endian (RFC 8032, section 5.1).
  private static let ed25519Order: [UInt8] =
    [
      0xED, 0xD3, 0xF5, 0x5C, 0x1A, 0x63, 0x12, 0x58, 0xD6, 0x9C, 0xF7, 0xA2, 0xDE, 0xF9, 0xDE,
      0x14,
    ] + [UInt8](repeating: 0, count: 15) + [0x10]

  @Test func `an EdDSA signature with another encoding of s, or of another length, is rejected`()
    async throws
  {
    let signer = Signer.ed25519()
    let issuer = try TestIssuer([signer])
    let changes: [([UInt8]) -> [UInt8]] = [
      { signature in
        var carry = 0
        let s = zip(signature[32...], Self.ed25519Order).map { left, right -> UInt8 in
          carry += Int(left) + Int(right)
          defer { carry >>= 8 }
          return UInt8(carry & 0xFF)
        }
        return signature[..<32] + s
      },
      { $0[..<32] + Self.zero }, { $0[..<32] + Self.ed25519Order }, { Self.zero + $0[32...] },
      { $0 + [0] }, { $0.dropLast() }, { Array($0[32...] + $0[..<32]) }, { _ in [] },
    ]
    for change in changes {
      #expect(await issuer.rejection(of: try signer.token { change($0) }) == .signature)
    }
    #expect(await issuer.rejection(of: try signer.token { $0 }) == nil)
  }

  @Test func `an issuer's Ed25519 key of small order is rejected`() async throws {
    let one: [UInt8] = [1] + Array(Self.zero.dropLast())
    let minusOne: [UInt8] = [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
    let prime: [UInt8] = [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
    let orderEight: [UInt8] = [
      0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67,
      0x0F, 0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC,
      0x03, 0x7A,
    ]
    for point in [Self.zero, one, minusOne, prime, orderEight] {
      // R is the neutral element and s is 0, which is valid if the key drops out of the equation.
      let signer = Signer(
        id: "weak", algorithm: "EdDSA",
        members: ["kty": "OKP", "crv": "Ed25519", "x": Signer.base64URL(point)]
      ) { _ in one + Self.zero }
      let issuer = try TestIssuer([signer])
      #expect(await issuer.rejection(of: try signer.token(claims: TestIssuer.claims())) == .key)
    }
  }

  @Test func `a token signed with another algorithm than its header's is rejected`() async throws {
    let claims = try TestIssuer.claims()
    let names = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"]
    for name in names {
      let signer = try Signer.rsa(algorithm: name)
      let issuer = try TestIssuer([signer])
      for other in names where other != name {
        let token = try signer.token(header: #"{"alg":"\#(other)","kid":"rsa"}"#, claims: claims)
        #expect(await issuer.rejection(of: token) == .signature, "\(name) as \(other)")
      }
      for other in ["ES256", "EdDSA"] {
        let token = try signer.token(header: #"{"alg":"\#(other)","kid":"rsa"}"#, claims: claims)
        #expect(await issuer.rejection(of: token) == .key, "\(name) as \(other)")
      }
    }
    let curve = Signer.p256()
    let issuer = try TestIssuer([curve])
    for other in ["ES384", "ES512", "EdDSA", "RS256"] {
      let token = try curve.token(header: #"{"alg":"\#(other)","kid":"p256"}"#, claims: claims)
      #expect(await issuer.rejection(of: token) == .key, "ES256 as \(other)")
    }
  }
}
