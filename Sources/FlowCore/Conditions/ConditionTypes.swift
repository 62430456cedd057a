/// The types that `$type` names, by number.
enum ConditionTypes {
  static let names: [Name] = ["null", "boolean", "number", "string", "array", "object"]
  /// The number of the type “array”.
  static let array: Int32 = 4

  /// The number of a value's type.
  static func number(of value: JSON) -> Int32 {
    switch value {
    case .null: 0
    case .bool: 1
    case .number: 2
    case .string: 3
    case .array: array
    case .object: 5
    }
  }
}
