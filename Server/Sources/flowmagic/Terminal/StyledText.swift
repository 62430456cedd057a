/// Text in pieces of different styles; how it looks is decided when it is written.
///
/// Whatever comes from a document cannot steer the terminal: control characters and invisible
/// direction marks become visible replacement characters when a text is made.
package struct StyledText: Sendable, Equatable, ExpressibleByStringLiteral {
  /// A piece of one style.
  package struct Span: Sendable, Equatable {
    package var text: String
    package var style: Style
  }

  package private(set) var spans: [Span]

  package init(_ text: String = "", _ style: Style = .plain) {
    let shown = StyledText.harmless(text)
    spans = shown.isEmpty ? [] : [Span(text: shown, style: style)]
  }

  package init(stringLiteral value: String) { self.init(value) }

  /// The columns that the text takes on one line.
  package var width: Int { spans.reduce(0) { $0 + DisplayWidth.of($1.text) } }

  package var isEmpty: Bool { spans.isEmpty }

  /// The text without its styles.
  package var plain: String { spans.map(\.text).joined() }

  package static func + (left: StyledText, right: StyledText) -> StyledText {
    var sum = left
    sum += right
    return sum
  }

  package static func += (left: inout StyledText, right: StyledText) {
    for span in right.spans { left.append(span) }
  }

  private mutating func append(_ span: Span) {
    if let last = spans.indices.last, spans[last].style == span.style {
      spans[last].text += span.text
    } else if !span.text.isEmpty {
      spans.append(span)
    }
  }

  /// The text with spaces behind it until it takes `columns`.
  package func padded(to columns: Int) -> StyledText {
    let missing = columns - width
    return missing > 0 ? self + StyledText(String(repeating: " ", count: missing)) : self
  }

  /// The bytes for a terminal, with its sequences if `colored`.
  package func rendered(colored: Bool) -> String {
    var text = ""
    for span in spans {
      let shown =
        span.text.contains("\n")
        ? span.text.split(separator: "\n").joined(separator: " ")
        : span.text
      if colored, let parameters = span.style.parameters {
        text += "\u{1B}[\(parameters)m\(shown)\u{1B}[0m"
      } else {
        text += shown
      }
    }
    return text
  }

  /// Replaces what would steer a terminal; line ends stay and tabs become spaces.
  package static func harmless(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isSteering) else { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": shown.append(scalar)
      case "\t": shown.append(contentsOf: "  ".unicodeScalars)
      case "\r": continue
      default: shown.append(isSteering(scalar) ? "\u{FFFD}" : scalar)
      }
    }
    return String(shown)
  }

  private static func isSteering(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0...0x1F, 0x7F...0x9F, 0x200E...0x200F, 0x202A...0x202E, 0x2028...0x2029, 0x2066...0x2069:
      true
    default: false
    }
  }
}
