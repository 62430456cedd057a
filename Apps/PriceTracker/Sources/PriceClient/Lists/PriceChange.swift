package import PriceDomain

/// The change of a price from the previous one.
package struct PriceChange: Sendable, Hashable {
  package enum Trend: String, Sendable, Codable {
    case down, up, flat

    /// The symbol of the lists: an arrow down or up, or a dash.
    package var symbol: String {
      switch self {
      case .down: "▼"
      case .up: "▲"
      case .flat: "–"
      }
    }
  }

  package let trend: Trend
  /// The size of the change in whole percent of the earlier price, rounded down; 0 if flat.
  package let percent: Int

  /// Compares two prices; without one of them, and between currencies, there is no change.
  package init(from previous: Price?, to current: Price?) {
    guard let previous, let current, previous.currency == current.currency, previous != current
    else {
      (trend, percent) = (.flat, 0)
      return
    }
    trend = current.minorUnits < previous.minorUnits ? .down : .up
    let difference = Double(current.minorUnits) - Double(previous.minorUnits)
    let base = Double(max(1, previous.minorUnits))
    percent = Int(min(abs(difference) * 100 / base, 999_999))
  }

  /// The change in words, such as `12% lower`; without a percentage if it is less than 1%.
  package func text(in language: Language) -> String {
    let word =
      switch trend {
      case .down: ClientText("lower", "billiger")
      case .up: ClientText("higher", "teurer")
      case .flat: ClientText("unchanged", "unverändert")
      }
    guard trend != .flat, percent > 0 else { return word.text(language) }
    return "\(ProductTexts(language).percent(percent)) \(word.text(language))"
  }

  /// The symbol of the lists: an arrow down or up, or a dash.
  package var symbol: String { trend.symbol }
}
