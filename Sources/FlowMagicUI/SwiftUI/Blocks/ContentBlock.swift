#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import FlowBlocks
  import FlowCore
  import Foundation
  import SwiftUI

  /// Texts, pictures, icons, badges, bulleted lists and facts.
  struct ContentBlock: View {
    let block: ResolvedBlock
    let context: BlockContext

    var body: some View {
      switch block.type {
      case .text: text
      case .image: image
      case .icon:
        IconView(name: block.name(.name), label: block.text(.alt))
          .foregroundStyle(context.tone(block))
      case .badge:
        Text(verbatim: block.text(.text) ?? "")
          .font(.caption.weight(.semibold))
          .foregroundStyle(context.tone(block))
          .padding(.horizontal, 8)
          .padding(.vertical, 2)
          .background(context.color(.surface))
          .clipShape(RoundedRectangle(cornerRadius: 999))
      case .bullets: bullets
      default: facts
      }
    }

    // MARK: Texts

    @ViewBuilder private var text: some View {
      if let level = heading {
        plainText.accessibilityAddTraits(.isHeader).accessibilityHeading(level)
      } else {
        plainText
      }
    }

    private var plainText: some View {
      content
        .font(font)
        .foregroundStyle(context.tone(block))
        .multilineTextAlignment(alignment)
        .frame(maxWidth: .infinity, alignment: frameAlignment)
    }

    private var content: Text {
      let displayText = block.properties.displayText(.text)
      guard block.flag(.inline) else { return Text(verbatim: displayText) }
      return InlineSpan.spans(displayText).reduce(Text(verbatim: "")) { text, span in
        switch span.kind {
        case .plain: text + Text(verbatim: span.text)
        case .bold: text + Text(verbatim: span.text).bold()
        case .emphasis: text + Text(verbatim: span.text).italic()
        case .link(let url): text + Text(link(span.text, to: url))
        }
      }
    }

    private func link(_ text: String, to url: String) -> AttributedString {
      var link = AttributedString(text)
      link.link = URL(string: url)
      return link
    }

    private var heading: AccessibilityHeadingLevel? {
      switch block.name(.role) {
      case "heading1"?: .h1
      case "heading2"?: .h2
      case "heading3"?: .h3
      default: nil
      }
    }

    private var font: Font {
      switch block.name(.style) {
      case "display"?: .largeTitle.weight(.bold)
      case "title"?: .title.weight(.bold)
      case "headline"?: .headline
      case "small"?: .subheadline
      case "caption"?: .caption
      case "code"?: .system(.body, design: .monospaced)
      default: .body
      }
    }

    private var alignment: TextAlignment {
      switch block.name(.align) {
      case "center"?: .center
      case "end"?: .trailing
      default: .leading
      }
    }

    private var frameAlignment: Alignment {
      switch block.name(.align) {
      case "center"?: .center
      case "end"?: .trailing
      default: .leading
      }
    }

    // MARK: Pictures

    private var image: some View {
      PictureView(
        name: block.name(.image) ?? block.text(.image).map { Name($0) },
        fills: block.name(.fit) == "fill", ratio: ratio, context: context
      )
      .accessibilityLabel(Text(verbatim: block.text(.alt) ?? ""))
      .accessibilityHidden(block[.alt] == .noTextAlternative)
    }

    private var ratio: CGFloat? {
      switch block.name(.ratio) {
      case "1:1"?: 1
      case "4:3"?: 4 / 3
      case "16:9"?: 16 / 9
      case "3:4"?: 3 / 4
      default: nil
      }
    }

    // MARK: Lists of texts

    private var bullets: some View {
      VStack(alignment: .leading, spacing: 12) {
        ForEach(Array(block.items(.items).enumerated()), id: \.offset) { index, item in
          HStack(alignment: .firstTextBaseline, spacing: 12) {
            bullet(index, item)
            VStack(alignment: .leading, spacing: 2) {
              Text(verbatim: item.text(.title) ?? "").font(.body.weight(.medium))
              if let text = item.text(.text) {
                Text(verbatim: text).font(.subheadline).foregroundStyle(context.color(.muted))
              }
            }
          }
          .accessibilityElement(children: .combine)
        }
      }
    }

    @ViewBuilder private func bullet(_ index: Int, _ item: [ResolvedBlock.Property]) -> some View {
      if case .name(let icon)? = item.value(.icon) {
        IconView(name: icon, label: nil)
      } else if block.name(.style) == "number" {
        Text(verbatim: "\(index + 1).").monospacedDigit()
      } else if block.name(.style) == "check" {
        IconView(name: "check", label: nil).foregroundStyle(context.color(.good))
      } else {
        Text(verbatim: "•").accessibilityHidden(true)
      }
    }

    private var facts: some View {
      VStack(alignment: .leading, spacing: 8) {
        ForEach(Array(block.items(.items).enumerated()), id: \.offset) { _, item in
          LabeledContent(item.text(.name) ?? "", value: item.displayText(.value))
        }
      }
    }
  }

  /// An icon as a system symbol.
  struct IconView: View {
    let name: Name?
    /// The label for VoiceOver; nil to hide the icon from it.
    let label: String?

    var body: some View {
      Image(systemName: name.map { IconSymbols.symbol($0) } ?? "circle")
        .accessibilityLabel(Text(verbatim: label ?? ""))
        .accessibilityHidden(label == nil)
    }
  }

  extension ResolvedBlock {
    /// Returns the URL of a picture or video: that of an asset, or one from data; nil if there is
    /// none.
    @MainActor
    func asset(_ key: BlockKey, _ context: BlockContext) -> URL? {
      guard let name = name(key) ?? text(key).map({ Name($0) }) else { return nil }
      return name.string.hasPrefix("https://")
        ? URL(string: name.string) : context.handlers.asset(name)
    }
  }

  extension [ResolvedBlock.Property] {
    /// Returns the value of a property as text, as the renderers for HTML and terminals do; empty
    /// for null, an array, an object, and a property that is not set.
    func displayText(_ key: BlockKey) -> String {
      switch value(key) {
      case .text(let text)?: text
      case .json(.bool(let flag))?: flag ? "true" : "false"
      case .json(let value)?: value.string ?? value.number?.text ?? ""
      default: ""
      }
    }
  }
#endif
