/// A JSON value from a client or from another service, parsed strictly.
///
/// JSON that identifies a user must have one meaning: a duplicate member, text that is not UTF-8, a
/// lone surrogate or anything after the end is rejected, where lenient parsers differ (RFC 7519,
/// section 4; RFC 8725, section 2.4).
package enum StrictJSON: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([StrictJSON])
  case object([String: StrictJSON])

  /// The maximum nesting of values.
  package static let maximumDepth = 16

  /// Parses a complete document; nil if it is invalid, nests deeper than `maximumDepth`, or
  /// contains a number of more than 64 characters or outside the range of `Double`.
  package init?(_ bytes: [UInt8]) {
    var reader = StrictJSONReader(bytes: bytes)
    guard let value = reader.parseDocument() else { return nil }
    self = value
  }

  /// The member of an object.
  package subscript(name: String) -> StrictJSON? {
    guard case .object(let members) = self else { return nil }
    return members[name]
  }

  /// The string, if it is one.
  package var string: String? {
    guard case .string(let string) = self else { return nil }
    return string
  }

  /// The number, if it is one.
  package var number: Double? {
    guard case .number(let number) = self else { return nil }
    return number
  }

  /// The Boolean, if it is one.
  package var bool: Bool? {
    guard case .bool(let bool) = self else { return nil }
    return bool
  }

  /// The strings, if it is an array of strings only.
  package var strings: [String]? {
    guard case .array(let items) = self else { return nil }
    let strings = items.compactMap { $0.string }
    return strings.count == items.count ? strings : nil
  }

  /// Whether it is an object.
  package var isObject: Bool {
    guard case .object = self else { return false }
    return true
  }
}
