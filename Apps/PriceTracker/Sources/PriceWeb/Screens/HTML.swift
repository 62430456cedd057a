import FlowCore
import FlowMagicWeb

/// A builder of HTML text: interpolated values are escaped, unless they are HTML themselves.
struct HTML: ExpressibleByStringInterpolation, Sendable {
  var text: String

  init(stringLiteral text: String) { self.text = text }
  init(stringInterpolation parts: Parts) { text = parts.text }

  /// Returns existing HTML, unescaped.
  static func raw(_ text: String) -> HTML { HTML(stringLiteral: text) }

  struct Parts: StringInterpolationProtocol {
    var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) { text += literal }
    mutating func appendInterpolation(_ html: HTML) { text += html.text }
    mutating func appendInterpolation(_ value: String) { text += WebBlock.escaped(value) }
  }
}
