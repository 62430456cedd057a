extension DecimalText.Decimal {
  /// The nearest double, ignoring the sign.
  func magnitude(_ bytes: UnsafeBufferPointer<UInt8>) -> Double {
    if count == 0 || point < -323 { return 0 }
    if point > 309 { return .infinity }
    return fastPath ?? exact(bytes)
  }

  /// The nearest double, if a single correctly rounded operation on two exact doubles yields it.
  ///
  /// Source: W. Clinger, "How to read floating point numbers accurately", 1990.
  private var fastPath: Double? {
    let exponent = point - count
    guard count <= 19, digits <= 1 << 53, exponent >= -22, exponent <= 22 else { return nil }
    var power = 1.0
    for _ in 0..<abs(exponent) { power *= 10 }  // exact up to 10^22
    return exponent < 0 ? Double(digits) / power : Double(digits) * power
  }

  /// The nearest double by long division of integers.
  private func exact(_ bytes: UnsafeBufferPointer<UInt8>) -> Double {
    var numerator = significand(bytes)
    var denominator = BigNatural(1)
    let exponent = point - min(count, Self.maximumDigits + 1)
    if exponent < 0 {
      denominator.multiply(byPowerOfTen: -exponent)
    } else {
      numerator.multiply(byPowerOfTen: exponent)
    }
    // Scaled to the same length, their quotient is between one half and two.
    let scale = numerator.bitWidth - denominator.bitWidth
    if scale < 0 { numerator.shiftLeft(-scale) } else { denominator.shiftLeft(scale) }
    var quotient: UInt64 = 0
    for _ in 0..<64 {
      quotient <<= 1
      if numerator.compare(denominator) >= 0 {
        numerator.subtract(denominator)
        quotient |= 1
      }
      numerator.shiftLeft(1)
    }
    return Self.rounded(quotient, exponent: scale - 63, hasRemainder: !numerator.isZero)
  }

  /// The digits as an integer; if some are omitted, with a 1 in their place, which is enough to
  /// show that there are more.
  private func significand(_ bytes: UnsafeBufferPointer<UInt8>) -> BigNatural {
    var number = BigNatural(0)
    var taken = 0
    var index = first
    while taken < min(count, Self.maximumDigits) {
      if bytes[index] != UInt8(ascii: ".") {
        number.multiply(by: 10, adding: UInt32(bytes[index] &- UInt8(ascii: "0")))
        taken += 1
      }
      index += 1
    }
    if count > Self.maximumDigits { number.multiply(by: 10, adding: 1) }
    return number
  }

  /// The double nearest to `quotient` × 2^`exponent`, ties to even.
  ///
  /// The quotient has 63 or 64 bits; `hasRemainder` means that the exact value is slightly larger.
  private static func rounded(_ quotient: UInt64, exponent: Int, hasRemainder: Bool) -> Double {
    let shift = quotient.leadingZeroBitCount
    let bits = quotient << UInt64(shift)
    let power = exponent - shift + 63  // of the first bit
    if power > 1023 { return .infinity }
    let dropped = power < -1022 ? 11 + (-1022 - power) : 11
    if dropped > 64 { return 0 }
    var mantissa = dropped == 64 ? 0 : bits >> UInt64(dropped)
    let remainder = dropped == 64 ? bits : bits & (1 << UInt64(dropped) - 1)
    let half: UInt64 = 1 << UInt64(dropped - 1)
    if remainder > half || remainder == half && (hasRemainder || mantissa & 1 == 1) {
      mantissa += 1
    }
    if power < -1022 { return Double(bitPattern: mantissa) }
    // The addition lets a carry propagate into the exponent, up to infinity.
    return Double(bitPattern: UInt64(power + 1022) << 52 + mantissa)
  }
}
