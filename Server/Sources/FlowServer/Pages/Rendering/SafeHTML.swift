import Mustache

/// A renderer of values in pages, which escapes every character with a meaning in HTML.
///
/// NB: Mustache's own escaping goes letter by letter, and a quotation mark with a combining accent
/// behind it is one letter that it does not know, so it would end an attribute. Here each byte is
/// looked at, as a browser does.
package struct SafeHTML: MustacheContentType {
  package static let name = "SAFE"

  package init() {}

  package func escapeText(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      case UInt8(ascii: "'"): bytes += "&#39;".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
