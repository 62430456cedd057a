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
  /// - Throws: `malformed-envelope` if the bytes are not a key.
  public init(bytes: [UInt8]) throws(FlowMagicError) {
    guard (try? Curve25519.Signing.PublicKey(rawRepresentation: bytes)) != nil else {
      throw FlowMagicError(
        .malformedEnvelope, "An Ed25519 public key is 32 bytes, not these \(bytes.count).")
    }
    self.bytes = bytes
  }

  /// Parses a key from base64url without padding, 43 characters.
  public init(text: String) throws(FlowMagicError) {
    guard let bytes = Base64URL.bytes(text) else {
      throw FlowMagicError(.malformedEnvelope, "\"\(text)\" is not a key in base64url.")
    }
    try self.init(bytes: bytes)
  }

  /// The key in base64url without padding.
  public var text: String { Base64URL.text(bytes) }

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

/// A signature and the id of its key.
public struct Signature: Sendable, Equatable {
  /// The id of the key that signed.
  public let keyID: String
  /// The signature's 64 bytes.
  public let bytes: [UInt8]

  /// Creates a signature.
  public init(keyID: String, bytes: [UInt8]) {
    self.keyID = keyID
    self.bytes = bytes
  }
}

extension Signature {
  var json: JSON {
    .object(["keyID": .string(keyID), "signature": .string(Base64URL.text(bytes))])
  }

  /// Parses the member `signatures`.
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
  /// The bytes as lower-case hexadecimal digits.
  package var hex: String {
    var text: [UInt8] = []
    for byte in self {
      for digit in [byte >> 4, byte & 15] { text.append(digit < 10 ? 48 + digit : 87 + digit) }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
