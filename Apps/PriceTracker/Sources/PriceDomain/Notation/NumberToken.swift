/// A number in a price: groups of digits and their separators.
struct NumberToken {
  var groups: [[Unicode.Scalar]] = [[]]
  var separators: [Unicode.Scalar] = []
  /// `12,-` means no cents.
  var endsWithDash = false
  /// The cents of `12€99`.
  var centsAfterSign: [Unicode.Scalar]?
  var range: Range<Int>

  /// The longest number that starts at a digit of the text.
  init(in text: [Unicode.Scalar], at start: Int) {
    range = start..<start
    var at = start
    while at < text.count {
      if text[at].isPriceDigit {
        groups[groups.count - 1].append(text[at])
      } else if let separator = Self.separator(in: text, at: at, after: self) {
        separators.append(separator)
        groups.append([])
      } else {
        break
      }
      at += 1
    }
    if at + 1 < text.count, text[at] == "," || text[at] == ".", text[at + 1] == "-" {
      endsWithDash = true
      at += 1
      while at < text.count, text[at] == "-" { at += 1 }
    } else if let cents = Self.cents(in: text, after: at), !hasPointOrComma {
      centsAfterSign = cents
      at += 1 + cents.count
    }
    range = start..<at
  }

  private var hasPointOrComma: Bool { separators.contains { $0 != "'" } }

  private static func separator(
    in text: [Unicode.Scalar], at: Int, after token: NumberToken
  ) -> Unicode.Scalar? {
    guard at + 1 < text.count, text[at + 1].isPriceDigit else { return nil }
    switch text[at] {
    case ".", ",", "'", PriceCharacters.arabicPoint: return text[at]
    case " ":
      // A space separates thousands only between groups of three; otherwise it separates two
      // numbers.
      guard !token.hasPointOrComma, let last = token.groups.last, (1...3).contains(last.count),
        at + 3 < text.count, text[at + 2].isPriceDigit, text[at + 3].isPriceDigit,
        at + 4 >= text.count || !text[at + 4].isPriceDigit
      else { return nil }
      return "'"
    default: return nil
    }
  }

  private static func cents(in text: [Unicode.Scalar], after at: Int) -> [Unicode.Scalar]? {
    let signs: [Unicode.Scalar] = ["€", "$", "£"]
    guard at + 2 < text.count, signs.contains(text[at]), text[at + 1].isPriceDigit,
      text[at + 2].isPriceDigit
    else { return nil }
    // `12€12€` is the same price twice.
    if at + 3 < text.count {
      let next = text[at + 3]
      if next.isPriceDigit || signs.contains(next) || next == "." || next == "," { return nil }
    }
    return [text[at + 1], text[at + 2]]
  }

  /// The amount in minor units.
  func minorUnits(digits: Int) throws(PriceTextError) -> Int64 {
    if let centsAfterSign {
      return try Self.amount(try joined(groups), centsAfterSign, digits: digits)
    }
    guard let last = separators.last, let tail = groups.last, !endsWithDash else {
      return try Self.amount(try joined(groups), [], digits: digits)
    }
    if try isPoint(last, before: tail, digits: digits) {
      return try Self.amount(try joined(groups.dropLast()), tail, digits: digits)
    }
    return try Self.amount(try joined(groups), [], digits: digits)
  }

  /// Whether the last separator is the decimal separator.
  private func isPoint(
    _ last: Unicode.Scalar, before tail: [Unicode.Scalar], digits: Int
  ) throws(PriceTextError) -> Bool {
    if last == "'" { return false }
    let count = separators.count { $0 == last }
    if last == PriceCharacters.arabicPoint {
      guard count == 1 else { throw .badGrouping }
      return true
    }
    if count > 1 { return false }
    if separators.count > 1 { return true }
    // A single separator: `5.182` is five thousand, unless the currency has three decimal digits.
    guard tail.count == 3, digits != 3 else { return true }
    let whole = groups[0]
    return whole.count > 3 || whole.first == "0"
  }

  /// The digits of groups of thousands, or of lakhs and crores as in India.
  private func joined(
    _ groups: some BidirectionalCollection<[Unicode.Scalar]>
  ) throws(PriceTextError) -> [Unicode.Scalar] {
    guard let first = groups.first, groups.count > 1 else { return groups.first ?? [] }
    let between = separators.prefix(groups.count - 1)
    let rest = groups.dropFirst()
    guard Set(between).count == 1 else { throw .badGrouping }
    let isInThousands = (1...3).contains(first.count) && rest.allSatisfy { $0.count == 3 }
    let isInLakhs =
      between.first == "," && (1...2).contains(first.count) && rest.last?.count == 3
      && rest.dropLast().allSatisfy { $0.count == 2 }
    guard isInThousands || isInLakhs else { throw .badGrouping }
    return groups.flatMap { $0 }
  }

  /// Whole and fraction in minor units; digits beyond the currency's must be zeros.
  static func amount(
    _ whole: [Unicode.Scalar], _ fraction: [Unicode.Scalar], digits: Int
  ) throws(PriceTextError) -> Int64 {
    guard fraction.dropFirst(digits).allSatisfy({ $0 == "0" }) else { throw .tooPrecise }
    let decimals = fraction.prefix(digits)
    let padding = Array(repeating: Unicode.Scalar("0"), count: digits - decimals.count)
    let all = (whole + decimals + padding).drop { $0 == "0" }
    guard all.count <= 15 else { throw .tooLarge }
    return all.reduce(0) { $0 * 10 + Int64($1.value - 0x30) }
  }
}
