package import Crypto
internal import Foundation

/// The keys that a service encrypts and signs with.
///
/// Everything is derived from a few secrets of 32 bytes of the operator: the first is used
/// for all that is new, the others only open and verify. So a secret is changed by putting a new
/// one in front, and the old one goes when nothing of it is valid any more.
public struct AccountKeyring: Sendable {
  /// The bytes of a secret.
  public static let secretLength = 32

  private let secrets: [SymmetricKey]
  /// The keys that sign access tokens, newest first.
  package let signing: [SigningKey]

  /// Derives the keys.
  ///
  /// - Parameter secrets: 32 random bytes each, newest first; see `newSecret()`.
  /// - Throws: `invalid-input` if there is none, or one has another length or is given twice.
  public init(secrets: [[UInt8]]) throws(AccountError) {
    guard !secrets.isEmpty else {
      throw AccountError(.invalidInput, "The accounts need a secret key. Create one first.")
    }
    guard secrets.allSatisfy({ $0.count == Self.secretLength }) else {
      throw AccountError(
        .invalidInput, "A secret key of the accounts must have \(Self.secretLength) bytes.")
    }
    guard Set(secrets).count == secrets.count else {
      throw AccountError(
        .invalidInput, "The same secret key of the accounts is given twice. Remove one.")
    }
    self.secrets = secrets.map { SymmetricKey(data: $0) }
    do {
      self.signing = try self.secrets.map { secret in
        try SigningKey(seed: Self.derive(from: secret, for: "access-token"))
      }
    } catch {
      throw AccountError(
        .invalidInput, "A secret key of the accounts cannot sign. Create a new one.")
    }
  }

  /// A new secret of 32 random bytes.
  public static func newSecret() -> [UInt8] { SecureRandom.bytes(secretLength) }

  private static func derive(from secret: SymmetricKey, for purpose: String) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: secret, info: Array("accounts/1/\(purpose)".utf8), outputByteCount: 32)
  }

  // MARK: Forms

  /// A token that a form carries back, to show that our page sent it.
  ///
  /// - Parameter binding: A secret that another site cannot have: that of the browser's cookie.
  /// - Returns: 96 hexadecimal digits, others each time, so that a compressed page does not reveal
  ///   how they begin.
  public func csrfToken(for binding: String) -> String {
    let salt = SecureRandom.bytes(16)
    let code = Self.formCode(binding, salt: salt, secret: secrets[0])
    return ByteEncoding.hex(salt + Array(code))
  }

  /// Whether a token was made here for this binding.
  public func isCSRFToken(_ token: String, for binding: String) -> Bool {
    guard token.utf8.count == 96, let bytes = ByteEncoding.bytes(hex: token) else { return false }
    return secrets.contains { secret in
      HMAC<SHA256>.isValidAuthenticationCode(
        bytes[16...], authenticating: Self.formMessage(binding, salt: Array(bytes[..<16])),
        using: Self.derive(from: secret, for: "form"))
    }
  }

  private static func formCode(
    _ binding: String, salt: [UInt8], secret: SymmetricKey
  ) -> HMAC<SHA256>.MAC {
    HMAC<SHA256>.authenticationCode(
      for: formMessage(binding, salt: salt), using: derive(from: secret, for: "form"))
  }

  // The salt has always the same length, so that no other pair gives the same bytes.
  private static func formMessage(_ binding: String, salt: [UInt8]) -> [UInt8] {
    salt + Array(binding.utf8)
  }

  // MARK: Sealing

  /// Encrypts and authenticates bytes (AES-256-GCM).
  ///
  /// - Parameters:
  ///   - bytes: The plaintext.
  ///   - purpose: The kind of secret and its owner; decryption needs the same text: `totp p_4aX…`.
  /// - Returns: 29 bytes more than there were.
  /// - Throws: `SealFailure`.
  public func seal(_ bytes: [UInt8], for purpose: String) throws -> [UInt8] {
    let box = try AES.GCM.seal(
      bytes, using: Self.derive(from: secrets[0], for: "seal/\(purpose)"),
      authenticating: Array(purpose.utf8))
    guard let combined = box.combined else { throw SealFailure() }
    return [Self.sealVersion] + Array(combined)
  }

  /// Decrypts what `seal(_:for:)` encrypted.
  ///
  /// - Throws: `SealFailure` if it was changed, was closed for another purpose, or with a secret
  ///   that is no longer here.
  public func open(_ sealed: [UInt8], for purpose: String) throws -> [UInt8] {
    guard sealed.first == Self.sealVersion,
      let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst())
    else { throw SealFailure() }
    for secret in secrets {
      let key = Self.derive(from: secret, for: "seal/\(purpose)")
      if let opened = try? AES.GCM.open(box, using: key, authenticating: Array(purpose.utf8)) {
        return Array(opened)
      }
    }
    throw SealFailure()
  }

  private static let sealVersion: UInt8 = 1

  // MARK: Counting

  /// A stable stand-in for something about a user, which only who has the keys can compute.
  ///
  /// It comes from the oldest secret, so that a new one does not make every user someone else.
  ///
  /// - Parameter parts: The parts of the identifier; all of them count, in this order.
  /// - Returns: 22 characters of base64url, 128 bits.
  public func pseudonym(of parts: [String]) -> String {
    let key = Self.derive(from: secrets[secrets.count - 1], for: "pseudonym")
    var code = HMAC<SHA256>(key: key)
    for part in parts {
      // With its length before it, no two lists give the same bytes.
      code.update(data: Array("\(part.utf8.count):\(part)".utf8))
    }
    return ByteEncoding.base64URL(Array(code.finalize().prefix(16)))
  }

  /// The key that failures are counted under; does not reveal whom they are about.
  ///
  /// - Parameters:
  ///   - kind: The kind of attempts that are counted: `password`.
  ///   - value: The subject: an address's key, a network address.
  /// - Returns: 64 hexadecimal digits. A new first secret gives others: counting starts again.
  public func throttleKey(_ kind: String, _ value: String) -> String {
    let key = Self.derive(from: secrets[0], for: "throttle")
    let message = Array(kind.utf8) + [0] + Array(value.utf8)
    return ByteEncoding.hex(HMAC<SHA256>.authenticationCode(for: message, using: key))
  }
}

/// Encrypted data cannot be decrypted with the present secrets.
public struct SealFailure: Error, Sendable, CustomStringConvertible {
  /// The failure, and how to fix it.
  public var description: String {
    "Encrypted data cannot be decrypted: it was changed, or its secret key is missing. Add the old"
      + " key again after the new one."
  }
}

/// A pair of Ed25519 keys that signs access tokens.
package struct SigningKey: Sendable {
  /// The key's name in tokens and in the key set: its thumbprint (RFC 7638, RFC 8037).
  package let id: String
  package let privateKey: Curve25519.Signing.PrivateKey
  /// The public key as JSON Web Keys have it.
  package let x: String

  init(seed: SymmetricKey) throws {
    try self.init(
      privateKey: Curve25519.Signing.PrivateKey(
        rawRepresentation: seed.withUnsafeBytes { Data($0) }))
  }

  package init(privateKey: Curve25519.Signing.PrivateKey) {
    self.privateKey = privateKey
    x = ByteEncoding.base64URL(Array(privateKey.publicKey.rawRepresentation))
    let members = #"{"crv":"Ed25519","kty":"OKP","x":"\#(x)"}"#
    id = ByteEncoding.base64URL(Array(SHA256.hash(data: Array(members.utf8))))
  }
}
