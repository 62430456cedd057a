/// Checks whether an `If-None-Match` names the current entity tag (RFC 9110, 13.1.2).
package enum EntityTags {
  /// Whether the header's value is `*` or lists `tag`, by weak comparison.
  ///
  /// A value that is not a list of tags matches nothing: the whole response is then sent, which is
  /// always correct.
  ///
  /// - Returns: Whether the client's copy is current.
  package static func matches(_ value: String, tag: String) -> Bool {
    var value = value
    var tag = tag
    return value.withUTF8 { value in
      tag.withUTF8 { matches(UnsafeRawBufferPointer(value), tag: UnsafeRawBufferPointer($0)) }
    }
  }

  /// The same comparison over bytes, without an allocation.
  static func matches(_ value: UnsafeRawBufferPointer, tag: UnsafeRawBufferPointer) -> Bool {
    var at = 0
    skipBlanks(value, &at)
    if at < value.count, value[at] == UInt8(ascii: "*") {
      at += 1
      skipBlanks(value, &at)
      return at == value.count
    }
    var found = false
    var needsTag = true
    while at < value.count {
      if value[at] == UInt8(ascii: ",") {
        // An empty list element is allowed (RFC 9110, 5.6.1.2).
        at += 1
        needsTag = true
      } else {
        guard needsTag, let opaque = readTag(value, &at) else { return false }
        needsTag = false
        found = found || equal(value, opaque, tag)
      }
      skipBlanks(value, &at)
    }
    return found
  }

  private static func skipBlanks(_ value: UnsafeRawBufferPointer, _ at: inout Int) {
    while at < value.count, value[at] == 0x20 || value[at] == 0x09 { at += 1 }
  }

  /// Reads `"…"` or `W/"…"`; returns the range of the quoted part, with its quotes.
  private static func readTag(_ value: UnsafeRawBufferPointer, _ at: inout Int) -> Range<Int>? {
    if at + 1 < value.count, value[at] == UInt8(ascii: "W"), value[at + 1] == UInt8(ascii: "/") {
      at += 2
    }
    guard at < value.count, value[at] == UInt8(ascii: "\"") else { return nil }
    let start = at
    at += 1
    while at < value.count {
      let byte = value[at]
      at += 1
      if byte == UInt8(ascii: "\"") { return start..<at }
      guard byte == 0x21 || (byte >= 0x23 && byte != 0x7F) else { return nil }
    }
    return nil
  }

  private static func equal(
    _ value: UnsafeRawBufferPointer, _ range: Range<Int>, _ tag: UnsafeRawBufferPointer
  ) -> Bool {
    UnsafeRawBufferPointer(rebasing: value[range]).elementsEqual(tag)
  }
}
