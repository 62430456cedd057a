import Crypto
import FlowMagic

/// Seals the state in a page, so that only this site can read or create it, and only for the
/// browser it was created for.
///
/// Each visit has its own key, derived from the site's key and the visit's cookie. So the state of
/// another visit cannot even be decrypted, and random nonces are safe: a key seals the few thousand
/// pages of one visit, not all pages of a site.
struct StateSealer: Sendable {
  let keys: SealingKeys

  private static let version: UInt8 = 1
  private static let nonceLength = 12
  private static let tagLength = 16
  private static let headLength = 1 + SealingKey.idLength

  /// The sealed bytes as a text for forms and cookies.
  func seal(_ plain: [UInt8], for visit: VisitID) -> String? {
    let head = [Self.version] + keys.current.id
    guard
      let box = try? AES.GCM.seal(
        plain, using: Self.key(keys.current, visit), authenticating: head),
      let sealed = box.combined
    else { return nil }
    return Base64URL.text(head + sealed)
  }

  /// The plaintext of a sealed text; nil if this site did not seal it for this visit.
  func open(_ text: some StringProtocol, for visit: VisitID) -> [UInt8]? {
    guard let bytes = Base64URL.bytes(text), bytes.first == Self.version,
      bytes.count >= Self.headLength + Self.nonceLength + Self.tagLength,
      let key = keys.key(bytes[1..<Self.headLength]),
      let box = try? AES.GCM.SealedBox(combined: bytes[Self.headLength...]),
      let plain = try? AES.GCM.open(
        box, using: Self.key(key, visit), authenticating: bytes[..<Self.headLength])
    else { return nil }
    return Array(plain)
  }

  private static func key(_ key: SealingKey, _ visit: VisitID) -> SymmetricKey {
    HKDF<SHA256>.deriveKey(
      inputKeyMaterial: key.key, salt: visit.bytes, info: Array("flowmagic web state 1".utf8),
      outputByteCount: 32)
  }
}
