package import FlowCore

/// A value to ask for when a step is left.
package struct OutputField: Equatable {
  /// The key in the output; nil if the value is the whole output.
  package var key: Name?
  package var type: ValueType
  /// Whether the value must not be shown.
  package var isSecret: Bool
  /// The values to choose from; empty if any value of the type may be entered.
  package var options: [ContentOption]

  package init(
    key: Name? = nil, type: ValueType = .string, isSecret: Bool = false,
    options: [ContentOption] = []
  ) {
    self.key = key
    self.type = type
    self.isSecret = isSecret
    self.options = options
  }
}

/// Parses typed text as a value of a field's type.
package enum FieldParser {
  /// A value, or a message that says what is expected.
  package enum Result: Equatable {
    case value(JSON)
    case invalid(String)
  }

  package static func parse(_ text: String, for field: OutputField) -> Result {
    if !field.options.isEmpty { return option(text, field.options) }
    switch field.type {
    case .string: return .value(.string(text))
    case .number: return number(text)
    case .integer: return integer(text)
    case .boolean: return boolean(text)
    case .date:
      return DateText.isValid(text)
        ? .value(.string(text)) : .invalid("Enter a valid date as yyyy-MM-dd, such as 2026-02-28.")
    case .version: return version(text)
    case .array: return json(text, "Enter a JSON array, such as [1, 2].") { $0.array != nil }
    case .object: return json(text, #"Enter a JSON object, such as {"a": 1}."#) { $0.object != nil }
    case .any: return .value((try? JSON(parsing: text)) ?? .string(text))
    }
  }

  private static func option(_ text: String, _ options: [ContentOption]) -> Result {
    let digits = text.filter { $0 != "(" && $0 != ")" }
    if let number = Int(digits), (1...options.count).contains(number) {
      return .value(options[number - 1].value)
    }
    let wanted = text.lowercased()
    let match = options.first {
      $0.label.lowercased() == wanted || ValueText.text($0.value).lowercased() == wanted
    }
    guard let match else {
      return .invalid("Enter a number from 1 to \(options.count), or an option's name.")
    }
    return .value(match.value)
  }

  private static func number(_ text: String) -> Result {
    guard let json = try? JSON(parsing: text), let number = json.number, number.double.isFinite
    else { return .invalid("Enter a number, such as 12 or 12.5.") }
    return .value(json)
  }

  private static func integer(_ text: String) -> Result {
    guard let json = try? JSON(parsing: text), json.number?.int != nil else {
      return .invalid("Enter a whole number, such as 12.")
    }
    return .value(json)
  }

  private static func boolean(_ text: String) -> Result {
    switch text.lowercased() {
    case "true", "yes", "y": .value(true)
    case "false", "no", "n": .value(false)
    default: .invalid("Enter yes or no.")
    }
  }

  private static func version(_ text: String) -> Result {
    guard let first = text.utf8.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first)
    else { return .invalid("Enter a version, such as 2.3.0.") }
    return .value(.string(text))
  }

  private static func json(
    _ text: String, _ message: String, _ isValid: (JSON) -> Bool
  ) -> Result {
    guard let json = try? JSON(parsing: text), isValid(json) else { return .invalid(message) }
    return .value(json)
  }
}

/// Validates dates (`yyyy-MM-dd`) and timestamps (RFC 3339).
package enum DateText {
  /// Whether a text is an existing date, optionally followed by a time with a zone.
  package static func isValid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8..<10]), (1...12).contains(month), day >= 1,
      day <= days(month, year)
    else { return false }
    return bytes.count == 10 || isTime(Array(bytes[10...]))
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard digit &- 0x30 < 10 else { return nil }
      value = value * 10 + Int(digit - 0x30)
    }
    return value
  }

  private static func days(_ month: Int, _ year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// `T12:30:00` with an optional fraction, and `Z` or an offset such as `+02:00`.
  private static func isTime(_ bytes: [UInt8]) -> Bool {
    guard bytes.count >= 10, bytes[0] | 0x20 == UInt8(ascii: "t"), bytes[3] == UInt8(ascii: ":"),
      bytes[6] == UInt8(ascii: ":"), let hour = number(bytes[1..<3]),
      let minute = number(bytes[4..<6]), let second = number(bytes[7..<9]), hour < 24,
      minute < 60, second <= 60
    else { return false }
    var rest = bytes[9...]
    if rest.first == UInt8(ascii: ".") {
      let fraction = rest.dropFirst().prefix { $0 &- 0x30 < 10 }
      guard !fraction.isEmpty else { return false }
      rest = rest.dropFirst(fraction.count + 1)
    }
    if rest.count == 1, let zone = rest.first { return zone | 0x20 == UInt8(ascii: "z") }
    let zone = Array(rest)
    return zone.count == 6 && (zone[0] == UInt8(ascii: "+") || zone[0] == UInt8(ascii: "-"))
      && zone[3] == UInt8(ascii: ":") && number(zone[1..<3]).map { $0 < 24 } == true
      && number(zone[4..<6]).map { $0 < 60 } == true
  }
}
