import Mustache

/// The content type of pages' templates, which escapes every character with a meaning in HTML.
///
/// NB: Mustache's own escaping compares grapheme clusters: it does not recognize a quotation mark
/// followed by a combining accent, which would remain unescaped and end an attribute. This one
/// compares bytes.
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
