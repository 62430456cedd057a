/// The symbols and words that stores use for currencies.
enum CurrencySymbols {
  struct Symbol {
    let scalars: [Unicode.Scalar]
    let currencies: [Currency]
    /// Whether the first currency is the default without further information.
    let hasDefault: Bool
    /// Whether it begins or ends with a letter, and thus must be a whole word: `kr` does not match
    /// in `kraft`.
    let isWord: Bool
  }

  /// Longest first, so that `US$` is not read as `$`.
  static let all: [Symbol] =
    table.map { text, codes in
      Symbol(
        scalars: Array(text.unicodeScalars), currencies: codes.compactMap { Currency($0) },
        hasDefault: text.lowercased() != "kr" && text.lowercased() != "kr.",
        isWord: text.unicodeScalars.last?.properties.isAlphabetic == true
          || text.unicodeScalars.first?.properties.isAlphabetic == true)
    }.sorted { $0.scalars.count > $1.scalars.count }

  private static let dollars = [
    "USD", "CAD", "AUD", "MXN", "NZD", "SGD", "HKD", "TWD", "CLP", "COP", "ARS",
  ]
  private static let crowns = ["SEK", "NOK", "DKK", "ISK"]
  private static let table: [(String, [String])] = [
    ("$", dollars), ("US$", ["USD"]), ("U$S", ["USD"]), ("C$", ["CAD"]), ("CA$", ["CAD"]),
    ("CDN$", ["CAD"]), ("A$", ["AUD"]), ("AU$", ["AUD"]), ("NZ$", ["NZD"]), ("S$", ["SGD"]),
    ("SG$", ["SGD"]), ("HK$", ["HKD"]), ("NT$", ["TWD"]), ("MX$", ["MXN"]), ("R$", ["BRL"]),
    ("€", ["EUR"]), ("Euro", ["EUR"]), ("euro", ["EUR"]), ("Euros", ["EUR"]), ("euros", ["EUR"]),
    ("Eur", ["EUR"]), ("eur", ["EUR"]), ("£", ["GBP", "EGP"]), ("E£", ["EGP"]),
    ("¥", ["JPY", "CNY"]), ("JP¥", ["JPY"]), ("CN¥", ["CNY"]), ("円", ["JPY"]), ("元", ["CNY"]),
    ("₹", ["INR"]), ("Rs.", ["INR", "PKR", "LKR"]), ("Rs", ["INR", "PKR", "LKR"]),
    ("kr", crowns), ("kr.", crowns), ("Kr", crowns), ("Kr.", crowns), ("zł", ["PLN"]),
    ("zl", ["PLN"]), ("TL", ["TRY"]), ("₺", ["TRY"]), ("₩", ["KRW"]), ("원", ["KRW"]),
    ("₽", ["RUB"]), ("руб.", ["RUB"]), ("₪", ["ILS"]), ("₴", ["UAH"]), ("₫", ["VND"]),
    ("฿", ["THB"]), ("₱", ["PHP"]), ("₦", ["NGN"]), ("Fr.", ["CHF"]), ("Fr", ["CHF"]),
    ("SFr.", ["CHF"]), ("Kč", ["CZK"]), ("Ft", ["HUF"]), ("lei", ["RON"]), ("Lei", ["RON"]),
    ("лв", ["BGN"]), ("лв.", ["BGN"]), ("Rp", ["IDR"]), ("RM", ["MYR"]), ("R", ["ZAR"]),
    ("د.إ", ["AED"]), ("ر.س", ["SAR"]), ("ريال", ["SAR"]), ("جنيه", ["EGP"]), ("ج.م", ["EGP"]),
  ]

  /// The symbol or code at the beginning of the scalars.
  static func symbol(beginning scalars: some Collection<Unicode.Scalar>) -> Symbol? {
    let scalars = Array(scalars.prefix(8))
    for symbol in all where scalars.starts(with: symbol.scalars) {
      if symbol.isWord, scalars.count > symbol.scalars.count, symbol.scalars.last?.isLetter == true,
        scalars[symbol.scalars.count].isLetter
      {
        continue
      }
      return symbol
    }
    let word = scalars.prefix { $0.isLetter }
    return code(of: word)
  }

  /// The symbol or code at the end of the scalars.
  static func symbol(ending scalars: some Collection<Unicode.Scalar>) -> Symbol? {
    let scalars = Array(Array(scalars).suffix(8))
    for symbol in all where scalars.suffix(symbol.scalars.count).elementsEqual(symbol.scalars) {
      let before = scalars.dropLast(symbol.scalars.count).last
      if symbol.isWord, symbol.scalars.first?.isLetter == true, before?.isLetter == true {
        continue
      }
      return symbol
    }
    let word = Array(scalars.reversed().prefix { $0.isLetter }.reversed())
    return code(of: word[...])
  }

  /// NB: uppercase only; `try`, `all` and `top` are words far more often than currencies.
  private static func code(of word: ArraySlice<Unicode.Scalar>) -> Symbol? {
    guard word.count == 3, word.allSatisfy({ ("A"..."Z").contains($0) }) else { return nil }
    let text = String(String.UnicodeScalarView(word))
    guard let currency = Currency(text) else { return nil }
    return Symbol(scalars: Array(word), currencies: [currency], hasDefault: true, isWord: true)
  }
}

extension Unicode.Scalar {
  var isLetter: Bool { properties.isAlphabetic }
}
