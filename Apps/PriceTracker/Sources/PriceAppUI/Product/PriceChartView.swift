#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import Accessibility
  import Charts
  import Foundation
  import PriceApp
  import PriceClient
  import PriceDomain
  import SwiftUI

  /// A price over time as a line, with its extremes; screen readers play it as an audio graph.
  struct PriceChartView: View {
    let chart: PriceChart
    let name: String
    let texts: AppTexts

    var body: some View {
      let times = ProductTexts(texts.language)
      let summary = chart.summary(in: texts.language) { times.time($0) }
      VStack(alignment: .leading, spacing: 4) {
        if !chart.isEmpty {
          plot
            .accessibilityChartDescriptor(
              PriceChartDescription(chart: chart, name: name, summary: summary, texts: texts))
        }
        Text(summary).font(.caption).foregroundStyle(Palette.muted)
      }
    }

    private var plot: some View {
      Chart {
        ForEach(chart.points) { point in
          LineMark(
            x: .value(texts(AppOnlyText.time), PriceChartView.date(point)),
            y: .value(texts(.productPrice), point.amount),
            series: .value("series", point.series)
          )
          .interpolationMethod(.linear)
          .foregroundStyle(Palette.accent)
        }
        if let lowest = chart.lowestPoint { extreme(lowest, .green) }
        if let highest = chart.highestPoint { extreme(highest, .red) }
      }
      .chartYScale(domain: chart.domain)
      .frame(minHeight: 220)
      .accessibilityLabel(Text(verbatim: "\(texts(.productHistory)), \(name)"))
    }

    private func extreme(_ point: PriceChart.Point, _ color: Color) -> some ChartContent {
      PointMark(
        x: .value(texts(AppOnlyText.time), PriceChartView.date(point)),
        y: .value(texts(.productPrice), point.amount)
      )
      .foregroundStyle(color)
      .annotation(position: .top) {
        Text(point.price.text(in: texts.language)).font(.caption)
      }
    }

    static func date(_ point: PriceChart.Point) -> Date {
      Date(timeIntervalSince1970: TimeInterval(point.at.seconds))
    }
  }

  /// The chart for VoiceOver's audio graph.
  struct PriceChartDescription: AXChartDescriptorRepresentable {
    let chart: PriceChart
    let name: String
    let summary: String
    let texts: AppTexts

    func makeChartDescriptor() -> AXChartDescriptor {
      let language = texts.language
      let times = ProductTexts(language)
      let seconds = chart.points.map { Double($0.at.seconds) }
      let first = seconds.first ?? 0
      let last = max(seconds.last ?? 0, first + 1)
      let currency = chart.points.last?.price.currency ?? .euro
      let unit = Double(currency.minorUnitsPerUnit)
      let x = AXNumericDataAxisDescriptor(
        title: texts(AppOnlyText.time), range: first...last, gridlinePositions: []
      ) { times.time(Timestamp(Int64($0))) }
      let y = AXNumericDataAxisDescriptor(
        title: texts(.productPrice), range: chart.domain, gridlinePositions: []
      ) { Price(Int64(($0 * unit).rounded()), currency).text(in: language) }
      // A time without a price is a gap between two series.
      let groups = Dictionary(grouping: chart.points, by: \.series).sorted { $0.key < $1.key }
      let series = groups.map { group in
        AXDataSeriesDescriptor(
          name: name, isContinuous: true,
          dataPoints: group.value.map { AXDataPoint(x: Double($0.at.seconds), y: $0.amount) })
      }
      return AXChartDescriptor(
        title: name, summary: summary, xAxis: x, yAxis: y, additionalAxes: [], series: series)
    }
  }
#endif
