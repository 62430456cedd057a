import Accounts
import Crypto
import Foundation
import Testing

/// ECDSA signatures and keys that a verifier of ID tokens must reject, on each of the three curves,
/// of the kinds that Project Wycheproof lists: r or s out of range, other encodings and
/// lengths, keys that are not on the curve.
@Suite struct TokenECDSACaseTests {
  /// A curve with the parameters of its standard (SEC 2), big-endian.
  struct Curve: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let signer: Signer
    /// The order of the base point.
    let order: [UInt8]
    /// The prime of the field.
    let prime: [UInt8]
    let der: @Sendable ([UInt8]) throws -> Data

    var size: Int { order.count }
    var zero: [UInt8] { [UInt8](repeating: 0, count: size) }
    var one: [UInt8] { zero.dropLast() + [1] }
    var allBitsSet: [UInt8] { [UInt8](repeating: 0xFF, count: size) }
  }

  private static func bytes(_ text: String) -> [UInt8] {
    let digits = text.filter { !$0.isWhitespace }.utf8.map {
      UInt8($0 < 0x3A ? $0 - 0x30 : $0 - 0x57)
    }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  static let curves = [
    Curve(
      testDescription: "P-256", signer: .p256(),
      order: bytes(
        "ffffffff00000000ffffffffffffffff bce6faada7179e84f3b9cac2fc632551"),
      prime: bytes(
        "ffffffff00000001000000000000000000000000ffffffffffffffffffffffff"),
      der: { try P256.Signing.ECDSASignature(rawRepresentation: $0).derRepresentation }),
    Curve(
      testDescription: "P-384", signer: .p384(),
      order: [UInt8](repeating: 0xFF, count: 24)
        + bytes("c7634d81f4372ddf581a0db248b0a77aecec196accc52973"),
      prime: [UInt8](repeating: 0xFF, count: 31) + bytes("feffffffff0000000000000000ffffffff"),
      der: { try P384.Signing.ECDSASignature(rawRepresentation: $0).derRepresentation }),
    Curve(
      testDescription: "P-521", signer: .p521(),
      order: [0x01] + [UInt8](repeating: 0xFF, count: 32)
        + bytes("fa51868783bf2f966b7fcc0148f709a5d03bb5c9b8899c47aebb6fb71e91386409"),
      prime: [0x01] + [UInt8](repeating: 0xFF, count: 65),
      der: { try P521.Signing.ECDSASignature(rawRepresentation: $0).derRepresentation }),
  ]

  /// The sum of two numbers of the same length; the final carry is dropped.
  private static func sum(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var sum = left
    var carry = 0
    for index in left.indices.reversed() {
      carry += Int(left[index]) + Int(right[index])
      sum[index] = UInt8(carry & 0xFF)
      carry >>= 8
    }
    return sum
  }

  @Test(arguments: curves)
  func `a signature whose r or s is 1 or out of range is rejected`(_ curve: Curve) async throws {
    let issuer = try TestIssuer([curve.signer])
    let size = curve.size
    let above = Self.sum(curve.order, curve.one)
    let numbers = [curve.zero, curve.one, curve.order, above, curve.prime, curve.allBitsSet]
    for number in numbers {
      let changes: [([UInt8]) -> [UInt8]] = [
        { number + $0[size...] }, { $0[..<size] + number }, { _ in number + curve.order },
        { _ in curve.order + number }, { _ in number + number }, { _ in curve.zero + number },
        { _ in number + curve.zero },
      ]
      for change in changes {
        let token = try curve.signer.token(changingSignature: change)
        #expect(await issuer.rejection(of: token) == .signature)
      }
    }
    #expect(await issuer.rejection(of: try curve.signer.token { $0 }) == nil)
  }

  @Test(arguments: curves)
  func `a signature with another encoding, length or order of r and s is rejected`(
    _ curve: Curve
  ) async throws {
    let issuer = try TestIssuer([curve.signer])
    let size = curve.size
    let changes: [([UInt8]) throws -> [UInt8]] = [
      // Congruent to the correct r or s, if it fits.
      { Self.sum(Array($0[..<size]), curve.order) + Array($0[size...]) },
      { Array($0[..<size]) + Self.sum(Array($0[size...]), curve.order) },
      { Array(try curve.der($0)) }, { Array(try curve.der($0)) + [0] },
      { [0] + Array($0[..<size]) + [0] + Array($0[size...]) }, { $0 + [0] }, { [0] + $0 },
      { $0 + $0 },
      { Array($0[..<size]) }, { Array($0.dropLast()) }, { Array($0.dropFirst()) },
      { Array($0[..<(size - 1)]) + Array($0[size...].dropLast()) }, { _ in [] }, { _ in [0] },
      { Array($0[size...] + $0[..<size]) }, { Array($0.reversed()) },
      // A base64url encoding of the base64url text.
      { Array(Signer.base64URL($0).utf8) },
    ]
    for (index, change) in changes.enumerated() {
      let token = try curve.signer.token(changingSignature: change)
      #expect(await issuer.rejection(of: token) == .signature, "\(index)")
    }
  }

  @Test(arguments: curves)
  func `a signature of another curve's length is rejected`(_ curve: Curve) async throws {
    let issuer = try TestIssuer([curve.signer])
    for other in Self.curves where other.size != curve.size {
      let claims = try TestIssuer.claims()
      let header = #"{"alg":"\#(curve.signer.algorithm)","kid":"\#(curve.signer.id ?? "")"}"#
      let token = try other.signer.token(header: header, claims: claims)
      #expect(await issuer.rejection(of: token) == .signature)
      // With its own algorithm it needs a key of its own curve.
      let named = try other.signer.named(curve.signer.id).token(claims: claims)
      #expect(await issuer.rejection(of: named) == .key)
    }
  }

  @Test(arguments: curves)
  func `a flipped bit in a signature is detected`(_ curve: Curve) async throws {
    let issuer = try TestIssuer([curve.signer])
    for bit in stride(from: 0, to: curve.size * 16, by: 13) {
      let token = try curve.signer.token { signature in
        var changed = signature
        changed[bit / 8] ^= 1 << (bit % 8)
        return changed
      }
      #expect(await issuer.rejection(of: token) == .signature, "\(bit)")
    }
  }

  @Test(arguments: curves)
  func `a key that is not a point on the curve is rejected`(_ curve: Curve) async throws {
    let signer = curve.signer
    let x = try #require(signer.members["x"].flatMap { ByteEncoding.bytes(base64URL: $0) })
    let y = try #require(signer.members["y"].flatMap { ByteEncoding.bytes(base64URL: $0) })
    let points: [([UInt8], [UInt8])] = [
      (x, x), (y, x), (curve.zero, curve.zero), (curve.one, curve.one), (x, curve.zero),
      (x, curve.prime), (curve.prime, y), (curve.allBitsSet, curve.allBitsSet),
      ([0] + x, [0] + y),
      (Array(x.dropFirst()), y), (x, Array(y.dropLast())), (x, []), ([], []), (x + y, []),
      ([4] + x, y), (Self.sum(x, curve.prime), y), (x, Self.sum(y, curve.one)),
    ]
    for (x, y) in points {
      let members = ["x": Signer.base64URL(x), "y": Signer.base64URL(y)]
      let issuer = try TestIssuer([signer.with(members)])
      let token = try signer.token(claims: TestIssuer.claims())
      #expect(await issuer.rejection(of: token) == .key, "\(x.count), \(y.count)")
    }
    for curveName in ["P-256", "P-384", "P-521", "P-192", "P-224", "secp256k1", "Ed25519", ""] {
      guard curveName != signer.members["crv"] else { continue }
      let issuer = try TestIssuer([signer.with(["crv": curveName])])
      let token = try signer.token(claims: TestIssuer.claims())
      #expect(await issuer.rejection(of: token) == .key, "as \(curveName)")
    }
  }
}
