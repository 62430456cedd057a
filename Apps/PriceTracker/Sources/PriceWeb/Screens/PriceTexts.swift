import Foundation
import PriceDomain
import PriceStore

/// Formats prices and times for pages.
struct PriceTexts: Sendable {
  let language: Language
  private let zone: TimeZone
  /// Appended to times in UTC, which few visitors use; empty for any other time zone.
  private let zoneLabel: String

  /// Creates the texts of a visitor; times are in UTC if the time zone is not known.
  init(_ language: Language, timeZone: String = "UTC") {
    self.language = language
    let localZone = timeZone == "UTC" ? nil : TimeZone(identifier: timeZone)
    zone = localZone ?? .gmt
    zoneLabel = localZone == nil ? " UTC" : ""
  }

  func price(_ price: Price?) -> String {
    price?.text(in: language) ?? SiteText("No price yet", "Noch kein Preis").text(language)
  }

  /// Returns a date and time, such as `27 Nov 2026 at 14:05`, with `UTC` if it is in UTC.
  func time(_ timestamp: Timestamp) -> String { shortTime(timestamp) + zoneLabel }

  /// Returns a date and time without the label `UTC`, for the axis of a chart.
  func shortTime(_ timestamp: Timestamp) -> String {
    var style = Date.FormatStyle(
      date: .abbreviated, time: .shortened,
      locale: Locale(identifier: language == .german ? "de_DE" : "en_GB"))
    style.timeZone = zone
    return Date(timeIntervalSince1970: TimeInterval(timestamp.seconds)).formatted(style)
  }

  /// Returns the trend of a price: `down`, `up` or `flat`, and its description.
  func change(from previous: Price?, to current: Price?) -> (trend: String, text: String) {
    guard let previous, let current, previous.currency == current.currency, previous != current
    else {
      return ("flat", "")
    }
    let isFall = current.minorUnits < previous.minorUnits
    let percent = abs(current.minorUnits - previous.minorUnits) * 100 / max(1, previous.minorUnits)
    let space = language == .german ? "\u{A0}" : ""
    let word =
      isFall
      ? SiteText("lower", "billiger").text(language) : SiteText("higher", "teurer").text(language)
    return (isFall ? "down" : "up", percent == 0 ? word : "\(percent)\(space)% \(word)")
  }

  /// Returns how many products of a list are shown: all, the first ones, or further ones.
  ///
  /// The total is unknown, because counting a list would take time in proportion to its length.
  func products(_ count: Int, isFirst: Bool, hasMore: Bool) -> String {
    guard isFirst else {
      return count == 1
        ? SiteText("1 more product", "1 weiteres Produkt").text(language)
        : SiteText("\(count) more products", "\(count) weitere Produkte").text(language)
    }
    if hasMore {
      return SiteText("The first \(count) products", "Die ersten \(count) Produkte").text(language)
    }
    return count == 1
      ? SiteText("1 product", "1 Produkt").text(language)
      : SiteText("\(count) products", "\(count) Produkte").text(language)
  }

  func userCount(_ count: Int) -> String {
    count == 1
      ? SiteText("1 person", "1 Person").text(language)
      : SiteText("\(count) people", "\(count) Personen").text(language)
  }
}
