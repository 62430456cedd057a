/// Builds a JSON Pointer (RFC 6901).
package struct JSONPointer {
  private var bytes = UTF8Builder()

  package init() {}

  /// The pointer so far; empty for the root.
  package var text: String { bytes.string }

  /// Appends the index of an element.
  package mutating func append(index: Int) {
    bytes.append("/")
    bytes.append(int: index)
  }

  /// Appends the key of a member; `~` and `/` in it are escaped as `~0` and `~1`.
  @inline(never)
  package mutating func append(key: String) {
    bytes.append("/")
    UTF8Bytes.with(key) { key in
      for byte in key {
        switch byte {
        case UInt8(ascii: "~"): bytes.append("~0")
        case UInt8(ascii: "/"): bytes.append("~1")
        default: bytes.append(byte)
        }
      }
    }
  }
}

extension SourcePosition {
  /// Computes the line and column of a byte.
  ///
  /// Time: linear in `offset`.
  package init(bytes: UnsafeBufferPointer<UInt8>, offset: Int, pointer: String) {
    var line = 1
    var start = 0
    for index in 0..<min(offset, bytes.count) where bytes[index] == 0x0A {
      line += 1
      start = index + 1
    }
    self.init(offset: offset, line: line, column: offset - start + 1, pointer: pointer)
  }
}
