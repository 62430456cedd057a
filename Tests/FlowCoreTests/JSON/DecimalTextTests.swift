import FlowCore
import Testing

@Suite struct DecimalTextTests {
  @Test(arguments: [
    ("0", 0.0), ("-0", -0.0), ("0.0e7", 0), ("1", 1), ("-1.5", -1.5), ("0.1", 0.1),
    ("100", 100), ("1e2", 100), ("1E+2", 100), ("123.456e-3", 0.123456),
    ("1.00000000000000000000000000000000000000", 1), ("9007199254740993", 9_007_199_254_740_992),
    ("9007199254740993.0000000000000000000000001", 9_007_199_254_740_994),
    ("1.7976931348623157e308", .greatestFiniteMagnitude),
    ("1.7976931348623158e308", .greatestFiniteMagnitude), ("1.7976931348623159e308", .infinity),
    ("-1e309", -.infinity), ("1e999999999999999999999", .infinity),
    ("0e999999999999999999999", 0), ("1e-999999999999999999999", 0),
    ("4.9406564584124654e-324", .leastNonzeroMagnitude),
    ("2.4703282292062328e-324", .leastNonzeroMagnitude),
    ("2.4703282292062327e-324", 0),
    ("2.2250738585072011e-308", Double.leastNormalMagnitude.nextDown),
    ("2.2250738585072014e-308", .leastNormalMagnitude), ("8.5e22", 8.5e22), ("1e23", 1e23),
  ])
  func `a decimal text is parsed as the nearest double`(text: String, expected: Double) {
    #expect(DecimalText.double(text).bitPattern == expected.bitPattern)
  }

  @Test func `random doubles read back, and are written as short as by the standard library`() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<4_000 {
      let value = Double(bitPattern: random.next())
      guard value.isFinite else { continue }
      let text = DecimalText.shortest(value)

      #expect(DecimalText.double(text) == value, "\(value)")
      #expect(Double(text) == value, "\(value)")
      #expect(digits(text) == digits(value.description), "\(value)")
    }
  }

  @Test func `random decimal texts are parsed like by the standard library`() {
    var random = SeededRandom(seed: 2)
    for _ in 0..<4_000 {
      let text = randomDecimal(&random)

      #expect(DecimalText.double(text).bitPattern == Double(text)?.bitPattern, "\(text)")
    }
  }

  @Test func `texts halfway between two doubles are rounded to even, and others to the nearest`() {
    // 2⁵³ + 1 lies between 2⁵³ and 2⁵³ + 2; a digit 900 places later decides.
    let zeros = String(repeating: "0", count: 900)
    let nines = String(repeating: "9", count: 900)

    #expect(DecimalText.double("9007199254740993." + zeros) == 9_007_199_254_740_992)
    #expect(DecimalText.double("9007199254740993." + zeros + "1") == 9_007_199_254_740_994)
    #expect(DecimalText.double("9007199254740992." + nines) == 9_007_199_254_740_992)
    #expect(DecimalText.double("9007199254740993" + zeros + "e-900") == 9_007_199_254_740_992)
    #expect(DecimalText.double("9007199254740993" + zeros + "1e-901") == 9_007_199_254_740_994)
  }

  @Test func `a hundred thousand digits are parsed as the nearest double`() {
    let digits = String(repeating: "7", count: 100_000)

    #expect(DecimalText.double("0." + digits) == 7.0 / 9.0)
    #expect(DecimalText.double(digits) == .infinity)
    #expect(DecimalText.double(digits + "e-100000") == 7.0 / 9.0)
    #expect(DecimalText.double("0." + String(repeating: "0", count: 100_000) + "1e100001") == 1)
  }

  @Test(
    arguments: [
      ("0", 0), ("-0", 0), ("0.0", 0), ("0e99999999999", 0), ("12", 12), ("12.0", 12),
      ("1.2e1", 12), ("1200e-2", 12), ("-7", -7), ("9223372036854775807", Int64.max),
      ("-9223372036854775808", Int64.min), ("-922337203685477580.8e1", Int64.min),
      ("9223372036854775808", nil), ("-9223372036854775809", nil),
      ("1e18", 1_000_000_000_000_000_000),
      ("1e19", nil), ("1e99999999999", nil), ("1.5", nil), ("1e-1", nil), ("12.01", nil),
      ("99999999999999999999", nil),
    ] as [(String, Int64?)])
  func `an integer is recognized in any notation`(text: String, expected: Int64?) {
    #expect(DecimalText.integer(text) == expected)
  }

  @Test(arguments: [
    "", "-", "+1", "01", "-01", ".5", "1.", "1.e1", "1e", "1e+", "1 ", " 1", "0x1", "1_0", "NaN",
    "1.5.5", "1e5e5", "--1", "١",
  ])
  func `an invalid JSON number is rejected`(text: String) {
    #expect(DecimalText.double(text).isNaN)
    #expect(DecimalText.integer(text) == nil)
  }

  @Test(arguments: [
    (0.0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (100, "100"), (0.1, "0.1"), (-0.5, "-0.5"),
    (123.456, "123.456"), (0.000001, "0.000001"), (1e-7, "1e-7"), (1.5e-7, "1.5e-7"),
    (123_456_789_012_345_683_968, "123456789012345680000"), (1e20, "100000000000000000000"),
    (1e21, "1e+21"), (1.25e21, "1.25e+21"), (-1e21, "-1e+21"), (1e100, "1e+100"),
    (.leastNonzeroMagnitude, "5e-324"),
    (0x1p53, "9007199254740992"), (0x1p60, "1152921504606847000"),
    (.greatestFiniteMagnitude, "1.7976931348623157e+308"),
    (.leastNormalMagnitude, "2.2250738585072014e-308"), (0x1p-44, "5.684341886080802e-14"),
    (2.0 / 3.0, "0.6666666666666666"), (4.35, "4.35"), (0.1 + 0.2, "0.30000000000000004"),
    (.infinity, "Infinity"), (-.infinity, "-Infinity"), (.nan, "NaN"), (1e23, "1e+23"),
    (9.5e-6, "0.0000095"), (1_000_000.5, "1000000.5"),
  ])
  func `a number is written as in JavaScript`(value: Double, expected: String) {
    #expect(DecimalText.shortest(value) == expected)
  }

  @Test func `powers of two and their neighbors read back, and powers of ten are parsed`() {
    for exponent in -1074...1023 {
      let power = Double(sign: .plus, exponent: exponent, significand: 1)
      for value in [power, power.nextUp, power.nextDown] where value.isFinite {
        #expect(DecimalText.double(DecimalText.shortest(value)) == value, "\(value)")
        #expect(digits(DecimalText.shortest(value)).count <= digits(value.description).count)
      }
    }
    for exponent in -330...310 {
      let text = "1e\(exponent)"
      #expect(DecimalText.double(text) == Double(text))
    }
  }

  /// The significant digits of a number's text.
  private func digits(_ text: String) -> [UInt8] {
    var digits = text.utf8.prefix { $0 | 0x20 != 0x65 }.filter { $0 >= 0x30 && $0 <= 0x39 }
    while digits.first == 0x30 { digits.removeFirst() }
    while digits.last == 0x30 { digits.removeLast() }
    return digits
  }

  private func randomDecimal(_ random: inout SeededRandom) -> String {
    var text = random.next() & 1 == 0 ? "" : "-"
    let count = Int(random.next() % 40) + 1
    let first = UInt8(ascii: "1") + UInt8(random.next() % 9)
    text += String(decoding: [first], as: UTF8.self)
    for _ in 1..<max(count, 2) { text += (random.next() % 10).description }
    if random.next() & 1 == 0 { text += "." + (random.next() % 100_000).description }
    if random.next() & 3 != 0 { text += "e" + (Int(random.next() % 700) - 350).description }
    return text
  }
}
