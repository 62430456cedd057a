import FlowCore
import FlowMagicWeb

/// A fragment of HTML.
///
/// Interpolated values are escaped, unless they are HTML themselves.
struct HTML: ExpressibleByStringInterpolation, Sendable {
  var text: String

  init(stringLiteral text: String) { self.text = text }
  init(stringInterpolation interpolation: StringInterpolation) { text = interpolation.text }

  /// Returns text that is HTML already, without escaping it.
  static func raw(_ text: String) -> HTML { HTML(stringLiteral: text) }

  static func + (first: HTML, second: HTML) -> HTML { .raw(first.text + second.text) }

  struct StringInterpolation: StringInterpolationProtocol {
    var text = ""

    init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    mutating func appendLiteral(_ literal: String) { text += literal }
    mutating func appendInterpolation(_ html: HTML) { text += html.text }
    mutating func appendInterpolation(_ value: String) { text += WebBlock.escaped(value) }
    mutating func appendInterpolation(_ value: Int) { text += String(value) }
  }
}

extension Sequence<HTML> {
  func joined() -> HTML { .raw(map(\.text).joined()) }
}

extension WebBlock.Contents {
  func string(_ name: Name) -> String? { properties[name]?.string }
  func number(_ name: Name) -> Double? { properties[name]?.number?.double }
  func bool(_ name: Name) -> Bool { properties[name]?.bool ?? false }

  /// Returns one of the app's texts in the language of the block.
  func text(_ text: YogaText) -> String { text.text(in: language) }
}
