import FlowCore

extension TextRenderer {
  func collection(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    switch block.type {
    case .tabs: return tabs(block, columns)
    case .custom: return custom(block, columns)
    default: return items(block.blocks(.children), columns)
    }
  }

  /// Draws items one below the other, separated by empty lines if any has several lines.
  private func items(_ blocks: [ResolvedBlock], _ columns: Int) -> TextBox {
    let boxes = blocks.map { draw($0, columns) }
    let isSpaced = boxes.contains { $0.lines.count > 1 }
    var box = TextBox()
    for item in boxes { box.append(item, spaced: isSpaced) }
    return box
  }

  /// Draws the titles of the tabs, and the blocks of the selected one.
  private func tabs(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    let tabs = block.items(.tabs)
    let current = min(max(viewState.selectedTab(of: block), 0), max(tabs.count - 1, 0))
    var box = TextBox()
    var column = 0
    for index in tabs.indices {
      let title = tab(block, index, isCurrent: index == current, columns)
      if column > 0, column + title.width > columns {
        box.append(title)
        column = title.width + 2
      } else {
        // Continues the last line of tabs.
        var line = TextBox(Array(box.lines.suffix(1)))
        line.append(title, at: column)
        box.replaceLast(with: line)
        column = line.width + 2
      }
    }
    guard tabs.indices.contains(current), case .blocks(let blocks)? = tabs[current].value(.children)
    else { return box }
    box.append(stack(blocks, columns, spaced: true), spaced: true)
    return box
  }

  private func tab(
    _ block: ResolvedBlock, _ index: Int, isCurrent: Bool, _ columns: Int
  ) -> TextBox {
    let title = block.items(.tabs)[index].text(.title) ?? ""
    let marker = TextSpan(
      isCurrent ? "● " : "○ ", isCurrent ? .accent : .plain, isFocused: isFocused(block, index))
    var box = text(title, isCurrent ? .strong : .plain, after: marker, columns)
    box.makeInteractive(as: element(block, .tab, index))
    return box
  }

  /// Draws the children of a custom block, which only the app can draw; if it has none, its name.
  private func custom(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    let children = block.blocks(.children)
    guard children.isEmpty else { return stack(children, columns, spaced: true) }
    return text("{" + (block.name(.name)?.string ?? "") + "}", .muted, columns)
  }
}

extension TextBox {
  /// Replaces the last line with a box, whose elements are added.
  fileprivate mutating func replaceLast(with box: TextBox) {
    if !lines.isEmpty { lines.removeLast() }
    append(box)
  }
}
