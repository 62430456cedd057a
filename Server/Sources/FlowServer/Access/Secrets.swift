import Crypto

/// Hashing and validation of secrets.
package enum Secrets {
  /// The SHA-256 digest of a text.
  package static func hash(_ text: String) -> [UInt8] {
    Array(SHA256.hash(data: Array(text.utf8)))
  }

  /// Whether a text consists of exactly `count` ASCII letters and digits.
  package static func isBase62(_ text: some StringProtocol, count: Int) -> Bool {
    text.utf8.count == count
      && text.utf8.allSatisfy { byte in
        (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122)
      }
  }
}
