/// Text with styles, which are rendered when it is written.
///
/// Text from documents cannot control the terminal: control characters, line and paragraph
/// separators, and bidirectional formatting characters are replaced when a styled text is created.
package struct StyledText: Sendable, Equatable, ExpressibleByStringLiteral {
  /// A run of text with one style.
  package struct Span: Sendable, Equatable {
    package var text: String
    package var style: Style
  }

  package private(set) var spans: [Span]

  package init(_ text: String = "", _ style: Style = .plain) {
    let shown = StyledText.sanitized(text)
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

  /// The text padded with spaces to `columns`.
  package func padded(to columns: Int) -> StyledText {
    let missing = columns - width
    return missing > 0 ? self + StyledText(String(repeating: " ", count: missing)) : self
  }

  /// The text with spaces for line feeds, and with escape sequences if `colored`.
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

  /// Replaces control characters, separators and bidirectional formatting characters with U+FFFD.
  ///
  /// Line feeds are kept, tabs become two spaces, and carriage returns are removed.
  package static func sanitized(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var shown = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": shown.append(scalar)
      case "\t": shown.append(contentsOf: "  ".unicodeScalars)
      case "\r": continue
      default: shown.append(isControl(scalar) ? "\u{FFFD}" : scalar)
      }
    }
    return String(shown)
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0...0x1F, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
