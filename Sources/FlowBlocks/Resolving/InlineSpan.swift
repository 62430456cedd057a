import FlowCore

/// A part of a text with inline marks: `**bold**`, `_emphasis_` and `[text](https://…)`.
public struct InlineSpan: Sendable {
  /// The kind of a part.
  public enum Kind: Sendable {
    case plain, bold, emphasis
    /// A link to an `https` URL.
    case link(String)
  }

  /// The kind.
  public let kind: Kind
  /// The text without its marks.
  public let text: String

  /// The parts of a text; a mark without its partner is plain text.
  ///
  /// Time: linear, whatever the text contains.
  public static func spans(_ text: String) -> [InlineSpan] {
    var marks = InlineMarks(Array(text.utf8))
    var spans: [InlineSpan] = []
    var start = 0
    var index = 0
    while index < marks.bytes.count {
      guard let (span, end) = markedSpan(&marks, at: index) else {
        index += 1
        continue
      }
      if start < index { spans.append(InlineSpan(.plain, marks.bytes[start..<index])) }
      spans.append(span)
      (start, index) = (end, end)
    }
    if start < marks.bytes.count { spans.append(InlineSpan(.plain, marks.bytes[start...])) }
    return spans
  }

  private init(_ kind: Kind, _ text: ArraySlice<UInt8>) {
    self.kind = kind
    self.text = String(decoding: Array(text), as: UTF8.self)
  }

  /// The marked part that begins at an index, and the index after it; nil where none does.
  private static func markedSpan(
    _ marks: inout InlineMarks, at start: Int
  ) -> (span: InlineSpan, end: Int)? {
    if marks.has(.bold, at: start) {
      guard let end = marks.next(.bold, from: start + 2), end > start + 2 else { return nil }
      return (InlineSpan(.bold, marks.bytes[(start + 2)..<end]), end + 2)
    }
    if marks.has(.emphasis, at: start) {
      guard let end = marks.next(.emphasis, from: start + 1), end > start + 1 else { return nil }
      return (InlineSpan(.emphasis, marks.bytes[(start + 1)..<end]), end + 1)
    }
    guard marks.bytes[start] == UInt8(ascii: "["),
      let middle = marks.next(.url, from: start + 1), middle > start + 1,
      let end = marks.next(.close, from: middle)
    else { return nil }
    let url = String(decoding: Array(marks.bytes[(middle + 2)..<end]), as: UTF8.self)
    return (InlineSpan(.link(url), marks.bytes[(start + 1)..<middle]), end + 1)
  }
}

/// The bytes of a text with the next position of each mark.
///
/// A text may be long and full of unpaired marks, so no byte is searched twice for the same mark.
private struct InlineMarks {
  enum Mark: Int {
    case bold, emphasis, url, close

    var text: StaticString {
      switch self {
      case .bold: "**"
      case .emphasis: "_"
      case .url: "](https://"
      case .close: ")"
      }
    }
  }

  let bytes: [UInt8]
  /// For each mark: the latest position that `next(_:from:)` has found.
  private var positions = [-1, -1, -1, -1]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func has(_ mark: Mark, at index: Int) -> Bool {
    mark.text.withUTF8Buffer { markBytes in
      guard index + markBytes.count <= bytes.count else { return false }
      for offset in 0..<markBytes.count where bytes[index + offset] != markBytes[offset] {
        return false
      }
      return true
    }
  }

  /// The first position of a mark at or after an index; nil if there is none.
  ///
  /// Indices must not decrease between calls with the same mark.
  mutating func next(_ mark: Mark, from start: Int) -> Int? {
    var position = max(positions[mark.rawValue], start)
    while position < bytes.count, !has(mark, at: position) { position += 1 }
    positions[mark.rawValue] = position
    return position < bytes.count ? position : nil
  }
}
