/// One step of a compiled condition: 16 bytes.
///
/// A condition is a tree in pre-order: an instruction's children follow it, and `end` is the index
/// after its last descendant.
struct ConditionInstruction: Sendable {
  /// The operation; “Literal:” names the kind of constant in ``ConditionLiterals`` that it uses.
  enum Operation: UInt8 {
    /// True or false, whatever the context.
    case always, never
    /// All, any or not: combines the results of its children.
    case all, any, not

    /// The implicit equality `{"plan": "pro"}` with JavaScript's coercions. Literal: operand.
    case isText, isNumber, isTrue, isFalse, isNull
    /// `isText` within `$alli`: case is ignored.
    case isTextIgnoringCase
    /// Equal to an array or object, member by member. Literal: index into the JSON values.
    case isJSON

    /// `===`. Literal: operand.
    case equal
    /// JavaScript's `<`, `<=`, `>`, `>=`. Literal: operand.
    case less, lessOrEqual, greater, greaterOrEqual
    /// Whether the value is neither null nor missing.
    case exists
    /// Literal: the type's number.
    case hasType
    /// In a list. Literal: set.
    case isIn
    /// Matches a pattern. Literal: pattern.
    case matches
    /// The order of versions. Literal: version.
    case versionEqual, versionLess, versionLessOrEqual, versionGreater, versionGreaterOrEqual

    /// An array whose length the child accepts.
    case size
    /// An array with an element that the child accepts.
    case contains
    /// The same, skipping elements that are falsy in JavaScript.
    case containsTruthy
  }

  /// The source of the value that an instruction tests.
  enum Source: UInt8 {
    /// A slot of the release.
    case slot
    /// A path in the element that `$elemMatch` tests.
    case path
    /// The element or the length itself.
    case current
  }

  var operation: Operation
  var source: Source = .slot
  /// The slot's or path's index.
  var subject: Int32 = 0
  /// The literal's index in the table that the operation names.
  var literal: Int32 = 0
  /// The index after the last descendant.
  var end: Int32 = 0
}
