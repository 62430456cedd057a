/// A value in a parsed text: a reference to the text and an index, cheap to copy.
///
/// A view keeps the whole text alive. The accessors resemble those of ``JSON``, the tree that
/// ``value`` builds.
public struct JSONView: Sendable {
  /// The text.
  package let source: ParsedJSON
  /// The node of the value.
  package let index: Int

  @inline(__always)
  package init(source: ParsedJSON, index: Int) {
    self.source = source
    self.index = index
  }

  @inline(__always)
  package var node: JSONNode { source.nodes[index] }

  /// The kind of the value.
  public var kind: JSONKind { node.kind }

  /// Whether this is `null`.
  public var isNull: Bool { node.isKind(.null) }

  /// Whether this is an array.
  public var isArray: Bool { node.isKind(.array) }

  /// Whether this is an object.
  public var isObject: Bool { node.isKind(.object) }

  /// Whether this is a string.
  public var isString: Bool { node.isKind(.string) }

  /// The boolean, or nil for another type.
  public var bool: Bool? { node.isKind(.bool) ? node.hasFlag : nil }

  /// The number as written, or nil for another type.
  public var number: JSONNumber? {
    node.isKind(.number) ? JSONNumber(validated: source.text(at: index)) : nil
  }

  /// The nearest double of a number, infinite if out of range; nil for another type.
  ///
  /// Allocates nothing for numbers of up to 15 digits with small exponents.
  public var double: Double? {
    node.isKind(.number) ? source.withBytes(of: index) { DecimalText.double($0) } : nil
  }

  /// A number as an integer; nil if it has a fraction or does not fit, and for another type.
  ///
  /// Allocates nothing.
  public var int: Int64? {
    node.isKind(.number) ? source.withBytes(of: index) { DecimalText.integer($0) } : nil
  }

  /// The string, or nil for another type.
  public var string: String? { node.isKind(.string) ? source.string(at: index) : nil }

  /// The string as a name, or nil for another type.
  public var name: Name? { node.isKind(.string) ? Name(source.string(at: index)) : nil }

  /// Whether this is a string equal to that text.
  ///
  /// Allocates nothing, unless the string is written with escapes.
  public func isString(_ text: StaticString) -> Bool {
    node.isKind(.string) && text.withUTF8Buffer { source.string(at: index, equals: $0) }
  }

  /// The number of elements or members; 0 for other types.
  public var count: Int {
    let node = node
    return node.tag & 7 >= UInt32(JSONKind.array.rawValue) ? node.count : 0
  }

  /// Whether there are no elements and no members.
  public var isEmpty: Bool { count == 0 }

  /// The value as written in the text, with its quotes, whitespace and escapes.
  public var text: String {
    let node = node
    return source.bytes.withUnsafeBufferPointer { bytes in
      let end = Int(node.start) + Int(node.length)
      return String(
        decoding: bytes[node.offset..<(node.isKind(.string) ? end + 1 : end)], as: UTF8.self)
    }
  }
}
