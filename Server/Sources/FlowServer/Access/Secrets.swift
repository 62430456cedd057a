import Crypto

/// Random texts, and comparing secrets without telling by the time it takes.
package enum Secrets {
  private static let letters = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

  /// So many random letters and digits; each holds 5.95 bits.
  package static func base62(_ count: Int) -> String {
    var system = SystemRandomNumberGenerator()
    return String(
      decoding: (0..<count).map { _ in letters[Int.random(in: 0..<62, using: &system)] },
      as: UTF8.self)
  }

  /// A text's SHA-256.
  package static func hash(_ text: String) -> [UInt8] {
    Array(SHA256.hash(data: Array(text.utf8)))
  }

  /// Whether both are the same, in a time that does not depend on where they differ.
  package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for (left, right) in zip(left, right) { difference |= left ^ right }
    return difference == 0
  }

  /// Whether a text has exactly so many letters and digits and nothing else.
  package static func isBase62(_ text: some StringProtocol, count: Int) -> Bool {
    text.utf8.count == count
      && text.utf8.allSatisfy { byte in
        (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122)
      }
  }
}
