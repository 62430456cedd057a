#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import FlowBlocks
  import FlowCore
  import Foundation
  import SwiftUI

  /// Progress, charts, countdowns and disclosures.
  struct IndicatorBlock: View {
    let block: ResolvedBlock
    let context: BlockContext
    @State private var isOpen: Bool

    init(block: ResolvedBlock, context: BlockContext) {
      self.block = block
      self.context = context
      _isOpen = State(initialValue: block.flag(.open))
    }

    var body: some View {
      switch block.type {
      case .progress:
        progress.accessibilityElement(children: .ignore)
          .accessibilityLabel(Text(verbatim: block.text(.alt) ?? ""))
          .accessibilityValue(Text(verbatim: "\(Int((fraction * 100).rounded())) %"))
      case .chart: chart
      case .countdown: countdown
      default:
        DisclosureGroup(isExpanded: $isOpen) {
          BlockList(blocks: block.blocks(.children), context: context)
        } label: {
          Text(verbatim: block.text(.title) ?? "").font(.headline)
        }
      }
    }

    // MARK: Progress

    private var fraction: Double {
      Fraction.of(
        block.number(.value)?.double ?? 0, to: max(block.number(.total)?.double ?? 1, 1))
    }

    @ViewBuilder private var progress: some View {
      switch block.name(.style) {
      case "ring"?:
        ZStack {
          Circle().stroke(context.color(.muted).opacity(0.25), lineWidth: 6)
          Circle().trim(from: 0, to: fraction).stroke(context.color(.accent), lineWidth: 6)
            .rotationEffect(.degrees(-90))
        }
        .frame(width: 56, height: 56)
      case "dots"?:
        HStack(spacing: 8) {
          ForEach(0..<dotCount, id: \.self) { index in
            Circle().fill(index < filledDotCount ? context.color(.accent) : context.color(.muted))
              .frame(width: 8, height: 8)
          }
        }
      default: ProgressView(value: fraction)
      }
    }

    private var dotCount: Int { Int(min(max(block.number(.total)?.double ?? 1, 1), 20)) }
    private var filledDotCount: Int { Int(min(max(block.number(.value)?.double ?? 0, 0), 20)) }

    // MARK: Charts

    @ViewBuilder private var chart: some View {
      let values = block.items(.items).compactMap { $0.number(.y) }
      if values.isEmpty {
        BlockList(blocks: block.blocks(.children), context: context)
      } else {
        VStack(alignment: .leading, spacing: 8) {
          ChartShape(values: values, isBarChart: block.name(.kind) == "bar")
            .stroke(context.color(.accent), lineWidth: block.name(.kind) == "bar" ? 6 : 2)
            .frame(height: 120)
            .accessibilityHidden(true)
          Text(verbatim: block.text(.summary) ?? "")
            .font(.caption).foregroundStyle(context.color(.muted))
        }
      }
    }

    // MARK: Countdowns

    private var end: Date? {
      let text = block.properties.displayText(.until)
      return try? Date(text, strategy: .iso8601)
    }

    @ViewBuilder private var countdown: some View {
      if let end {
        TimelineView(.periodic(from: Date(), by: 1)) { timeline in
          if timeline.date < end {
            Text(timerInterval: timeline.date...end, countsDown: true).monospacedDigit()
          } else {
            BlockList(blocks: block.blocks(.ended), context: context)
          }
        }
      } else {
        BlockList(blocks: block.blocks(.ended), context: context)
      }
    }
  }

  /// A line through the values, or a bar for each, scaled to the height of the frame.
  struct ChartShape: Shape {
    let values: [Double]
    let isBarChart: Bool

    nonisolated func path(in rect: CGRect) -> Path {
      var path = Path()
      let minimum = isBarChart ? min(0, values.min() ?? 0) : values.min() ?? 0
      let maximum = values.max() ?? 1
      for (index, value) in values.enumerated() {
        let x = values.count == 1 ? 0.5 : Double(index) / Double(values.count - 1)
        let y = Fraction.of(value, from: minimum, to: maximum)
        let point = CGPoint(
          x: rect.minX + rect.width * x, y: rect.maxY - rect.height * y)
        if isBarChart || index == 0 {
          path.move(to: isBarChart ? CGPoint(x: point.x, y: rect.maxY) : point)
        }
        if isBarChart || index > 0 { path.addLine(to: point) }
      }
      return path
    }
  }

  extension [ResolvedBlock.Property] {
    /// Returns the number of a property; nil for another kind of value.
    func number(_ key: BlockKey) -> Double? {
      if case .json(.number(let number))? = value(key) { number.double } else { nil }
    }
  }
#endif
