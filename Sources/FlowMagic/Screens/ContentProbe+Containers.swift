import FlowCore

/// The members of an object that contains every requested member.
struct ProbedMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let probe: ContentProbe

  var codingPath: [any CodingKey] { [] }

  /// The single sample key, for a type that iterates over all keys, such as a dictionary.
  var allKeys: [Key] {
    probe.shape.isMap = true
    guard !probe.usesEmptyCollections,
      let key = Key(stringValue: ContentShape.mapKey.string)
    else { return [] }
    return [key]
  }

  func contains(_ key: Key) -> Bool {
    _ = member(key, isRequired: false)
    return true
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    _ = member(key, isRequired: false)
    return false
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try member(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try member(key).decode(type)
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try member(key).decode(type)
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try member(key).decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try member(key).decode(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try member(key).decode(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try member(key).decode(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try member(key).decode(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try member(key).decode(type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try member(key).decode(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try member(key).decode(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try member(key).decode(type)
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try member(key).decode(type)
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try member(key).decode(type)
  }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try member(key).sample(type)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) -> Bool? { optional(type, key) }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) -> String? { optional(type, key) }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) -> Double? { optional(type, key) }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) -> Float? { optional(type, key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) -> Int? { optional(type, key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) -> Int8? { optional(type, key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) -> Int16? { optional(type, key) }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) -> Int32? { optional(type, key) }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) -> Int64? { optional(type, key) }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) -> UInt? { optional(type, key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) -> UInt8? { optional(type, key) }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) -> UInt16? { optional(type, key) }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) -> UInt32? { optional(type, key) }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) -> UInt64? { optional(type, key) }
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
    optional(type, key)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    member(key).container(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    member(key).unkeyedContainer()
  }
  func superDecoder() throws -> any Decoder { member(AnyCodingKey("super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { member(key) }

  private func optional<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? {
    let probe = member(key, isRequired: false)
    if let value = try? probe.sample(type) { return value }
    probe.shape.types = []
    probe.shape.sample = .null
    return nil
  }

  private func member(_ key: some CodingKey, isRequired: Bool = true) -> ContentProbe {
    let name = Name(key.stringValue)
    let hint = probe.hint?[name]
    if probe.shape.isMap, name == ContentShape.mapKey {
      let shape = probe.shape.elements ?? ContentShape()
      probe.shape.elements = shape
      return probe.nested(shape, hint: probe.hint?.object?.members.first?.value)
    }
    return probe.nested(probe.shape.member(name, isRequired: isRequired), hint: hint)
  }
}

/// An array with one element, or with none.
struct ProbedElements: UnkeyedDecodingContainer {
  let probe: ContentProbe
  private(set) var currentIndex = 0

  init(probe: ContentProbe) {
    self.probe = probe
  }

  var codingPath: [any CodingKey] { [] }
  var count: Int? { probe.usesEmptyCollections ? 0 : 1 }
  var isAtEnd: Bool { currentIndex >= (probe.usesEmptyCollections ? 0 : 1) }

  mutating func decodeNil() -> Bool { false }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try next().sample(type)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    next().container(keyedBy: type)
  }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    next().unkeyedContainer()
  }
  mutating func superDecoder() throws -> any Decoder { next() }

  private mutating func next() -> ContentProbe {
    currentIndex += 1
    let shape = probe.shape.elements ?? ContentShape()
    probe.shape.elements = shape
    return probe.nested(shape, hint: probe.hint?.array?.first)
  }
}
