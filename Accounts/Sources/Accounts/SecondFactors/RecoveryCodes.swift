internal import Crypto

/// Recovery codes, each of which replaces a lost second factor once.
///
/// They have 120 random bits each, so that a plain SHA-256 suffices (OWASP ASVS 5, 6.5.2 asks for
/// 112), and are in Crockford's Base32, which has no I, L, O or U, to prevent errors when typing
/// from paper.
public enum RecoveryCodes {
  /// The number of a user's recovery codes.
  public static let count = 10
  private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
  /// The number of characters of a code, without dashes.
  private static let length = 24
  private static let groupLength = 6

  /// Creates the codes of a user.
  ///
  /// - Parameter user: The user's id.
  /// - Returns: The codes for the user, such as `7Q2MV0-RX9KTD-C4HB2E-0WJ8NA`, and the records
  ///   to store, in the same order.
  public static func make(for user: String) -> (texts: [String], codes: [RecoveryCode]) {
    let plain = (0..<count).map { _ in TOTP.base32(SecureRandom.bytes(15), alphabet: alphabet) }
    return (
      texts: plain.map(grouped),
      codes: plain.map { RecoveryCode(user: user, hash: sha256($0)) }
    )
  }

  /// The hash by which a typed code is found.
  ///
  /// - Parameter typed: In upper or lower case, with or without dashes and spaces; O is read as 0,
  ///   I and L as 1.
  /// - Returns: The SHA-256 in the record; nil if the text cannot be a code.
  public static func hash(of typed: String) -> [UInt8]? {
    guard typed.utf8.count <= 64 else { return nil }
    var plain: [UInt8] = []
    for byte in typed.utf8 where byte != UInt8(ascii: "-") && byte != UInt8(ascii: " ") {
      guard let letter = letter(byte) else { return nil }
      plain.append(letter)
    }
    return plain.count == length ? sha256(String(decoding: plain, as: UTF8.self)) : nil
  }

  private static func letter(_ byte: UInt8) -> UInt8? {
    let isLowercase = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    let uppercase = isLowercase ? byte & 0xdf : byte
    switch uppercase {
    case UInt8(ascii: "O"): return UInt8(ascii: "0")
    case UInt8(ascii: "I"), UInt8(ascii: "L"): return UInt8(ascii: "1")
    default: return alphabet.contains(uppercase) ? uppercase : nil
    }
  }

  private static func grouped(_ plain: String) -> String {
    let bytes = Array(plain.utf8)
    return stride(from: 0, to: bytes.count, by: groupLength).map { start in
      String(decoding: bytes[start..<min(start + groupLength, bytes.count)], as: UTF8.self)
    }.joined(separator: "-")
  }

  private static func sha256(_ text: String) -> [UInt8] {
    Array(SHA256.hash(data: Array(text.utf8)))
  }
}
