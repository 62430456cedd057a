import FlowCore

/// A rectangle of text lines with the elements on them, to be stacked or joined side by side.
struct TextBox {
  var lines: [TextLine] = []
  var elements: [TextElement] = []

  /// Creates an empty box.
  init() {}

  /// Creates a box of lines.
  init(_ lines: [TextLine]) { self.lines = lines }

  /// Creates a box of one line.
  init(_ spans: [TextSpan]) { lines = [TextLine(spans: spans)] }

  /// One empty line.
  static var blank: TextBox { TextBox([TextLine()]) }

  var isEmpty: Bool { lines.isEmpty }

  var width: Int {
    var width = 0
    for line in lines { width = max(width, line.width) }
    return width
  }

  /// Appends a box below this one.
  mutating func append(_ other: TextBox) {
    let offset = lines.count
    lines += other.lines
    for element in other.elements { elements.append(element.moved(by: offset)) }
  }

  /// Appends a box below this one; if `spaced`, after an empty line, unless there is one or nothing
  /// is above it.
  mutating func append(_ other: TextBox, spaced: Bool) {
    guard !other.isEmpty else { return }
    if spaced, let last = lines.last, !last.spans.isEmpty { append(.blank) }
    append(other)
  }

  /// Appends a box to the right, starting at a column.
  mutating func append(_ other: TextBox, at column: Int) {
    for index in other.lines.indices {
      if index == lines.count { lines.append(TextLine()) }
      lines[index].pad(to: column)
      lines[index].spans += other.lines[index].spans
    }
    elements += other.elements
  }

  /// Prefixes the first line with one text and the others with another.
  mutating func indent(_ first: TextSpan, _ others: TextSpan) {
    for index in lines.indices {
      lines[index].spans.insert(index == 0 ? first : others, at: 0)
    }
  }

  /// Makes the whole box a focusable element.
  mutating func makeInteractive(as element: TextElement) {
    var element = element
    element.lines = 0..<lines.count
    elements.insert(element, at: 0)
  }
}

extension TextLine {
  /// Pads the line with spaces to a width.
  mutating func pad(to width: Int) {
    let padding = width - self.width
    if padding > 0 { spans.append(TextSpan(.repeating(" ", padding))) }
  }
}

extension TextElement {
  fileprivate func moved(by offset: Int) -> TextElement {
    var moved = self
    moved.lines = (lines.lowerBound + offset)..<(lines.upperBound + offset)
    return moved
  }
}

extension String {
  /// Returns a text, repeated; empty for a negative count.
  static func repeating(_ text: String, _ count: Int) -> String {
    var bytes: [UInt8] = []
    for _ in 0..<Swift.max(count, 0) { bytes += Array(text.utf8) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
