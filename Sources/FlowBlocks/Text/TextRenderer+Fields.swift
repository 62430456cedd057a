import FlowCore

extension TextRenderer {
  func field(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    if block.type == .toggle { return toggle(block, columns) }
    var box = TextBox()
    if let label = block.text(.label) ?? self.label(block) {
      box.append(text(label + requiredMark(block), .strong, columns))
    }
    box.append(hint(block, columns))
    switch block.type {
    case .slider: box.append(slider(block, columns))
    case .choice where block.name(.style) == "menu" && !block.flag(.many):
      box.append(menu(block, columns))
    case .choice, .offer: box.append(options(block, columns))
    default: box.append(entry(block, columns))
    }
    box.append(errorMessage(block, columns))
    return box
  }

  // MARK: Label, hint and error

  /// The mark of a required field; an offer, which is required by default, has none.
  private func requiredMark(_ block: ResolvedBlock) -> String {
    block.flag(.required) && block.type != .offer ? " *" : ""
  }

  private func hint(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    block.text(.hint).map { text($0, .muted, columns) } ?? TextBox()
  }

  private func errorMessage(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    block.text(.message).map { text($0, .danger, after: TextSpan("! ", .danger), columns) }
      ?? TextBox()
  }

  private func value(_ block: ResolvedBlock) -> JSON {
    if case .json(let value)? = block[.value] { value } else { .null }
  }

  private func element(
    _ block: ResolvedBlock, _ kind: TextElement.Kind, _ index: Int, nextValue: JSON?
  ) -> TextElement {
    var element = element(block, kind, index)
    element.field = block.name(.name)
    element.value = value(block)
    element.nextValue = nextValue
    return element
  }

  // MARK: One value

  /// Draws a field of at most 32 columns; a field for one line shows the end of a longer text.
  private func entry(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    let kind = block.inputKind
    let elementKind: TextElement.Kind =
      block.isSecret ? .secret : kind == .multiline ? .multiline : .entry
    let unit = unit(block)
    let width = max(min(32, columns - TextWidth.columns(unit)), 8)
    let isFocused = isFocused(block)
    var box = TextBox()
    for line in entryLines(block, elementKind, width) {
      let fill = String.repeating("_", width - line.width)
      let spans = line.spans + [TextSpan(fill, .entry, isFocused: isFocused), TextSpan(unit)]
      box.append(TextBox(spans.filter { !$0.text.isEmpty }))
    }
    box.makeInteractive(as: element(block, elementKind, 0, nextValue: nil))
    return box
  }

  /// The lines of the entry, with the cursor at the end in the focused field.
  private func entryLines(
    _ block: ResolvedBlock, _ kind: TextElement.Kind, _ width: Int
  ) -> [TextLine] {
    let isFocused = isFocused(block)
    var text = displayText(block.properties, .value)
    if kind == .secret { text = String.repeating("•", text.unicodeScalars.count) }
    if isFocused { text += "▏" }
    let lines = TextWrapping.lines(
      [TextSpan(text, .entry, isFocused: isFocused)], columns: width)
    return kind == .multiline ? lines : Array(lines.suffix(1))
  }

  /// The unit of a value, with a space before it; empty if there is none.
  private func unit(_ block: ResolvedBlock) -> String {
    block.text(.unit).map { " " + TextWrapping.printable($0) } ?? ""
  }

  private func slider(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    let minimum = block.number(.min)?.double ?? 0
    let maximum = block.number(.max)?.double ?? 1
    let step = block.number(.step)?.double ?? 1
    let value = min(max(value(block).number?.double ?? minimum, minimum), maximum)
    let fraction = maximum > minimum ? Fraction.of(value, from: minimum, to: maximum) : 0
    let number =
      " " + TextWrapping.printable(displayText(block.properties, .value)) + unit(block)
    let width = max(min(20, columns - TextWidth.columns(number)), 4)
    let position = Int((fraction * Double(width - 1)).rounded())
    let isFocused = isFocused(block)
    var box = TextBox([
      TextSpan(.repeating("─", position), .accent, isFocused: isFocused),
      TextSpan("●", .accent, isFocused: isFocused),
      TextSpan(.repeating("─", width - 1 - position), .border, isFocused: isFocused),
      TextSpan(number),
    ])
    var element = element(block, .adjustable, 0, nextValue: JSON(min(value + step, maximum)))
    element.previousValue = JSON(max(value - step, minimum))
    box.makeInteractive(as: element)
    return box
  }

  private func toggle(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    let isOn = value(block) == .bool(true)
    let isFocused = isFocused(block)
    let marker = TextSpan(isOn ? "[x] " : "[ ] ", .entry, isFocused: isFocused)
    var box = text(
      (block.text(.label) ?? "") + requiredMark(block), .plain, after: marker, columns)
    box.makeInteractive(as: element(block, .toggle, 0, nextValue: .bool(!isOn)))
    box.append(hint(block, columns))
    box.append(errorMessage(block, columns))
    return box
  }

  // MARK: Options

  private func value(_ option: [ResolvedBlock.Property]) -> JSON {
    if case .json(let value)? = option.value(.value) { value } else { .null }
  }

  private func menu(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    let options = block.items(.options)
    let current = options.firstIndex { value($0) == value(block) }
    let isFocused = isFocused(block)
    let title = current.map { options[$0].text(.title) ?? "" } ?? ""
    var box = text(title, .entry, columns - 2, isFocused: isFocused)
    if let last = box.lines.indices.last {
      box.lines[last].spans.append(TextSpan(" ▾", .entry, isFocused: isFocused))
    }
    var element = element(block, .adjustable, 0, nextValue: nil)
    if !options.isEmpty {
      let count = options.count
      element.nextValue = value(options[((current ?? -1) + 1) % count])
      element.previousValue = value(options[((current ?? count) + count - 1) % count])
    }
    box.makeInteractive(as: element)
    return box
  }

  /// Draws the options of a choice or an offer, each a focusable element.
  private func options(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    let options = block.items(.options)
    var box = TextBox()
    for index in options.indices { box.append(option(block, options[index], index, columns)) }
    return box
  }

  private func option(
    _ block: ResolvedBlock, _ option: [ResolvedBlock.Property], _ index: Int, _ columns: Int
  ) -> TextBox {
    let (fieldValue, optionValue) = (value(block), value(option))
    let isMany = block.flag(.many)
    let isChosen =
      isMany ? fieldValue.array?.contains(optionValue) ?? false : fieldValue == optionValue
    let marker = isMany ? (isChosen ? "[x] " : "[ ] ") : isChosen ? "(•) " : "( ) "
    var title = option.text(.title) ?? ""
    if let price = option.text(.price) { title += "  " + price }
    if let badge = option.text(.badge) { title += "  ‹" + badge + "›" }
    let markerSpan = TextSpan(marker, .entry, isFocused: isFocused(block, index))
    var box = text(title, .plain, after: markerSpan, columns)
    if let more = option.text(.text) {
      box.append(text(more, .muted, after: TextSpan("    "), columns))
    }
    let nextValue = isMany ? toggled(fieldValue, optionValue, isChosen) : optionValue
    box.makeInteractive(as: element(block, .option, index, nextValue: nextValue))
    return box
  }

  /// Returns the chosen values with one added, or removed if it is chosen.
  private func toggled(_ chosen: JSON, _ value: JSON, _ isChosen: Bool) -> JSON {
    let others = (chosen.array ?? []).filter { $0 != value }
    return .array(isChosen ? others : others + [value])
  }
}
