package import Foundation
package import PriceDomain

/// Formats prices and times of products.
package struct ProductTexts: Sendable {
  package let language: Language
  private let zone: TimeZone

  package init(_ language: Language, zone: TimeZone = .current) {
    (self.language, self.zone) = (language, zone)
  }

  /// A price, or a text that says that there is none or that the product is sold out.
  package func price(_ price: Price?, _ stock: Stock = .inStock) -> String {
    if stock == .outOfStock { return ClientText("Sold out", "Ausverkauft").text(language) }
    return price?.text(in: language)
      ?? ClientText("No price yet", "Noch kein Preis").text(language)
  }

  /// Why the price may not be the shop's current one; nil if it is up to date.
  package func staleReason(_ product: ProductData) -> String? {
    if product.stock == .outOfStock {
      return ClientText(
        "Currently unavailable; this was the last price.",
        "Zurzeit nicht lieferbar; das war der letzte Preis."
      ).text(language)
    }
    guard product.lastFailure != nil, let last = product.lastSuccess else { return nil }
    let lastRead = time(Timestamp(last))
    return ClientText(
      "The shop’s page has not been readable since \(lastRead); this is the price from then.",
      "Die Seite des Shops konnte seit \(lastRead) nicht gelesen werden; "
        + "das ist der Preis von damals."
    ).text(language)
  }

  /// The lowest and the highest price; nil unless both are known.
  package func range(_ lowest: Price?, _ highest: Price?) -> String? {
    guard let lowest, let highest else { return nil }
    let (low, high) = (lowest.text(in: language), highest.text(in: language))
    return ClientText(
      "Lowest \(low), highest \(high)", "Tiefstpreis \(low), Höchstpreis \(high)"
    ).text(language)
  }

  /// A percentage, such as `35%`; in German, with a no-break space.
  package func percent(_ percent: Int) -> String {
    "\(percent)\(language == .german ? "\u{A0}" : "")%"
  }

  /// A date and time, such as `27 Nov 2026 at 14:05`.
  package func time(_ timestamp: Timestamp) -> String {
    var style = Date.FormatStyle(
      date: .abbreviated, time: .shortened,
      locale: Locale(identifier: language == .german ? "de_DE" : "en_GB"))
    style.timeZone = zone
    return Date(timeIntervalSince1970: TimeInterval(timestamp.seconds)).formatted(style)
  }
}
