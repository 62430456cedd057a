#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import FlowBlocks
  import FlowCore
  import Foundation
  import SwiftUI

  /// Buttons and links.
  struct ButtonBlock: View {
    let block: ResolvedBlock
    let context: BlockContext

    var body: some View {
      switch block.type == .link ? "plain" : block.name(.style) {
      case "secondary"?: button.buttonStyle(.bordered).controlSize(.large)
      case "plain"?: button.buttonStyle(.borderless).frame(minHeight: 44)
      case "danger"?:
        button.buttonStyle(.bordered).tint(context.color(.danger)).controlSize(.large)
      default: button.buttonStyle(.borderedProminent).controlSize(.large)
      }
    }

    private var button: some View {
      Button {
        context.handlers.press(block.key)
      } label: {
        HStack(spacing: 8) {
          if let icon = block.name(.icon) { IconView(name: icon, label: nil) }
          Text(verbatim: block.text(.title) ?? "")
        }
        .frame(maxWidth: isWide ? .infinity : nil)
      }
      .accessibilityAddTraits(block.type == .link ? [.isLink] : [])
    }

    private var isWide: Bool { block.type == .button && block.name(.width) != "fit" }
  }
#endif
