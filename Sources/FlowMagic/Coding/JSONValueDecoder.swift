import FlowCore

/// Decodes Swift types directly from a JSON tree.
struct JSONValueDecoder: Decoder {
  let value: JSON
  let path: CodingPathNode?
  /// Whether optional members of the root object that do not decode count as missing.
  let isLenient: Bool

  init(_ value: JSON, path: CodingPathNode? = nil, isLenient: Bool = false) {
    self.value = value
    self.path = path
    self.isLenient = isLenient
  }

  var codingPath: [any CodingKey] { CodingPathNode.keys(path) }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let object) = value else { throw mismatch([String: JSON].self, "an object") }
    return KeyedDecodingContainer(
      KeyedValues<Key>(object: object, path: path, isLenient: isLenient))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch([JSON].self, "an array") }
    return UnkeyedValues(elements: elements, path: path)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }
}

/// A coding path as a linked list, which is turned into an array only for an error.
final class CodingPathNode: Sendable {
  let key: any CodingKey
  let parent: CodingPathNode?

  init(_ key: any CodingKey, in parent: CodingPathNode?) {
    self.key = key
    self.parent = parent
  }

  static func keys(_ node: CodingPathNode?) -> [any CodingKey] {
    var keys: [any CodingKey] = []
    var node = node
    while let current = node {
      keys.append(current.key)
      node = current.parent
    }
    return keys.reversed()
  }
}

extension JSONValueDecoder {
  func mismatch(_ type: any Any.Type, _ expected: String) -> DecodingError {
    let message = "Must be \(expected), but is \(value.typeDescription)."
    let context = DecodingError.Context(codingPath: codingPath, debugDescription: message)
    return value.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  func corrupted(_ message: String) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath, debugDescription: message))
  }

  private func integer<Whole: FixedWidthInteger>(_ type: Whole.Type) throws -> Whole {
    guard case .number(let number) = value else { throw mismatch(type, "an integer") }
    if let whole = number.int.flatMap({ Whole(exactly: $0) }) { return whole }
    if let whole = Whole(number.text) { return whole }
    throw corrupted("\(number.text) is not an integer in the range of \(type).")
  }
}

extension JSONValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value.isNull }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let value) = value else { throw mismatch(type, "true or false") }
    return value
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let value) = value else { throw mismatch(type, "a string") }
    return value
  }

  func decode(_ type: Double.Type) throws -> Double {
    guard case .number(let number) = value else { throw mismatch(type, "a number") }
    let value = number.double
    guard value.isFinite else { throw corrupted("\(number.text) is out of the range of Double.") }
    return value
  }

  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let kind = FoundationType(type) {
      guard let value = try kind.decode(self) as? Value else { throw mismatch(type, "\(type)") }
      return value
    }
    return try Value(from: self)
  }
}

extension JSON {
  fileprivate var typeDescription: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
