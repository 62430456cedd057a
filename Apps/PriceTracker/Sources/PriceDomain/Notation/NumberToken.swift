/// A number in a price: groups of digits and their separators.
struct NumberToken {
  var groups: [[Unicode.Scalar]] = [[]]
  var separators: [Unicode.Scalar] = []
  /// Whether a dash replaces the cents, as in `12,-`.
  var endsWithDash = false
  /// The digits of the cents after a currency symbol, as in `12€99`; otherwise nil.
  var centsAfterSymbol: [Unicode.Scalar]?
  var range: Range<Int>

  /// The longest number that starts at a digit of the text.
  init(in text: [Unicode.Scalar], at start: Int) {
    range = start..<start
    var index = start
    while index < text.count {
      if text[index].isPriceDigit {
        groups[groups.count - 1].append(text[index])
      } else if let separator = Self.separator(in: text, at: index, after: self) {
        separators.append(separator)
        groups.append([])
      } else {
        break
      }
      index += 1
    }
    if index + 1 < text.count, text[index] == "," || text[index] == ".", text[index + 1] == "-" {
      endsWithDash = true
      index += 1
      while index < text.count, text[index] == "-" { index += 1 }
    } else if let cents = Self.cents(in: text, after: index), !hasPointOrComma {
      centsAfterSymbol = cents
      index += 1 + cents.count
    }
    range = start..<index
  }

  private var hasPointOrComma: Bool { separators.contains { $0 != "'" } }

  private static func separator(
    in text: [Unicode.Scalar], at index: Int, after token: NumberToken
  ) -> Unicode.Scalar? {
    guard index + 1 < text.count, text[index + 1].isPriceDigit else { return nil }
    switch text[index] {
    case ".", ",", "'", PriceCharacters.arabicPoint: return text[index]
    case " ":
      // A space separates thousands only between groups of three; otherwise it separates two
      // numbers.
      guard !token.hasPointOrComma, let last = token.groups.last, (1...3).contains(last.count),
        index + 3 < text.count, text[index + 2].isPriceDigit, text[index + 3].isPriceDigit,
        index + 4 >= text.count || !text[index + 4].isPriceDigit
      else { return nil }
      return "'"
    default: return nil
    }
  }

  private static func cents(in text: [Unicode.Scalar], after index: Int) -> [Unicode.Scalar]? {
    let symbols: [Unicode.Scalar] = ["€", "$", "£"]
    guard index + 2 < text.count, symbols.contains(text[index]), text[index + 1].isPriceDigit,
      text[index + 2].isPriceDigit
    else { return nil }
    // `12€12€` is the same price twice.
    if index + 3 < text.count {
      let next = text[index + 3]
      if next.isPriceDigit || symbols.contains(next) || next == "." || next == "," { return nil }
    }
    return [text[index + 1], text[index + 2]]
  }

  /// The amount in minor units.
  func minorUnits(digits: Int) throws(PriceTextError) -> Int64 {
    if let centsAfterSymbol {
      return try Self.amount(try joined(groups), centsAfterSymbol, digits: digits)
    }
    guard let last = separators.last, let tail = groups.last, !endsWithDash else {
      return try Self.amount(try joined(groups), [], digits: digits)
    }
    if try isDecimalSeparator(last, before: tail, digits: digits) {
      return try Self.amount(try joined(groups.dropLast()), tail, digits: digits)
    }
    return try Self.amount(try joined(groups), [], digits: digits)
  }

  /// Whether the last separator is the decimal separator.
  private func isDecimalSeparator(
    _ last: Unicode.Scalar, before tail: [Unicode.Scalar], digits: Int
  ) throws(PriceTextError) -> Bool {
    if last == "'" { return false }
    let count = separators.count { $0 == last }
    if last == PriceCharacters.arabicPoint {
      guard count == 1 else { throw .invalidGrouping }
      return true
    }
    if count > 1 { return false }
    if separators.count > 1 { return true }
    // A single separator: `5.182` is five thousand, unless the currency has three decimal digits.
    guard tail.count == 3, digits != 3 else { return true }
    let integerPart = groups[0]
    return integerPart.count > 3 || integerPart.first == "0"
  }

  /// The digits of groups of thousands, or of lakhs and crores as in India.
  private func joined(
    _ groups: some BidirectionalCollection<[Unicode.Scalar]>
  ) throws(PriceTextError) -> [Unicode.Scalar] {
    guard let first = groups.first, groups.count > 1 else { return groups.first ?? [] }
    let groupSeparators = separators.prefix(groups.count - 1)
    let remainingGroups = groups.dropFirst()
    guard Set(groupSeparators).count == 1 else { throw .invalidGrouping }
    let isInThousands =
      (1...3).contains(first.count) && remainingGroups.allSatisfy { $0.count == 3 }
    let isInLakhs =
      groupSeparators.first == "," && (1...2).contains(first.count)
      && remainingGroups.last?.count == 3
      && remainingGroups.dropLast().allSatisfy { $0.count == 2 }
    guard isInThousands || isInLakhs else { throw .invalidGrouping }
    return groups.flatMap { $0 }
  }

  /// Returns the amount in minor units from the digits of the integer part and the fraction; digits
  /// beyond those of the currency must be zeros.
  static func amount(
    _ integerPart: [Unicode.Scalar], _ fraction: [Unicode.Scalar], digits: Int
  ) throws(PriceTextError) -> Int64 {
    guard fraction.dropFirst(digits).allSatisfy({ $0 == "0" }) else { throw .tooPrecise }
    let decimals = fraction.prefix(digits)
    let padding = Array(repeating: Unicode.Scalar("0"), count: digits - decimals.count)
    let amountDigits = (integerPart + decimals + padding).drop { $0 == "0" }
    guard amountDigits.count <= 15 else { throw .tooLarge }
    return amountDigits.reduce(0) { $0 * 10 + Int64($1.value - 0x30) }
  }
}
