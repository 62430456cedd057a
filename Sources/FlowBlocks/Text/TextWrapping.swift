import FlowCore

/// Breaks texts into lines, between words where possible.
struct TextWrapping {
  /// A scalar with its width and the index of its span.
  private struct Cell {
    let scalar: UInt32
    let width: Int
    let span: Int
  }

  private let spans: [TextSpan]
  private var cells: [Cell] = []

  /// Returns the lines of a text, none wider than `columns` or, if that is less than 2, than two
  /// columns.
  static func lines(_ spans: [TextSpan], columns: Int) -> [TextLine] {
    var wrapping = TextWrapping(spans)
    return wrapping.lines(columns: max(columns, 2))
  }

  /// Returns a text for one line: tabs and line feeds become spaces, and other control characters,
  /// which must not reach a terminal, are removed.
  static func printable(_ text: String) -> String {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      let value = scalar.value == 0x09 || scalar.value == 0x0A ? 0x20 : scalar.value
      if !TextWidth.isControl(value) { _ = UTF8Scalars.append(value, to: &bytes) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private init(_ spans: [TextSpan]) {
    self.spans = spans
    for index in spans.indices { append(spans[index].text, index) }
  }

  /// Appends a text without its control characters, which must not reach a terminal.
  private mutating func append(_ text: String, _ span: Int) {
    var previous: UInt32 = 0
    for scalar in text.unicodeScalars {
      var value = scalar.value
      if value == 0x09 { value = 0x20 }
      guard value == 0x0A || !TextWidth.isControl(value) else { continue }
      cells.append(
        Cell(scalar: value, width: TextWidth.columns(value, after: previous), span: span))
      previous = value
    }
  }

  private mutating func lines(columns: Int) -> [TextLine] {
    var lines: [TextLine] = []
    var start = 0
    while start < cells.count {
      let (end, next) = lineEnd(from: start, columns)
      lines.append(line(start, end))
      start = next
    }
    // A final line break starts an empty line.
    if cells.isEmpty || cells.last?.scalar == 0x0A { lines.append(TextLine()) }
    return lines
  }

  /// Finds the end of the line that starts at a cell, and the start of the next one.
  private func lineEnd(from start: Int, _ columns: Int) -> (end: Int, next: Int) {
    var width = 0
    var lastBreak: (end: Int, next: Int)?
    for index in start..<cells.count {
      let cell = cells[index]
      if cell.scalar == 0x0A { return (index, index + 1) }
      if cell.scalar == 0x20 {
        lastBreak = (index, index + 1)
      } else if index > start, TextWidth.isBreakable(cell.scalar) {
        lastBreak = (index, index)
      }
      width += cell.width
      guard width <= columns || cell.scalar == 0x20 else {
        return lastBreak ?? (max(index, start + 1), max(index, start + 1))
      }
    }
    return (cells.count, cells.count)
  }

  /// Joins cells into a line without trailing spaces.
  private func line(_ start: Int, _ end: Int) -> TextLine {
    var end = end
    while end > start, cells[end - 1].scalar == 0x20 { end -= 1 }
    var line = TextLine()
    var index = start
    while index < end {
      let span = cells[index].span
      var bytes: [UInt8] = []
      while index < end, cells[index].span == span {
        _ = UTF8Scalars.append(cells[index].scalar, to: &bytes)
        index += 1
      }
      line.spans.append(
        TextSpan(
          String(decoding: bytes, as: UTF8.self), spans[span].style,
          isFocused: spans[span].isFocused))
    }
    return line
  }
}
