import PriceClient
import PriceDomain
import Testing

@Suite struct PriceChartTests {
  static func period(_ first: Int64, _ last: Int64, _ cents: Int64?) -> PeriodData {
    PeriodData(firstSeen: first, lastSeen: last, price: cents.map { Price($0, .euro) })
  }

  @Test func `the line keeps a price over its period with a gap while it is unavailable`() {
    let chart = PriceChart([
      Self.period(400, 500, 1999), Self.period(300, 390, nil), Self.period(200, 290, 2499),
      Self.period(100, 100, 2999),
    ])
    #expect(chart.points.map(\.at.seconds) == [100, 200, 290, 400, 500])
    #expect(chart.points.map(\.amount) == [29.99, 24.99, 24.99, 19.99, 19.99])
    #expect(chart.points.map(\.series) == [0, 0, 0, 1, 1])
    #expect(chart.lowestPoint?.at == Timestamp(400))
    #expect(chart.highestPoint?.at == Timestamp(100))
    #expect(chart.domain.lowerBound < 19.99 && chart.domain.upperBound > 29.99)
  }

  @Test func `a price after an unavailable period is compared with the last known price`() {
    let rows = PriceChart([
      Self.period(400, 500, 1999), Self.period(300, 390, nil), Self.period(200, 290, 2499),
      Self.period(100, 190, 2000),
    ]).rows
    #expect(rows.map(\.trend) == [.down, .flat, .up, .flat])
    #expect(rows.map(\.percent) == [20, 0, 24, 0])
    #expect(rows.map(\.isFirst) == [false, false, false, true])
    #expect(rows.map { $0.symbol(in: .english) } == ["▼ 20%", "–", "▲ 24%", "–"])
    #expect(rows.first?.symbol(in: .german) == "▼ 20\u{A0}%")
    #expect(Set(rows.map(\.id)).count == 4)
  }

  @Test func `prices in another currency are in the history and not on the line`() {
    let dollars = PeriodData(firstSeen: 1, lastSeen: 2, price: Price(100, .dollar))
    let chart = PriceChart([Self.period(3, 4, 500), dollars])
    #expect(chart.points.allSatisfy { $0.price.currency == .euro })
    #expect(chart.rows.count == 2)
    #expect(chart.rows.first?.trend == .flat)
  }

  @Test func `a chart's summary has its start, end, minimum and maximum, in both languages`() {
    let chart = PriceChart(
      [Self.period(300, 400, 1999), Self.period(100, 200, 2999)], lowest: Price(1500, .euro),
      highest: Price(2999, .euro))
    let english = chart.summary(in: .english) { "t\($0.seconds)" }
    #expect(english == "From €29.99 (t100) to €19.99 (t400); lowest €15.00, highest €29.99.")
    let german = chart.summary(in: .german) { "t\($0.seconds)" }
    for part in ["29,99\u{A0}€ (t100)", "19,99\u{A0}€ (t400)", "Tiefstpreis 15,00\u{A0}€"] {
      #expect(german.contains(part))
    }
    #expect(german.hasSuffix("29,99\u{A0}€."))
    // The lowest price of the whole history is not on the part that is drawn.
    #expect(chart.lowestPoint == nil)
    let empty = PriceChart([])
    #expect(empty.isEmpty && empty.domain == 0...1)
    #expect(empty.summary(in: .english) { _ in "" } == "There is no price yet.")
  }

  @Test func `a downsampled chart keeps its ends, minimum and maximum`() {
    let periods: [PeriodData] = (0..<500).map { (index: Int) -> PeriodData in
      let at = Int64(10_000 - index)
      return Self.period(at, at, index == 321 ? 1 : index == 123 ? 5000 : 2000)
    }
    let sample: [PriceChart.Point] = PriceChart(periods).sample(40)
    #expect(sample.count <= 40)
    #expect(sample.first?.at == Timestamp(10_000 - 499) && sample.last?.at == Timestamp(10_000))
    #expect(sample.contains { $0.price.minorUnits == 1 })
    #expect(sample.contains { $0.price.minorUnits == 5000 })
    #expect(sample.map(\.id) == sample.map(\.id).sorted())
  }

  @Test func `a change is in whole percent of the earlier price`() {
    let rows: [(Int64, Int64, PriceChange.Trend, Int, String)] = [
      (2999, 2499, .down, 16, "16% lower"), (2499, 2999, .up, 20, "20% higher"),
      (1000, 1000, .flat, 0, "unchanged"), (100_000, 99_999, .down, 0, "lower"),
      (0, 500, .up, 50_000, "50000% higher"),
    ]
    for (before, now, trend, percent, text) in rows {
      let change = PriceChange(from: Price(before, .euro), to: Price(now, .euro))
      #expect(change.trend == trend)
      #expect(change.percent == percent)
      #expect(change.text(in: .english) == text)
    }
    #expect(PriceChange(from: Price(1, .euro), to: Price(2, .dollar)).trend == .flat)
    #expect(PriceChange(from: nil, to: Price(2, .dollar)).symbol == "–")
  }
}
