/// Bytewise operations on strings, which never involve Unicode normalization.
package enum UTF8Bytes {
  /// Calls `body` with the UTF-8 bytes of `string`, without copying them if possible.
  @inline(__always)
  package static func with<Result>(
    _ string: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if let result = string.utf8.withContiguousStorageIfAvailable(body) { return result }
    return Array(string.utf8).withUnsafeBufferPointer(body)
  }

  /// Whether two strings have the same bytes.
  ///
  /// Time: constant if their lengths differ, otherwise linear.
  @inline(__always)
  package static func equal(_ left: String, _ right: String) -> Bool {
    let count = left.utf8.count
    guard count == right.utf8.count else { return false }
    return with(left) { left in with(right) { right in equal(left, right) } }
  }

  /// Whether two byte sequences are equal.
  @inline(__always)
  package static func equal(
    _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    left.count == right.count && JSONBytes.equal(left, right)
  }

  /// Whether the left string's bytes sort before the right one's.
  package static func precedes(_ left: String, _ right: String) -> Bool {
    compare(left, right) < 0
  }

  /// Negative, zero or positive, as the left bytes sort before, equal or sort after the right ones.
  package static func compare(_ left: String, _ right: String) -> Int {
    with(left) { left in
      with(right) { right in
        var index = 0
        while index < left.count && index < right.count {
          if left[index] != right[index] { return Int(left[index]) - Int(right[index]) }
          index += 1
        }
        return left.count - right.count
      }
    }
  }

  /// Whether `string` starts with `prefix`, byte by byte.
  package static func has(prefix: String, _ string: String) -> Bool {
    with(string) { string in
      with(prefix) { prefix in
        prefix.count <= string.count
          && equal(UnsafeBufferPointer(rebasing: string[..<prefix.count]), prefix)
      }
    }
  }

  /// The text without its first bytes; `count` must be at a character boundary.
  @inline(never)
  package static func dropFirst(_ count: Int, _ text: String) -> String {
    with(text) { bytes in
      String(decoding: UnsafeBufferPointer(rebasing: bytes[count...]), as: UTF8.self)
    }
  }
}
