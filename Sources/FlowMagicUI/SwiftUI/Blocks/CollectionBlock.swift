#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import FlowBlocks
  import FlowCore
  import Foundation
  import SwiftUI

  /// Lists, carousels, tabs and custom blocks.
  struct CollectionBlock: View {
    let block: ResolvedBlock
    let context: BlockContext
    /// The index of the tab that the user has selected; nil before that.
    @State private var selectedTab: Int?

    var body: some View {
      switch block.type {
      case .list:
        LazyVStack(alignment: .leading, spacing: 12) {
          BlockList(blocks: block.blocks(.children), context: context)
        }
      case .carousel:
        ScrollView(.horizontal) {
          HStack(alignment: .top, spacing: 12) {
            ForEach(block.blocks(.children), id: \.key) { child in
              BlockView(block: child, context: context).frame(width: 280)
            }
          }
        }
      case .tabs: tabs
      default:
        if let view = context.handlers.custom(block) {
          view
        } else {
          VStack(alignment: .leading, spacing: 12) {
            BlockList(blocks: block.blocks(.children), context: context)
          }
        }
      }
    }

    private var tabs: some View {
      let tabs = block.items(.tabs)
      let state = block.number(.value)?.int.flatMap { Int(exactly: $0) }
      let selected = selectedTab ?? state ?? 0
      let shown = tabs.indices.contains(selected) ? selected : 0
      return VStack(alignment: .leading, spacing: 12) {
        Picker(
          selection: Binding { @MainActor in
            shown
          } set: { @MainActor index in
            selectedTab = index
            context.handlers.choose(.number(JSONNumber(index)), block.key)
          }
        ) {
          ForEach(Array(tabs.indices), id: \.self) { index in
            Text(verbatim: tabs[index].text(.title) ?? "").tag(index)
          }
        } label: {
          Text(verbatim: block.items(.a11y).first?.text(.label) ?? "")
        }
        .pickerStyle(.segmented)
        if tabs.indices.contains(shown), case .blocks(let blocks)? = tabs[shown].value(.children) {
          BlockList(blocks: blocks, context: context)
        }
      }
    }
  }
#endif
