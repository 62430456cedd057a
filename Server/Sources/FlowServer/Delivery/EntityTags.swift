/// Checks whether an `If-None-Match` names the current entity tag (RFC 9110, 13.1.2).
package enum EntityTags {
  /// Whether the header's value is `*` or lists `tag`, by weak comparison.
  ///
  /// A value that is not a list of tags matches nothing: the whole response is then sent, which is
  /// always correct.
  package static func matches(_ value: String, tag: String) -> Bool {
    var value = value
    var tag = tag
    return value.withUTF8 { value in
      tag.withUTF8 { matches(UnsafeRawBufferPointer(value), tag: UnsafeRawBufferPointer($0)) }
    }
  }

  /// The same comparison over bytes, without an allocation.
  static func matches(_ value: UnsafeRawBufferPointer, tag: UnsafeRawBufferPointer) -> Bool {
    var offset = 0
    skipBlanks(value, &offset)
    if offset < value.count, value[offset] == UInt8(ascii: "*") {
      offset += 1
      skipBlanks(value, &offset)
      return offset == value.count
    }
    var isMatch = false
    var mayStartTag = true
    while offset < value.count {
      if value[offset] == UInt8(ascii: ",") {
        // An empty list element is allowed (RFC 9110, 5.6.1.2).
        offset += 1
        mayStartTag = true
      } else {
        guard mayStartTag, let opaque = readTag(value, &offset) else { return false }
        mayStartTag = false
        isMatch = isMatch || equal(value, opaque, tag)
      }
      skipBlanks(value, &offset)
    }
    return isMatch
  }

  private static func skipBlanks(_ value: UnsafeRawBufferPointer, _ offset: inout Int) {
    while offset < value.count, value[offset] == 0x20 || value[offset] == 0x09 { offset += 1 }
  }

  /// Reads `"…"` or `W/"…"`; returns the range of the quoted part, with its quotes.
  private static func readTag(_ value: UnsafeRawBufferPointer, _ offset: inout Int) -> Range<Int>? {
    if offset + 1 < value.count, value[offset] == UInt8(ascii: "W"),
      value[offset + 1] == UInt8(ascii: "/")
    {
      offset += 2
    }
    guard offset < value.count, value[offset] == UInt8(ascii: "\"") else { return nil }
    let start = offset
    offset += 1
    while offset < value.count {
      let byte = value[offset]
      offset += 1
      if byte == UInt8(ascii: "\"") { return start..<offset }
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
