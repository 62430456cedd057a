import FlowCore

/// Infers the JSON Schema of a `Decodable` type by decoding sample values.
///
/// The schema rejects only what the type was observed to reject: each member is omitted, set to
/// null and given a value of every other type, and the schema accepts whatever the type accepts.
struct SchemaInference {
  let shape: ContentShape
  /// Whether a sample value could be decoded, so that variations of it could be tested.
  let isComplete: Bool

  /// Infers the schema of a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - hints: Values that the type is known to accept.
  init<Value: Decodable>(_ type: Value.Type, hints: [JSON] = []) {
    var lastShape = ContentShape()
    for hint in hints.map(Optional.some) + [nil] {
      let shape = ContentShape()
      let probe = ContentProbe(
        shape: shape, hint: hint, enclosingTypes: [], usesEmptyCollections: false)
      let hasSample = (try? probe.sample(type)) != nil
      guard hasSample, (try? JSONValueDecoder(shape.example).decode(type)) != nil else {
        lastShape = shape
        continue
      }
      var widening = SchemaWidening(example: shape.example) { json in
        (try? JSONValueDecoder(json).decode(type)) != nil
      }
      widening.widen(shape, at: [])
      self.shape = shape
      isComplete = true
      return
    }
    shape = lastShape
    isComplete = false
    SchemaInference.relax(lastShape)
  }

  /// Removes rules that could not be tested: a lenient schema is better than one that rejects valid
  /// content.
  private static func relax(_ shape: ContentShape) {
    for index in shape.members.indices {
      shape.members[index].isRequired = false
      relax(shape.members[index].shape)
    }
    if let elements = shape.elements { relax(elements) }
  }

  var schema: JSON {
    if isComplete { return shape.schema }
    guard var schema = shape.schema.object else { return true }
    schema["$comment"] = "Incomplete: no sample value decodes."
    return .object(schema)
  }
}

/// Widens a schema by testing changes of a valid example, one at a time.
private struct SchemaWidening {
  enum Key {
    case member(Name)
    case element
  }

  let example: JSON
  let isAccepted: (JSON) -> Bool

  private static let samples: [(type: String, value: JSON)] = [
    ("null", .null), ("boolean", true), ("string", "a"), ("number", 0.5), ("integer", 1),
    ("array", []), ("object", [:]),
  ]

  mutating func widen(_ shape: ContentShape, at path: [Key]) {
    for index in shape.members.indices {
      let key = shape.members[index].key
      let memberPath = path + [.member(key)]
      if shape.members[index].isRequired, accepts(nil, at: memberPath) {
        shape.members[index].isRequired = false
      }
      widen(shape.members[index].shape, at: memberPath)
    }
    if let elements = shape.elements {
      widen(elements, at: path + [shape.isMap ? .member(ContentShape.mapKey) : .element])
    }
    guard !shape.types.isEmpty else { return }
    for sample in SchemaWidening.samples where !shape.types.contains(sample.type) {
      if accepts(sample.value, at: path) { shape.types.append(sample.type) }
    }
    // NB: in JSON Schema every integer is also a number.
    if shape.types.contains("number") { shape.types.removeAll { $0 == "integer" } }
    if shape.types.count == SchemaWidening.samples.count - 1 { shape.types = [] }
    if shape.types.contains("null"), shape.values != nil { shape.values?.append(.null) }
  }

  private func accepts(_ value: JSON?, at path: [Key]) -> Bool {
    isAccepted(SchemaWidening.changed(example, path[...], to: value))
  }

  private static func changed(_ json: JSON, _ path: ArraySlice<Key>, to value: JSON?) -> JSON {
    guard let key = path.first else { return value ?? .null }
    switch key {
    case .element:
      guard let first = json.array?.first else { return json }
      return [changed(first, path.dropFirst(), to: value)]
    case .member(let name):
      guard var object = json.object, let member = object[name] else { return json }
      if path.count == 1 {
        object[name] = value
      } else {
        object[name] = changed(member, path.dropFirst(), to: value)
      }
      return .object(object)
    }
  }
}
