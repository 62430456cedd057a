/// Conversions between decimal text and numbers, the same on every platform.
///
/// The C library and Foundation are not available in a browser, and the results determine which
/// route a user takes, so parsing is correctly rounded and formatting matches JavaScript.
package enum DecimalText {
  /// The double nearest to a number in JSON syntax, ties to even; NaN if it is not such a number.
  ///
  /// Out-of-range values become infinity or zero. Time: linear in the text, whatever the exponent.
  package static func double(_ text: String) -> Double {
    UTF8Bytes.with(text) { double($0) }
  }

  /// The double nearest to a number in JSON syntax.
  @inline(never)
  package static func double(_ bytes: UnsafeBufferPointer<UInt8>) -> Double {
    guard let decimal = Decimal(bytes) else { return .nan }
    let magnitude = decimal.magnitude(bytes)
    return decimal.isNegative ? -magnitude : magnitude
  }

  /// The value as an integer; nil if it has a fraction, does not fit or is not a JSON number.
  ///
  /// `12.0` and `1.2e1` are integers.
  package static func integer(_ text: String) -> Int64? {
    UTF8Bytes.with(text) { integer($0) }
  }

  /// The value as an integer.
  @inline(never)
  package static func integer(_ bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    guard let decimal = Decimal(bytes) else { return nil }
    if decimal.count == 0 { return 0 }
    var exponent = decimal.point - decimal.count
    guard exponent >= 0 && decimal.point <= 19 else { return nil }
    var magnitude = decimal.digits
    while exponent > 0 {
      // At most 19 digits fit. NB: on wasm32 a checked 64-bit multiplication is a library call.
      magnitude &*= 10
      exponent -= 1
    }
    if magnitude <= UInt64(Int64.max) {
      return decimal.isNegative ? -Int64(magnitude) : Int64(magnitude)
    }
    return decimal.isNegative && magnitude == 1 << 63 ? Int64.min : nil
  }
}

extension DecimalText {
  /// A parsed number in JSON syntax: ± 0.d₁d₂d₃… × 10^point, without leading or trailing zeros.
  struct Decimal {
    var isNegative = false
    /// The digits, if there are at most 19.
    var digits: UInt64 = 0
    /// The number of digits; 0 for zero.
    var count = 0
    /// The position of the decimal point, counted from before the first digit.
    var point = 0
    /// The index of the first digit.
    var first = 0

    /// The maximum number of digits that are used.
    ///
    /// 767 are enough to distinguish two neighboring doubles and their midpoint.
    static let maximumDigits = 800
    /// The cap of parsed exponents; no number has enough zeros to compensate for it.
    static let maximumExponent = 1_000_000_000

    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
      var index = 0
      if index < bytes.count && bytes[index] == UInt8(ascii: "-") {
        isNegative = true
        index += 1
      }
      var zeros = 0
      let integerStart = index
      take(bytes, &index, &zeros, isFraction: false)
      guard index > integerStart,
        index == integerStart + 1 || bytes[integerStart] != UInt8(ascii: "0")
      else { return nil }
      if index < bytes.count && bytes[index] == UInt8(ascii: ".") {
        index += 1
        let fractionStart = index
        take(bytes, &index, &zeros, isFraction: true)
        if index == fractionStart { return nil }
      }
      if index < bytes.count && bytes[index] | 0x20 == UInt8(ascii: "e") {
        index += 1
        guard let exponent = Self.exponent(bytes, &index) else { return nil }
        point += exponent
      }
      guard index == bytes.count else { return nil }
    }

    /// Consumes a run of digits; `zeros` counts zeros that may turn out to be trailing.
    private mutating func take(
      _ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int, _ zeros: inout Int, isFraction: Bool
    ) {
      while index < bytes.count {
        let digit = bytes[index] &- UInt8(ascii: "0")
        if digit > 9 { return }
        if digit == 0 && count == 0 {
          if isFraction { point -= 1 }
        } else {
          if !isFraction { point += 1 }
          if digit == 0 {
            zeros += 1
          } else {
            if count == 0 { first = index }
            append(digit, after: zeros)
            zeros = 0
          }
        }
        index += 1
      }
    }

    private mutating func append(_ digit: UInt8, after zeros: Int) {
      count += zeros + 1
      if count > 19 { return }
      for _ in 0..<zeros { digits &*= 10 }
      digits = digits &* 10 + UInt64(digit)
    }

    private static func exponent(_ bytes: UnsafeBufferPointer<UInt8>, _ index: inout Int) -> Int? {
      var isNegative = false
      if index < bytes.count
        && (bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+"))
      {
        isNegative = bytes[index] == UInt8(ascii: "-")
        index += 1
      }
      let first = index
      var exponent = 0
      while index < bytes.count {
        let digit = bytes[index] &- UInt8(ascii: "0")
        if digit > 9 { break }
        exponent = exponent < maximumExponent / 10 ? exponent * 10 + Int(digit) : maximumExponent
        index += 1
      }
      if index == first { return nil }
      return isNegative ? -exponent : exponent
    }
  }
}
