/// The content that a screen can decode: a subset of JSON Schema, compiled for repeated checks.
///
/// Supports `type` (a name or a list), `properties`, `required`, `additionalProperties` (a boolean
/// or a schema), `items`, `enum`, `const`, `minLength`, `maxLength` (in Unicode scalars),
/// `minimum`, `maximum`, `pattern` and `anyOf`; a schema is an object or a boolean. Annotations are
/// ignored, and other keywords are listed in ``notChecked``. An object `{"$text": …}` counts as a
/// string whose text is not known yet. The keywords have the meaning of JSON Schema 2020-12.
public struct ContentSchema: Sendable {
  /// A violation of the schema.
  public struct Violation: Sendable {
    /// The JSON Pointer of the value within the content.
    public let pointer: String
    let id: FindingMessageID
    /// The value that the rule expects, with its placeholder in the finding's message.
    let argument: (name: Name, value: JSON)?
  }

  struct Node: Sendable {
    var rejectsEverything = false
    var types: [JSONType] = []
    var properties: [(key: Name, node: Int)] = []
    var required: [Name] = []
    /// The index of the schema of additional properties; -1 allows all, -2 none.
    var additional = -1
    /// The index of the schema of an array's elements; -1 allows all.
    var items = -1
    var values: [JSON]?
    var minLength: Int64?
    var maxLength: Int64?
    var minimum: JSONNumber?
    var maximum: JSONNumber?
    var pattern: Pattern?
    var alternatives: [Int] = []
  }

  private(set) var nodes: [Node] = []
  /// The rules in the schema that are not checked, by keyword, including unsupported patterns.
  public private(set) var notChecked: [String] = []

  /// Compiles a schema.
  public init(_ schema: JSON) {
    _ = add(schema)
  }

  private mutating func add(_ schema: JSON) -> Int {
    let index = nodes.count
    nodes.append(Node())
    var node = Node()
    if schema.bool == false { node.rejectsEverything = true }
    for member in schema.object?.members ?? [] { read(member, into: &node) }
    nodes[index] = node
    return index
  }

  private mutating func read(_ member: JSONObject.Member, into node: inout Node) {
    let value = member.value
    switch Keyword(member.key) {
    case .type: node.types = (value.array ?? [value]).compactMap { JSONType($0.string ?? "") }
    case .properties:
      for property in value.object?.members ?? [] {
        node.properties.append((key: property.key, node: add(property.value)))
      }
    case .required: node.required = (value.array ?? []).compactMap { $0.string.map { Name($0) } }
    case .additionalProperties: node.additional = value.bool.map { $0 ? -1 : -2 } ?? add(value)
    case .items: node.items = add(value)
    case .enumeration: node.values = value.array
    case .const: node.values = [value]
    case .minLength: node.minLength = value.number?.int
    case .maxLength: node.maxLength = value.number?.int
    case .minimum: node.minimum = value.number
    case .maximum: node.maximum = value.number
    case .pattern:
      do throws(PatternError) {
        node.pattern = try Pattern(value.string ?? "", ignoringCase: false)
      } catch {
        notChecked.append("pattern")
      }
    case .anyOf: node.alternatives = (value.array ?? []).map { add($0) }
    case nil:
      if ContentSchema.uncheckedKeywords.contains(member.key) {
        notChecked.append(member.key.string)
      }
    }
  }

  private static let uncheckedKeywords: [Name] = [
    "$ref", "$dynamicRef", "allOf", "oneOf", "not", "if", "dependentSchemas", "dependentRequired",
    "prefixItems", "contains", "minContains", "maxContains", "patternProperties", "propertyNames",
    "unevaluatedItems", "unevaluatedProperties", "multipleOf", "exclusiveMinimum",
    "exclusiveMaximum", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties",
  ]

  private enum Keyword: CaseIterable {
    case type, properties, required, additionalProperties, items, enumeration, const
    case minLength, maxLength, minimum, maximum, pattern, anyOf

    init?(_ key: Name) {
      guard let index = Keyword.names.firstIndex(of: key) else { return nil }
      self = Keyword.allCases[index]
    }

    /// The names, in the order of the cases.
    private static let names: [Name] = [
      "type", "properties", "required", "additionalProperties", "items", "enum", "const",
      "minLength", "maxLength", "minimum", "maximum", "pattern", "anyOf",
    ]
  }
}

/// The types of JSON Schema.
enum JSONType: String, Sendable, CaseIterable {
  case null, boolean, number, integer, string, array, object

  init?(_ name: String) {
    for type in JSONType.allCases where UTF8Bytes.equal(type.rawValue, name) {
      self = type
      return
    }
    return nil
  }

  func contains(_ value: JSON) -> Bool {
    switch self {
    case .null: value.isNull
    case .boolean: value.bool != nil
    case .number: value.number != nil
    case .integer:
      // From 2⁵³ on every double is an integer.
      value.number.map { $0.int != nil || $0.double.magnitude >= 0x1p53 } ?? false
    case .string: value.string != nil
    case .array: value.array != nil
    case .object: value.object != nil
    }
  }
}
