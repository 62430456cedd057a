import FlowCore

/// Formats values as text in one language.
struct ValueFormatter {
  let format: LocaleFormat

  /// Returns the value as text: empty for null, unformatted where the format does not apply.
  func text(_ value: JSON, as format: BindingFormat?) -> String {
    switch (format, value) {
    case (_, .null): ""
    case (.number, .number(let number)): decimal(number)
    case (.percent, .number(let number)): percent(number)
    case (.count, .number(let number)): integer(number)
    case (.currency(let code), .number(let number)): amount(number, code)
    case (.duration, .number(let number)): duration(number)
    case (.count, .array(let elements)): grouped(elements.count.description)
    case (.date, .string(let text)): date(text) ?? text
    case (.time, .string(let text)): time(text) ?? text
    default: unformatted(value)
    }
  }

  /// Returns the value as text without a format; empty for null, arrays and objects.
  func unformatted(_ value: JSON) -> String {
    switch value {
    case .string(let text): text
    case .number(let number): number.text
    case .bool(let flag): flag ? "true" : "false"
    case .null, .array, .object: ""
    }
  }

  // MARK: Numbers

  /// Formats a number with at most three fraction digits.
  private func decimal(_ number: JSONNumber) -> String {
    var fixed = Self.rounded(number.double, digits: 3)
    while fixed.fraction.last == UInt8(ascii: "0") { fixed.fraction.removeLast() }
    return string(fixed)
  }

  /// Formats a number rounded to an integer.
  private func integer(_ number: JSONNumber) -> String {
    string(Self.rounded(number.double, digits: 0))
  }

  /// Formats a fraction as a percentage without fraction digits: 0.25 as `25%`.
  private func percent(_ number: JSONNumber) -> String {
    Self.replaced(format.percentPattern, "n", string(Self.rounded(number.double * 100, digits: 0)))
  }

  private func amount(_ number: JSONNumber, _ code: Name) -> String {
    let digits = Self.zeroDecimalCurrencies.contains(code) ? 0 : 2
    var fixed = Self.rounded(number.double, digits: digits)
    // The minus sign precedes the whole amount: -$2.50.
    let minus: String = fixed.isNegative ? "-" : ""
    fixed.isNegative = false
    let symbol = Self.symbols.first { $0.code == code }?.symbol ?? code.string
    let amount = Self.replaced(format.currencyPattern, "n", string(fixed))
    return minus + Self.replaced(amount, "¤", symbol)
  }

  /// Currencies whose amounts are written without fraction digits.
  private static let zeroDecimalCurrencies: [Name] = ["JPY", "KRW", "VND", "CLP", "ISK", "HUF"]
  private static let symbols: [(code: Name, symbol: String)] = [
    ("EUR", "€"), ("USD", "$"), ("GBP", "£"), ("JPY", "¥"), ("INR", "₹"), ("KRW", "₩"),
    ("PLN", "zł"), ("CHF", "CHF"),
  ]

  /// A number from its integer and fraction digits.
  private struct FixedDecimal {
    var isNegative: Bool
    var integer: String
    var fraction: [UInt8]
  }

  /// Rounds a number, halves away from zero; one with more than 18 digits in all becomes `∞`.
  private static func rounded(_ number: Double, digits: Int) -> FixedDecimal {
    var scale: Int64 = 1
    for _ in 0..<digits { scale *= 10 }
    let scaled = (number.magnitude * Double(scale)).rounded()
    guard scaled < 1e18 else {
      return FixedDecimal(isNegative: number < 0, integer: "∞", fraction: [])
    }
    let units = Int64(scaled)
    var fraction: [UInt8] = []
    var remainder = units % scale
    for _ in 0..<digits {
      fraction.insert(UInt8(ascii: "0") + UInt8(remainder % 10), at: 0)
      remainder /= 10
    }
    return FixedDecimal(
      isNegative: number < 0 && units > 0, integer: (units / scale).description, fraction: fraction)
  }

  private func string(_ fixed: FixedDecimal) -> String {
    var text = (fixed.isNegative ? "-" : "") + grouped(fixed.integer)
    if !fixed.fraction.isEmpty {
      text += format.decimalSeparator
      text += String(decoding: fixed.fraction, as: UTF8.self)
    }
    return text
  }

  /// Inserts the grouping separator between groups of three digits.
  private func grouped(_ digits: String) -> String {
    let bytes = Array(digits.utf8)
    guard bytes.count > 3 else { return digits }
    var text = ""
    for index in bytes.indices {
      if index > 0 && (bytes.count - index) % 3 == 0 { text += format.groupingSeparator }
      text += String(decoding: [bytes[index]], as: UTF8.self)
    }
    return text
  }

  // MARK: Times

  /// Formats seconds as `1:05` or `1:01:05`; a negative number as `0:00`.
  private func duration(_ number: JSONNumber) -> String {
    let seconds = Int64(min(max(number.double, 0), 1e15))
    let minutes = seconds / 60 % 60
    let paddedSeconds = Self.padded(seconds % 60)
    guard seconds >= 3600 else { return minutes.description + ":" + paddedSeconds }
    return (seconds / 3600).description + ":" + Self.padded(minutes) + ":" + paddedSeconds
  }

  private func date(_ text: String) -> String? {
    guard let day = CalendarDay(text) else { return nil }
    return Self.filled(format.datePattern) { letters in
      switch letters {
      case "d": day.day.description
      case "dd": Self.padded(Int64(day.day))
      case "M": day.month.description
      case "MM": Self.padded(Int64(day.month))
      case "y": day.year.description
      default: nil
      }
    }
  }

  private func time(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 16, bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
      let hour = Int(decimalDigits: bytes[11..<13]), let minute = Int(decimalDigits: bytes[14..<16])
    else { return nil }
    return Self.filled(format.timePattern) { letters in
      switch letters {
      case "H": hour.description
      case "HH": Self.padded(Int64(hour))
      case "h": ((hour + 11) % 12 + 1).description
      case "mm": Self.padded(Int64(minute))
      case "a": hour < 12 ? "AM" : "PM"
      default: nil
      }
    }
  }

  /// Formats a timestamp as date, time and UTC offset, and a date as a date; returns anything else
  /// unchanged.
  func timestamp(_ text: String) -> String {
    guard let day = date(text) else { return text }
    guard let time = time(text) else { return day }
    let bytes = Array(text.utf8)
    guard let sign = bytes[16...].firstIndex(where: { $0 != 0x2E && $0 != 0x3A && $0 &- 0x30 > 9 })
    else { return day + ", " + time }
    let zone = bytes[sign] == UInt8(ascii: "Z") ? [] : Array(bytes[sign...])
    return day + ", " + time + " UTC" + String(decoding: zone, as: UTF8.self)
  }

  private static func padded(_ number: Int64) -> String {
    number < 10 ? "0" + number.description : number.description
  }

  // MARK: Patterns

  /// Returns the pattern with each run of the same letter replaced by its value, if it has one.
  private static func filled(_ pattern: String, _ value: (Name) -> String?) -> String {
    let bytes = Array(pattern.utf8)
    var text = ""
    var index = 0
    while index < bytes.count {
      var end = index + 1
      while end < bytes.count && bytes[end] == bytes[index] && bytes[index] < 0x80 { end += 1 }
      let run = String(decoding: Array(bytes[index..<end]), as: UTF8.self)
      if let value = value(Name(run)) {
        text += value
      } else {
        // Copies all bytes of a character outside of ASCII together.
        while end < bytes.count && bytes[end] >= 0x80 { end += 1 }
        text += String(decoding: Array(bytes[index..<end]), as: UTF8.self)
      }
      index = end
    }
    return text
  }

  /// Replaces the first occurrence of a symbol in a pattern.
  private static func replaced(_ pattern: String, _ symbol: String, _ value: String) -> String {
    let bytes = Array(pattern.utf8)
    let symbol = Array(symbol.utf8)
    guard bytes.count >= symbol.count else { return pattern }
    for start in 0...(bytes.count - symbol.count)
    where Array(bytes[start..<(start + symbol.count)]) == symbol {
      let all = Array(bytes[..<start]) + Array(value.utf8) + Array(bytes[(start + symbol.count)...])
      return String(decoding: all, as: UTF8.self)
    }
    return pattern
  }
}
