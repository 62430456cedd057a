import FlowCore

/// The members of an object, for encoding.
struct KeyedWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let box: JSONValueEncoder.Box
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Key) throws { encoder(key).encodeNil() }
  func encode(_ value: Bool, forKey key: Key) throws { encoder(key).encode(value) }
  func encode(_ value: String, forKey key: Key) throws { encoder(key).encode(value) }
  func encode(_ value: Double, forKey key: Key) throws { try encoder(key).encode(value) }
  func encode(_ value: Float, forKey key: Key) throws { try encoder(key).encode(value) }
  func encode(_ value: Int, forKey key: Key) throws { encoder(key).encode(value) }
  func encode(_ value: Int8, forKey key: Key) throws { encoder(key).encode(value) }
  func encode(_ value: Int16, forKey key: Key) throws { encoder(key).encode(value) }
  func encode(_ value: Int32, forKey key: Key) throws { encoder(key).encode(value) }
  func encode(_ value: Int64, forKey key: Key) throws { encoder(key).encode(value) }
  func encode(_ value: UInt, forKey key: Key) throws { encoder(key).encode(value) }
  func encode(_ value: UInt8, forKey key: Key) throws { encoder(key).encode(value) }
  func encode(_ value: UInt16, forKey key: Key) throws { encoder(key).encode(value) }
  func encode(_ value: UInt32, forKey key: Key) throws { encoder(key).encode(value) }
  func encode(_ value: UInt64, forKey key: Key) throws { encoder(key).encode(value) }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
    try encoder(key).encode(value)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder(key).container(keyedBy: type)
  }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(key).unkeyedContainer()
  }
  func superEncoder() -> any Encoder { encoder(AnyCodingKey("super")) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

  private func encoder(_ key: some CodingKey) -> JSONValueEncoder {
    let encoder = JSONValueEncoder(codingPath: codingPath + [key])
    box.set(Name(key.stringValue), encoder.box)
    return encoder
  }
}

/// The elements of an array, for encoding.
struct UnkeyedWriter: UnkeyedEncodingContainer {
  let box: JSONValueEncoder.Box
  let codingPath: [any CodingKey]

  var count: Int {
    if case .elements(let boxes) = box.content { boxes.count } else { 0 }
  }

  func encodeNil() throws { encoder().encodeNil() }
  func encode<Value: Encodable>(_ value: Value) throws { try encoder().encode(value) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> {
    encoder().container(keyedBy: type)
  }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
  func superEncoder() -> any Encoder { encoder() }

  private func encoder() -> JSONValueEncoder {
    let encoder = JSONValueEncoder(codingPath: codingPath + [AnyCodingKey(index: count)])
    box.append(encoder.box)
    return encoder
  }
}
