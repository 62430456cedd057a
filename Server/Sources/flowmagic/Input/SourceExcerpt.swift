package import FlowCore

/// The line of an error, with a caret under the position.
package struct SourceExcerpt: Sendable, Equatable {
  /// The line's number, from 1.
  package private(set) var number: Int
  /// The text before the position.
  package let before: String
  /// The text from the position on.
  package let after: String
  /// Whether the beginning of the line was cut off.
  private let isStartTruncated: Bool
  /// Whether the end of the line was cut off.
  private let isEndTruncated: Bool

  /// The maximum number of bytes shown on either side: a minified document is a single long line.
  private static let maximumContext = 240

  /// The line around a position; nil if the text is empty or the position is outside it.
  package init?(_ bytes: [UInt8], at position: SourcePosition) {
    let offset = position.offset
    guard !bytes.isEmpty, (0...bytes.count).contains(offset) else { return nil }
    let newline = UInt8(ascii: "\n")
    var start = offset
    while start > 0, bytes[start - 1] != newline, offset - start < SourceExcerpt.maximumContext {
      start -= 1
    }
    var end = offset
    while end < bytes.count, bytes[end] != newline, end - offset < SourceExcerpt.maximumContext {
      end += 1
    }
    isStartTruncated = start > 0 && bytes[start - 1] != newline
    isEndTruncated = end < bytes.count && bytes[end] != newline
    // Avoid cutting inside a character.
    if isStartTruncated { while start < offset, bytes[start] & 0xC0 == 0x80 { start += 1 } }
    if isEndTruncated { while end > offset, bytes[end] & 0xC0 == 0x80 { end -= 1 } }
    number = position.line
    before = StyledText.sanitized(String(decoding: bytes[start..<offset], as: UTF8.self))
    after = StyledText.sanitized(String(decoding: bytes[offset..<end], as: UTF8.self))
  }

  /// The excerpt with another line number, for a text that is a line of a file.
  package func renumbered(_ number: Int) -> SourceExcerpt {
    var excerpt = self
    excerpt.number = number
    return excerpt
  }

  /// The line and the caret, truncated to `width` columns; at least 16 columns of the line remain.
  package func lines(width: Int, glyphs: Glyphs) -> [StyledText] {
    let label = String(number)
    let gutter = "  \(label) \(glyphs.vertical) "
    let blank = "  \(String(repeating: " ", count: label.count)) \(glyphs.vertical) "
    let availableWidth = max(width - DisplayWidth.of(gutter), 16)
    let (left, right) = window(availableWidth, glyphs)
    let caret = String(repeating: " ", count: DisplayWidth.of(left)) + "^"
    return [
      StyledText(gutter, .faint) + StyledText(left + right),
      StyledText(blank, .faint) + StyledText(caret, .error),
    ]
  }

  /// The text that fits; up to a third of the width is reserved for the text after the position.
  private func window(_ availableWidth: Int, _ glyphs: Glyphs) -> (left: String, right: String) {
    let ellipsis = glyphs.ellipsis
    let reserved = min(DisplayWidth.of(after), availableWidth / 3)
    var left = before
    var isTruncated = isStartTruncated
    let leftWidth = availableWidth - reserved - DisplayWidth.of(ellipsis)
    while DisplayWidth.of(left) > leftWidth {
      left.removeFirst()
      isTruncated = true
    }
    if isTruncated { left = ellipsis + left }
    let right = StyledText(isEndTruncated ? after + ellipsis : after)
    return (
      left, right.truncated(to: availableWidth - DisplayWidth.of(left), ellipsis: ellipsis).plain
    )
  }
}
