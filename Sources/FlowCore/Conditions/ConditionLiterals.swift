/// The constants of a table's conditions, in flat arrays.
struct ConditionLiterals: Sendable {
  /// A range of ``bytes``.
  struct Span: Sendable {
    var start: Int32 = 0
    var count: Int32 = 0
  }

  /// A literal to compare with, and JavaScript's conversions of it.
  struct Operand: Sendable {
    enum Kind: UInt8 { case null, bool, number, text, other }

    var kind: Kind
    var bool = false
    /// The text: of a string itself, of an array or object its `String(value)`.
    var text = Span()
    var key = ComparisonKey.none
    /// `Number(value)`.
    var number = 0.0
    /// The number for which `String(number)` in JavaScript is this string; NaN if there is none.
    var canonicalNumber = Double.nan
  }

  /// A version to compare with.
  struct Version: Sendable {
    /// The padded text, as in ``VersionText``.
    var padded: Span
    /// The version packed into a number, or ``VersionText/none``.
    var packed: UInt64
  }

  /// The UTF-8 bytes of all strings, one after the other.
  var bytes: [UInt8] = []
  var operands: [Operand] = []
  var versions: [Version] = []
  var values: [JSON] = []
  var patterns: [Pattern] = []
  var sets = LiteralSets()

  mutating func append(_ text: String) -> Span {
    let start = bytes.count
    bytes.append(contentsOf: text.utf8)
    return Span(start: Int32(clamping: start), count: Int32(clamping: bytes.count - start))
  }

  /// Calls `body` with the bytes of a string.
  @inline(__always)
  func with<Result>(
    _ span: Span, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    bytes.withUnsafeBufferPointer { all in
      body(UnsafeBufferPointer(rebasing: all[Int(span.start)..<Int(span.start + span.count)]))
    }
  }
}
