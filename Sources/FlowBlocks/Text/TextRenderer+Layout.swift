import FlowCore

extension TextRenderer {
  func layout(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    let children = block.blocks(.children)
    switch block.type {
    case .column: return column(block, columns)
    case .row: return row(block, columns)
    case .grid: return grid(block, columns)
    case .overlay: return stack(children, columns, spaced: false)
    case .card: return card(block, columns)
    case .footer:
      var box = horizontalRule(columns)
      box.append(stack(children, columns, spaced: false))
      return children.isEmpty ? TextBox() : box
    case .spacer: return .blank
    default: return horizontalRule(columns)
    }
  }

  private func horizontalRule(_ columns: Int) -> TextBox {
    TextBox([TextSpan(.repeating("─", usesIntrinsicWidth ? 1 : columns), .border)])
  }

  private func column(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    let align = block.name(.align)
    guard !usesIntrinsicWidth, align == "center" || align == "end" else {
      return stack(block.blocks(.children), columns, spaced: isSpaced(block))
    }
    var inner = self
    inner.usesIntrinsicWidth = true
    var box = TextBox()
    for child in block.blocks(.children) {
      let part = inner.draw(child, columns)
      box.append(aligned(part, align, columns), spaced: isSpaced(block))
    }
    return box
  }

  /// Returns the box, aligned at the center or the end of the width; unchanged for another
  /// alignment.
  func aligned(_ box: TextBox, _ align: Name?, _ columns: Int) -> TextBox {
    let freeColumns = max(columns - box.width, 0)
    var aligned = box
    let space = TextSpan(.repeating(" ", align == "center" ? freeColumns / 2 : freeColumns))
    if freeColumns > 0, align == "center" || align == "end" { aligned.indent(space, space) }
    return aligned
  }

  // MARK: Rows and grids

  /// Draws blocks side by side, two terminal columns apart; stacked if they do not fit.
  private func row(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    var inner = self
    inner.usesIntrinsicWidth = true
    var parts: [(box: TextBox, isGrowing: Bool)] = []
    for child in block.blocks(.children) {
      let box = child.type == .spacer ? TextBox() : inner.draw(child, columns)
      if child.type == .spacer || !box.isEmpty { parts.append((box, child.flag(.grow))) }
    }
    var width = 2 * max(parts.count - 1, 0)
    for part in parts { width += part.box.width }
    guard width <= columns else {
      return stack(block.blocks(.children), columns, spaced: false)
    }
    return joinHorizontally(
      parts, freeColumns: usesIntrinsicWidth ? 0 : columns - width, block.name(.spread))
  }

  private func joinHorizontally(
    _ parts: [(box: TextBox, isGrowing: Bool)], freeColumns: Int, _ spread: Name?
  ) -> TextBox {
    let growing = parts.filter { $0.isGrowing }.count
    var box = TextBox()
    var column = spread == "end" ? freeColumns : spread == "center" ? freeColumns / 2 : 0
    var remaining = freeColumns
    for index in parts.indices {
      let gapCount = parts.count - 1 - index
      box.append(parts[index].box, at: column)
      column += parts[index].box.width + 2
      if parts[index].isGrowing {
        column += freeColumns / growing
      } else if spread == "between", growing == 0, gapCount > 0 {
        column += remaining / gapCount
        remaining -= remaining / gapCount
      }
    }
    return box
  }

  /// Draws blocks in a grid of equally wide columns, as many as fit.
  private func grid(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    let minimumWidth = block.name(.min) == "small" ? 14 : block.name(.min) == "large" ? 34 : 22
    let count = max((columns + 2) / (minimumWidth + 2), 1)
    let width = (columns + 2) / count - 2
    let cells = block.blocks(.children).map { draw($0, width) }.filter { !$0.isEmpty }
    var box = TextBox()
    var index = 0
    while index < cells.count {
      var row = TextBox()
      for offset in 0..<min(count, cells.count - index) {
        row.append(cells[index + offset], at: offset * (width + 2))
      }
      box.append(row, spaced: isSpaced(block))
      index += count
    }
    return box
  }

  private func card(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    let isPressable = !block.actions(.do).isEmpty
    let isFocused = isPressable && isFocused(block)
    var box = stack(block.blocks(.children), columns - 2, spaced: false)
    let border = TextSpan(
      block.flag(.selected) ? "┃ " : "│ ", block.flag(.selected) ? .accent : .border,
      isFocused: isFocused)
    box.indent(border, border)
    if isPressable { box.makeInteractive(as: element(block, .button)) }
    return box
  }
}
