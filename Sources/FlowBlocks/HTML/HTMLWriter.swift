import FlowCore

/// Writes HTML.
///
/// Texts and attribute values are escaped; only ``writeHTML(_:)`` inserts its argument unchanged.
struct HTMLWriter {
  private(set) var bytes: [UInt8] = []

  /// Opens an element.
  ///
  /// - Parameters:
  ///   - tag: The element's name.
  ///   - attributes: Its attributes; one with a nil value is omitted.
  mutating func open(_ tag: StaticString, _ attributes: [(StaticString, String?)] = []) {
    write("<")
    write(tag)
    for (name, value) in attributes {
      guard let value else { continue }
      write(" ")
      write(name)
      write("=\"")
      escape(value)
      write("\"")
    }
    write(">")
  }

  /// Closes an element.
  mutating func close(_ tag: StaticString) {
    write("</")
    write(tag)
    write(">")
  }

  /// Appends an element that contains a text.
  mutating func writeElement(
    _ tag: StaticString, _ attributes: [(StaticString, String?)] = [], text: String
  ) {
    open(tag, attributes)
    escape(text)
    close(tag)
  }

  /// Appends a text.
  mutating func writeText(_ text: String) { escape(text) }

  /// Appends HTML without escaping it: the app's HTML of a custom block, or that of its children.
  mutating func writeHTML(_ rendered: [UInt8]) { bytes += rendered }

  private mutating func write(_ text: StaticString) {
    text.withUTF8Buffer { bytes.append(contentsOf: $0) }
  }

  private mutating func escape(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): write("&amp;")
      case UInt8(ascii: "<"): write("&lt;")
      case UInt8(ascii: ">"): write("&gt;")
      case UInt8(ascii: "\""): write("&quot;")
      case UInt8(ascii: "'"): write("&#39;")
      default: bytes.append(byte)
      }
    }
  }
}
