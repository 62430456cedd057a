public import FlowCore

extension JSON {
  /// Decodes the value as a Swift type.
  ///
  /// Content and outputs of screens are decoded this way. Numbers are exact: a `Decimal` or a
  /// 64-bit integer is read from the original digits. Dates are `yyyy-MM-dd` or RFC 3339, data is
  /// Base64, and `null` stands for nil.
  ///
  /// - Parameter type: The type.
  /// - Returns: The value.
  /// - Throws: `DecodingError` with the coding path.
  /// - Complexity: Linear in the value.
  public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try JSONValueDecoder(self).decode(type)
  }

  /// Encodes a Swift value in the format that ``decoded(as:)`` reads.
  ///
  /// - Parameter value: The value.
  /// - Throws: `EncodingError` for values that JSON cannot represent, such as infinity.
  /// - Complexity: Linear in the value.
  public init(encoding value: some Encodable) throws {
    let encoder = JSONValueEncoder(codingPath: [])
    try encoder.encode(value)
    self = encoder.box.json
  }
}

extension JSON: Codable {
  /// Decodes any JSON.
  ///
  /// - Parameter decoder: The SDK's own decoder preserves all digits; others yield integers or
  ///   doubles.
  /// - Throws: Any error of the decoder.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? JSONValueDecoder {
      self = decoder.value
      return
    }
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .number(JSONNumber(value))
    } else if let value = try? container.decode(Double.self) {
      self = JSON(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let values = try? container.decode([JSON].self) {
      self = .array(values)
    } else {
      let members = try container.decode([String: JSON].self).sorted { $0.key < $1.key }
      self = .object(JSONObject(members.map { .init(key: Name($0.key), value: $0.value) }))
    }
  }

  /// Encodes the value.
  ///
  /// - Parameter encoder: The SDK's own encoder preserves all digits.
  /// - Throws: Any error of the encoder.
  public func encode(to encoder: any Encoder) throws {
    if let encoder = encoder as? JSONValueEncoder {
      encoder.box.content = .value(self)
      return
    }
    switch self {
    case .array(let values):
      var container = encoder.unkeyedContainer()
      for value in values { try container.encode(value) }
    case .object(let object):
      var container = encoder.container(keyedBy: AnyCodingKey.self)
      for member in object.members {
        try container.encode(member.value, forKey: AnyCodingKey(member.key.string))
      }
    default:
      var container = encoder.singleValueContainer()
      switch self {
      case .bool(let value): try container.encode(value)
      case .string(let value): try container.encode(value)
      case .number(let number):
        if let whole = number.int {
          try container.encode(whole)
        } else {
          try container.encode(number.double)
        }
      default: try container.encodeNil()
      }
    }
  }
}

/// A coding key for any string or index.
struct AnyCodingKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ text: String) {
    stringValue = text
    intValue = nil
  }

  init(index: Int) {
    stringValue = index.description
    intValue = index
  }

  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(index: intValue) }
}
