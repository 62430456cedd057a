import Accounts
import Crypto
import CryptoExtras
import Foundation

/// A key pair of an issuer, which signs anything, valid or invalid.
struct Signer: Sendable {
  let id: String?
  let algorithm: String
  /// The members of its JSON Web Key except the id.
  let members: [String: String]
  let sign: @Sendable ([UInt8]) throws -> [UInt8]

  /// The public half as a JSON Web Key.
  var jwk: [String: String] {
    var key = members
    key["kid"] = id
    return key
  }

  func named(_ id: String?) -> Signer {
    Signer(id: id, algorithm: algorithm, members: members, sign: sign)
  }

  /// The same key with additional members.
  func with(_ more: [String: String]) -> Signer {
    Signer(
      id: id, algorithm: algorithm, members: members.merging(more) { $1 }, sign: sign)
  }

  /// The public key in the encodings that a flawed verifier may use as an HMAC secret.
  static func publicForms(of key: RSAPair) -> [[UInt8]] {
    [
      Array(key.publicKey.pemRepresentation.utf8), Array(key.publicKey.derRepresentation),
      Array(key.publicKey.pkcs1DERRepresentation),
    ]
  }

  typealias RSAPair = _RSA.Signing.PrivateKey

  /// Created once, because it is slow.
  static let rsaPair = Result { try RSAPair(keySize: .bits2048) }

  static func rsa(_ id: String? = "rsa", algorithm: String = "RS256") throws -> Signer {
    try rsa(rsaPair.get(), id, algorithm: algorithm)
  }

  static func rsa(_ pair: RSAPair, _ id: String?, algorithm: String = "RS256") throws -> Signer {
    let key = try pair.publicKey.getKeyPrimitives()
    return Signer(
      id: id, algorithm: algorithm,
      members: ["kty": "RSA", "n": base64URL(key.modulus), "e": base64URL(key.publicExponent)]
    ) { bytes in
      let padding: _RSA.Signing.Padding = algorithm.hasPrefix("PS") ? .PSS : .insecurePKCS1v1_5
      let signature =
        switch algorithm.suffix(3) {
        case "256": try pair.signature(for: SHA256.hash(data: bytes), padding: padding)
        case "384": try pair.signature(for: SHA384.hash(data: bytes), padding: padding)
        default: try pair.signature(for: SHA512.hash(data: bytes), padding: padding)
        }
      return Array(signature.rawRepresentation)
    }
  }

  static func p256(_ id: String? = "p256") -> Signer {
    let key = P256.Signing.PrivateKey()
    return Signer(
      id: id, algorithm: "ES256", members: point(key.publicKey.x963Representation, "P-256")
    ) {
      Array(try key.signature(for: SHA256.hash(data: $0)).rawRepresentation)
    }
  }

  static func p384(_ id: String? = "p384") -> Signer {
    let key = P384.Signing.PrivateKey()
    return Signer(
      id: id, algorithm: "ES384", members: point(key.publicKey.x963Representation, "P-384")
    ) {
      Array(try key.signature(for: SHA384.hash(data: $0)).rawRepresentation)
    }
  }

  static func p521(_ id: String? = "p521") -> Signer {
    let key = P521.Signing.PrivateKey()
    return Signer(
      id: id, algorithm: "ES512", members: point(key.publicKey.x963Representation, "P-521")
    ) {
      Array(try key.signature(for: SHA512.hash(data: $0)).rawRepresentation)
    }
  }

  static func ed25519(_ id: String? = "ed25519") -> Signer {
    let key = Curve25519.Signing.PrivateKey()
    let members = [
      "kty": "OKP", "crv": "Ed25519", "x": base64URL(key.publicKey.rawRepresentation),
    ]
    return Signer(id: id, algorithm: "EdDSA", members: members) {
      Array(try key.signature(for: $0))
    }
  }

  private static func point(_ x963: Data, _ curve: String) -> [String: String] {
    let bytes = Array(x963.dropFirst())
    return [
      "kty": "EC", "crv": curve, "x": base64URL(bytes.prefix(bytes.count / 2)),
      "y": base64URL(bytes.suffix(bytes.count / 2)),
    ]
  }

  static func base64URL(_ bytes: some Sequence<UInt8>) -> String {
    ByteEncoding.base64URL(Array(bytes))
  }

  /// A token with exactly these texts.
  func token(header: String, claims: String) throws -> String {
    let signed = "\(Self.base64URL(header.utf8)).\(Self.base64URL(claims.utf8))"
    return "\(signed).\(Self.base64URL(try sign(Array(signed.utf8))))"
  }

  /// A token with the correct header for this key.
  func token(claims: String) throws -> String {
    let kid = id.map { #","kid":"\#($0)""# } ?? ""
    return try token(header: #"{"alg":"\#(algorithm)"\#(kid)}"#, claims: claims)
  }

  /// A token that is valid except for its signature.
  func token(changingSignature change: ([UInt8]) throws -> [UInt8]) throws -> String {
    let parts = try token(claims: TestIssuer.claims()).split(separator: ".").map(String.init)
    guard let signature = ByteEncoding.bytes(base64URL: parts[2]) else { return "" }
    return "\(parts[0]).\(parts[1]).\(Self.base64URL(try change(signature)))"
  }
}
