#if canImport(CryptoKit)
  import CryptoKit
#else
  import Crypto
#endif
import FlowCore

/// A public key that releases are signed with, as Ed25519 (RFC 8032) defines it.
///
/// An app trusts the key that its SDK key carries, and those that a trusted key vouches for in a
/// key set.
public struct VerificationKey: Sendable, Hashable {
  /// The key's 32 bytes.
  public let bytes: [UInt8]

  /// Makes a key.
  ///
  /// - Throws: `malformed-envelope` if the bytes are no key.
  public init(bytes: [UInt8]) throws(FlowMagicError) {
    guard (try? Curve25519.Signing.PublicKey(rawRepresentation: bytes)) != nil else {
      throw FlowMagicError(
        .malformedEnvelope, "An Ed25519 public key is 32 bytes, not these \(bytes.count).")
    }
    self.bytes = bytes
  }

  /// Reads a key from base64url without padding (RFC 4648, section 5), 43 letters.
  public init(text: String) throws(FlowMagicError) {
    guard let bytes = Base64URL.bytes(text) else {
      throw FlowMagicError(.malformedEnvelope, "\"\(text)\" is not a key in base64url.")
    }
    try self.init(bytes: bytes)
  }

  /// The key in base64url without padding.
  public var text: String { Base64URL.text(bytes) }

  /// What statements call the key: the first 16 hexadecimal digits of its SHA-256.
  public var id: String { String(SHA256.hash(data: bytes).hex.prefix(16)) }

  /// Whether the key signed exactly these bytes.
  public func verifies(_ signature: [UInt8], of bytes: [UInt8]) -> Bool {
    guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: self.bytes) else {
      return false
    }
    return key.isValidSignature(signature, for: bytes)
  }
}

/// A signature and the key that made it.
public struct Signature: Sendable, Equatable {
  /// The `VerificationKey.id`.
  public let keyID: String
  /// The signature's 64 bytes.
  public let bytes: [UInt8]

  /// Makes a signature.
  public init(keyID: String, bytes: [UInt8]) {
    self.keyID = keyID
    self.bytes = bytes
  }
}

extension Signature {
  var json: JSON {
    .object(["keyID": .string(keyID), "signature": .string(Base64URL.text(bytes))])
  }

  /// Reads the member `signatures`.
  static func list(in view: JSONView) throws(FlowError) -> [Signature] {
    var signatures: [Signature] = []
    for element in try view.requiredArray("signatures") {
      guard let bytes = Base64URL.bytes(try element.requiredString("signature")) else {
        throw element.invalidValue(expected: "a signature in base64url")
      }
      signatures.append(Signature(keyID: try element.requiredString("keyID"), bytes: bytes))
    }
    return signatures
  }
}

extension Sequence where Element == UInt8 {
  /// Two lower-case hexadecimal digits a byte.
  package var hex: String {
    var text: [UInt8] = []
    for byte in self {
      for digit in [byte >> 4, byte & 15] { text.append(digit < 10 ? 48 + digit : 87 + digit) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
