#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import FlowBlocks
  import FlowCore
  import Foundation
  import SwiftUI

  /// Columns, rows, grids, overlays, cards, footers, spacers and dividers.
  struct LayoutBlock: View {
    let block: ResolvedBlock
    let context: BlockContext
    @SwiftUI.Environment(\.dynamicTypeSize) private var typeSize
    @SwiftUI.Environment(\.horizontalSizeClass) private var sizeClass

    var body: some View {
      switch block.type {
      case .row where !isStacked: row
      case .grid:
        LazyVGrid(
          columns: [
            GridItem(.adaptive(minimum: minimumColumnWidth), spacing: gap, alignment: .top)
          ],
          spacing: gap
        ) { children }
      case .overlay: ZStack(alignment: overlayAlignment) { children }
      case .card: card
      case .spacer:
        Spacer(minLength: context.space(block.number(.size), or: 3))
          .frame(maxHeight: block.flag(.grow) ? .infinity : nil)
      case .divider: Divider()
      default: VStack(alignment: alignment, spacing: gap) { children }
      }
    }

    private var children: some View {
      BlockList(blocks: block.blocks(.children), context: context)
    }

    private var gap: CGFloat { context.space(block.number(.gap), or: 3) }

    /// Whether a row is shown as a column: for accessibility text sizes or in a compact width.
    private var isStacked: Bool {
      switch block.name(.stackWhen) {
      case "never"?: false
      case "compact"?: sizeClass == .compact || typeSize.isAccessibilitySize
      default: typeSize.isAccessibilitySize
      }
    }

    private var row: some View {
      HStack(alignment: rowAlignment, spacing: gap) {
        if isDistributed("center") || isDistributed("end") { Spacer(minLength: 0) }
        ForEach(Array(block.blocks(.children).enumerated()), id: \.element.key) { index, child in
          if index > 0 && isDistributed("between") { Spacer(minLength: 0) }
          BlockView(block: child, context: context)
        }
        if isDistributed("center") { Spacer(minLength: 0) }
      }
    }

    private func isDistributed(_ name: Name) -> Bool { block.name(.spread) == name }

    private var rowAlignment: VerticalAlignment {
      switch block.name(.align) {
      case "center"?: .center
      case "bottom"?: .bottom
      case "baseline"?: .firstTextBaseline
      default: .top
      }
    }

    private var alignment: HorizontalAlignment {
      switch block.name(.align) {
      case "center"?: .center
      case "end"?: .trailing
      default: .leading
      }
    }

    private var overlayAlignment: Alignment {
      switch block.name(.align) {
      case "topStart"?: .topLeading
      case "top"?: .top
      case "topEnd"?: .topTrailing
      case "start"?: .leading
      case "end"?: .trailing
      case "bottomStart"?: .bottomLeading
      case "bottom"?: .bottom
      case "bottomEnd"?: .bottomTrailing
      default: .center
      }
    }

    private var minimumColumnWidth: CGFloat {
      switch block.name(.min) {
      case "small"?: 120
      case "large"?: 280
      default: 180
      }
    }

    @ViewBuilder private var card: some View {
      if block.actions(.do).isEmpty {
        cardContent
      } else {
        Button {
          context.handlers.press(block.key)
        } label: {
          cardContent
        }
        .buttonStyle(.plain)
        .accessibilityAddTraits(block.flag(.selected) ? [.isSelected] : [])
      }
    }

    private var cardContent: some View {
      VStack(alignment: .leading, spacing: 8) { children }
        .padding(16)
        .frame(maxWidth: .infinity, minHeight: 44, alignment: .leading)
        .background(context.color(.raised))
        .clipShape(RoundedRectangle(cornerRadius: context.cornerRadius(16)))
        .overlay {
          RoundedRectangle(cornerRadius: context.cornerRadius(16)).strokeBorder(
            block.flag(.selected) ? context.color(.accent) : context.color(.muted).opacity(0.35),
            lineWidth: block.flag(.selected) ? 2 : 1)
        }
    }
  }
#endif
