import Crypto
import CryptoExtras
import Foundation

/// A public key of an issuer.
///
/// NB: uses swift-crypto directly, not jwt-kit's key collection, which decodes the token a second
/// time, leniently, and chooses the key itself; here exactly the strictly parsed bytes are
/// verified, with the key that `IssuerKeys` chose.
enum VerificationKey: Sendable {
  case rsa(_RSA.Signing.PublicKey)
  case p256(P256.Signing.PublicKey)
  case p384(P384.Signing.PublicKey)
  case p521(P521.Signing.PublicKey)
  case ed25519(Curve25519.Signing.PublicKey)

  /// The key that a JSON Web Key (RFC 7517) describes; nil for an unsupported type or an invalid
  /// key.
  init?(_ key: StrictJSON) {
    switch (key["kty"]?.string, key["crv"]?.string) {
    case ("RSA", _):
      guard let publicKey = Self.rsa(key) else { return nil }
      self = publicKey
    case ("EC", "P-256"):
      guard let point = Self.point(key, size: 32),
        let publicKey = try? P256.Signing.PublicKey(x963Representation: point)
      else { return nil }
      self = .p256(publicKey)
    case ("EC", "P-384"):
      guard let point = Self.point(key, size: 48),
        let publicKey = try? P384.Signing.PublicKey(x963Representation: point)
      else { return nil }
      self = .p384(publicKey)
    case ("EC", "P-521"):
      guard let point = Self.point(key, size: 66),
        let publicKey = try? P521.Signing.PublicKey(x963Representation: point)
      else { return nil }
      self = .p521(publicKey)
    case ("OKP", "Ed25519"):
      // With a point of small order, one signature is valid for many tokens.
      guard let x = Self.bytes(key["x"]), Edwards25519.isUsablePoint(x),
        let publicKey = try? Curve25519.Signing.PublicKey(rawRepresentation: x)
      else { return nil }
      self = .ed25519(publicKey)
    default: return nil
    }
  }

  private static func bytes(_ value: StrictJSON?) -> [UInt8]? {
    value?.string.flatMap { ByteEncoding.bytes(base64URL: $0) }
  }

  // 2,048 bits at least (RFC 7518, section 3.3); more than 8,192 would only cost time. The exponent
  // is above 2^16 (FIPS 186-5, section 5.4): with 3, an error in the padding check would allow
  // forging signatures with a cube root.
  private static func rsa(_ key: StrictJSON) -> VerificationKey? {
    guard let n = bytes(key["n"]), let e = bytes(key["e"]), (1...8).contains(e.count),
      e.reduce(0, { $0 << 8 | UInt64($1) }) > 1 << 16, let low = e.last, low & 1 == 1,
      let significant = n.firstIndex(where: { $0 != 0 })
    else { return nil }
    let bits = (n.count - significant) * 8 - n[significant].leadingZeroBitCount
    guard (2048...8192).contains(bits) else { return nil }
    return (try? _RSA.Signing.PublicKey(n: n, e: e)).map(VerificationKey.rsa)
  }

  private static func point(_ key: StrictJSON, size: Int) -> [UInt8]? {
    guard let x = bytes(key["x"]), let y = bytes(key["y"]), x.count == size, y.count == size
    else { return nil }
    return [4] + x + y
  }

  /// Whether signatures of this algorithm are made with this type of key.
  func supports(_ algorithm: SignatureAlgorithm) -> Bool {
    switch (self, algorithm) {
    case (.rsa, .rs256), (.rsa, .rs384), (.rsa, .rs512), (.rsa, .ps256), (.rsa, .ps384),
      (.rsa, .ps512), (.p256, .es256), (.p384, .es384), (.p521, .es512), (.ed25519, .edDSA):
      true
    default: false
    }
  }

  /// Whether the signature over the bytes was made with the private key of this public key.
  func verifies(_ signature: [UInt8], over bytes: [UInt8], by algorithm: SignatureAlgorithm)
    -> Bool
  {
    switch (self, algorithm) {
    case (.rsa(let key), _): Self.verify(key, signature, bytes, algorithm)
    case (.p256(let key), .es256):
      (try? P256.Signing.ECDSASignature(rawRepresentation: signature))
        .map { key.isValidSignature($0, for: SHA256.hash(data: bytes)) } ?? false
    case (.p384(let key), .es384):
      (try? P384.Signing.ECDSASignature(rawRepresentation: signature))
        .map { key.isValidSignature($0, for: SHA384.hash(data: bytes)) } ?? false
    case (.p521(let key), .es512):
      (try? P521.Signing.ECDSASignature(rawRepresentation: signature))
        .map { key.isValidSignature($0, for: SHA512.hash(data: bytes)) } ?? false
    case (.ed25519(let key), .edDSA): key.isValidSignature(signature, for: bytes)
    default: false
    }
  }

  private static func verify(
    _ key: _RSA.Signing.PublicKey, _ signature: [UInt8], _ bytes: [UInt8],
    _ algorithm: SignatureAlgorithm
  ) -> Bool {
    let signature = _RSA.Signing.RSASignature(rawRepresentation: signature)
    func isValid(_ digest: some Digest, _ padding: _RSA.Signing.Padding) -> Bool {
      key.isValidSignature(signature, for: digest, padding: padding)
    }
    return switch algorithm {
    case .rs256: isValid(SHA256.hash(data: bytes), .insecurePKCS1v1_5)
    case .rs384: isValid(SHA384.hash(data: bytes), .insecurePKCS1v1_5)
    case .rs512: isValid(SHA512.hash(data: bytes), .insecurePKCS1v1_5)
    case .ps256: isValid(SHA256.hash(data: bytes), .PSS)
    case .ps384: isValid(SHA384.hash(data: bytes), .PSS)
    case .ps512: isValid(SHA512.hash(data: bytes), .PSS)
    default: false
    }
  }
}
