/// Checks a request's host, in the `Host` field and in an absolute-form target, without an
/// allocation.
///
/// It is stricter than RFC 3986 where parsers disagree: it rejects names with commas, which
/// separate hosts in a list, and IPv6 addresses with a zone.
enum RequestAuthority {
  /// Whether the bytes are `uri-host [":" port]` (RFC 9110, 7.2) with a host that is not empty.
  static func isHost(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard let first = bytes.first else { return false }
    let end = first == UInt8(ascii: "[") ? endOfAddress(bytes) : endOfName(bytes)
    guard let end, end > 0 else { return false }
    return end == bytes.count || isPort(bytes, at: end)
  }

  /// Whether the target is an HTTP URL without userinfo (RFC 9112, 3.2.2).
  static func isHTTPURL(_ target: UnsafeRawBufferPointer) -> Bool {
    guard let start = startOfHost(target) else { return false }
    var end = start
    while end < target.count, target[end] != UInt8(ascii: "/"), target[end] != UInt8(ascii: "?") {
      end &+= 1
    }
    return isHost(UnsafeRawBufferPointer(rebasing: target[start..<end]))
  }

  private static func startOfHost(_ target: UnsafeRawBufferPointer) -> Int? {
    if starts(target, with: "http://") { return 7 }
    return starts(target, with: "https://") ? 8 : nil
  }

  private static func starts(_ target: UnsafeRawBufferPointer, with scheme: StaticString) -> Bool {
    let start = UnsafeRawBufferPointer(rebasing: target.prefix(scheme.utf8CodeUnitCount))
    return ASCIIText.equal(start, scheme, foldingCase: true)
  }

  /// Returns the offset after a name or an IPv4 address; nil if it is invalid.
  private static func endOfName(_ bytes: UnsafeRawBufferPointer) -> Int? {
    var offset = 0
    while offset < bytes.count {
      if HostCharacters.contains(bytes[offset]) {
        offset &+= 1
      } else if bytes[offset] == UInt8(ascii: ":") {
        return offset
      } else {
        guard bytes[offset] == UInt8(ascii: "%"), offset + 2 < bytes.count,
          isHexadecimal(bytes[offset + 1]), isHexadecimal(bytes[offset + 2])
        else { return nil }
        offset &+= 3
      }
    }
    return offset
  }

  /// Returns the offset after an IPv6 address in brackets; nil if it is invalid.
  ///
  /// Only its characters, at least two colons and the end are checked.
  private static func endOfAddress(_ bytes: UnsafeRawBufferPointer) -> Int? {
    var colons = 0
    var offset = 1
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "]"): return colons >= 2 ? offset + 1 : nil
      case UInt8(ascii: ":"): colons &+= 1
      case UInt8(ascii: "."): break
      case let byte where isHexadecimal(byte): break
      default: return nil
      }
      offset &+= 1
    }
    return nil
  }

  /// Whether the rest is a colon and a port; the port may be empty (RFC 3986, 3.2.3).
  private static func isPort(_ bytes: UnsafeRawBufferPointer, at colon: Int) -> Bool {
    guard bytes[colon] == UInt8(ascii: ":") else { return false }
    var port = 0
    for index in (colon + 1)..<bytes.count {
      guard bytes[index] >= 0x30, bytes[index] <= 0x39 else { return false }
      port = port * 10 + Int(bytes[index] - 0x30)
      guard port <= 65_535 else { return false }
    }
    return true
  }

  private static func isHexadecimal(_ byte: UInt8) -> Bool {
    byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x66
  }
}

/// The characters of a host's name (RFC 3986, 3.2.2) except `%` and `,`, as a bit set of two words.
enum HostCharacters {
  static func contains(_ byte: UInt8) -> Bool {
    byte < 64
      ? (0x2BFF_6FD2_0000_0000 as UInt64) &>> UInt64(byte) & 1 == 1
      : byte < 128 && (0x47FF_FFFE_87FF_FFFE as UInt64) &>> UInt64(byte - 64) & 1 == 1
  }
}
