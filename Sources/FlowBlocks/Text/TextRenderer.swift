import FlowCore

/// Draws a screen as text: plain text for tests and logs, styled lines with focusable elements for
/// terminals.
///
/// Blocks are stacked; those of a row are side by side if they fit. Spacing, surfaces and corners
/// are left to graphical renderers. Wrapping a text removes its control characters.
public struct TextRenderer {
  let viewState: TextViewState
  /// Whether the content is only as wide as its texts, as in a row.
  var usesIntrinsicWidth = false

  private init(_ viewState: TextViewState) { self.viewState = viewState }

  /// Returns the screen as plain text.
  ///
  /// - Parameters:
  ///   - screen: The screen as it is shown.
  ///   - columns: The width, in columns of a terminal; at least 20 are used.
  /// - Returns: Lines without spaces at their ends, separated by line feeds.
  public static func render(_ screen: ResolvedScreen, columns: Int) -> String {
    layout(screen, columns: columns).text
  }

  /// Returns the screen as styled lines and the elements on them that can have the focus.
  ///
  /// - Parameters:
  ///   - screen: The screen as it is shown.
  ///   - columns: The width, in columns of a terminal; at least 20 are used.
  ///   - viewState: The focus, toggled disclosures and current tabs.
  /// - Returns: The lines and the elements, in their order.
  public static func layout(
    _ screen: ResolvedScreen, columns: Int, viewState: TextViewState = TextViewState()
  ) -> TextScreen {
    let renderer = TextRenderer(viewState)
    let box = screen.root.map { renderer.draw($0, max(columns, 20)) } ?? TextBox()
    return TextScreen(lines: box.lines, elements: box.elements)
  }

  // MARK: Elements

  func isFocused(_ block: ResolvedBlock, _ index: Int = 0) -> Bool {
    viewState.focused == TextElement.ID(block.key, index)
  }

  func element(_ block: ResolvedBlock, _ kind: TextElement.Kind, _ index: Int = 0) -> TextElement {
    TextElement(id: .init(block.key, index), kind: kind, lines: 0..<1)
  }

  /// Draws a text, wrapped into lines.
  func text(
    _ text: String, _ style: TextStyle = .plain, _ columns: Int, isFocused: Bool = false
  ) -> TextBox {
    TextBox(
      TextWrapping.lines([TextSpan(text, style, isFocused: isFocused)], columns: columns))
  }

  /// Draws a text after a marker, with further lines indented by the width of the marker.
  func text(_ text: String, _ style: TextStyle, after marker: TextSpan, _ columns: Int) -> TextBox {
    let width = TextWidth.columns(marker.text)
    var box = self.text(text, style, columns - width, isFocused: marker.isFocused)
    box.indent(marker, TextSpan(.repeating(" ", width)))
    return box
  }

  /// Returns the value of a property as text; empty if it has none.
  func displayText(_ properties: [ResolvedBlock.Property], _ key: BlockKey) -> String {
    HTMLRenderer.displayText(properties, key)
  }

  /// The accessibility label; nil where the block's own text is read.
  func label(_ block: ResolvedBlock) -> String? { block.items(.a11y).first?.text(.label) }

  // MARK: Blocks

  func draw(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    switch block.type {
    case .column, .row, .grid, .overlay, .card, .footer, .spacer, .divider:
      layout(block, columns)
    case .text, .image, .icon, .video, .badge, .bullets, .facts: content(block, columns)
    case .progress, .chart, .countdown, .disclosure: indicator(block, columns)
    case .button: button(block, columns)
    case .link: link(block, columns)
    case .input, .number, .date, .toggle, .slider, .choice, .offer: field(block, columns)
    case .list, .carousel, .tabs, .custom: collection(block, columns)
    }
  }

  /// Draws blocks one below the other.
  func stack(_ blocks: [ResolvedBlock], _ columns: Int, spaced: Bool) -> TextBox {
    var box = TextBox()
    for block in blocks {
      guard block.type != .spacer else {
        if let last = box.lines.last, !last.spans.isEmpty { box.append(.blank) }
        continue
      }
      box.append(draw(block, columns), spaced: spaced)
    }
    return box
  }

  /// Whether the gap of a block is wide enough for an empty line; the default one is.
  func isSpaced(_ block: ResolvedBlock) -> Bool { block.number(.gap)?.int ?? 3 >= 3 }

  private func button(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    let isFocused = isFocused(block)
    let style: TextStyle = block.name(.style) == "danger" ? .danger : .button
    var box = text(block.text(.title) ?? "", style, columns - 4, isFocused: isFocused)
    for index in box.lines.indices {
      box.lines[index].spans.insert(TextSpan("[ ", style, isFocused: isFocused), at: 0)
      box.lines[index].spans.append(TextSpan(" ]", style, isFocused: isFocused))
    }
    box.makeInteractive(as: element(block, .button))
    return box
  }

  private func link(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    let isFocused = isFocused(block)
    let target = block.name(.to) ?? ""
    var box = text(
      block.text(.title) ?? "", .link, after: TextSpan("→ ", .link, isFocused: isFocused),
      columns)
    if UTF8Bytes.has(prefix: "https://", target.string) {
      box.append(text(target.string, .muted, after: TextSpan("  "), columns))
    }
    var element = element(block, .link)
    element.target = target
    box.makeInteractive(as: element)
    return box
  }
}
