package import PriceDomain

/// The price history of a product as a chart, a list and a sentence.
package struct PriceChart: Sendable, Hashable, Codable {
  /// A point of the line.
  package struct Point: Sendable, Hashable, Codable, Identifiable {
    /// Its index in the chart.
    package let id: Int
    package let at: Timestamp
    package let price: Price
    /// The index of its series; between two series, in which the product could not be bought or its
    /// price was in another currency, the line is interrupted.
    package let series: Int

    /// The amount in units of the currency: 24.99.
    package var amount: Double { PriceChart.amount(price) }
  }

  /// A row of the history.
  package struct Row: Sendable, Hashable, Codable, Identifiable {
    package let id: Int
    package let start: Timestamp
    /// The price; nil while the product could not be bought.
    package let price: Price?
    package let trend: PriceChange.Trend
    package let percent: Int
    /// Whether there is no earlier price to compare with.
    package let isFirst: Bool

    /// The arrow with the change, such as `▼ 20%`; a dash if there is none.
    package func symbol(in language: Language) -> String {
      guard trend != .flat, percent > 0 else { return trend.symbol }
      return "\(trend.symbol) \(ProductTexts(language).percent(percent))"
    }
  }

  /// The points in chronological order, in the currency of the latest price.
  package let points: [Point]
  /// The rows, the latest first, in all currencies.
  package let rows: [Row]
  package let lowest: Price?
  package let highest: Price?
  /// The point at which the lowest price was first reached; nil if it is not in these periods.
  package let lowestPoint: Point?
  /// The point at which the highest price was first reached; nil if it is not in these periods.
  package let highestPoint: Point?

  /// Creates the chart of a history.
  ///
  /// - Parameters:
  ///   - periods: The periods, the latest first, as the API returns them.
  ///   - lowest: The lowest price of the whole history, of which the periods may be a part.
  ///   - highest: The highest price.
  package init(_ periods: [PeriodData], lowest: Price? = nil, highest: Price? = nil) {
    let currency = periods.lazy.compactMap { $0.price?.price?.currency }.first
    let points = Self.points(periods, currency)
    self.points = points
    rows = Self.rows(periods)
    // NB: which of several equal elements `min` and `max` return is not documented; the ID decides.
    let low = points.min { ($0.price.minorUnits, $0.id) < ($1.price.minorUnits, $1.id) }
    let high = points.max { ($0.price.minorUnits, -$0.id) < ($1.price.minorUnits, -$1.id) }
    let (lowestPrice, highestPrice) = (lowest ?? low?.price, highest ?? high?.price)
    (self.lowest, self.highest) = (lowestPrice, highestPrice)
    lowestPoint = low.flatMap { $0.price == lowestPrice ? $0 : nil }
    highestPoint = high.flatMap { $0.price == highestPrice ? $0 : nil }
  }

  /// Whether there is a line to draw.
  package var isEmpty: Bool { points.isEmpty }

  /// The amounts of the vertical axis, with a tenth of the range above and below; never empty.
  package var domain: ClosedRange<Double> {
    guard let low = points.map(\.amount).min(), let high = points.map(\.amount).max() else {
      return 0...1
    }
    let margin = high > low ? (high - low) / 10 : max(high / 10, 0.01)
    return max(0, low - margin)...(high + margin)
  }

  /// At most `count` points for a small chart, among them the first, the last, the lowest and the
  /// highest; all points if `count` is less than four.
  package func sample(_ count: Int) -> [Point] {
    guard points.count > count, count >= 4, let first = points.first, let last = points.last else {
      return points
    }
    var selected = Set([first.id, last.id])
    if let low = points.min(by: { $0.price.minorUnits < $1.price.minorUnits }) {
      selected.insert(low.id)
    }
    if let high = points.max(by: { $0.price.minorUnits < $1.price.minorUnits }) {
      selected.insert(high.id)
    }
    let remainingCount = count - selected.count
    for step in 0..<remainingCount {
      selected.insert(points[(step + 1) * (points.count - 1) / (remainingCount + 1)].id)
    }
    return points.filter { selected.contains($0.id) }
  }

  /// The chart in a sentence, for screen readers and as the caption; `time` formats a timestamp.
  package func summary(in language: Language, time: (Timestamp) -> String) -> String {
    guard let first = points.first, let last = points.last, let lowest, let highest else {
      return ClientText("There is no price yet.", "Noch gibt es keinen Preis.").text(language)
    }
    let (from, to) = (first.price.text(in: language), last.price.text(in: language))
    guard first.price != last.price || lowest != highest else {
      return ClientText(
        "\(to) since \(time(first.at)).", "\(to) seit \(time(first.at))."
      ).text(language)
    }
    let (low, high) = (lowest.text(in: language), highest.text(in: language))
    return ClientText(
      "From \(from) (\(time(first.at))) to \(to) (\(time(last.at))); lowest \(low), highest "
        + "\(high).",
      "Von \(from) (\(time(first.at))) auf \(to) (\(time(last.at))); Tiefstpreis \(low), "
        + "Höchstpreis \(high)."
    ).text(language)
  }

  package static func amount(_ price: Price) -> Double {
    Double(price.minorUnits) / Double(price.currency.minorUnitsPerUnit)
  }

  // MARK: Points and rows

  private static func points(_ periods: [PeriodData], _ currency: Currency?) -> [Point] {
    var points: [Point] = []
    var (series, isOpen) = (0, false)
    for period in periods.reversed() {
      guard let price = period.price?.price, price.currency == currency else {
        if isOpen { series += 1 }
        isOpen = false
        continue
      }
      isOpen = true
      let times =
        period.firstSeen == period.lastSeen
        ? [period.firstSeen] : [period.firstSeen, period.lastSeen]
      for time in times {
        points.append(Point(id: points.count, at: Timestamp(time), price: price, series: series))
      }
    }
    return points
  }

  private static func rows(_ periods: [PeriodData]) -> [Row] {
    periods.enumerated().map { index, period in
      // Periods without a price are skipped: the change is relative to the last known price.
      let previousPrice = periods.dropFirst(index + 1).lazy.compactMap { $0.price?.price }.first
      let change = PriceChange(from: previousPrice, to: period.price?.price)
      return Row(
        id: periods.count - index, start: Timestamp(period.firstSeen), price: period.price?.price,
        trend: change.trend, percent: change.percent, isFirst: previousPrice == nil)
    }
  }
}
