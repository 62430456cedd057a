/// Base64 with the URL-safe alphabet and without padding (RFC 4648, section 5).
public enum Base64URL {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  /// Encodes bytes.
  public static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count * 4 + 2) / 3)
    var index = 0
    while index < bytes.count {
      let count = min(3, bytes.count - index)
      var group: UInt32 = 0
      for offset in 0..<3 {
        group = group << 8 | (offset < count ? UInt32(bytes[index + offset]) : 0)
      }
      for digit in 0...count {
        text.append(alphabet[Int(group >> (18 - 6 * UInt32(digit)) & 63)])
      }
      index += 3
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Decodes a text; nil unless it is base64url without padding, as `encode(_:)` writes it.
  ///
  /// Characters outside of the alphabet, impossible lengths and nonzero trailing bits are rejected,
  /// so that each value has exactly one encoding.
  public static func decode(_ text: some StringProtocol) -> [UInt8]? {
    text.utf8.withContiguousStorageIfAvailable { decoded($0) }
      ?? Array(text.utf8).withUnsafeBufferPointer { decoded($0) }
  }

  private static func decoded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count * 3 / 4)
    var group: UInt32 = 0
    var bits: UInt32 = 0
    for character in text {
      let value = values[Int(character)]
      guard value < 64 else { return nil }
      group = group << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: group >> bits))
        group &= 1 << bits - 1
      }
    }
    return bits < 6 && group == 0 ? bytes : nil
  }
}
