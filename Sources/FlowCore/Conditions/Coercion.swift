/// JavaScript's type conversions, on which the condition grammar is based.
///
/// The grammar is defined by the behavior of its JavaScript reference implementation: `"8"` is
/// greater than 5; a missing attribute is 0 when compared with a number, and equals the string
/// `null` if there is no operator. These functions apply that to JSON values, without creating the
/// converted values. If a value is a number, the parameter `number` is its `Double`; it is not used
/// for other values.
enum Coercion {
  /// The depth to which nested arrays are converted to text; deeper ones count as empty.
  static let maximumDepth = 64

  /// `Boolean(value)`.
  static func isTruthy(_ value: JSON, _ number: Double) -> Bool {
    switch value {
    case .null: false
    case .bool(let bool): bool
    case .number: number != 0
    case .string(let text): !text.utf8.isEmpty
    case .array, .object: true
    }
  }

  /// `Boolean(value)` of an operand in a condition.
  @inline(never)
  static func isTruthy(_ operand: JSON) -> Bool { isTruthy(operand, operand.number?.double ?? 0) }

  /// `Number(value)`; NaN where JavaScript returns NaN.
  static func number(_ value: JSON, _ number: Double) -> Double {
    switch value {
    case .null: 0
    case .bool(let bool): bool ? 1 : 0
    case .number: number
    case .string(let text): UTF8Bytes.with(text) { NumberText.number($0) }
    case .array(let elements): self.number(ofArray: elements)
    case .object: .nan
    }
  }

  /// `Number(String(elements))`: 0 for no element or a single null, NaN for several elements, and
  /// for any other single element the number that its text represents.
  private static func number(ofArray elements: [JSON]) -> Double {
    var elements = elements
    for _ in 0..<maximumDepth {
      guard let first = elements.first else { return 0 }
      guard elements.count == 1 else { return .nan }
      switch first {
      case .null: return 0
      case .number(let number): return number.double
      case .string(let text): return UTF8Bytes.with(text) { NumberText.number($0) }
      case .array(let inner): elements = inner
      case .bool, .object: return .nan
      }
    }
    return 0
  }

  /// Whether relational operators compare this operand as text if the other one is textual, too.
  static func isTextual(_ value: JSON) -> Bool {
    switch value {
    case .string, .array, .object: true
    case .null, .bool, .number: false
    }
  }

  /// Negative, zero or positive, as `String(value)` comes before, equals or follows `other`.
  ///
  /// Allocates nothing, unless the value contains a number whose text has more than 15 characters.
  static func compareText(_ value: JSON, _ other: UnsafeBufferPointer<UInt8>) -> Int {
    var order = TextOrder(against: other)
    forEachPiece(of: value, depth: 0, isElement: false) { order.append($0) }
    return order.result
  }

  /// Calls `body` with the bytes of `String(value)`; allocates unless the value is a string.
  static func withText<Result>(
    _ value: JSON, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if case .string(let text) = value { return UTF8Bytes.with(text, body) }
    var bytes: [UInt8] = []
    forEachPiece(of: value, depth: 0, isElement: false) { bytes.append(contentsOf: $0) }
    return bytes.withUnsafeBufferPointer(body)
  }

  private static func forEachPiece(
    of value: JSON, depth: Int, isElement: Bool, _ body: (UnsafeBufferPointer<UInt8>) -> Void
  ) {
    switch value {
    case .null: if !isElement { with("null", body) }
    case .bool(let bool): with(bool ? "true" : "false", body)
    case .number(let number): UTF8Bytes.with(NumberText.text(number.double), body)
    case .string(let text): UTF8Bytes.with(text, body)
    case .object: with("[object Object]", body)
    case .array(let elements):
      guard depth < Self.maximumDepth else { return }
      for index in elements.indices {
        if index > 0 { with(",", body) }
        forEachPiece(of: elements[index], depth: depth + 1, isElement: true, body)
      }
    }
  }

  private static func with(_ text: StaticString, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    text.withUTF8Buffer(body)
  }
}
