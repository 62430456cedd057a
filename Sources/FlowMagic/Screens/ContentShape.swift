import FlowCore

/// The JSON shape of a type, recorded from what it requests while it is decoded.
final class ContentShape {
  /// The JSON types that the type accepts; empty if it accepts any.
  var types: [String] = []
  /// The allowed values; nil if all are allowed.
  var values: [JSON]?
  /// A value that the type accepts.
  var sample: JSON?
  /// The Foundation type, if the type is one with a special JSON format.
  var foundation: FoundationType?
  var members: [Member] = []
  /// The shape of an array's elements or a dictionary's values.
  var elements: ContentShape?
  var isArray = false
  var isMap = false

  struct Member {
    let key: Name
    let shape: ContentShape
    /// Whether decoding fails without the member.
    var isRequired: Bool
  }

  func member(_ key: Name, isRequired: Bool) -> ContentShape {
    if let index = members.firstIndex(where: { $0.key == key }) {
      members[index].isRequired = members[index].isRequired || isRequired
      return members[index].shape
    }
    let shape = ContentShape()
    members.append(Member(key: key, shape: shape, isRequired: isRequired))
    return shape
  }

  /// A value with all known members, which the type probably accepts.
  var example: JSON {
    if let sample { return sample }
    if isArray { return .array(elements.map { [$0.example] } ?? []) }
    if isMap { return elements.map { [ContentShape.mapKey: $0.example] } ?? [:] }
    if types == ["object"] {
      return .object(JSONObject(members.map { .init(key: $0.key, value: $0.shape.example) }))
    }
    return .null
  }

  static let mapKey: Name = "key"

  /// The JSON Schema.
  var schema: JSON {
    var schema = JSONObject()
    if types.count == 1 { schema["type"] = .string(types[0]) }
    if types.count > 1 { schema["type"] = .array(types.map { .string($0) }) }
    if let values { schema["enum"] = .array(values) }
    if foundation == .date { schema["format"] = "date" }
    if foundation == .url { schema["format"] = "uri" }
    if foundation == .uuid { schema["format"] = "uuid" }
    if isArray, let elements { schema["items"] = elements.schema }
    if isMap, let elements { schema["additionalProperties"] = elements.schema }
    if !members.isEmpty {
      schema["properties"] = .object(
        JSONObject(members.map { .init(key: $0.key, value: $0.shape.schema) }))
      let required = members.filter(\.isRequired).map { JSON.string($0.key.string) }
      if !required.isEmpty { schema["required"] = .array(required) }
    }
    return .object(schema)
  }

  /// The type of an output of this shape.
  var valueType: ValueType {
    if let foundation { return foundation.type }
    let types = types.filter { $0 != "null" }
    guard types.count == 1 else { return .any }
    return ValueType(rawValue: types[0]) ?? .any
  }
}
