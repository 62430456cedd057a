extension JSONParser {
  /// Skips and validates the string whose opening quote is at `offset`.
  ///
  /// Returns whether it has escapes. Processes eight bytes at a time.
  @inline(__always)
  mutating func skipString(in scope: JSONSyntaxError.Scope = .member) throws(JSONSyntaxError)
    -> Bool
  {
    let raw = UnsafeRawPointer(bytes)
    var hasEscapes = false
    var index = offset + 1
    while true {
      while index + 8 <= end {
        let word = UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        let hits = Self.specialBytes(word)
        if hits != 0 {
          index += hits.trailingZeroBitCount >> 3
          break
        }
        index += 8
      }
      while index < end && Self.isPlain(bytes[index]) { index += 1 }
      guard index < end else { throw JSONSyntaxError(.endInString, at: offset, in: scope) }
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        offset = index + 1
        return hasEscapes
      }
      if byte == UInt8(ascii: "\\") { hasEscapes = true }
      index = try indexAfterSpecialByte(index, in: scope)
    }
  }

  /// Sets the top bit of each byte that is a quote, a backslash, a control character or not ASCII.
  ///
  /// NB: only the lowest mark is reliable; a borrow may mark bytes above it.
  @inline(__always)
  private static func specialBytes(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let control = word &- ones &* 0x20
    let quote = (word ^ ones &* 0x22) &- ones
    let backslash = (word ^ ones &* 0x5C) &- ones
    return (control | quote | backslash | word) & (ones &* 0x80)
  }

  @inline(__always)
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  /// The index after the escape or the non-ASCII character at `index`.
  @inline(never)
  private func indexAfterSpecialByte(
    _ index: Int, in scope: JSONSyntaxError.Scope
  ) throws(JSONSyntaxError) -> Int {
    let byte = bytes[index]
    if byte >= 0x80 {
      let length = UTF8Sequence.length(bytes, at: index, end: end)
      if length == 0 { throw JSONSyntaxError(.notUTF8, at: index, in: scope) }
      return index + length
    }
    if byte != UInt8(ascii: "\\") { throw JSONSyntaxError(.controlCharacter, at: index, in: scope) }
    guard index + 1 < end else { throw JSONSyntaxError(.endInString, at: offset, in: scope) }
    switch bytes[index + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return index + 2
    case UInt8(ascii: "u"): return try indexAfterUnicodeEscape(index, in: scope)
    default: throw JSONSyntaxError(.unknownEscape, at: index + 1, in: scope)
    }
  }

  private func indexAfterUnicodeEscape(
    _ index: Int, in scope: JSONSyntaxError.Scope
  ) throws(JSONSyntaxError) -> Int {
    let high = try hexUnit(index + 2, in: scope)
    if high < 0xD800 || high > 0xDFFF { return index + 6 }
    guard high < 0xDC00, index + 7 < end, bytes[index + 6] == UInt8(ascii: "\\"),
      bytes[index + 7] == UInt8(ascii: "u")
    else { throw JSONSyntaxError(.loneSurrogate, at: index, in: scope) }
    let low = try hexUnit(index + 8, in: scope)
    guard low >= 0xDC00 && low <= 0xDFFF else {
      throw JSONSyntaxError(.loneSurrogate, at: index, in: scope)
    }
    return index + 12
  }

  private func hexUnit(_ index: Int, in scope: JSONSyntaxError.Scope) throws(JSONSyntaxError)
    -> UInt32
  {
    var unit: UInt32 = 0
    for digitIndex in index..<index + 4 {
      guard digitIndex < end, let digit = JSONEscape.hexDigit(bytes[digitIndex]) else {
        throw JSONSyntaxError(.hexDigits, at: digitIndex, in: scope)
      }
      unit = unit << 4 | digit
    }
    return unit
  }

  /// Skips the number that starts at `offset`.
  @inline(__always)
  mutating func skipNumber() throws(JSONSyntaxError) {
    if bytes[offset] == UInt8(ascii: "-") { offset += 1 }
    let first = offset
    try skipDigits()
    if offset - first > 1 && bytes[first] == UInt8(ascii: "0") {
      throw JSONSyntaxError(.leadingZero, at: first)
    }
    if offset < end && bytes[offset] == UInt8(ascii: ".") {
      offset += 1
      try skipDigits()
    }
    if offset < end && bytes[offset] | 0x20 == UInt8(ascii: "e") {
      offset += 1
      if offset < end
        && (bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-"))
      {
        offset += 1
      }
      try skipDigits()
    }
  }

  @inline(__always)
  private mutating func skipDigits() throws(JSONSyntaxError) {
    let first = offset
    while offset < end && bytes[offset] &- UInt8(ascii: "0") < 10 { offset += 1 }
    if offset == first { throw syntaxError(.digitExpected) }
  }

  /// Skips the four letters at `first`, given as a little-endian number.
  @inline(__always)
  mutating func skipLiteral(_ word: UInt32, from first: Int) throws(JSONSyntaxError) {
    guard first + 4 <= end,
      UInt32(
        littleEndian: UnsafeRawPointer(bytes).loadUnaligned(fromByteOffset: first, as: UInt32.self))
        == word
    else { throw syntaxError(.valueExpected) }
    offset = first + 4
  }
}
