/// A JSON value, used for content, outputs, attributes and conditions.
///
/// Numbers keep the digits they were written with and objects keep the order of their members, so
/// that parsing and writing loses only whitespace and the choice of escapes. Equality ignores the
/// order of an object's members and compares numbers by value.
///
/// NB: parsers build trees of at most ``JSONLimits/maximumDepth`` levels. Code can nest deeper, and
/// writing such a tree is safe; but Swift deallocates and compares nested values recursively, so
/// tens of thousands of levels may overflow the stack.
public enum JSON: Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number, as written.
  case number(JSONNumber)
  /// A string.
  case string(String)
  /// An array.
  case array([JSON])
  /// An object.
  case object(JSONObject)
}

extension JSON {
  /// Whether this is `null`.
  public var isNull: Bool { if case .null = self { true } else { false } }

  /// The boolean, or nil for another type.
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }

  /// The number, or nil for another type.
  public var number: JSONNumber? { if case .number(let value) = self { value } else { nil } }

  /// The string, or nil for another type.
  public var string: String? { if case .string(let value) = self { value } else { nil } }

  /// The elements, or nil for another type.
  public var array: [JSON]? { if case .array(let value) = self { value } else { nil } }

  /// The object, or nil for another type.
  public var object: JSONObject? { if case .object(let value) = self { value } else { nil } }

  /// The member for this key; nil if this is not an object or has no such member.
  ///
  /// Time: linear in the number of members.
  public subscript(key: Name) -> JSON? { object?[key] }
}

extension JSON: Equatable {
  /// Whether both are the same value; members in any order, numbers by value.
  public static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): UTF8Bytes.equal(left, right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }
}

// NB: not `ExpressibleByNilLiteral`: `condition ? json : nil` would silently become `.null`.
extension JSON: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// A boolean.
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  /// An integer.
  public init(integerLiteral value: Int) { self = .number(JSONNumber(value)) }
  /// A number; `null` if the literal is not finite.
  public init(floatLiteral value: Double) { self = JSON(value) }
  /// A string.
  public init(stringLiteral value: String) { self = .string(value) }
  /// An array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }
  /// An object with its members in the order of the literal.
  public init(dictionaryLiteral elements: (Name, JSON)...) {
    self = .object(JSONObject(elements.map { JSONObject.Member(key: $0.0, value: $0.1) }))
  }

  /// A name as a string.
  package static func name(_ name: Name) -> JSON { .string(name.string) }

  /// A number; `null` for infinity and NaN, which JSON cannot represent.
  public init(_ value: Double) {
    self = JSONNumber(value).map { .number($0) } ?? .null
  }
}
