import Crypto
import FlowMagic

/// Seals what a page carries, so that only this site can read or make it, and only for the browser
/// that it was made for.
///
/// Each visit has a key of its own, derived from the site's key and the visit's cookie. A state of
/// another visit is therefore not even readable, and random nonces never run out: a key seals the
/// few thousand pages of one visit, not all pages of a site.
struct StateSealer: Sendable {
  let keys: SealingKeys

  private static let version: UInt8 = 1
  private static let nonceLength = 12
  private static let tagLength = 16
  private static let headLength = 1 + SealingKey.idLength

  /// The plain bytes as a text for forms and cookies.
  func seal(_ plain: [UInt8], for visit: VisitID) -> String? {
    let head = [Self.version] + keys.current.id
    guard
      let box = try? AES.GCM.seal(
        plain, using: Self.key(keys.current, visit), authenticating: head),
      let sealed = box.combined
    else { return nil }
    return Base64URL.text(head + sealed)
  }

  /// The plain bytes of a sealed text; nil for one that this site did not seal for this visit.
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
