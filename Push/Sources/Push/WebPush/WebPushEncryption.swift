package import Crypto
internal import Foundation

/// Encrypts messages so that the browser can read them, and its push service cannot.
///
/// See RFC 8291, with the content encoding `aes128gcm` of RFC 8188.
package enum WebPushEncryption {
  /// The body size that every push service accepts (RFC 8030, section 7.2).
  package static let bodyLimit = 4_096
  /// The total size of the header, the delimiter after the plaintext, and the authentication tag.
  package static let overhead = 86 + 1 + 16
  /// The maximum size of a plaintext, in bytes.
  package static let plaintextLimit = bodyLimit - overhead

  /// Returns the body of a message: a header, then one record.
  ///
  /// By default, the sender's key and the salt are generated; a test passes those of the RFC's
  /// example.
  package static func body(
    _ plaintext: [UInt8], to subscription: WebPushSubscription,
    sender: P256.KeyAgreement.PrivateKey = .init(), salt: [UInt8] = randomSalt()
  ) throws(PushError) -> [UInt8] {
    guard plaintext.count <= plaintextLimit else {
      throw PushError(
        .payloadTooLarge,
        "The message has \(plaintext.count) bytes; a browser's push service accepts "
          + "\(plaintextLimit).")
    }
    let receiver = try subscription.receiver()
    let senderPoint = Array(sender.publicKey.x963Representation)
    guard let shared = try? sender.sharedSecretFromKeyAgreement(with: receiver.key) else {
      throw PushError(.invalidDevice, "The key of the subscription cannot be used.")
    }
    let info =
      Array("WebPush: info\0".utf8) + Array(receiver.key.x963Representation) + senderPoint
    let input = shared.hkdfDerivedSymmetricKey(
      using: SHA256.self, salt: receiver.secret, sharedInfo: info, outputByteCount: 32)
    let key = derived(from: input, salt: salt, info: "Content-Encoding: aes128gcm\0", count: 16)
    let nonce = derived(from: input, salt: salt, info: "Content-Encoding: nonce\0", count: 12)
    // 2 marks the last record.
    guard
      let sealed = try? AES.GCM.seal(
        plaintext + [2], using: key, nonce: .init(data: nonce.withUnsafeBytes { Data($0) }))
    else { throw PushError(.invalidDevice, "The message cannot be encrypted.") }
    return salt + [0, 0, 0x10, 0] + [UInt8(senderPoint.count)] + senderPoint
      + Array(sealed.ciphertext) + Array(sealed.tag)
  }

  package static func randomSalt() -> [UInt8] {
    var random = SystemRandomNumberGenerator()
    return (0..<16).map { _ in UInt8.random(in: .min ... .max, using: &random) }
  }

  private static func derived(
    from input: SymmetricKey, salt: [UInt8], info: String, count: Int
  ) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: input, salt: salt, info: Array(info.utf8), outputByteCount: count)
  }
}
