/// A value or key of a parsed text: 16 bytes with its location and the index of the next node.
///
/// The nodes of a text are in one array, in the order of the text. A container is followed by its
/// children; a member consists of two nodes, the key and the value.
package struct JSONNode {
  /// The index of the first byte; of a string, of the byte after the opening quote.
  package var start: UInt32
  /// The number of bytes; of a string, excluding its quotes.
  package var length: UInt32
  /// The index of the node after this value and its descendants.
  ///
  /// While a container is being parsed, the index of its parent; unused in a key.
  package var next: UInt32
  /// The kind in bits 0–2, a flag in bit 3 and the number of children in bits 4 and higher.
  package var tag: UInt32

  /// Set for a string with escapes, and for `true`.
  package static let flag: UInt32 = 8
  /// The number that each child adds to the tag.
  package static let childIncrement: UInt32 = 16

  @inline(__always)
  package init(_ kind: JSONKind, start: Int, length: Int, next: Int, flag: Bool = false) {
    self.start = UInt32(truncatingIfNeeded: start)
    self.length = UInt32(truncatingIfNeeded: length)
    self.next = UInt32(truncatingIfNeeded: next)
    tag = UInt32(kind.rawValue) | (flag ? Self.flag : 0)
  }

  /// The kind of the value.
  @inline(__always)
  package var kind: JSONKind { JSONKind(rawValue: UInt8(truncatingIfNeeded: tag & 7)) ?? .null }

  /// Whether the value is of that kind.
  @inline(__always)
  package func isKind(_ kind: JSONKind) -> Bool { tag & 7 == UInt32(kind.rawValue) }

  /// Whether a string has escapes, or a boolean is true.
  @inline(__always)
  package var hasFlag: Bool { tag & Self.flag != 0 }

  /// The number of elements or members.
  @inline(__always)
  package var count: Int { Int(tag >> 4) }

  /// The offset of the value in the text; for a string, that of its opening quote.
  package var offset: Int { isKind(.string) ? Int(start) - 1 : Int(start) }
}
