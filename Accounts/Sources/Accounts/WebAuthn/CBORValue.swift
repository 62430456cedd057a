/// A CBOR value (RFC 8949), in the subset that WebAuthn needs.
///
/// No tags, no floating-point numbers, no "undefined": `CBORReader` rejects them.
package enum CBORValue: Sendable, Equatable {
  /// 0 or more.
  case unsigned(UInt64)
  /// The number `-1 - value`.
  case negative(UInt64)
  /// Bytes.
  case bytes([UInt8])
  /// Valid UTF-8, compared byte by byte.
  case text([UInt8])
  /// Values in order.
  case array([CBORValue])
  /// Pairs in their encoded order; keys are unique.
  case map([CBOREntry])
  /// True or false.
  case boolean(Bool)
  /// The value `null`.
  case null
}

/// A key of a map with its value.
package struct CBOREntry: Sendable, Equatable {
  package let key: CBORValue
  package let value: CBORValue

  package init(_ key: CBORValue, _ value: CBORValue) {
    self.key = key
    self.value = value
  }
}

extension CBORValue {
  /// The integer, if it is one that fits into `Int`.
  package var int: Int? {
    switch self {
    case .unsigned(let value): Int(exactly: value)
    case .negative(let value): Int(exactly: value).map { -1 - $0 }
    default: nil
    }
  }

  /// The bytes, if it is a byte string.
  package var bytes: [UInt8]? {
    guard case .bytes(let bytes) = self else { return nil }
    return bytes
  }

  /// The pairs, if it is a map.
  package var entries: [CBOREntry]? {
    guard case .map(let entries) = self else { return nil }
    return entries
  }

  /// Whether it is this text, byte for byte.
  package func isText(_ text: String) -> Bool { self == .text(Array(text.utf8)) }

  /// The value of a text key; nil if the key is missing, or the value is not a map.
  package subscript(_ name: String) -> CBORValue? {
    entries?.first { $0.key.isText(name) }?.value
  }

  /// The value of an integer key; nil if the key is missing, or the value is not a map.
  package subscript(_ number: Int) -> CBORValue? {
    entries?.first { $0.key.int == number }?.value
  }
}
