package import FlowCore

extension FlowEvent {
  /// The event as it is stored and sent.
  ///
  /// - Parameters:
  ///   - id: The event's own id.
  ///   - milliseconds: The time of the event, in milliseconds since 1970.
  /// - Returns: The object; the event's members override details with the same name.
  package func json(id: String, milliseconds: Int64) -> JSON {
    var json = JSONObject([
      .init(key: "id", value: .string(id)),
      .init(key: "at", value: .number(JSONNumber(validated: "\(milliseconds)"))),
    ])
    if let session { json["session"] = .string(session) }
    if let release { json["release"] = .number(JSONNumber(release)) }
    json["type"] = .string(type.rawValue)
    for member in detail.members where json[member.key] == nil {
      json[member.key] = member.value
    }
    return .object(json)
  }
}
