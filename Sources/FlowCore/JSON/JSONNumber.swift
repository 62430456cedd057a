/// A JSON number with the digits it was written with.
///
/// `1`, `1.0` and `1e0` are equal, but stay written as they are. Money amounts and 64-bit ids are
/// preserved, because a number is converted only when ``double`` or ``int`` is read.
public struct JSONNumber: Sendable {
  /// The number as written, in the syntax of RFC 8259.
  public let text: String

  /// Creates an integer.
  public init(_ value: Int) {
    text = value.description
  }

  /// Creates a number from the shortest text that reads back as `value`, formatted as in
  /// JavaScript; nil if not finite.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    text = DecimalText.shortest(value)
  }

  /// Creates a number from a string that has been validated.
  package init(validated text: String) {
    self.text = text
  }

  /// The nearest double; infinity if the number is outside the range of doubles.
  public var double: Double { DecimalText.double(text) }

  /// The value as an integer; nil if it has a fraction or does not fit in 64 bits.
  public var int: Int64? { DecimalText.integer(text) }
}

extension JSONNumber: Equatable {
  /// Whether both are written the same, or have the same nearest double.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    UTF8Bytes.equal(left.text, right.text) || left.double == right.double
  }
}
