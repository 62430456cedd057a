import FlowCore

/// The members of an object, for decoding.
struct KeyedValues<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let object: JSONObject
  let path: CodingPathNode?
  let isLenient: Bool

  var codingPath: [any CodingKey] { CodingPathNode.keys(path) }
  var allKeys: [Key] { object.members.compactMap { Key(stringValue: $0.key.string) } }

  func contains(_ key: Key) -> Bool { object[Name(key.stringValue)] != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).value.isNull }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try decoder(key).decode(type)
  }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try decoder(key).decode(type)
  }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try decoder(key).decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder(key).decode(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try decoder(key).decode(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try decoder(key).decode(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try decoder(key).decode(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try decoder(key).decode(type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try decoder(key).decode(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try decoder(key).decode(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try decoder(key).decode(type)
  }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try decoder(key).decode(type)
  }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try decoder(key).decode(type)
  }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try decoder(key).decode(type)
  }

  // NB: one for each type, because the default implementations are not lenient.
  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try optional(key) { try $0.decode(type) }
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try optional(key) { try $0.decode(type) }
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try optional(key) { try $0.decode(type) }
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try optional(key) { try $0.decode(type) }
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try optional(key) { try $0.decode(type) }
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try optional(key) { try $0.decode(type) }
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try optional(key) { try $0.decode(type) }
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try optional(key) { try $0.decode(type) }
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try optional(key) { try $0.decode(type) }
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try optional(key) { try $0.decode(type) }
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try optional(key) { try $0.decode(type) }
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try optional(key) { try $0.decode(type) }
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try optional(key) { try $0.decode(type) }
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try optional(key) { try $0.decode(type) }
  }
  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    try optional(key) { try $0.decode(type) }
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try decoder(key).container(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }
  func superDecoder() throws -> any Decoder { try decoder(AnyCodingKey("super")) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }

  private func decoder(_ key: some CodingKey) throws -> JSONValueDecoder {
    guard let value = object[Name(key.stringValue)] else {
      throw DecodingError.keyNotFound(
        key,
        .init(
          codingPath: codingPath, debugDescription: "The member “\(key.stringValue)” is missing."))
    }
    return JSONValueDecoder(value, path: CodingPathNode(key, in: path))
  }

  private func optional<Value>(
    _ key: Key, _ decode: (JSONValueDecoder) throws -> Value
  ) throws -> Value? {
    guard let value = object[Name(key.stringValue)], !value.isNull else { return nil }
    let decoder = JSONValueDecoder(value, path: CodingPathNode(key, in: path))
    return isLenient ? try? decode(decoder) : try decode(decoder)
  }
}

/// The elements of an array, for decoding.
struct UnkeyedValues: UnkeyedDecodingContainer {
  let elements: [JSON]
  let path: CodingPathNode?
  private(set) var currentIndex = 0

  init(elements: [JSON], path: CodingPathNode?) {
    self.elements = elements
    self.path = path
  }

  var codingPath: [any CodingKey] { CodingPathNode.keys(path) }
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex >= elements.count }

  mutating func decodeNil() throws -> Bool {
    guard try next(JSON.self).value.isNull else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try next(type).decode(type)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> {
    let container = try next(JSON.self).container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try next(JSON.self).unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try next(JSON.self)
    currentIndex += 1
    return decoder
  }

  private func next(_ type: any Any.Type) throws -> JSONValueDecoder {
    let path = CodingPathNode(AnyCodingKey(index: currentIndex), in: path)
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type,
        .init(
          codingPath: CodingPathNode.keys(path),
          debugDescription: "There are only \(elements.count) elements."))
    }
    return JSONValueDecoder(elements[currentIndex], path: path)
  }
}
