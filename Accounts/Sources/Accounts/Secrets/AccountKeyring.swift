package import Crypto
internal import Foundation

/// The keys that a service encrypts and signs with.
///
/// All keys are derived from the operator's secrets of 32 bytes each: the first encrypts and signs,
/// the others decrypt and verify, and the pseudonyms are derived from the last. To rotate, insert a
/// new secret at the front, and remove the old one when nothing made with it is needed any more.
public struct AccountKeyring: Sendable {
  /// The length of a secret, in bytes.
  public static let secretLength = 32

  private let secrets: [SymmetricKey]
  /// The keys that sign access tokens, newest first.
  package let signing: [SigningKey]

  /// Derives the keys.
  ///
  /// - Parameter secrets: 32 random bytes each, newest first; see `newSecret()`.
  /// - Throws: `invalid-input` if there is none, or one has another length or is a duplicate.
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

  /// A token that a form sends back, to prove that the form is from a page of the service.
  ///
  /// - Parameter binding: A secret that another site cannot know: that of the browser's cookie.
  /// - Returns: 96 hexadecimal digits, different each time, so that the size of a compressed
  ///   response does not reveal them (BREACH).
  public func csrfToken(for binding: String) -> String {
    let salt = SecureRandom.bytes(16)
    let mac = HMAC<SHA256>.authenticationCode(
      for: Self.formMessage(binding, salt: salt), using: Self.derive(from: secrets[0], for: "form"))
    return ByteEncoding.hex(salt + Array(mac))
  }

  /// Whether a token was created with these keys for this binding.
  public func isCSRFToken(_ token: String, for binding: String) -> Bool {
    guard token.utf8.count == 96, let bytes = ByteEncoding.bytes(hex: token) else { return false }
    let message = Self.formMessage(binding, salt: Array(bytes[..<16]))
    return isValid(Array(bytes[16...]), of: message, for: "form")
  }

  // The salt always has the same length, so that no other salt and binding give the same bytes.
  private static func formMessage(_ binding: String, salt: [UInt8]) -> [UInt8] {
    salt + Array(binding.utf8)
  }

  // MARK: Message authentication codes

  /// The length of a message authentication code as text, in hexadecimal digits.
  static let macLength = 64

  /// A message authentication code (HMAC-SHA-256) which shows that this service has issued a text.
  ///
  /// - Parameters:
  ///   - text: The text, which the code does not hide.
  ///   - purpose: The kind of text; the code is valid for no other.
  /// - Returns: 64 hexadecimal digits.
  func mac(of text: String, for purpose: String) -> String {
    let key = Self.derive(from: secrets[0], for: "code/\(purpose)")
    return ByteEncoding.hex(
      HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key))
  }

  /// Whether a text is a message authentication code of these keys, for this text and purpose.
  func isMAC(_ code: String, of text: String, for purpose: String) -> Bool {
    guard code.utf8.count == Self.macLength, let bytes = ByteEncoding.bytes(hex: code) else {
      return false
    }
    return isValid(bytes, of: Array(text.utf8), for: "code/\(purpose)")
  }

  /// Whether a message authentication code was created with any of these keys.
  private func isValid(_ code: [UInt8], of message: [UInt8], for purpose: String) -> Bool {
    secrets.contains { secret in
      HMAC<SHA256>.isValidAuthenticationCode(
        code, authenticating: message, using: Self.derive(from: secret, for: purpose))
    }
  }

  // MARK: Sealing

  /// Encrypts and authenticates bytes (AES-256-GCM).
  ///
  /// - Parameters:
  ///   - bytes: The plaintext.
  ///   - purpose: The kind of secret and its owner; decryption needs the same text: `totp p_4aX…`.
  /// - Returns: The ciphertext, 29 bytes longer than the plaintext.
  /// - Throws: `SealFailure`, or an error of the encryption.
  public func seal(_ bytes: [UInt8], for purpose: String) throws -> [UInt8] {
    let box = try AES.GCM.seal(
      bytes, using: Self.derive(from: secrets[0], for: "seal/\(purpose)"),
      authenticating: Array(purpose.utf8))
    guard let combined = box.combined else { throw SealFailure() }
    return [Self.sealVersion] + Array(combined)
  }

  /// Decrypts what `seal(_:for:)` encrypted.
  ///
  /// - Throws: `SealFailure` if it was modified, or was sealed for another purpose or with a secret
  ///   that is no longer available.
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

  /// Encrypts and authenticates a text as a token for URLs: `seal(_:for:)` in base64url.
  ///
  /// - Throws: `SealFailure`, or an error of the encryption.
  public func token(sealing text: String, for purpose: String) throws -> String {
    ByteEncoding.base64URL(try seal(Array(text.utf8), for: purpose))
  }

  /// Returns the text of a token of `token(sealing:for:)`; nil if it is not valid.
  public func text(ofToken token: String, for purpose: String) -> String? {
    guard let sealed = ByteEncoding.bytes(base64URL: token),
      let bytes = try? open(sealed, for: purpose)
    else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  private static let sealVersion: UInt8 = 1

  // MARK: Pseudonyms

  /// A stable pseudonym for an identifier, which only holders of the keys can compute.
  ///
  /// It is derived from the oldest secret: adding a new one does not change the pseudonyms, but
  /// removing the oldest does.
  ///
  /// - Parameter parts: The parts of the identifier, in order.
  /// - Returns: 22 characters of base64url, 128 bits.
  public func pseudonym(of parts: [String]) -> String {
    let key = Self.derive(from: secrets[secrets.count - 1], for: "pseudonym")
    var code = HMAC<SHA256>(key: key)
    for part in parts {
      // The length prefix prevents two lists from giving the same bytes.
      code.update(data: Array("\(part.utf8.count):\(part)".utf8))
    }
    return ByteEncoding.base64URL(Array(code.finalize().prefix(16)))
  }

  /// The key under which failures are counted; does not reveal its subject.
  ///
  /// - Parameters:
  ///   - kind: The kind of attempts, such as `account`.
  ///   - value: The subject, such as an address's key or a client network.
  /// - Returns: 64 hexadecimal digits. A new first secret changes them, which resets the counts.
  public func throttleKey(_ kind: String, _ value: String) -> String {
    let key = Self.derive(from: secrets[0], for: "throttle")
    let message = Array(kind.utf8) + [0] + Array(value.utf8)
    return ByteEncoding.hex(HMAC<SHA256>.authenticationCode(for: message, using: key))
  }
}

/// The error of encrypted data that cannot be decrypted with the current secrets.
public struct SealFailure: Error, Sendable, CustomStringConvertible {
  /// The failure, and how to fix it.
  public var description: String {
    "Encrypted data cannot be decrypted: it was changed, or its secret key is missing. Add the old"
      + " key again after the new one."
  }
}

/// A pair of Ed25519 keys that signs access tokens.
package struct SigningKey: Sendable {
  /// The key's id in tokens and in the key set: its thumbprint (RFC 7638, RFC 8037).
  package let id: String
  package let privateKey: Curve25519.Signing.PrivateKey
  /// The public key in the encoding of JSON Web Keys.
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
