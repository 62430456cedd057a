import FlowCore

/// The JSON Schema of a type, first asked for with made-up values and then found out by trying.
///
/// Everything that the schema refuses has been seen to be refused: each member is left out, set to
/// null and given values of every other type, and what the type takes, the schema takes.
struct ContentDescription {
  let shape: ContentShape
  /// Whether a made-up value of the type decodes, so that the rules could be tried.
  let isComplete: Bool

  /// Describes a type.
  ///
  /// - Parameters:
  ///   - type: The type.
  ///   - hints: Content that it is known to take.
  init<Value: Decodable>(_ type: Value.Type, hints: [JSON] = []) {
    var seen = ContentShape()
    for hint in hints.map(Optional.some) + [nil] {
      let shape = ContentShape()
      let probe = ContentProbe(shape: shape, hint: hint, open: [], isEmpty: false)
      let isLent = (try? probe.lend(type)) != nil
      guard isLent, (try? JSONValueDecoder(shape.example).decode(type)) != nil else {
        seen = shape
        continue
      }
      var trial = Trial(whole: shape.example) { json in
        (try? JSONValueDecoder(json).decode(type)) != nil
      }
      trial.widen(shape, at: [])
      self.shape = shape
      isComplete = true
      return
    }
    shape = seen
    isComplete = false
    ContentDescription.loosen(seen)
  }

  /// Takes back what could not be tried: better to check less than to refuse what works.
  private static func loosen(_ shape: ContentShape) {
    for index in shape.members.indices {
      shape.members[index].isRequired = false
      loosen(shape.members[index].shape)
    }
    if let elements = shape.elements { loosen(elements) }
  }

  var schema: JSON {
    if isComplete { return shape.schema }
    guard var schema = shape.schema.object else { return true }
    schema["$comment"] = "Not known completely: no made-up value decodes."
    return .object(schema)
  }
}

/// Tries what a type takes, one change of a working example at a time.
private struct Trial {
  enum Key {
    case member(Name)
    case element
  }

  let whole: JSON
  let isTaken: (JSON) -> Bool

  private static let others: [(type: String, value: JSON)] = [
    ("null", .null), ("boolean", true), ("string", "a"), ("number", 0.5), ("integer", 1),
    ("array", []), ("object", [:]),
  ]

  mutating func widen(_ shape: ContentShape, at path: [Key]) {
    for index in shape.members.indices {
      let key = shape.members[index].key
      let below = path + [.member(key)]
      if shape.members[index].isRequired, takes(nil, at: below) {
        shape.members[index].isRequired = false
      }
      widen(shape.members[index].shape, at: below)
    }
    if let elements = shape.elements {
      widen(elements, at: path + [shape.isMap ? .member(ContentShape.mapKey) : .element])
    }
    guard !shape.types.isEmpty else { return }
    for other in Trial.others where !shape.types.contains(other.type) {
      if takes(other.value, at: path) { shape.types.append(other.type) }
    }
    // NB: in JSON Schema a number may be whole.
    if shape.types.contains("number") { shape.types.removeAll { $0 == "integer" } }
    if shape.types.count == Trial.others.count - 1 { shape.types = [] }
    if shape.types.contains("null"), shape.values != nil { shape.values?.append(.null) }
  }

  private func takes(_ value: JSON?, at path: [Key]) -> Bool {
    isTaken(Trial.changed(whole, path[...], to: value))
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
