import Accounts
import Crypto
import CryptoExtras
import Foundation
import Testing

/// More of what a verifier of ID tokens must refuse, by the kinds of cases that Project Wycheproof
/// lists for JWS.
///
/// `TokenSignatureTests` and `TokenShapeTests` have the others. The cases are made here.
@Suite struct TokenSignatureCaseTests {
  private static let zero = [UInt8](repeating: 0, count: 32)
  /// The order of P-256's base point, big-endian (SEC 2, section 2.4.2).
  private static let p256Order: [UInt8] = [
    0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xBC, 0xE6,
    0xFA, 0xAD, 0xA7, 0x17, 0x9E, 0x84, 0xF3, 0xB9, 0xCA, 0xC2, 0xFC, 0x63, 0x25, 0x51,
  ]
  /// The order of Ed25519's base point, little-endian (RFC 8032, section 5.1).
  private static let ed25519Order: [UInt8] =
    [
      0xED, 0xD3, 0xF5, 0x5C, 0x1A, 0x63, 0x12, 0x58, 0xD6, 0x9C, 0xF7, 0xA2, 0xDE, 0xF9, 0xDE,
      0x14,
    ] + [UInt8](repeating: 0, count: 15) + [0x10]

  /// A token of the signer with another signature.
  private func token(_ signer: Signer, changed: ([UInt8]) -> [UInt8]) throws -> String {
    let parts = try signer.token(claims: TestIssuer.claims()).split(separator: ".").map(String.init)
    let signature = try #require(ByteEncoding.bytes(base64URL: parts[2]))
    return "\(parts[0]).\(parts[1]).\(Signer.text(changed(signature)))"
  }

  @Test func `an ES256 signature with numbers out of their range is refused`() async throws {
    let signer = Signer.p256()
    let issuer = try TestIssuer([signer])
    let one: [UInt8] = Array(Self.zero.dropLast()) + [1]
    let numbers: [[UInt8]] = [
      Self.zero, one, Self.p256Order, [UInt8](repeating: 0xFF, count: 32),
    ]
    for number in numbers {
      let changes: [([UInt8]) -> [UInt8]] = [
        { number + $0[32...] }, { $0[..<32] + number }, { _ in number + Self.p256Order },
        { _ in Self.p256Order + number }, { _ in number + number },
      ]
      for change in changes {
        #expect(await issuer.refusal(of: try token(signer, changed: change)) == .signature)
      }
    }
    #expect(await issuer.refusal(of: try token(signer) { $0 }) == nil)
  }

  @Test func `an EdDSA signature with another spelling of s, or of another length, is refused`()
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
      #expect(await issuer.refusal(of: try token(signer, changed: change)) == .signature)
    }
    #expect(await issuer.refusal(of: try token(signer) { $0 }) == nil)
  }

  @Test func `an issuer's Ed25519 key with which anyone could sign is no key`() async throws {
    let one: [UInt8] = [1] + Array(Self.zero.dropLast())
    let minusOne: [UInt8] = [0xEC] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
    let prime: [UInt8] = [0xED] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]
    let eighth: [UInt8] = [
      0xC7, 0x17, 0x6A, 0x70, 0x3D, 0x4D, 0xD8, 0x4F, 0xBA, 0x3C, 0x0B, 0x76, 0x0D, 0x10, 0x67,
      0x0F, 0x2A, 0x20, 0x53, 0xFA, 0x2C, 0x39, 0xCC, 0xC6, 0x4E, 0xC7, 0xFD, 0x77, 0x92, 0xAC,
      0x03, 0x7A,
    ]
    for point in [Self.zero, one, minusOne, prime, eighth] {
      // R is the neutral point and s is 0, which fits where the key drops out of the equation.
      let signer = Signer(
        id: "weak", algorithm: "EdDSA",
        members: ["kty": "OKP", "crv": "Ed25519", "x": Signer.text(point)]
      ) { _ in one + Self.zero }
      let issuer = try TestIssuer([signer])
      #expect(await issuer.refusal(of: try signer.token(claims: TestIssuer.claims())) == .key)
    }
  }

  @Test func `a token whose algorithm is not the one it was signed with is refused`() async throws {
    let claims = try TestIssuer.claims()
    let names = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"]
    for name in names {
      let signer = try Signer.rsa(algorithm: name)
      let issuer = try TestIssuer([signer])
      for other in names where other != name {
        let token = try signer.token(header: #"{"alg":"\#(other)","kid":"rsa"}"#, claims: claims)
        #expect(await issuer.refusal(of: token) == .signature, "\(name) as \(other)")
      }
      for other in ["ES256", "EdDSA"] {
        let token = try signer.token(header: #"{"alg":"\#(other)","kid":"rsa"}"#, claims: claims)
        #expect(await issuer.refusal(of: token) == .key, "\(name) as \(other)")
      }
    }
    let curve = Signer.p256()
    let issuer = try TestIssuer([curve])
    for other in ["ES384", "ES512", "EdDSA", "RS256"] {
      let token = try curve.token(header: #"{"alg":"\#(other)","kid":"p256"}"#, claims: claims)
      #expect(await issuer.refusal(of: token) == .key, "ES256 as \(other)")
    }
  }

  @Test func `a token that needs no private key where the RSA exponent is 1 is refused`()
    async throws
  {
    // The algorithm's name in DER, before a SHA-256 (RFC 8017, section 9.2).
    let name: [UInt8] = [
      0x30, 0x31, 0x30, 0x0D, 0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, 0x01,
      0x05, 0x00, 0x04, 0x20,
    ]
    let modulus = try #require(try Signer.rsa().members["n"])
    for exponent in [[1], [0, 0, 1]] as [[UInt8]] {
      let members = ["kty": "RSA", "n": modulus, "e": Signer.text(exponent)]
      let forger = Signer(id: "weak", algorithm: "RS256", members: members) { bytes in
        let padding: [UInt8] = [0, 1] + [UInt8](repeating: 0xFF, count: 202) + [0]
        return padding + name + Array(SHA256.hash(data: bytes))
      }
      let issuer = try TestIssuer([forger])
      #expect(await issuer.refusal(of: try forger.token(claims: TestIssuer.claims())) != nil)
    }
  }
}
