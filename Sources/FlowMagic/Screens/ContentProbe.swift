import FlowCore

/// A decoder that gives a type sample values and records what the type requests.
///
/// `SchemaInference` derives a JSON Schema from what it records, without a macro or reflection,
/// even for a handwritten `init(from:)`.
struct ContentProbe: Decoder {
  /// Records the requests.
  let shape: ContentShape
  /// The value at this place in content that is known to be valid; it replaces the default sample,
  /// but not that of a `CaseIterable` enum.
  let hint: JSON?
  /// The enclosing types that are being decoded, to detect recursion.
  let enclosingTypes: [ObjectIdentifier]
  /// Whether arrays and dictionaries are empty.
  let usesEmptyCollections: Bool

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The error for a type that is requested again inside itself.
  struct RecursiveTypeError: Error {}

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    shape.types = ["object"]
    return KeyedDecodingContainer(ProbedMembers<Key>(probe: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    shape.types = ["array"]
    shape.isArray = true
    return ProbedElements(probe: self)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  /// A probe for a member or an element.
  func nested(_ shape: ContentShape, hint: JSON?) -> ContentProbe {
    ContentProbe(
      shape: shape, hint: hint, enclosingTypes: enclosingTypes,
      usesEmptyCollections: usesEmptyCollections)
  }

  /// Decodes a sample value of a type and records what the type requests.
  func sample<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let foundation = FoundationType(type) {
      shape.foundation = foundation
      shape.types = [foundation.type == .number ? "number" : "string"]
      shape.sample = hint ?? foundation.sample
      return try decoded(hint ?? foundation.sample)
    }
    if type == JSON.self {
      shape.sample = hint ?? .null
      return try decoded(hint ?? .null)
    }
    if let values = ContentProbe.rawValues(of: type), let first = values.first {
      shape.types = [first.string == nil ? "integer" : "string"]
      shape.values = values
      shape.sample = first
      return try decoded(first)
    }
    guard !enclosingTypes.contains(ObjectIdentifier(type)) else { throw RecursiveTypeError() }
    let probe = ContentProbe(
      shape: shape, hint: hint, enclosingTypes: enclosingTypes + [ObjectIdentifier(type)],
      usesEmptyCollections: usesEmptyCollections)
    do {
      return try Value(from: probe)
    } catch {
      if usesEmptyCollections { throw error }
      // The type may be recursive: retry with empty collections.
      let scratch = ContentProbe(
        shape: ContentShape(), hint: hint, enclosingTypes: probe.enclosingTypes,
        usesEmptyCollections: true)
      let value = try Value(from: scratch)
      shape.sample = scratch.shape.example
      return value
    }
  }

  private func decoded<Value: Decodable>(_ json: JSON) throws -> Value {
    try JSONValueDecoder(json).decode(Value.self)
  }

  /// The raw values of a `CaseIterable` enum; nil for any other type, and if a raw value is neither
  /// a string nor an `Int`.
  private static func rawValues(of type: any Any.Type) -> [JSON]? {
    guard let type = type as? any CaseIterable.Type else { return nil }
    func allRawValues<Enum: CaseIterable>(_ type: Enum.Type) -> [JSON]? {
      var values: [JSON] = []
      for enumCase in type.allCases {
        guard let raw = enumCase as? any RawRepresentable else { return nil }
        switch raw.rawValue {
        case let text as String: values.append(.string(text))
        case let number as Int: values.append(.number(JSONNumber(number)))
        default: return nil
        }
      }
      return values
    }
    return allRawValues(type)
  }
}

extension ContentProbe: SingleValueDecodingContainer {
  func decodeNil() -> Bool { false }

  func decode(_ type: Bool.Type) throws -> Bool {
    scalar("boolean", false)
    return hint?.bool ?? false
  }

  func decode(_ type: String.Type) throws -> String {
    scalar("string", "")
    return hint?.string ?? ""
  }

  func decode(_ type: Double.Type) throws -> Double {
    scalar("number", 0)
    return hint?.number?.double ?? 0
  }

  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
  func decode(_ type: Int.Type) throws -> Int { integer() }
  func decode(_ type: Int8.Type) throws -> Int8 { integer() }
  func decode(_ type: Int16.Type) throws -> Int16 { integer() }
  func decode(_ type: Int32.Type) throws -> Int32 { integer() }
  func decode(_ type: Int64.Type) throws -> Int64 { integer() }
  func decode(_ type: UInt.Type) throws -> UInt { integer() }
  func decode(_ type: UInt8.Type) throws -> UInt8 { integer() }
  func decode(_ type: UInt16.Type) throws -> UInt16 { integer() }
  func decode(_ type: UInt32.Type) throws -> UInt32 { integer() }
  func decode(_ type: UInt64.Type) throws -> UInt64 { integer() }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try sample(type) }

  private func integer<Integer: FixedWidthInteger>() -> Integer {
    scalar("integer", 0)
    return hint?.number?.int.flatMap { Integer(exactly: $0) } ?? 0
  }

  private func scalar(_ type: String, _ sample: JSON) {
    shape.types = [type]
    shape.sample = hint ?? sample
  }
}
