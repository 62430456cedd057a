/// Builds a page: literals and rendered HTML are inserted unchanged, and texts are escaped.
struct HTMLBytes {
  private(set) var bytes: [UInt8] = []

  mutating func literal(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  mutating func text(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): literal("&amp;")
      case UInt8(ascii: "<"): literal("&lt;")
      case UInt8(ascii: ">"): literal("&gt;")
      case UInt8(ascii: "\""): literal("&quot;")
      case UInt8(ascii: "'"): literal("&#39;")
      default: bytes.append(byte)
      }
    }
  }

  /// Appends HTML that the engine's renderer has written.
  mutating func html(_ rendered: [UInt8]) { bytes += rendered }
}
