/// Decodes Unicode scalars from UTF-8 bytes.
///
/// Used where text is compared or matched without `String`, whose comparison applies canonical
/// equivalence and adds Unicode tables to the browser build.
package enum UTF8Scalars {
  /// The scalar that replaces invalid bytes: U+FFFD.
  package static let replacement: UInt32 = 0xFFFD

  /// The scalar that starts at `index`, and the number of bytes that it takes.
  ///
  /// A byte that does not start a well-formed sequence (RFC 3629: no surrogate, no overlong
  /// encoding, nothing above U+10FFFF) is decoded as ``replacement`` with a length of one byte, so
  /// that decoding always advances. `index` must be less than `bytes.count`.
  package static func decode(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (scalar: UInt32, length: Int) {
    let first = bytes[index]
    return first < 0x80 ? (UInt32(first), 1) : decodeSequence(bytes, at: index, first: first)
  }

  @inline(never)
  private static func decodeSequence(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int, first: UInt8
  ) -> (scalar: UInt32, length: Int) {
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard first >= 0xC2, first < 0xF5, bytes.count - index >= length else {
      return (replacement, 1)
    }
    var scalar = UInt32(first) & (0x7F >> UInt32(length))
    for offset in 1..<length {
      let next = bytes[index + offset]
      guard next & 0xC0 == 0x80 else { return (replacement, 1) }
      scalar = scalar << 6 | UInt32(next & 0x3F)
    }
    let isOverlong = (length == 3 && scalar < 0x800) || (length == 4 && scalar < 0x10000)
    guard !isOverlong, scalar < 0x110000, scalar & 0x1F_F800 != 0xD800 else {
      return (replacement, 1)
    }
    return (scalar, length)
  }

  /// Appends the UTF-8 bytes of a scalar; returns false for a surrogate, which has none.
  package static func append(_ scalar: UInt32, to bytes: inout [UInt8]) -> Bool {
    guard let valid = Unicode.Scalar(scalar) else { return false }
    let value = valid.value
    if value < 0x80 {
      bytes.append(UInt8(value))
      return true
    }
    if value < 0x800 {
      bytes.append(UInt8(0xC0 | value >> 6))
    } else {
      if value < 0x10000 {
        bytes.append(UInt8(0xE0 | value >> 12))
      } else {
        bytes.append(UInt8(0xF0 | value >> 18))
        bytes.append(UInt8(0x80 | value >> 12 & 0x3F))
      }
      bytes.append(UInt8(0x80 | value >> 6 & 0x3F))
    }
    bytes.append(UInt8(0x80 | value & 0x3F))
    return true
  }

  /// The bytes, with ``replacement`` for each byte that is not part of well-formed UTF-8.
  package static func repaired(_ bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let (scalar, length) = decode(bytes, at: index)
      _ = append(scalar, to: &result)
      index += length
    }
    return result
  }
}
