import Accounts
package import FlowMagic
package import FlowStore

/// An SDK key as apps use it: the id that the server knows, a dot, and the public key that verifies
/// releases.
package enum SDKKeyFormat {
  /// A new id: `pk_` and 22 letters and digits.
  package static func newID() -> String { "pk_" + SecureRandom.base62(22) }

  /// The id in a key, with or without the public key; nil if the text is not a key.
  package static func id(_ text: String) -> String? {
    let id = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)[0]
    guard id.hasPrefix("pk_"), Secrets.isBase62(id.dropFirst(3), count: 22) else { return nil }
    return String(id)
  }

  /// The SDK key as apps use it: its id and the server's public key.
  package static func string(_ key: StoredSDKKey, publicKey: VerificationKey) -> String {
    "\(key.id).\(publicKey.string)"
  }
}
