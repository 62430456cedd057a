/// The escapes of JSON strings.
package enum JSONEscape {
  /// The value of a hexadecimal digit in either case.
  package static func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A")) + 10
    default: nil
    }
  }

  /// Unescapes the validated bytes `raw` of a string, and returns the number of bytes written.
  ///
  /// The result is never longer than `raw`.
  package static func unescape(
    _ raw: UnsafeBufferPointer<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>
  ) -> Int {
    var index = 0
    var written = 0
    while index < raw.count {
      guard raw[index] == UInt8(ascii: "\\") else {
        target[written] = raw[index]
        written += 1
        index += 1
        continue
      }
      if raw[index + 1] != UInt8(ascii: "u") {
        target[written] = unescapedByte(for: raw[index + 1])
        written += 1
        index += 2
        continue
      }
      var scalar = codeUnit(raw, index + 2)
      index += 6
      if scalar >= 0xD800 && scalar < 0xDC00 {
        scalar = 0x10000 + (scalar - 0xD800) << 10 + (codeUnit(raw, index + 2) - 0xDC00)
        index += 6
      }
      written = write(scalar, into: target, at: written)
    }
    return written
  }

  /// The unescaped bytes of a string.
  package static func unescaped(_ raw: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: raw.count) { target, count in
      count = unescape(raw, into: target)
    }
  }

  private static func unescapedByte(for letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 8
    case UInt8(ascii: "f"): 12
    case UInt8(ascii: "n"): 10
    case UInt8(ascii: "r"): 13
    case UInt8(ascii: "t"): 9
    default: letter
    }
  }

  /// The UTF-16 code unit whose four hexadecimal digits start at `index`.
  private static func codeUnit(_ raw: UnsafeBufferPointer<UInt8>, _ index: Int) -> UInt32 {
    var unit: UInt32 = 0
    for position in index..<index + 4 { unit = unit << 4 | (hexDigit(raw[position]) ?? 0) }
    return unit
  }

  private static func write(
    _ scalar: UInt32, into target: UnsafeMutableBufferPointer<UInt8>, at index: Int
  ) -> Int {
    func continuation(_ shift: UInt32) -> UInt8 {
      0x80 | UInt8(truncatingIfNeeded: scalar >> shift & 0x3F)
    }
    if scalar < 0x80 {
      target[index] = UInt8(truncatingIfNeeded: scalar)
      return index + 1
    }
    if scalar < 0x800 {
      target[index] = 0xC0 | UInt8(truncatingIfNeeded: scalar >> 6)
      target[index + 1] = continuation(0)
      return index + 2
    }
    if scalar < 0x10000 {
      target[index] = 0xE0 | UInt8(truncatingIfNeeded: scalar >> 12)
      target[index + 1] = continuation(6)
      target[index + 2] = continuation(0)
      return index + 3
    }
    target[index] = 0xF0 | UInt8(truncatingIfNeeded: scalar >> 18)
    target[index + 1] = continuation(12)
    target[index + 2] = continuation(6)
    target[index + 3] = continuation(0)
    return index + 4
  }
}
