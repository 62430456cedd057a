#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import FlowBlocks
  import FlowCore
  import Foundation
  import SwiftUI

  /// A block with the properties that all blocks have: width, padding, surface, corners,
  /// accessibility.
  struct BlockView: View {
    let block: ResolvedBlock
    let context: BlockContext

    var body: some View {
      content
        .padding(context.space(block.number(.pad), or: 0))
        .frame(maxWidth: width, alignment: .leading)
        .background(surface)
        .clipShape(RoundedRectangle(cornerRadius: corner))
        .accessibilityHidden(accessibility?.value(.hidden) == .json(true))
    }

    @ViewBuilder private var content: some View {
      if let label = accessibility?.text(.label) {
        typeView.accessibilityLabel(Text(verbatim: label))
      } else {
        typeView
      }
    }

    /// The view for the block's type.
    @ViewBuilder private var typeView: some View {
      switch block.type {
      case .column, .row, .grid, .overlay, .card, .footer, .spacer, .divider:
        LayoutBlock(block: block, context: context)
      case .text, .image, .icon, .badge, .bullets, .facts:
        ContentBlock(block: block, context: context)
      case .video: VideoBlock(block: block, context: context)
      case .progress, .chart, .countdown, .disclosure:
        IndicatorBlock(block: block, context: context)
      case .button, .link: ButtonBlock(block: block, context: context)
      case .input, .number, .date, .toggle, .slider, .choice, .offer:
        FieldBlock(block: block, context: context)
      case .list, .carousel, .tabs, .custom: CollectionBlock(block: block, context: context)
      }
    }

    private var accessibility: [ResolvedBlock.Property]? { block.items(.a11y).first }

    private var width: CGFloat? {
      switch block.name(.width) {
      case "fit"?: nil
      case "narrow"?: 320
      default: isInline ? nil : .infinity
      }
    }

    /// Whether the block is as wide as its content unless it has an explicit width.
    private var isInline: Bool {
      switch block.type {
      case .icon, .badge, .spacer, .link: true
      default: false
      }
    }

    private var surface: Color {
      guard let name = block.name(.surface), let index = ThemeRole.names.firstIndex(of: name)
      else { return .clear }
      return context.color(ThemeRole.allCases[index])
    }

    private var corner: CGFloat {
      switch block.name(.corner) {
      case "small"?: context.cornerRadius(6)
      case "large"?: context.cornerRadius(16)
      case "full"?: 999
      default: 0
      }
    }
  }
#endif
