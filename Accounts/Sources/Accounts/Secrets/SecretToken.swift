internal import Crypto

/// A secret that a client sends back: in a cookie, a link or a refresh token.
///
/// The client holds the string, the store only the hash, so a leaked store reveals no secret. It
/// has 256 random bits, which is why a plain SHA-256 is enough. Its description hides it.
public struct SecretToken: Sendable, CustomStringConvertible, CustomReflectable {
  /// 43 letters and digits.
  public let string: String

  /// The length in base 62, the shortest with 256 bits.
  public static let length = 43

  /// Creates a new secret.
  public init() { string = SecureRandom.base62(Self.length) }

  /// Parses a client's string; nil if it cannot be such a secret.
  public init?(_ text: String) {
    guard text.utf8.count == Self.length, text.utf8.allSatisfy(SecureRandom.alphabet.contains)
    else { return nil }
    string = text
  }

  /// The SHA-256 of the string, under which it is stored and found.
  public var hash: [UInt8] { Array(SHA256.hash(data: Array(string.utf8))) }

  /// Hides the secret, so that no log contains it.
  public var description: String { "SecretToken(hidden)" }

  /// Hides the secret as well.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Random strings and bytes that cannot be guessed.
public enum SecureRandom {
  static let alphabet = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz".utf8)

  /// Letters and digits, uniformly distributed.
  ///
  /// - Parameter count: The number of characters.
  /// - Returns: A text with 5.95 random bits for each character.
  public static func base62(_ count: Int) -> String {
    // NB: this generator uses the kernel's (getrandom, arc4random), which is suitable for secrets.
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<count).map { _ in alphabet[Int.random(in: 0..<62, using: &generator)] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Random bytes.
  ///
  /// - Parameter count: The number of bytes.
  /// - Returns: The random bytes.
  public static func bytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
  }
}

/// Comparisons whose duration does not depend on where the values differ.
public enum ConstantTime {
  /// Whether both are equal; the time it takes reveals only the lengths.
  @inline(never)
  public static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard left.count == right.count else { return false }
    var difference: UInt8 = 0
    for index in left.indices { difference |= left[index] ^ right[index] }
    return difference == 0
  }

  /// Whether both have the same bytes.
  public static func areEqual(_ left: String, _ right: String) -> Bool {
    areEqual(Array(left.utf8), Array(right.utf8))
  }
}
