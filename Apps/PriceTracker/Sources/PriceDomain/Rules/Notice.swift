/// A notification about a product, with its reasons.
public struct Notice: Hashable, Sendable, Codable {
  /// A reason for a notification.
  public enum Reason: String, Sendable, Codable, CaseIterable {
    /// Available again.
    case backInStock
    /// At or below the target already when the rule was saved.
    case alreadyBelow
    /// Dropped to the target.
    case targetReached
    /// Below the target, and lower than at the last notification.
    case furtherDrop
    /// Dropped.
    case drop
    /// Rose.
    case rise
    /// The lowest price since the product's history began.
    case lowest
  }

  /// The reasons, the most important first.
  public let reasons: [Reason]
  /// The price.
  public let price: Price
  /// The price to compare with: at the last notification, when the rule was saved, or a higher one
  /// that has lasted since.
  public let comparisonPrice: Price?
  /// The start of the product's price history.
  public let historyStart: Timestamp?

  /// The notification's text: `Now €19.99, 20% less than €24.99. …`.
  ///
  /// - `utcOffset`: the user's UTC offset in seconds.
  public func text(in language: Language, utcOffset: Int = 0) -> String {
    var sentences: [String] = []
    let priceText = price.text(in: language)
    let changeText = changeText(in: language)
    switch language {
    case .english:
      if reasons.contains(.backInStock) { sentences.append("Back in stock.") }
      if reasons.contains(.alreadyBelow) {
        sentences.append("It is already at or below your target price.")
      }
      sentences.append("Now \(priceText)\(changeText).")
    case .german:
      if reasons.contains(.backInStock) { sentences.append("Wieder lieferbar.") }
      if reasons.contains(.alreadyBelow) {
        sentences.append("Dein Wunschpreis ist schon erreicht.")
      }
      sentences.append("Jetzt \(priceText)\(changeText).")
    }
    if reasons.contains(.lowest), let historyStart {
      sentences.append(
        Self.lowestPriceSentence(since: historyStart, in: language, utcOffset: utcOffset))
    }
    return sentences.joined(separator: " ")
  }

  private func changeText(in language: Language) -> String {
    guard let comparisonPrice, comparisonPrice != price, comparisonPrice.currency == price.currency
    else { return "" }
    let comparisonText = comparisonPrice.text(in: language)
    let isDrop = price.minorUnits < comparisonPrice.minorUnits
    let percent = price.percentBelow(comparisonPrice) ?? 0
    switch language {
    case .english:
      if percent > 0 { return ", \(percent)% less than \(comparisonText)" }
      return isDrop ? ", down from \(comparisonText)" : ", up from \(comparisonText)"
    case .german:
      if percent > 0 { return ", \(percent)\u{A0}% weniger als \(comparisonText)" }
      return isDrop ? ", vorher \(comparisonText)" : ", teurer als vorher (\(comparisonText))"
    }
  }

  /// Includes the start date, because earlier prices are not known.
  private static func lowestPriceSentence(
    since timestamp: Timestamp, in language: Language, utcOffset: Int
  ) -> String {
    let (year, month, day) = timestamp.date(utcOffset: utcOffset)
    switch language {
    case .english:
      let names = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
      ]
      return "The lowest price since we began to watch it on \(day) \(names[month - 1]) \(year)."
    case .german:
      let names = [
        "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September",
        "Oktober", "November", "Dezember",
      ]
      return "Der niedrigste Preis, seit wir ihn beobachten (\(day). \(names[month - 1]) \(year))."
    }
  }
}
