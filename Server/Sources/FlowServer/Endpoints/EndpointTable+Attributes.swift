import FlowCore
import FlowStore
import HTTPTypes

extension EndpointTable {
  /// What is known of the people who use an application.
  static let attributes = [listAttributes]

  static let listAttributes = Endpoint(
    "listAttributes", .get, "/v1/apps/{app}/attributes", .applications, .scope(.read),
    "The attributes that conditions can look at, by name",
    detail: "From what builds, the draft and the current releases declare, and from what apps "
      + "have told when sessions started.",
    answers: [AnswerDeclaration(200, "The attributes with their values.", .attributes)]
  ) { call in
    var list = AttributeList()
    for stored in try await call.store.manifests(of: call.applicationID) {
      list.declare(try Manifest(ParsedJSON(stored.body).root).attributes)
    }
    for document in try await documents(call) { list.declare(document.attributes) }
    for attribute in try await call.store.attributes(of: call.applicationID) {
      list.see(attribute)
    }
    return .json(["attributes": .array(list.json)])
  }

  /// The draft, as far as it can be read, and the current releases.
  private static func documents(_ call: Call) async throws -> [FlowDocument] {
    var bodies: [[UInt8]] = []
    if let draft = try await call.store.draft(of: call.applicationID) { bodies.append(draft.body) }
    for environment in try await call.store.environments(of: call.applicationID) {
      let release = try await call.store.currentRelease(
        of: call.applicationID, environment: environment.name)
      if let release { bodies.append(release.body) }
    }
    return bodies.compactMap { try? FlowDocument(ParsedJSON($0).root) }
  }
}

/// Attributes as they are declared and as they were seen.
struct AttributeList {
  /// How many values of an attribute are shown.
  static let most = 50

  private struct Entry {
    var declared: [ValueType] = []
    var seen: SeenAttribute?
  }

  private var entries: [String: Entry] = [:]

  mutating func declare(_ attributes: [AttributeDeclaration]) {
    for attribute in attributes {
      var entry = entries[attribute.name.string] ?? Entry()
      if !entry.declared.contains(attribute.type) { entry.declared.append(attribute.type) }
      entries[attribute.name.string] = entry
    }
  }

  mutating func see(_ attribute: SeenAttribute) {
    entries[attribute.name, default: Entry()].seen = attribute
  }

  var json: [JSON] {
    entries.sorted { $0.key < $1.key }.map { name, entry in
      var object: JSONObject = [
        "name": .string(name), "types": .array(Self.types(entry).map { .string($0) }),
        "declared": .bool(!entry.declared.isEmpty), "seen": .bool(entry.seen != nil),
        "private": .bool(entry.seen?.isPrivate ?? false),
        "tooMany": .bool(entry.seen?.hasTooMany ?? false),
        "values": .array((entry.seen?.values ?? []).prefix(Self.most).compactMap(Self.json)),
      ]
      object["lastSeen"] = entry.seen.map { .string(Moment.text($0.lastSeen)) }
      return .object(object)
    }
  }

  private static func json(_ value: SeenAttribute.Value) -> JSON? {
    guard let parsed = try? JSON(parsing: value.text) else { return nil }
    return ["value": parsed, "sessions": .number(JSONNumber(value.sessions))]
  }

  /// What is declared, then what was seen and does not fit it: a version is told as a string.
  private static func types(_ entry: Entry) -> [String] {
    let declared = entry.declared.map(\.rawValue)
    let odd = (entry.seen?.types ?? []).sorted().filter { seen in
      !entry.declared.contains { $0.rawValue == seen || $0.covers(seen) }
    }
    return declared + odd
  }
}

extension ValueType {
  /// Whether a value of this type is told as one of another.
  fileprivate func covers(_ told: String) -> Bool {
    switch self {
    case .any: true
    case .date, .version: told == "string"
    case .integer: told == "number"
    case .number: told == "integer"
    case .string: ["date", "version"].contains(told)
    case .boolean, .array, .object: false
    }
  }
}
