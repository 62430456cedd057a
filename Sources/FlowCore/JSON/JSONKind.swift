/// The six kinds of JSON values.
public enum JSONKind: UInt8, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool
  /// A number.
  case number
  /// A string.
  case string
  /// An array.
  case array
  /// An object.
  case object
}

extension JSONKind: CustomStringConvertible {
  /// The kind with its article, for messages: "an array".
  public var description: String { nounPhrase.description }

  var nounPhrase: StaticString {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
