/// A JSON number with the digits it was written with.
///
/// `1`, `1.0` and `1e0` stay three texts and are one value. Money amounts and 64-bit ids pass
/// through unharmed, because nothing is converted until someone asks.
public struct JSONNumber: Sendable {
  /// The number as written: RFC 8259 `number` syntax.
  public let text: String

  /// A whole number.
  public init(_ value: Int) {
    text = value.description
  }

  /// The shortest text that reads back as `value`, as JavaScript writes it; nil if not finite.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    text = DecimalText.shortest(value)
  }

  /// Takes over a text that a reader has already found to be a JSON number.
  package init(validated text: String) {
    self.text = text
  }

  /// The nearest double; a number beyond the range of doubles becomes infinite.
  public var double: Double { DecimalText.double(text) }

  /// The value as a whole number; nil if it has a fraction or does not fit 64 bits.
  public var int: Int64? { DecimalText.integer(text) }
}

extension JSONNumber: Equatable {
  /// Whether both are the same number as doubles, however they are written.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    UTF8Bytes.equal(left.text, right.text) || left.double == right.double
  }
}
