/// Parses the price formats of stores worldwide: `$1,234.56`, `1.234,56 €`, `￥1,234`, `₹1,23,456`,
/// `CHF 1’299.–`, `5.182 €`, `12€99`.
public struct PriceParser: Sendable {
  /// The store's currency, for symbols that several currencies share and for prices without a
  /// symbol.
  public let defaultCurrency: Currency?

  /// Creates a parser for a store with this currency.
  public init(defaultCurrency: Currency? = nil) { self.defaultCurrency = defaultCurrency }

  /// The maximum length of a text.
  static let maximumLength = 200

  /// The only price in a text; percentages are skipped.
  public func price(in text: String) throws(PriceTextError) -> Price {
    // Counting stops early, because the text may be a whole page.
    guard text.unicodeScalars.prefix(Self.maximumLength + 1).count <= Self.maximumLength else {
      throw .tooLong
    }
    let scalars = PriceCharacters.normalized(text)
    guard scalars.contains(where: { $0 != " " }) else { throw .empty }
    var result: Price?
    for token in Self.numbers(in: scalars) {
      if Self.isNegative(token, in: scalars) { throw .negative }
      let currency = try currency(beside: token, in: scalars)
      let price = Price(try token.minorUnits(digits: currency.minorDigits), currency)
      if let result, result != price {
        throw result.currency == price.currency ? .severalPrices : .severalCurrencies
      }
      result = price
    }
    guard let result else { throw .noNumber }
    return result
  }

  /// A machine-readable price, as in structured data: a point or a comma before the decimals.
  ///
  /// - `isNumber`: whether it was a JSON number, which has no thousands separators.
  public func price(
    machineReadable text: String, currency: Currency, isNumber: Bool = false
  ) throws(PriceTextError) -> Price {
    guard text.unicodeScalars.prefix(Self.maximumLength + 1).count <= Self.maximumLength else {
      throw .tooLong
    }
    let scalars = PriceCharacters.normalized(text).filter { $0 != " " }
    guard let first = scalars.first else { throw .empty }
    if first == "-" { throw .negative }
    let parts = scalars.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    let isDecimalNumber = parts.allSatisfy { $0.allSatisfy(\.isPriceDigit) } && parts[0].count > 0
    guard isDecimalNumber, parts.count <= 2 else {
      return try PriceParser(defaultCurrency: currency).price(in: text)
    }
    let fraction = parts.count == 2 ? Array(parts[1]) : []
    let digits = currency.minorDigits
    if fraction.count == 3, digits != 3, !isNumber { throw .ambiguousNumber }
    let units = try Self.rounded(Array(parts[0]), fraction, digits: digits)
    return Price(units, currency)
  }

  /// NB: digits beyond those of the currency are rounded, because they are floating-point errors.
  private static func rounded(
    _ integerPart: [Unicode.Scalar], _ fraction: [Unicode.Scalar], digits: Int
  ) throws(PriceTextError) -> Int64 {
    let units = try NumberToken.amount(integerPart, Array(fraction.prefix(digits)), digits: digits)
    guard let next = fraction.dropFirst(digits).first else { return units }
    return next.value >= 0x35 ? units + 1 : units
  }

  private static func numbers(in scalars: [Unicode.Scalar]) -> [NumberToken] {
    var tokens: [NumberToken] = []
    var index = 0
    while index < scalars.count {
      guard scalars[index].isPriceDigit else {
        index += 1
        continue
      }
      let token = NumberToken(in: scalars, at: index)
      if !isPercentage(token, in: scalars) { tokens.append(token) }
      index = max(token.range.upperBound, index + 1)
    }
    return tokens
  }

  private static func isPercentage(_ token: NumberToken, in scalars: [Unicode.Scalar]) -> Bool {
    let following = scalars[token.range.upperBound...].drop { $0 == " " }
    if following.first == "%" { return true }
    let word = String(String.UnicodeScalarView(following.prefix(7))).lowercased()
    return word.hasPrefix("percent") || word.hasPrefix("prozent")
  }

  /// `-5 €` and `-$5`, but neither `10-20` nor `from - 5`.
  private static func isNegative(_ token: NumberToken, in scalars: [Unicode.Scalar]) -> Bool {
    var index = token.range.lowerBound - 1
    while index >= 0, scalars[index] != "-", !scalars[index].isPriceDigit, scalars[index] != " " {
      index -= 1
    }
    guard index >= 0, scalars[index] == "-" else { return false }
    return index == 0 || scalars[index - 1] == " " || scalars[index - 1] == "("
  }

  private func currency(
    beside token: NumberToken, in scalars: [Unicode.Scalar]
  ) throws(PriceTextError) -> Currency {
    let before = scalars[..<token.range.lowerBound].reversed().drop { $0 == " " }.prefix(8)
    let after = scalars[token.range.upperBound...].drop { $0 == " " }
    var symbols = [
      CurrencySymbols.symbol(ending: before.reversed()), CurrencySymbols.symbol(beginning: after),
    ].compactMap { $0 }
    if token.centsAfterSymbol != nil {
      let inside = scalars[token.range].drop { $0.isPriceDigit || $0 == "'" }
      symbols.append(contentsOf: [CurrencySymbols.symbol(beginning: inside)].compactMap { $0 })
    }
    guard var candidates = symbols.first?.currencies else {
      guard let defaultCurrency else { throw .noCurrency }
      return defaultCurrency
    }
    for symbol in symbols.dropFirst() {
      candidates = candidates.filter { symbol.currencies.contains($0) }
    }
    guard let first = candidates.first else { throw .severalCurrencies }
    if let defaultCurrency, candidates.contains(defaultCurrency) { return defaultCurrency }
    guard candidates.count == 1 || symbols.contains(where: \.hasDefault) else {
      throw .ambiguousCurrency
    }
    return first
  }
}
