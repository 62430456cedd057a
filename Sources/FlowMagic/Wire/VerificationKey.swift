#if canImport(CryptoKit)
  import CryptoKit
#else
  import Crypto
#endif
import FlowCore

/// An Ed25519 public key (RFC 8032) that verifies releases.
///
/// An app trusts the key in its SDK key, and the keys of key sets that a trusted key has signed.
public struct VerificationKey: Sendable, Hashable {
  /// The key's 32 bytes.
  public let bytes: [UInt8]

  /// Creates a key.
  ///
  /// - Throws: `malformed-envelope` if the bytes are not a key, or are a weak one with which anyone
  ///   can forge signatures.
  public init(bytes: [UInt8]) throws(FlowMagicError) {
    guard (try? Curve25519.Signing.PublicKey(rawRepresentation: bytes)) != nil else {
      throw FlowMagicError(
        .malformedEnvelope, "An Ed25519 public key has 32 bytes, not \(bytes.count).")
    }
    guard Self.isUsable(bytes) else {
      throw FlowMagicError(
        .malformedEnvelope,
        "\(bytes.hex) is not a usable Ed25519 public key: it has small order, or its encoding is "
          + "not canonical. Copy the key again.")
    }
    self.bytes = bytes
  }

  /// Parses a key from base64url without padding, 43 characters.
  public init(string: String) throws(FlowMagicError) {
    guard let bytes = Base64URL.decode(string) else {
      throw FlowMagicError(.malformedEnvelope, "\"\(string)\" is not a key in base64url.")
    }
    try self.init(bytes: bytes)
  }

  /// The key in base64url without padding.
  public var string: String { Base64URL.encode(bytes) }

  /// The key's id in signatures: the first 16 hexadecimal digits of its SHA-256.
  public var id: String { String(SHA256.hash(data: bytes).hex.prefix(16)) }

  /// Whether a signature over the bytes is valid for this key.
  public func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: self.bytes) else {
      return false
    }
    return key.isValidSignature(signature, for: bytes)
  }
}

extension VerificationKey {
  /// Whether the bytes are the canonical encoding of a point that is not of small order.
  ///
  /// swift-crypto accepts any 32 bytes. With a point of order 1, 2, 4 or 8, one signature verifies
  /// many messages. Such points are identified by their y coordinate, whatever the sign of x.
  private static func isUsable(_ bytes: [UInt8]) -> Bool {
    // Little-endian, without the sign bit of x.
    var y = Array(bytes.reversed())
    y[0] &= 0x7F
    return y.lexicographicallyPrecedes(prime) && !smallOrder.contains(y)
  }

  /// 2^255 - 19, big-endian.
  private static let prime: [UInt8] =
    [0x7F] + [UInt8](repeating: 0xFF, count: 30) + [0xED]

  /// The y coordinates of the points of order 4, 1, 2 and 8, big-endian (RFC 8032, section 5.1).
  private static let smallOrder: Set<[UInt8]> = [
    [UInt8](repeating: 0, count: 32),
    [UInt8](repeating: 0, count: 31) + [1],
    [0x7F] + [UInt8](repeating: 0xFF, count: 30) + [0xEC],
    [
      0x7A, 0x03, 0xAC, 0x92, 0x77, 0xFD, 0xC7, 0x4E, 0xC6, 0xCC, 0x39, 0x2C, 0xFA, 0x53, 0x20,
      0x2A, 0x0F, 0x67, 0x10, 0x0D, 0x76, 0x0B, 0x3C, 0xBA, 0x4F, 0xD8, 0x4D, 0x3D, 0x70, 0x6A,
      0x17, 0xC7,
    ],
    [
      0x05, 0xFC, 0x53, 0x6D, 0x88, 0x02, 0x38, 0xB1, 0x39, 0x33, 0xC6, 0xD3, 0x05, 0xAC, 0xDF,
      0xD5, 0xF0, 0x98, 0xEF, 0xF2, 0x89, 0xF4, 0xC3, 0x45, 0xB0, 0x27, 0xB2, 0xC2, 0x8F, 0x95,
      0xE8, 0x26,
    ],
  ]
}

/// A signature and the id of its key.
public struct Signature: Sendable, Equatable {
  /// The id of the key that signed.
  public let keyID: String
  /// The signature's bytes: 64 in a valid one.
  public let bytes: [UInt8]

  /// Creates a signature.
  public init(keyID: String, bytes: [UInt8]) {
    self.keyID = keyID
    self.bytes = bytes
  }
}

extension Signature {
  var json: JSON {
    .object(["keyID": .string(keyID), "signature": .string(Base64URL.encode(bytes))])
  }

  /// Parses the member `signatures`.
  static func list(in view: JSONView) throws(FlowError) -> [Signature] {
    var signatures: [Signature] = []
    for element in try view.requiredArray("signatures") {
      guard let bytes = Base64URL.decode(try element.requiredString("signature")) else {
        throw element.invalidValue(expected: "a signature in base64url")
      }
      signatures.append(Signature(keyID: try element.requiredString("keyID"), bytes: bytes))
    }
    return signatures
  }
}

extension Sequence where Element == UInt8 {
  /// The bytes as lower-case hexadecimal digits.
  package var hex: String {
    var digits: [UInt8] = []
    for byte in self {
      for digit in [byte >> 4, byte & 15] { digits.append(digit < 10 ? 48 + digit : 87 + digit) }
    }
    return String(decoding: digits, as: UTF8.self)
  }
}
