extension DecimalText {
  /// The shortest text that reads back as `value`, formatted like JavaScript's `String(value)`.
  ///
  /// `100` for 100.0, `1e+21`, `1e-7`, `0` for both zeros, `NaN`, `Infinity`.
  package static func shortest(_ value: Double) -> String {
    if value.isNaN { return "NaN" }
    if value.isInfinite { return value < 0 ? "-Infinity" : "Infinity" }
    if value.magnitude < 0x1p53, let integer = Int64(exactly: value) { return integer.description }
    var point = 0
    let digits = shortestDigits(value.magnitude, &point)
    return formatted(digits, point, isNegative: value < 0)
  }

  /// The shortest digits d₁d₂… for which 0.d₁d₂… × 10^`point` reads back as `value`; of several,
  /// the nearest.
  ///
  /// The algorithm is R. Burger and R. K. Dybvig, "Printing floating-point numbers quickly and
  /// accurately", 1996. All four numbers are multiples of the same unit: `remainder` of `value`,
  /// `scale` of the power of ten, `above` and `below` of half the gaps to the neighboring doubles.
  private static func shortestDigits(_ value: Double, _ point: inout Int) -> [UInt8] {
    let isEven = value.bitPattern & 1 == 0
    var (remainder, scale, above, below) = ratio(value)
    point = estimatedPoint(value)
    if point >= 0 {
      scale.multiply(byPowerOfTen: point)
    } else {
      remainder.multiply(byPowerOfTen: -point)
      above.multiply(byPowerOfTen: -point)
      below.multiply(byPowerOfTen: -point)
    }
    if reaches(remainder, above, scale, isEven) {
      point += 1
      scale.multiply(by: 10)
    }
    var digits: [UInt8] = []
    while true {
      remainder.multiply(by: 10)
      above.multiply(by: 10)
      below.multiply(by: 10)
      var digit: UInt8 = 0
      while remainder.compare(scale) >= 0 {
        remainder.subtract(scale)
        digit += 1
      }
      let order = remainder.compare(below)
      let isLow = isEven ? order <= 0 : order < 0
      let isHigh = reaches(remainder, above, scale, isEven)
      if isLow || isHigh {
        if isHigh {
          remainder.shiftLeft(1)
          let order = remainder.compare(scale)
          if !isLow || order > 0 || order == 0 && digit % 2 == 1 { digit += 1 }
        }
        digits.append(digit)
        return digits
      }
      digits.append(digit)
    }
  }

  /// Whether `remainder` + `above` reaches `scale`.
  private static func reaches(
    _ remainder: BigNatural, _ above: BigNatural, _ scale: BigNatural, _ isEven: Bool
  ) -> Bool {
    var sum = remainder
    sum.add(above)
    let order = sum.compare(scale)
    return isEven ? order >= 0 : order > 0
  }

  private static func ratio(
    _ value: Double
  ) -> (remainder: BigNatural, scale: BigNatural, above: BigNatural, below: BigNatural) {
    let fraction = value.bitPattern & (1 << 52 - 1)
    let biasedExponent = Int(value.bitPattern >> 52 & 0x7FF)
    // Below a power of two, the gap between doubles is half as large as above it.
    let isPower = fraction == 0 && biasedExponent > 1
    let exponent = max(biasedExponent, 1) - 1075
    var remainder = BigNatural(biasedExponent == 0 ? fraction : fraction | 1 << 52)
    var scale = BigNatural(1)
    var above = BigNatural(1)
    var below = BigNatural(1)
    remainder.shiftLeft(max(exponent, 0) + (isPower ? 2 : 1))
    scale.shiftLeft(max(-exponent, 0) + (isPower ? 2 : 1))
    above.shiftLeft(max(exponent, 0) + (isPower ? 1 : 0))
    below.shiftLeft(max(exponent, 0))
    return (remainder, scale, above, below)
  }

  /// The position of the decimal point, or one less.
  private static func estimatedPoint(_ value: Double) -> Int {
    // log₁₀ 2 = 0.30103; the rounded result is correct for every exponent of a double.
    let power = Int(value.exponent)
    if power == 0 { return 0 }
    let product = power * 30103
    return (product >= 0 ? product / 100_000 : -((-product + 99_999) / 100_000)) + 1
  }

  /// Formats digits with a decimal point or an exponent, as ECMAScript's Number::toString does.
  private static func formatted(_ digits: [UInt8], _ point: Int, isNegative: Bool) -> String {
    var text = UTF8Builder()
    if isNegative { text.append("-") }
    if point > 0 && point <= 21 {
      append(0..<point, of: digits, into: &text)
      if digits.count > point {
        text.append(".")
        append(point..<digits.count, of: digits, into: &text)
      }
    } else if point <= 0 && point > -6 {
      text.append("0.")
      for _ in point..<0 { text.append("0") }
      append(0..<digits.count, of: digits, into: &text)
    } else {
      append(0..<1, of: digits, into: &text)
      if digits.count > 1 {
        text.append(".")
        append(1..<digits.count, of: digits, into: &text)
      }
      text.append(point > 0 ? "e+" : "e-")
      text.append(int: abs(point - 1))
    }
    return text.string
  }

  /// Writes digits, padded with zeros.
  @inline(never)
  private static func append(
    _ range: Range<Int>, of digits: [UInt8], into text: inout UTF8Builder
  ) {
    for index in range {
      text.append(UInt8(ascii: "0") + (index < digits.count ? digits[index] : 0))
    }
  }
}
