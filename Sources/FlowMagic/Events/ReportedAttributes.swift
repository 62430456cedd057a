import FlowCore

/// The user's attributes as reported when a session starts.
///
/// An attribute is `"country": "DE"`, or, if it is private, `"userId": {"type": "string",
/// "private": true}`. For long and structured values, only the type is reported. An attribute by
/// which a split of the release assigns users is always private: exposures contain only a hash of
/// it, and reporting its value would reveal whom the hash stands for.
enum ReportedAttributes {
  /// The maximum size of a reported name or string, in bytes.
  static let maximumBytes = 64
  /// The maximum number of reported attributes, which keeps events small.
  static let maximumCount = 100

  static func json(
    _ context: JSONObject, of release: Release, privateAttributes: PrivateAttributes
  ) -> JSONObject {
    let units = release.splitAttributes
    var reported = JSONObject()
    for member in context.members where reported.count < maximumCount {
      guard member.key.string.utf8.count <= maximumBytes, !member.key.isEmpty,
        let value = value(
          member.value,
          isPrivate: units.contains(member.key)
            || privateAttributes.isPrivate(member.key, member.value))
      else { continue }
      reported[member.key] = value
    }
    return reported
  }

  private static func value(_ value: JSON, isPrivate: Bool) -> JSON? {
    // Null means that the attribute is missing.
    guard let type = value.attributeType else { return nil }
    if isPrivate { return ["type": .string(type), "private": true] }
    switch value {
    case .bool, .number: return value
    case .string(let text) where text.utf8.count <= maximumBytes: return value
    default: return ["type": .string(type)]
    }
  }
}

extension Release {
  /// The attributes by which splits assign users; of a path, its first name.
  fileprivate var splitAttributes: Set<Name> {
    var names: Set<Name> = []
    for bucket in buckets {
      for case let name? in [bucket.attribute, bucket.fallbackAttribute] {
        names.insert(name)
        if let first = name.string.split(separator: ".").first { names.insert(Name(String(first))) }
      }
    }
    return names
  }
}

extension JSON {
  /// The attribute type of the value; nil for null.
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
