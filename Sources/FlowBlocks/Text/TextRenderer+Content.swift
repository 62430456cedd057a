import FlowCore

extension TextRenderer {
  func content(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    switch block.type {
    case .text: return paragraph(block, columns)
    case .image: return picture(label(block) ?? block.text(.alt), "▧ ", .muted, columns)
    case .icon: return picture(label(block) ?? block.text(.alt), "", tone(block), columns)
    case .video: return text(label(block) ?? "", .muted, after: TextSpan("▶ ", .muted), columns)
    case .badge: return badge(block.text(.text) ?? "", tone(block, or: .accent), columns)
    case .bullets: return bullets(block, columns)
    default: return facts(block, columns)
    }
  }

  func badge(_ text: String, _ style: TextStyle, _ columns: Int) -> TextBox {
    self.text("‹" + text + "›", style, columns)
  }

  func tone(_ block: ResolvedBlock, or defaultStyle: TextStyle = .plain) -> TextStyle {
    switch block.name(.tone) {
    case "muted"?: .muted
    case "accent"?: .accent
    case "good"?: .good
    case "warning"?: .warning
    case "danger"?: .danger
    case "normal"?: .plain
    default: defaultStyle
    }
  }

  /// Draws the alternative text of a picture; nothing for a decorative one.
  private func picture(
    _ alternative: String?, _ marker: String, _ style: TextStyle, _ columns: Int
  ) -> TextBox {
    guard let alternative, !alternative.isEmpty else { return TextBox() }
    return text(alternative, style, after: TextSpan(marker, style), columns)
  }

  // MARK: Texts

  private func paragraph(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    let text = displayText(block.properties, .text)
    guard !text.isEmpty else { return TextBox() }
    let style = style(block)
    let spans = block.flag(.inline) ? inline(text, style) : [TextSpan(text, style)]
    var box = TextBox(TextWrapping.lines(spans, columns: columns))
    guard !usesIntrinsicWidth, let align = block.name(.align) else { return box }
    for index in box.lines.indices {
      box.lines[index] = aligned(TextBox([box.lines[index]]), align, columns).lines[0]
    }
    return box
  }

  private func style(_ block: ResolvedBlock) -> TextStyle {
    let tone = tone(block)
    if tone != .plain { return tone }
    switch (block.name(.role), block.name(.style)) {
    case ("heading1"?, _), (_, "display"?), (_, "title"?): return .title
    case (.some, _), (_, "headline"?): return .strong
    case (_, "code"?): return .code
    case (_, "caption"?): return .muted
    default: return .plain
    }
  }

  /// Returns the spans of a text with inline marks; the URL of a link follows it in parentheses.
  private func inline(_ text: String, _ style: TextStyle) -> [TextSpan] {
    var spans: [TextSpan] = []
    for span in InlineSpan.spans(text) {
      switch span.kind {
      case .plain: spans.append(TextSpan(span.text, style))
      case .bold: spans.append(TextSpan(span.text, .strong))
      case .emphasis: spans.append(TextSpan(span.text, .emphasis))
      case .link(let url):
        spans.append(TextSpan(span.text, .link))
        spans.append(TextSpan(" (" + url + ")", .muted))
      }
    }
    return spans
  }

  // MARK: Lists of texts

  private func bullets(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    let items = block.items(.items)
    var box = TextBox()
    for index in items.indices {
      let marker: String
      switch block.name(.style) {
      case "check"?: marker = "✓ "
      case "number"?: marker = (index + 1).description + ". "
      case "timeline"?: marker = "○ "
      default: marker = "• "
      }
      box.append(text(items[index].text(.title) ?? "", .plain, after: TextSpan(marker), columns))
      if let more = items[index].text(.text) {
        let space = TextSpan(.repeating(" ", TextWidth.columns(marker)))
        box.append(text(more, .muted, after: space, columns))
      }
    }
    return box
  }

  /// Draws names and their values in two columns.
  private func facts(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    let items = block.items(.items)
    var width = 0
    for item in items { width = max(width, TextWidth.columns(item.text(.name) ?? "")) }
    width = min(width, columns / 2)
    var box = TextBox()
    for item in items {
      var line = text(item.text(.name) ?? "", .muted, width)
      line.append(text(displayText(item, .value), .plain, columns - width - 2), at: width + 2)
      box.append(line)
    }
    return box
  }
}
