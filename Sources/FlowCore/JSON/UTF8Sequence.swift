/// The encoding of non-ASCII characters in UTF-8 (RFC 3629, section 4).
enum UTF8Sequence {
  /// The number of bytes of the well-formed character at `index`; 0 if there is none.
  ///
  /// Rejects overlong encodings, surrogates, scalars above U+10FFFF and truncated characters.
  static func length(_ bytes: UnsafePointer<UInt8>, at index: Int, end: Int) -> Int {
    let first = bytes[index]
    guard first >= 0xC2 && first <= 0xF4 else { return first < 0x80 ? 1 : 0 }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    guard index + length <= end else { return 0 }
    let second = bytes[index + 1]
    let lowest: UInt8 = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80
    let highest: UInt8 = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF
    guard second >= lowest && second <= highest else { return 0 }
    for next in index + 2..<max(index + 2, index + length) where bytes[next] & 0xC0 != 0x80 {
      return 0
    }
    return length
  }
}
