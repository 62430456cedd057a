import FlowCore

/// Rejects members that a request's body does not have.
///
/// A body that limits or chooses something has a schema with `additionalProperties: false`: with a
/// misspelled member ignored, a token would give access to more than its creator asked for. Other
/// bodies, such as documents and events, may be newer than the server, which ignores what it does
/// not know.
enum ClosedSchemas {
  /// The schemas with `additionalProperties: false`, by name.
  private static let all: [String: JSON] = {
    let members = OpenAPIDocument.schemas.object?.members ?? []
    return Dictionary(
      uniqueKeysWithValues: members.filter { $0.value["additionalProperties"]?.bool == false }
        .map { ($0.key.string, $0.value) })
  }()

  /// Checks the members of an object, and of the objects in its arrays, if their schemas are
  /// closed.
  ///
  /// - Throws: `malformed-body` for a member that the schema does not declare.
  static func check(_ object: JSONView, _ schema: SchemaName) throws(Problem) {
    if let schema = all[schema.rawValue] { try check(object, schema) }
  }

  private static func check(_ object: JSONView, _ schema: JSON) throws(Problem) {
    let properties = schema["properties"]?.object ?? JSONObject()
    for member in object.members {
      guard let property = properties[member.key] else {
        throw unknown(member.key.string, among: properties.members.map(\.key.string))
      }
      guard let reference = property["items"]?["$ref"]?.string,
        let name = reference.split(separator: "/").last, let items = all[String(name)]
      else { continue }
      for element in member.value.elements { try check(element, items) }
    }
  }

  private static func unknown(_ name: String, among known: [String]) -> Problem {
    let suggestion =
      suggestion(for: name, among: known).map { "Did you mean `\($0)`?" }
      ?? "It may have \(known.map { "`\($0)`" }.joined(separator: ", "))."
    // NB: a single character can have any number of scalars.
    let start = String(String.UnicodeScalarView(name.unicodeScalars.prefix(80)))
    return .malformedBody("The body cannot have `\(start)`. \(suggestion)")
  }

  /// The member that was probably meant: the only one that the name abbreviates, or a similar one.
  private static func suggestion(for name: String, among known: [String]) -> String? {
    // Longer names are not misspellings, and the comparison is quadratic.
    guard !name.isEmpty, name.utf8.count <= 64 else { return nil }
    let longer = known.filter { $0.hasPrefix(name) }
    return longer.count == 1 ? longer.first : EditDistance.nearest(to: name, among: known)
  }
}
