#if canImport(SwiftUI) && canImport(WidgetKit)
  import Charts
  import Foundation
  import PriceClient
  import PriceDomain
  import SwiftUI
  import WidgetKit

  /// A widget in its size.
  struct PriceWidgetView: View {
    let entry: PriceEntry
    @Environment(\.widgetFamily) private var family

    var body: some View {
      let content = WidgetContent(entry.snapshot, size, in: WidgetTexts.language)
      VStack(alignment: .leading, spacing: 8) {
        if let invitation = content.invitation {
          Text(invitation).font(.caption)
        } else if let item = content.items.first, content.size == .small {
          SmallItem(item: item)
        } else {
          Text(content.title).font(.caption).foregroundStyle(Color.secondary)
          ForEach(content.items) { item in
            Link(destination: item.link) { WideItem(item: item) }
          }
        }
      }
      .widgetURL(content.link)
      .containerBackground(for: .widget) { Color.clear }
    }

    private var size: WidgetContent.Size {
      switch family {
      case .systemMedium: .medium
      case .systemLarge: .large
      default: .small
      }
    }
  }

  /// The one product of a small widget.
  struct SmallItem: View {
    let item: WidgetContent.Item

    var body: some View {
      VStack(alignment: .leading, spacing: 2) {
        Text(item.name).font(.caption).lineLimit(1...2)
        PriceLine(points: item.points)
        Text(item.price).font(.headline)
        Text("\(item.symbol) \(item.change)" as String)
          .font(.caption)
          .foregroundStyle(WidgetColor.color(item.trend))
      }
      .accessibilityElement(children: .ignore)
      .accessibilityLabel(Text(item.label))
    }
  }

  /// A product of a medium or a large widget.
  struct WideItem: View {
    let item: WidgetContent.Item

    var body: some View {
      HStack(spacing: 12) {
        VStack(alignment: .leading, spacing: 2) {
          Text(item.name).font(.caption).lineLimit(1...1)
          Text(item.price).font(.headline)
          if let range = item.range {
            Text(range).font(.caption).foregroundStyle(Color.secondary).lineLimit(1...1)
          }
        }
        Spacer()
        VStack(alignment: .trailing, spacing: 2) {
          PriceLine(points: item.points).frame(width: 96)
          Text("\(item.symbol) \(item.change)" as String)
            .font(.caption)
            .foregroundStyle(WidgetColor.color(item.trend))
        }
      }
      .accessibilityElement(children: .ignore)
      .accessibilityLabel(Text(item.label))
    }
  }

  /// The line of a price, without axes.
  struct PriceLine: View {
    let points: [PriceChart.Point]

    var body: some View {
      Chart {
        ForEach(points) { point in
          LineMark(
            x: .value("time", Date(timeIntervalSince1970: TimeInterval(point.at.seconds))),
            y: .value("price", point.amount), series: .value("series", point.series)
          )
          .foregroundStyle(WidgetColor.line)
        }
      }
      .chartXAxis(.hidden)
      .chartYAxis(.hidden)
      .frame(minHeight: 24)
      .accessibilityHidden(true)
    }
  }

  /// The colors of the widgets.
  enum WidgetColor {
    static let line = Color(red: 0.04, green: 0.42, blue: 0.34)

    static func color(_ trend: PriceChange.Trend) -> Color {
      switch trend {
      case .down: .green
      case .up: .red
      case .flat: .orange
      }
    }
  }
#endif
