import Crypto
import CryptoExtras
import Foundation

/// A passkey's public key (RFC 9052, RFC 9053, RFC 8230), of a type that this server accepts.
///
/// A key has exactly the parameters that WebAuthn specifies, with matching type, algorithm and
/// curve; otherwise an attacker could have a signature verified by an algorithm that it was not
/// made for.
package struct COSEKey: Sendable {
  /// The signature algorithm; the numbers are those of the IANA registry "COSE Algorithms".
  package enum Algorithm: Int, Sendable, CaseIterable {
    /// Ed25519.
    case edDSA = -8
    /// ECDSA with P-256 and SHA-256.
    case es256 = -7
    /// RSASSA-PKCS1-v1_5 with SHA-256, used by Windows Hello on older machines.
    case rs256 = -257
  }

  private enum Key: Sendable {
    case p256(P256.Signing.PublicKey)
    case ed25519(Curve25519.Signing.PublicKey)
    case rsa(_RSA.Signing.PublicKey, length: Int)
  }

  /// The signature algorithm.
  package let algorithm: Algorithm
  private let key: Key

  /// Parses an encoded key.
  ///
  /// - Throws: `.key`.
  package init(bytes: [UInt8]) throws(PasskeyError) {
    guard let value = try? CBORReader.read(bytes[...], keys: .canonical) else { throw .key }
    try self.init(value)
  }

  /// Validates a parsed key.
  ///
  /// - Throws: `.key` for another type, a missing or additional parameter, a point that is not on
  ///   its curve or is of small order, an RSA modulus outside of 2,048 to 4,096 bits.
  package init(_ value: CBORValue) throws(PasskeyError) {
    guard let algorithm = value[Label.algorithm]?.int.flatMap(Algorithm.init(rawValue:)) else {
      throw .key
    }
    self.algorithm = algorithm
    key =
      switch algorithm {
      case .es256: try Self.p256(value)
      case .edDSA: try Self.ed25519(value)
      case .rs256: try Self.rsa(value)
      }
  }

  /// Whether a signature over data is valid for this key.
  package func isValid(_ signature: [UInt8], of data: [UInt8]) -> Bool {
    switch key {
    case .p256(let key):
      guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else {
        return false
      }
      return key.isValidSignature(signature, for: data)
    case .ed25519(let key):
      return signature.count == 64 && key.isValidSignature(signature, for: data)
    case .rsa(let key, let length):
      guard signature.count == length else { return false }
      return key.isValidSignature(
        _RSA.Signing.RSASignature(rawRepresentation: signature), for: data,
        padding: .insecurePKCS1v1_5)
    }
  }
}

// MARK: - Key types

extension COSEKey {
  /// The labels of a key's parameters; those below 0 have a different meaning for each type.
  private enum Label {
    static let keyType = 1
    static let algorithm = 3
    static let curve = -1
    static let x = -2
    static let y = -3
    static let modulus = -1
    static let exponent = -2
  }

  private static func p256(_ value: CBORValue) throws(PasskeyError) -> Key {
    guard value.entries?.count == 5, value[Label.keyType]?.int == 2, value[Label.curve]?.int == 1,
      let x = value[Label.x]?.bytes, x.count == 32,
      // NB: `y` could be a sign bit instead of bytes; WebAuthn forbids that form.
      let y = value[Label.y]?.bytes, y.count == 32,
      // Rejects a point that is not on the curve.
      let key = try? P256.Signing.PublicKey(x963Representation: [4] + x + y)
    else { throw .key }
    return .p256(key)
  }

  private static func ed25519(_ value: CBORValue) throws(PasskeyError) -> Key {
    guard value.entries?.count == 4, value[Label.keyType]?.int == 1, value[Label.curve]?.int == 6,
      let x = value[Label.x]?.bytes, Edwards25519.isUsablePoint(x),
      let key = try? Curve25519.Signing.PublicKey(rawRepresentation: x)
    else { throw .key }
    return .ed25519(key)
  }

  private static func rsa(_ value: CBORValue) throws(PasskeyError) -> Key {
    guard value.entries?.count == 4, value[Label.keyType]?.int == 3,
      let modulus = value[Label.modulus]?.bytes, let top = modulus.first, let low = modulus.last,
      top != 0, low & 1 == 1,
      (2048...4096).contains(modulus.count * 8 - top.leadingZeroBitCount),
      // 65537; with small exponents, mistakes in checking the padding have allowed forged
      // signatures.
      let exponent = value[Label.exponent]?.bytes, exponent == [1, 0, 1],
      let key = try? _RSA.Signing.PublicKey(n: Data(modulus), e: Data(exponent))
    else { throw .key }
    return .rsa(key, length: modulus.count)
  }
}
