import Accounts
package import FlowStore

/// An API token: `fm_`, 16 letters and digits that identify it, `_`, and 43 letters and
/// digits that are the secret.
package struct TokenCredential: Sendable {
  package let id: String
  private let secret: String

  /// Generates a new token.
  package init() {
    id = SecureRandom.base62(16)
    secret = SecureRandom.base62(43)
  }

  /// Parses a token; nil if the text is not one.
  package init?(_ text: String) {
    let parts = text.split(separator: "_", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0] == "fm", Secrets.isBase62(parts[1], count: 16),
      Secrets.isBase62(parts[2], count: 43)
    else { return nil }
    id = String(parts[1])
    secret = String(parts[2])
  }

  /// The whole token; must not be logged.
  package var string: String { "fm_\(id)_\(secret)" }

  /// The hash of the secret, for the store.
  package var hash: [UInt8] { Secrets.hash(secret) }

  /// Whether the secret matches a stored token, and that token is active.
  package func isValid(for token: APIToken, at now: Int) -> Bool {
    ConstantTime.areEqual(hash, token.hash) && token.revoked == nil && token.expires ?? .max > now
  }
}
