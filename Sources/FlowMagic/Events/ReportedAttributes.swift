import FlowCore

/// What a session's start tells of a person's attributes: `"country": "DE"`, or, of what is
/// personal, long or has parts, `"userId": {"type": "string", "private": true}`.
enum ReportedAttributes {
  /// The longest text that is told, in bytes.
  static let longest = 64
  /// How many attributes are told, so that an event stays small.
  static let most = 100

  static func json(_ context: JSONObject, keeping privacy: PrivateAttributes) -> JSONObject {
    var told = JSONObject()
    for member in context.members where told.count < most {
      guard member.key.string.utf8.count <= longest, !member.key.isEmpty,
        let value = value(member.value, isPrivate: privacy.keeps(member.key, member.value))
      else { continue }
      told[member.key] = value
    }
    return told
  }

  private static func value(_ value: JSON, isPrivate: Bool) -> JSON? {
    // A missing attribute is null, so null is none.
    guard let type = value.attributeType else { return nil }
    if isPrivate { return ["type": .string(type), "private": true] }
    switch value {
    case .bool, .number: return value
    case .string(let text) where text.utf8.count <= longest: return value
    default: return ["type": .string(type)]
    }
  }
}

extension JSON {
  /// The type of attributes that this is one of; nil for null.
  fileprivate var attributeType: String? {
    switch self {
    case .null: nil
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }
}
