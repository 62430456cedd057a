import Crypto
import FlowMagic

/// The keys that pages' states are sealed with: one that seals, and older ones that still open.
///
/// All processes of a site have the same keys. To rotate them, deploy the new key as the only
/// addition to `previous`, then as `current` with the old one in `previous`, and drop the old one
/// when the lifetime of visits has passed.
public struct SealingKeys: Sendable {
  let current: SealingKey
  let previous: [SealingKey]

  /// Takes over keys of 32 random bytes each, as `openssl rand -base64 32` makes them.
  ///
  /// - Parameters:
  ///   - current: The key that seals, in base64.
  ///   - previous: The keys that only open, in base64.
  /// - Throws: `WebHostError` with the code `weakKey` for a key of another length.
  public init(current: String, previous: [String] = []) throws(WebHostError) {
    self.current = try SealingKey(base64: current)
    var older: [SealingKey] = []
    for key in previous { older.append(try SealingKey(base64: key)) }
    self.previous = older
  }

  private init(_ key: SealingKey) {
    current = key
    previous = []
  }

  /// A key that only this process knows: for development, since a restart loses all visits.
  public static func ephemeral() -> SealingKeys {
    SealingKeys(SealingKey(SymmetricKey(size: .bits256)))
  }

  /// The key with that id; nil if there is none.
  func key(_ id: ArraySlice<UInt8>) -> SealingKey? {
    if current.id.elementsEqual(id) { return current }
    return previous.first { $0.id.elementsEqual(id) }
  }
}

/// One key, and the id that sealed texts name it by.
struct SealingKey: Sendable {
  static let idLength = 4

  let key: SymmetricKey
  let id: [UInt8]

  init(_ key: SymmetricKey) {
    self.key = key
    // Not a hash of the key alone: an id must say nothing about it, and the label keeps it apart
    // from what the key is used for.
    let code = HMAC<SHA256>.authenticationCode(for: Array("flowmagic web key id".utf8), using: key)
    id = Array(code.prefix(Self.idLength))
  }

  init(base64 text: String) throws(WebHostError) {
    let plain = text.filter { $0 != "=" }.map { $0 == "+" ? "-" : $0 == "/" ? "_" : $0 }
    guard let bytes = Base64URL.bytes(String(plain)), bytes.count == 32 else {
      throw WebHostError(
        .weakKey,
        "A sealing key is 32 random bytes in base64; make one by `openssl rand -base64 32`."
      )
    }
    self.init(SymmetricKey(data: bytes))
  }
}
