import FlowCore
import FlowStore
import HTTPTypes

/// The routes of the attributes that conditions can use.
enum AttributeRoutes {
  static let all = [listAttributes]

  static let listAttributes = Endpoint(
    "listAttributes", .get, "/v1/apps/{app}/attributes", .applications, .scope(.read),
    "The attributes that conditions can use, by name",
    detail: "Declared by builds, the draft and the current releases, and reported by apps at the "
      + "start of sessions.",
    responses: [ResponseDeclaration(200, "The attributes with their values.", .attributes)],
    problems: [.tooManyDocuments]
  ) { request in
    let manifests = try await request.store.manifests(of: request.applicationID)
    let bodies = try await bodies(request)
    let reported = try await request.store.attributes(of: request.applicationID)
    return try await Publisher(request.services).check(for: request.applicationID) {
      var list = AttributeList()
      for stored in manifests {
        list.declare(try Manifest(ParsedJSON(stored.body).root).attributes)
      }
      for body in bodies {
        guard let document = try? FlowDocument(parsing: body) else { continue }
        list.declare(document.attributes)
      }
      for attribute in reported { list.add(attribute) }
      return .json(["attributes": .array(list.json)])
    }
  }

  /// The bodies of the draft, if there is one, and of the current releases.
  private static func bodies(_ request: EndpointRequest) async throws -> [[UInt8]] {
    var bodies: [[UInt8]] = []
    if let draft = try await request.store.draft(of: request.applicationID) {
      bodies.append(draft.body)
    }
    for environment in try await request.store.environments(of: request.applicationID) {
      let live = request.services.currentReleases.current(
        application: request.applicationID, environment: environment.name)
      if let live { bodies.append(live.stored.body) }
    }
    return bodies
  }
}

/// The declared and the reported attributes of an application.
struct AttributeList {
  /// The maximum number of values listed for an attribute.
  static let maximumValues = 50

  private struct Row {
    var declared: [ValueType] = []
    var reported: ReportedAttribute?
  }

  private var rows: [Name: Row] = [:]

  mutating func declare(_ attributes: [AttributeDeclaration]) {
    for attribute in attributes {
      var row = rows[attribute.name] ?? Row()
      if !row.declared.contains(attribute.type) { row.declared.append(attribute.type) }
      rows[attribute.name] = row
    }
  }

  mutating func add(_ attribute: ReportedAttribute) {
    rows[Name(attribute.name), default: Row()].reported = attribute
  }

  var json: [JSON] {
    rows.sorted { $0.key < $1.key }.map { name, row in
      var object: JSONObject = [
        "name": .string(name.string), "types": .array(Self.types(row).map { .string($0) }),
        "declared": .bool(!row.declared.isEmpty), "seen": .bool(row.reported != nil),
        "private": .bool(row.reported?.isPrivate ?? false),
        "tooMany": .bool(row.reported?.hasTooManyValues ?? false),
        "values": .array(
          (row.reported?.values ?? []).prefix(Self.maximumValues).compactMap(Self.json)),
      ]
      object["lastSeen"] = row.reported.map { .string(Timestamp.string($0.lastSeen)) }
      return .object(object)
    }
  }

  private static func json(_ value: ReportedAttribute.Value) -> JSON? {
    guard let parsed = try? JSON(parsing: value.text) else { return nil }
    return ["value": parsed, "sessions": .number(JSONNumber(value.sessions))]
  }

  /// Returns the declared types, then reported types that do not match them.
  ///
  /// A version is reported as a string, which matches.
  private static func types(_ row: Row) -> [String] {
    let declared = row.declared.map(\.rawValue)
    let mismatched = (row.reported?.types ?? []).sorted().filter { reported in
      !row.declared.contains { $0.rawValue == reported || $0.covers(reported) }
    }
    return declared + mismatched
  }
}

extension ValueType {
  /// Whether values of this type may be reported as the other type.
  fileprivate func covers(_ reported: String) -> Bool {
    switch self {
    case .any: true
    case .date, .version: reported == "string"
    case .integer: reported == "number"
    case .number: reported == "integer"
    case .string: ["date", "version"].contains(reported)
    case .boolean, .array, .object: false
    }
  }
}
