public import FlowCore

extension JSON {
  /// The value as a Swift type.
  ///
  /// What a screen's content and outputs are read with. Numbers are exact: a `Decimal` or a 64-bit
  /// whole number is read from the digits as written. Dates are `yyyy-MM-dd` or RFC 3339, data is
  /// Base64, and `null` stands for a missing optional.
  ///
  /// - Parameter type: The type.
  /// - Returns: The value.
  /// - Throws: `DecodingError` with the path of what does not fit.
  /// - Complexity: Linear in the value.
  public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
    try JSONValueDecoder(self).decode(type)
  }

  /// A Swift value as JSON, in the form that ``decoded(as:)`` reads.
  ///
  /// - Parameter value: The value.
  /// - Throws: `EncodingError` for what JSON cannot say, such as a number that is not finite.
  /// - Complexity: Linear in the value.
  public init(encoding value: some Encodable) throws {
    let encoder = JSONValueEncoder(codingPath: [])
    try encoder.encode(value)
    self = encoder.box.json
  }
}

extension JSON: Codable {
  /// Takes over whatever stands in the text.
  ///
  /// - Parameter decoder: The SDK's own decoder keeps every digit; any other gives doubles.
  /// - Throws: What the decoder throws.
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

  /// Writes the value as it is.
  ///
  /// - Parameter encoder: The SDK's own encoder keeps every digit.
  /// - Throws: What the encoder throws.
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
      var container = encoder.container(keyedBy: TextKey.self)
      for member in object.members {
        try container.encode(member.value, forKey: TextKey(member.key.string))
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

/// A coding key that is any text or index.
struct TextKey: CodingKey {
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
