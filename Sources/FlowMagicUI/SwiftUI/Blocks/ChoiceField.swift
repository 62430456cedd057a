#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import FlowBlocks
  import FlowCore
  import Foundation
  import SwiftUI

  /// Options of which one or several can be chosen, including the products of an offer.
  struct ChoiceField: View {
    let block: ResolvedBlock
    let context: BlockContext

    var body: some View {
      if block.name(.style) == "menu" && !allowsMany {
        Picker(
          selection: Binding { @MainActor in
            chosen.first?.text() ?? ""
          } set: { @MainActor text in
            if let option = options.first(where: { $0.text() == text }) { choose(option) }
          }
        ) {
          ForEach(options.map { $0.text() }, id: \.self) { text in
            Text(verbatim: title(of: text)).tag(text)
          }
        } label: {
          Text(verbatim: block.text(.label) ?? "")
        }
        .pickerStyle(.menu)
      } else {
        VStack(alignment: .leading, spacing: 8) {
          ForEach(Array(block.items(.options).enumerated()), id: \.offset) { _, item in
            option(item)
          }
        }
        .accessibilityElement(children: .contain)
        .accessibilityLabel(Text(verbatim: block.text(.label) ?? ""))
      }
    }

    private var allowsMany: Bool { block.flag(.many) }

    private var options: [JSON] { block.items(.options).map { Self.value(of: $0) } }

    private var chosen: [JSON] {
      guard case .json(let value)? = block[.value], !value.isNull else { return [] }
      return value.array ?? [value]
    }

    private static func value(of item: [ResolvedBlock.Property]) -> JSON {
      if case .json(let value)? = item.value(.value) { value } else { .null }
    }

    private func title(of text: String) -> String {
      block.items(.options).first { Self.value(of: $0).text() == text }?.text(.title) ?? text
    }

    private func choose(_ value: JSON) {
      guard allowsMany else { return context.handlers.choose(value, block.key) }
      let others = chosen.filter { $0 != value }
      context.handlers.choose(
        .array(others.count < chosen.count ? others : chosen + [value]), block.key)
    }

    private func option(_ item: [ResolvedBlock.Property]) -> some View {
      let value = Self.value(of: item)
      let isChosen = chosen.contains(value)
      return Button {
        choose(value)
      } label: {
        HStack(spacing: 12) {
          Image(systemName: symbol(isChosen)).foregroundStyle(context.color(.accent))
          if case .name(let icon)? = item.value(.icon) { IconView(name: icon, label: nil) }
          VStack(alignment: .leading, spacing: 2) {
            Text(verbatim: item.text(.title) ?? "")
            ForEach([item.text(.text), item.text(.price)].compactMap { $0 }, id: \.self) { text in
              Text(verbatim: text).font(.subheadline).foregroundStyle(context.color(.muted))
            }
          }
          Spacer(minLength: 0)
          if let badge = item.text(.badge) {
            Text(verbatim: badge).font(.caption.weight(.semibold))
          }
        }
        .padding(12)
        .frame(maxWidth: .infinity, minHeight: 44, alignment: .leading)
        .background(context.color(.raised))
        .clipShape(RoundedRectangle(cornerRadius: context.cornerRadius(12)))
        .overlay {
          RoundedRectangle(cornerRadius: context.cornerRadius(12)).strokeBorder(
            isChosen ? context.color(.accent) : context.color(.muted).opacity(0.35),
            lineWidth: isChosen ? 2 : 1)
        }
      }
      .buttonStyle(.plain)
      .accessibilityAddTraits(isChosen ? [.isSelected] : [])
    }

    private func symbol(_ isChosen: Bool) -> String {
      switch (allowsMany, isChosen) {
      case (true, true): "checkmark.square.fill"
      case (true, false): "square"
      case (false, true): "largecircle.fill.circle"
      case (false, false): "circle"
      }
    }
  }
#endif
