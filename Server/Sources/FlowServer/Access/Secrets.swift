import Crypto

/// Hashing of secrets, and their form.
package enum Secrets {
  /// A text's SHA-256.
  package static func hash(_ text: String) -> [UInt8] {
    Array(SHA256.hash(data: Array(text.utf8)))
  }

  /// Whether a text has exactly so many letters and digits and nothing else.
  package static func isBase62(_ text: some StringProtocol, count: Int) -> Bool {
    text.utf8.count == count
      && text.utf8.allSatisfy { byte in
        (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122)
      }
  }
}
