import FlowCore

/// Encodes Swift types directly to a JSON tree.
final class JSONValueEncoder: Encoder {
  let box = Box()
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(codingPath: [any CodingKey]) {
    self.codingPath = codingPath
  }

  /// A value under construction.
  final class Box {
    enum Content {
      case value(JSON)
      case members([(key: Name, box: Box)])
      case elements([Box])
    }

    var content = Content.value(.object(JSONObject()))

    var json: JSON {
      switch content {
      case .value(let json): return json
      case .elements(let boxes): return .array(boxes.map { $0.json })
      case .members(let members):
        var object = JSONObject()
        for member in members { object[member.key] = member.box.json }
        return .object(object)
      }
    }

    func append(_ box: Box) {
      if case .elements(var boxes) = content {
        content = .value(.null)  // keeps the buffer uniquely referenced
        boxes.append(box)
        content = .elements(boxes)
      } else {
        content = .elements([box])
      }
    }

    func set(_ key: Name, _ box: Box) {
      if case .members(var members) = content {
        content = .value(.null)
        members.append((key, box))
        content = .members(members)
      } else {
        content = .members([(key, box)])
      }
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .value = box.content { box.content = .members([]) }
    return KeyedEncodingContainer(KeyedWriter<Key>(box: box, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .value = box.content { box.content = .elements([]) }
    return UnkeyedWriter(box: box, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension JSONValueEncoder: SingleValueEncodingContainer {
  func encodeNil() { box.content = .value(.null) }
  func encode(_ value: Bool) { box.content = .value(.bool(value)) }
  func encode(_ value: String) { box.content = .value(.string(value)) }

  func encode(_ value: Double) throws {
    guard let number = JSONNumber(value) else {
      throw EncodingError.invalidValue(
        value, .init(codingPath: codingPath, debugDescription: "JSON cannot represent \(value)."))
    }
    box.content = .value(.number(number))
  }

  func encode(_ value: Float) throws {
    guard value.isFinite, let double = Double(value.description) else {
      return try encode(Double(value))
    }
    try encode(double)
  }

  func encode(_ value: Int) { write(value) }
  func encode(_ value: Int8) { write(value) }
  func encode(_ value: Int16) { write(value) }
  func encode(_ value: Int32) { write(value) }
  func encode(_ value: Int64) { write(value) }
  func encode(_ value: UInt) { write(value) }
  func encode(_ value: UInt8) { write(value) }
  func encode(_ value: UInt16) { write(value) }
  func encode(_ value: UInt32) { write(value) }
  func encode(_ value: UInt64) { write(value) }

  func encode<Value: Encodable>(_ value: Value) throws {
    if FoundationType(Value.self) != nil {
      guard let json = FoundationType.json(value) else {
        throw EncodingError.invalidValue(
          value, .init(codingPath: codingPath, debugDescription: "JSON cannot represent \(value)."))
      }
      box.content = .value(json)
    } else {
      try value.encode(to: self)
    }
  }

  private func write(_ value: some FixedWidthInteger) {
    box.content = .value(.number(JSONNumber(validated: value.description)))
  }
}
