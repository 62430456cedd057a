import FlowCore

/// Validates what was entered in a field, and converts it into the field's value.
struct FieldValidator {
  let block: Block
  /// Whether a value is required.
  let isRequired: Bool
  /// The allowed values; nil if any value is allowed.
  let options: [JSON]?
  let format: LocaleFormat
  let today: CalendarDay?

  /// The value of a field, with its error.
  struct Result {
    /// The value to write when the screen is left; null for an empty field, and for an entry that
    /// cannot be parsed or is not among the options.
    var value: JSON
    var error: FieldError.Kind?
    /// The bound that the value violates; null if it violates none.
    var limit: JSON = .null
  }

  /// Returns the result for what was typed or chosen; null stands for a field without an entry.
  func validate(_ enteredValue: JSON) -> Result {
    switch block.type {
    case .input: input(enteredValue)
    case .number, .slider: number(enteredValue.isNull ? defaultValue : enteredValue)
    case .date: date(enteredValue)
    case .toggle: toggle(enteredValue.isNull ? defaultValue : enteredValue)
    case .choice: choice(enteredValue.isNull ? defaultValue : enteredValue)
    default: Result(value: enteredValue.isNull ? defaultValue : enteredValue)
    }
  }

  private var defaultValue: JSON {
    switch block[.default] {
    case .flag(let flag)?: .bool(flag)
    case .number(let number)?: .number(number)
    case .name(let name)?: .string(name.string)
    case .json(let json)?: json
    default: .null
    }
  }

  private var emptyResult: Result { Result(value: .null, error: isRequired ? .missing : nil) }

  // MARK: Texts

  private func input(_ enteredValue: JSON) -> Result {
    let kind = block.inputKind
    let enteredText = enteredValue.string ?? ""
    let text = block.isSecret ? enteredText : Self.trimmed(enteredText)
    guard !text.isEmpty else { return emptyResult }
    var result = Result(value: .string(text))
    let length = text.unicodeScalars.count
    if let minimum = block[.min]?.number, Int64(length) < minimum.int ?? 0 {
      (result.error, result.limit) = (.tooShort, .number(minimum))
    } else if Int64(length) > block[.max]?.number?.int ?? 2_000 {
      let maximum = block[.max]?.number ?? JSONNumber(2_000)
      (result.error, result.limit) = (.tooLong, .number(maximum))
    } else if let error = Self.formatError(text, kind) {
      result.error = error
    } else if let pattern = block[.pattern]?.name, !matches(text, pattern) {
      result.error = .patternMismatch
    }
    return result
  }

  private static func formatError(_ text: String, _ kind: InputKind) -> FieldError.Kind? {
    let bytes = Array(text.utf8)
    switch kind {
    case .email: return isEmail(bytes) ? nil : .invalidEmail
    case .phone: return isPhone(bytes) ? nil : .invalidPhoneNumber
    case .url:
      return UTF8Bytes.has(prefix: "https://", text) && bytes.count > 10 ? nil : .invalidURL
    default: return nil
    }
  }

  /// Checks only what every address has in common; a strict pattern would reject valid addresses.
  private static func isEmail(_ bytes: [UInt8]) -> Bool {
    guard let at = bytes.lastIndex(of: UInt8(ascii: "@")), at > 0, bytes.count <= 254,
      bytes.firstIndex(of: UInt8(ascii: "@")) == at,
      let dot = bytes[at...].lastIndex(of: UInt8(ascii: ".")), dot > at + 1, dot < bytes.count - 1
    else { return false }
    return bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F }
  }

  private static func isPhone(_ bytes: [UInt8]) -> Bool {
    let digits = bytes.filter { $0 &- UInt8(ascii: "0") < 10 }.count
    let separators = Array("+ ()-/.".utf8)
    return (5...15).contains(digits)
      && bytes.allSatisfy { $0 &- UInt8(ascii: "0") < 10 || separators.contains($0) }
  }

  private func matches(_ text: String, _ pattern: Name) -> Bool {
    do throws(PatternError) {
      return try Pattern(pattern.string, ignoringCase: false).matches(text)
    } catch {
      // The parser rejects invalid patterns; only a screen composed in code can have one.
      return true
    }
  }

  /// Returns the text without leading and trailing spaces and control characters.
  private static func trimmed(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard let first = bytes.firstIndex(where: { $0 > 0x20 }),
      let last = bytes.lastIndex(where: { $0 > 0x20 })
    else { return "" }
    return String(decoding: Array(bytes[first...last]), as: UTF8.self)
  }

  // MARK: Numbers, days and choices

  private func number(_ enteredValue: JSON) -> Result {
    guard
      let number = enteredValue.number ?? enteredValue.string.flatMap({ parseNumber($0) })
    else {
      guard let text = enteredValue.string, !Self.trimmed(text).isEmpty else { return emptyResult }
      return Result(value: .null, error: .invalidNumber)
    }
    if let minimum = block[.min]?.number, number.double < minimum.double {
      return Result(value: .number(number), error: .tooSmall, limit: .number(minimum))
    }
    if let maximum = block[.max]?.number, number.double > maximum.double {
      return Result(value: .number(number), error: .tooLarge, limit: .number(maximum))
    }
    return Result(value: .number(number))
  }

  /// Parses a number in the format of the user's language; nil if it is not one.
  private func parseNumber(_ text: String) -> JSONNumber? {
    let group = Array(format.groupingSeparator.utf8)
    let decimal = Array(format.decimalSeparator.utf8)
    var bytes: [UInt8] = []
    var remaining = Array(Self.trimmed(text).utf8)[...]
    while let byte = remaining.first {
      if !group.isEmpty && remaining.starts(with: group) {
        remaining = remaining.dropFirst(group.count)
      } else if !decimal.isEmpty && remaining.starts(with: decimal) {
        bytes.append(UInt8(ascii: "."))
        remaining = remaining.dropFirst(decimal.count)
      } else {
        bytes.append(byte)
        remaining = remaining.dropFirst()
      }
    }
    do throws(FlowError) {
      return try ParsedJSON(bytes).root.number
    } catch {
      return nil
    }
  }

  private func date(_ enteredValue: JSON) -> Result {
    guard let text = enteredValue.string, !text.isEmpty else { return emptyResult }
    guard let day = CalendarDay(text) else { return Result(value: .null, error: .invalidDate) }
    let bounds = [(BlockKey.min, FieldError.Kind.tooEarly), (.max, .tooLate)]
    for (key, error) in bounds {
      guard let name = block[key]?.name, let bound = CalendarDay.bound(name, today: today),
        key == .min ? day < bound : bound < day
      else { continue }
      return Result(value: .string(text), error: error, limit: .string(bound.text))
    }
    return Result(value: .string(text))
  }

  private func toggle(_ enteredValue: JSON) -> Result {
    let isOn = enteredValue.bool ?? false
    let isInvalid = !isOn && (block[.mustBe]?.flag == true || isRequired)
    return Result(value: .bool(isOn), error: isInvalid ? .notAccepted : nil)
  }

  private func choice(_ enteredValue: JSON) -> Result {
    guard block[.many]?.flag == true else {
      guard !enteredValue.isNull else { return emptyResult }
      if let options, !options.contains(enteredValue) {
        return Result(value: .null, error: .invalidOption)
      }
      return Result(value: enteredValue)
    }
    let chosen = enteredValue.array ?? []
    if let options, !chosen.allSatisfy({ options.contains($0) }) {
      return Result(value: .null, error: .invalidOption)
    }
    if chosen.isEmpty && isRequired { return emptyResult }
    let minimum = block[.min]?.number
    if let minimum, Int64(chosen.count) < minimum.int ?? 0, !chosen.isEmpty || isRequired {
      return Result(value: .array(chosen), error: .tooFew, limit: .number(minimum))
    }
    if let maximum = block[.max]?.number, Int64(chosen.count) > maximum.int ?? 250 {
      return Result(value: .array(chosen), error: .tooMany, limit: .number(maximum))
    }
    return Result(value: .array(chosen))
  }
}

extension CalendarDay {
  /// The day as `yyyy-MM-dd`.
  var text: String {
    let month: String = (month < 10 ? "0" : "") + month.description
    let day: String = (day < 10 ? "0" : "") + day.description
    var year: String = year.description
    while year.utf8.count < 4 { year = "0" + year }
    return year + "-" + month + "-" + day
  }
}
