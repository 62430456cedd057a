import Crypto
import FlowMagic

/// Seals states in pages, in cookies and in the visit store, and stored responses, so that only
/// this site can read or create them, and only for the browser that they were created for.
///
/// Each browser has its own key, derived from the site's key and the secret in the browser's
/// cookie. So the state of another browser cannot even be decrypted, and random nonces are safe: a
/// key seals the few thousand pages of one browser, not all pages of a site.
struct StateSealer: Sendable {
  let keys: SealingKeys

  private static let version: UInt8 = 1
  private static let nonceLength = 12
  private static let tagLength = 16
  private static let headerLength = 1 + SealingKey.idLength

  /// Returns the sealed bytes as a string for forms, cookies and the store; nil if sealing failed.
  func seal(_ plaintext: [UInt8], for visitor: VisitorSecret) -> String? {
    let header = [Self.version] + keys.current.id
    guard
      let box = try? AES.GCM.seal(
        plaintext, using: Self.key(keys.current, visitor), authenticating: header),
      let sealed = box.combined
    else { return nil }
    return Base64URL.encode(header + sealed)
  }

  /// Returns the plaintext of a sealed string; nil if this site did not seal it for this browser.
  func open(_ text: some StringProtocol, for visitor: VisitorSecret) -> [UInt8]? {
    guard let bytes = Base64URL.decode(text), bytes.first == Self.version,
      bytes.count >= Self.headerLength + Self.nonceLength + Self.tagLength,
      let key = keys.key(bytes[1..<Self.headerLength]),
      let box = try? AES.GCM.SealedBox(combined: bytes[Self.headerLength...]),
      let plaintext = try? AES.GCM.open(
        box, using: Self.key(key, visitor), authenticating: bytes[..<Self.headerLength])
    else { return nil }
    return Array(plaintext)
  }

  private static func key(_ key: SealingKey, _ visitor: VisitorSecret) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key.key, salt: visitor.bytes, info: Array("flowmagic web state 1".utf8),
      outputByteCount: 32)
  }
}
