/// A language of explanations and notifications.
public enum Language: String, Sendable, Codable, CaseIterable {
  /// English.
  case english = "en"
  /// German.
  case german = "de"
}

extension Price {
  /// The localized price: `€1,234.50` in English, `1.234,50 €` in German.
  public func text(in language: Language) -> String {
    let decimal = decimalText
    let parts = decimal.drop { $0 == "-" }.split(separator: ".")
    let sign = minorUnits < 0 ? "-" : ""
    let whole = Self.grouped(parts.first ?? "0", by: language == .english ? "," : ".")
    let point = language == .english ? "." : ","
    let number = parts.count > 1 ? "\(whole)\(point)\(parts[1])" : whole
    switch language {
    case .english:
      if let symbol = Self.symbols[currency.code] { return "\(sign)\(symbol)\(number)" }
      return "\(sign)\(currency.code)\u{A0}\(number)"
    case .german:
      return "\(sign)\(number)\u{A0}\(Self.symbols[currency.code] ?? currency.code)"
    }
  }

  private static let symbols = [
    "EUR": "€", "USD": "$", "GBP": "£", "JPY": "¥", "INR": "₹", "CAD": "CA$", "AUD": "A$",
    "MXN": "MX$", "BRL": "R$", "KRW": "₩", "ILS": "₪",
  ]

  private static func grouped(_ digits: Substring, by separator: String) -> String {
    var result = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { result += separator }
      result.append(digit)
    }
    return result
  }
}
