/// The value of one attribute path, prepared for conditions.
///
/// A session keeps one slot for each path that its release's conditions read, so that evaluation
/// looks up no attributes.
package struct Slot: Sendable {
  /// The value; null if the attribute is missing.
  package let value: JSON
  /// The value as a double if it is a number, otherwise NaN.
  package let number: Double
  /// A key for fast comparison, if the value is a string.
  let key: ComparisonKey
  /// The value packed into an integer if it is MAJOR.MINOR.PATCH, otherwise ``VersionText/none``.
  let version: UInt64

  /// Creates a slot of a value.
  ///
  /// Time: linear in the length of a string or number, otherwise constant.
  package init(_ value: JSON) {
    self.value = value
    switch value {
    case .string(let text):
      number = .nan
      (key, version) = UTF8Bytes.with(text) { (ComparisonKey($0), VersionText.packed($0)) }
    case .number(let jsonNumber):
      number = jsonNumber.double
      (key, version) = (.none, VersionText.none)
    case .null, .bool, .array, .object:
      number = .nan
      (key, version) = (.none, VersionText.none)
    }
  }

  /// Creates a slot of a whole number.
  init(count: Int) {
    value = .number(JSONNumber(count))
    number = Double(count)
    (key, version) = (.none, VersionText.none)
  }
}
