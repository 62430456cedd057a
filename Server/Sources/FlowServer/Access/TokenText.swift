import Accounts
package import FlowStore

/// An API token as a program holds it: `fm_`, 16 letters that the server finds it by, `_` and 43
/// letters that only its holder knows.
package struct TokenText: Sendable {
  package let id: String
  private let secret: String

  /// A new token.
  package init() {
    id = SecureRandom.base62(16)
    secret = SecureRandom.base62(43)
  }

  /// Reads a token; nil if it is none.
  package init?(_ text: String) {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "fm", Secrets.isBase62(parts[1], count: 16),
      Secrets.isBase62(parts[2], count: 43)
    else { return nil }
    id = String(parts[1])
    secret = String(parts[2])
  }

  /// The whole token; never to be logged.
  package var text: String { "fm_\(id)_\(secret)" }

  /// The hash of the secret, for the store.
  package var hash: [UInt8] { Secrets.hash(secret) }

  /// Whether this is the stored token with the id, and it is active.
  package func opens(_ token: APIToken, at now: Int) -> Bool {
    ConstantTime.equal(hash, token.hash) && token.revoked == nil && token.expires ?? .max > now
  }
}
