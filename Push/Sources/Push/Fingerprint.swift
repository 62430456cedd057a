internal import Crypto

/// Short hashes of texts, for fields whose length a service limits.
enum Fingerprint {
  /// Returns the first `length` characters of the text's SHA-256 in base64url, which has 43.
  static func hash(_ text: String, length: Int) -> String {
    String(Base64URL.encode(Array(SHA256.hash(data: Array(text.utf8)))).prefix(length))
  }
}
