import FlowCore

extension TextRenderer {
  func indicator(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    switch block.type {
    case .progress: progress(block, columns)
    case .chart: chart(block, columns)
    case .countdown: text(block.text(.text) ?? "", .strong, columns)
    default: disclosure(block, columns)
    }
  }

  // MARK: Progress

  private func progress(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    let value = block.number(.value)?.double ?? 0
    let total = max(block.number(.total)?.double ?? 1, 1)
    var box =
      block.name(.style) == "dots"
      ? dots(value, total) : bar(Fraction.of(value, to: total), min(20, columns))
    if let alternative = block.text(.alt) {
      let caption = text(alternative, .plain, columns)
      if box.width + 1 + caption.width <= columns {
        box.append(caption, at: box.width + 1)
      } else {
        box.append(caption)
      }
    }
    return box
  }

  private func bar(_ fraction: Double, _ width: Int) -> TextBox {
    let filled = Int((fraction * Double(width)).rounded())
    return TextBox([
      TextSpan(.repeating("█", filled), .accent),
      TextSpan(.repeating("░", width - filled), .border),
    ])
  }

  private func dots(_ value: Double, _ total: Double) -> TextBox {
    let count = Int(min(total, 20))
    let filled = Int(min(max(value, 0), Double(count)))
    return TextBox([
      TextSpan(.repeating("●", filled), .accent),
      TextSpan(.repeating("○", count - filled), .border),
    ])
  }

  // MARK: Charts

  /// Draws a line of bars, one for each point or for as many evenly spaced points as fit, or the
  /// block's fallback if there are none, with the summary below.
  private func chart(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    let values = block.items(.items).compactMap { point -> Double? in
      if case .json(.number(let number))? = point.value(.y) { number.double } else { nil }
    }
    var box =
      values.isEmpty
      ? stack(block.blocks(.children), columns, spaced: false)
      : TextBox([TextSpan(bars(values, columns), .accent)])
    box.append(text(block.text(.summary) ?? "", .plain, columns))
    return box
  }

  private func bars(_ values: [Double], _ columns: Int) -> String {
    let glyphs: [String] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    var minimum = values[0]
    var maximum = values[0]
    for value in values {
      minimum = min(minimum, value)
      maximum = max(maximum, value)
    }
    let count = min(values.count, columns)
    var bars = String()
    for index in 0..<count {
      let value = values[index * values.count / count]
      let fraction = maximum > minimum ? Fraction.of(value, from: minimum, to: maximum) : 0.5
      bars += glyphs[Int((fraction * 7).rounded())]
    }
    return bars
  }

  // MARK: Disclosures

  private func disclosure(_ block: ResolvedBlock, _ columns: Int) -> TextBox {
    let isOpen = viewState.isOpen(block)
    let marker = TextSpan(isOpen ? "▾ " : "▸ ", isFocused: isFocused(block))
    var box = text(block.text(.title) ?? "", .plain, after: marker, columns)
    box.makeInteractive(as: element(block, .disclosure))
    guard isOpen else { return box }
    var children = stack(block.blocks(.children), columns - 2, spaced: false)
    children.indent(TextSpan("  "), TextSpan("  "))
    box.append(children)
    return box
  }
}
