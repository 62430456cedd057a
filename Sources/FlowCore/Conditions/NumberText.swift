/// Conversions between numbers and strings, as in JavaScript.
enum NumberText {
  /// `String(number)`.
  static func text(_ number: Double) -> String {
    if number.magnitude < 1e15 && number == number.rounded(.towardZero) {
      return Int64(number).description
    }
    if number.isInfinite { return number < 0 ? "-Infinity" : "Infinity" }
    return number.isNaN ? "NaN" : DecimalText.shortest(number)
  }

  /// `Number(text)`: surrounding spaces are ignored, an empty text is 0, anything else that is not
  /// a number is NaN.
  ///
  /// Allocates only for more than 15 significant digits, or a power of ten beyond ±22.
  static func number(_ text: UnsafeBufferPointer<UInt8>) -> Double {
    let text = trimmed(text)
    guard text.count > 0 else { return 0 }
    if text.count > 2 && text[0] == UInt8(ascii: "0") {
      switch text[1] | 0x20 {
      case UInt8(ascii: "x"): return integer(text, bitsPerDigit: 4)
      case UInt8(ascii: "o"): return integer(text, bitsPerDigit: 3)
      case UInt8(ascii: "b"): return integer(text, bitsPerDigit: 1)
      default: break
      }
    }
    let isNegative = text[0] == UInt8(ascii: "-")
    let isSigned = isNegative || text[0] == UInt8(ascii: "+")
    let unsigned = UnsafeBufferPointer(rebasing: text[(isSigned ? 1 : 0)...])
    let magnitude = isInfinity(unsigned) ? Double.infinity : decimal(unsigned)
    return isNegative ? -magnitude : magnitude
  }

  /// `digits`, `digits.digits`, `digits.` or `.digits`, with or without an exponent; NaN otherwise.
  private static func decimal(_ text: UnsafeBufferPointer<UInt8>) -> Double {
    var index = 0
    var mantissa: UInt64 = 0
    var digits = 0
    var significant = 0
    var scale = 0
    func isDigit(_ index: Int) -> Bool { index < text.count && text[index] &- 0x30 <= 9 }
    func take() {
      if significant > 0 || text[index] != UInt8(ascii: "0") { significant += 1 }
      if significant <= 18 { mantissa = mantissa * 10 + UInt64(text[index] &- 0x30) }
      digits += 1
      index += 1
    }
    while isDigit(index) { take() }
    let point = index
    if index < text.count && text[index] == UInt8(ascii: ".") {
      index += 1
      while isDigit(index) {
        take()
        scale -= 1
      }
    }
    guard digits > 0 else { return .nan }
    let exponentStart = index
    if index < text.count && text[index] | 0x20 == UInt8(ascii: "e") {
      guard let exponent = exponent(text, from: index + 1) else { return .nan }
      scale += exponent
      index = text.count
    }
    guard index == text.count else { return .nan }
    if significant <= 15 && (-22...22).contains(scale) {
      // Both factors are exact, so the single rounding is correct.
      var power = 1.0
      for _ in 0..<abs(scale) { power *= 10 }
      return scale < 0 ? Double(mantissa) / power : Double(mantissa) * power
    }
    return longDecimal(text, point: point, exponentStart: exponentStart)
  }

  /// The number after the `e`, limited to what changes the result; nil if there is none.
  private static func exponent(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var index = start
    guard index < text.count else { return nil }
    let isNegative = text[index] == UInt8(ascii: "-")
    if isNegative || text[index] == UInt8(ascii: "+") { index += 1 }
    guard index < text.count else { return nil }
    var value = 0
    while index < text.count {
      guard text[index] &- 0x30 <= 9 else { return nil }
      // NB: `Int` has 32 bits on wasm32; no string has enough digits to compensate for the limit.
      value = min(value * 10 + Int(text[index] &- 0x30), 1 << 27)
      index += 1
    }
    return isNegative ? -value : value
  }

  /// Rewrites the number as JSON, and lets the JSON reader's conversion round it.
  private static func longDecimal(
    _ text: UnsafeBufferPointer<UInt8>, point: Int, exponentStart: Int
  ) -> Double {
    var json: [UInt8] = []
    var start = 0
    while start + 1 < point && text[start] == UInt8(ascii: "0") { start += 1 }
    json.append(contentsOf: text[start..<point])
    if json.isEmpty { json.append(UInt8(ascii: "0")) }
    if exponentStart > point + 1 { json.append(contentsOf: text[point..<exponentStart]) }
    json.append(contentsOf: text[exponentStart...])
    return DecimalText.double(String(decoding: json, as: UTF8.self))
  }

  /// A whole number in base 2, 8 or 16, after its prefix of two characters.
  private static func integer(
    _ text: UnsafeBufferPointer<UInt8>, bitsPerDigit: UInt64
  ) -> Double {
    var mantissa: UInt64 = 0
    var factor = 1.0
    for byte in text[2...] {
      let digit: UInt8
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = byte - 0x30
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = byte - 0x57
      case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = byte - 0x37
      default: return .nan
      }
      guard digit < 1 << bitsPerDigit else { return .nan }
      if mantissa >> 58 == 0 {
        mantissa = mantissa << bitsPerDigit | UInt64(digit)
      } else {
        // Beyond a double's precision; the last bit records that something was cut off.
        factor *= Double(1 << bitsPerDigit)
        if digit != 0 { mantissa |= 1 }
      }
    }
    return Double(mantissa) * factor
  }

  private static func isInfinity(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    let word: StaticString = "Infinity"
    return word.withUTF8Buffer { UTF8Bytes.equal($0, text) }
  }

  /// The text without leading and trailing JavaScript white space and line terminators.
  private static func trimmed(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var start = 0
    while start < text.count {
      let (scalar, length) = UTF8Scalars.decode(text, at: start)
      guard isSpace(scalar) else { break }
      start += length
    }
    var end = text.count
    while end > start {
      var last = end - 1
      while last > start && text[last] & 0xC0 == 0x80 { last -= 1 }
      guard isSpace(UTF8Scalars.decode(text, at: last).scalar) else { break }
      end = last
    }
    return UnsafeBufferPointer(rebasing: text[start..<end])
  }

  private static func isSpace(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F,
      0x3000, 0xFEFF:
      true
    default: false
    }
  }
}
