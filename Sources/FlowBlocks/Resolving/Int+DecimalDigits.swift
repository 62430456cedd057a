extension Int {
  /// Parses one to nine decimal digits; nil if the text contains anything else.
  init?(decimalDigits digits: ArraySlice<UInt8>) {
    guard !digits.isEmpty, digits.count <= 9 else { return nil }
    var number = 0
    for digit in digits {
      guard digit &- UInt8(ascii: "0") < 10 else { return nil }
      number = number * 10 + Int(digit &- UInt8(ascii: "0"))
    }
    self = number
  }
}
