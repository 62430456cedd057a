import FlowCore

/// A part of a text with inline marks: `**bold**`, `_emphasis_` and `[text](https://…)`.
public struct InlineSpan: Sendable {
  /// The kind of a part.
  public enum Kind: Sendable {
    case plain, bold, emphasis
    /// A link to an `https` address.
    case link(String)
  }

  /// The kind.
  public let kind: Kind
  /// The text without its marks.
  public let text: String

  /// The parts of a text; a mark without its partner is plain text.
  public static func spans(_ text: String) -> [InlineSpan] {
    let bytes = Array(text.utf8)
    var spans: [InlineSpan] = []
    var start = 0
    var index = 0
    while index < bytes.count {
      guard let (span, end) = marked(bytes, at: index) else {
        index += 1
        continue
      }
      if start < index { spans.append(InlineSpan(.plain, bytes[start..<index])) }
      spans.append(span)
      (start, index) = (end, end)
    }
    if start < bytes.count { spans.append(InlineSpan(.plain, bytes[start...])) }
    return spans
  }

  private init(_ kind: Kind, _ text: ArraySlice<UInt8>) {
    self.kind = kind
    self.text = String(decoding: Array(text), as: UTF8.self)
  }

  /// The marked part that begins at an index, and the index after it; nil where none does.
  private static func marked(_ bytes: [UInt8], at start: Int) -> (span: InlineSpan, end: Int)? {
    let rest = bytes[start...]
    if rest.starts(with: Array("**".utf8)) {
      guard let end = find("**", in: bytes, from: start + 2), end > start + 2 else { return nil }
      return (InlineSpan(.bold, bytes[(start + 2)..<end]), end + 2)
    }
    if rest.first == UInt8(ascii: "_") {
      guard let end = find("_", in: bytes, from: start + 1), end > start + 1 else { return nil }
      return (InlineSpan(.emphasis, bytes[(start + 1)..<end]), end + 1)
    }
    guard rest.first == UInt8(ascii: "["),
      let middle = find("](https://", in: bytes, from: start + 1),
      let end = find(")", in: bytes, from: middle), middle > start + 1
    else { return nil }
    let address = String(decoding: Array(bytes[(middle + 2)..<end]), as: UTF8.self)
    return (InlineSpan(.link(address), bytes[(start + 1)..<middle]), end + 1)
  }

  private static func find(_ sign: StaticString, in bytes: [UInt8], from start: Int) -> Int? {
    let sign = sign.withUTF8Buffer { Array($0) }
    var index = start
    while index + sign.count <= bytes.count {
      if bytes[index..<(index + sign.count)].elementsEqual(sign) { return index }
      index += 1
    }
    return nil
  }
}
