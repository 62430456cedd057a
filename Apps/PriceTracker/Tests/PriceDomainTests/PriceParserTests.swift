import PriceDomain
import Testing

struct PriceParserTests {
  /// The store's text, the store's currency, and the expected price.
  static let prices: [(text: String, store: String?, price: String)] = [
    ("$1,234.56", "USD", "1234.56 USD"), ("£4.45", "GBP", "4.45 GBP"),
    ("149,00\u{A0}€", "EUR", "149.00 EUR"), ("€149,00", "EUR", "149.00 EUR"),
    ("￥1,234", "JPY", "1234 JPY"), ("1,234円", "JPY", "1234 JPY"), ("¥88.50", "CNY", "88.50 CNY"),
    ("₹1,23,456.00", "INR", "123456.00 INR"), ("Rs. 12,34,567", "INR", "1234567.00 INR"),
    ("CHF 1’299.–", "CHF", "1299.00 CHF"), ("Fr. 1'299.50", "CHF", "1299.50 CHF"),
    ("5.182 €", "EUR", "5182.00 EUR"), ("5.182,50 €", "EUR", "5182.50 EUR"),
    ("1 234,56 €", "EUR", "1234.56 EUR"), ("1\u{202F}234,56\u{202F}€", "EUR", "1234.56 EUR"),
    ("12€99", "EUR", "12.99 EUR"), ("12,- €", "EUR", "12.00 EUR"), ("48.5 EUR", nil, "48.50 EUR"),
    ("US$ 20", "CAD", "20.00 USD"), ("$20", "CAD", "20.00 CAD"), ("$20", nil, "20.00 USD"),
    ("$12.99 CAD", "USD", "12.99 CAD"), ("R$ 1.299,90", "BRL", "1299.90 BRL"),
    ("1 299 kr", "SEK", "1299.00 SEK"), ("49,90 zł", "PLN", "49.90 PLN"),
    ("1.234,00 TL", "TRY", "1234.00 TRY"), ("AED 1,234.00", "AED", "1234.00 AED"),
    ("١٬٢٣٤٫٥٠ جنيه", "EGP", "1234.50 EGP"), ("R 1 299,00", "ZAR", "1299.00 ZAR"),
    ("KWD 1.234", "KWD", "1.234 KWD"), ("２，９８０円", "JPY", "2980 JPY"),
    ("-17 % 24,99 €", "EUR", "24.99 EUR"), ("$12.99 with 9 percent savings", "USD", "12.99 USD"),
    ("149,00 €149,00 €", "EUR", "149.00 EUR"), ("12€12€", "EUR", "12.00 EUR"),
    ("19.99", "USD", "19.99 USD"),
    ("\u{200E}$5\u{200F}", "USD", "5.00 USD"), ("Price: €7", "EUR", "7.00 EUR"),
    ("2879.20 $", "USD", "2879.20 USD"),
    ("1,234,567.89 USD", nil, "1234567.89 USD"), ("0,99 €", "EUR", "0.99 EUR"),
    ("¥1,234.00", "JPY", "1234 JPY"),
    ("19.990 EUR", "EUR", "19990.00 EUR"), ("0.990 EUR", "EUR", "0.99 EUR"),
  ]

  @Test(arguments: prices)
  func `every price format is parsed`(row: (text: String, store: String?, price: String)) throws {
    let parser = PriceParser(defaultCurrency: row.store.flatMap { Currency($0) })

    let price = try parser.price(in: row.text)

    #expect("\(price.decimalText) \(price.currency)" == row.price)
  }

  static let rejectedTexts: [(text: String, store: String?, error: PriceTextError)] = [
    ("", "EUR", .empty), (" \u{A0}", "EUR", .empty), ("free", "EUR", .noNumber),
    ("-17 %", "EUR", .noNumber), ("$12.99 - $24.99", "USD", .severalPrices),
    ("10-20 €", "EUR", .severalPrices), ("$37.44 ($6.24/Pack)", "USD", .severalPrices),
    ("-5,00 €", "EUR", .negative), ("−$5", "USD", .negative), ("1,23,4 €", "EUR", .invalidGrouping),
    ("1.2.3 €", "EUR", .invalidGrouping), ("1234.567 €", "EUR", .tooPrecise),
    ("¥12.5", "JPY", .tooPrecise), ("12", nil, .noCurrency),
    ("€5 $5", "EUR", .severalCurrencies), ("5 kr", nil, .ambiguousCurrency),
    ("9999999999999999 €", "EUR", .tooLarge), ("€ USD 5 GBP", nil, .severalCurrencies),
    (String(repeating: "9", count: 201), "EUR", .tooLong),
  ]

  @Test(arguments: rejectedTexts)
  func `a text that is not a single price is rejected`(
    row: (text: String, store: String?, error: PriceTextError)
  ) {
    let parser = PriceParser(defaultCurrency: row.store.flatMap { Currency($0) })

    #expect(throws: row.error) { try parser.price(in: row.text) }
  }

  @Test func `a machine-readable number has a decimal point, and ambiguous thousands are rejected`()
    throws
  {
    let parser = PriceParser()
    #expect(try parser.price(machineReadable: "2879.2", currency: .euro).minorUnits == 287_920)
    #expect(try parser.price(machineReadable: "48,00", currency: .euro).minorUnits == 4800)
    let dollars = try parser.price(machineReadable: "1,234.56", currency: .dollar)
    #expect(dollars.minorUnits == 123_456)
    let imprecisePrice = try parser.price(
      machineReadable: "19.989999999", currency: .euro, isNumber: true)
    #expect(imprecisePrice.minorUnits == 1999)
    #expect(throws: PriceTextError.ambiguousNumber) {
      try parser.price(machineReadable: "5.182", currency: .euro)
    }
    #expect(throws: PriceTextError.negative) {
      try parser.price(machineReadable: "-1", currency: .euro)
    }
  }

  @Test func `a formatted price is parsed back in both languages and nine currencies`() throws {
    var random = SeededRandom(seed: 1)
    for code in ["EUR", "USD", "GBP", "JPY", "KWD", "CHF", "INR", "CAD", "BRL"] {
      let currency = try #require(Currency(code))
      for _ in 0..<200 {
        let price = Price(Int64.random(in: 1...99_999_999_999, using: &random), currency)
        // `1.234 KWD` in German would be thousands; the parser takes it as a decimal point.
        for language in Language.allCases where code != "KWD" || language == .english {
          let text = price.text(in: language)
          #expect(try PriceParser(defaultCurrency: currency).price(in: text) == price, "\(text)")
        }
      }
    }
  }

  @Test func `random texts neither crash the parser nor give a negative price`() {
    var random = SeededRandom(seed: 2)
    let characters = Array("0123456789.,'’- €$£¥%kR\u{A0}٫٬٣円Frs\u{202E}é\u{1F600}EURUSD")
    for _ in 0..<20_000 {
      let length = Int.random(in: 0...24, using: &random)
      let text = String((0..<length).compactMap { _ in characters.randomElement(using: &random) })
      if let price = try? PriceParser(defaultCurrency: .euro).price(in: text) {
        #expect(price.minorUnits >= 0, "\(text)")
      }
      if let price = try? PriceParser().price(machineReadable: text, currency: .yen) {
        #expect(price.minorUnits >= 0, "\(text)")
      }
    }
  }
}

/// SplitMix64: the same inputs in every run.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
