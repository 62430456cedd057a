/// Versions in the order of the condition grammar.
///
/// A version is compared as text after three changes: a leading `v` and build metadata (`+…`) are
/// removed; the rest is split at dots and hyphens, and if there are exactly three parts, the part
/// `~`, which sorts after all letters, is added, so that a release sorts after its pre-releases;
/// numeric parts are padded with spaces to five characters, so that 10 sorts after 9. For example,
/// `1.2.3-rc.1` becomes `    1-    2-    3-rc-    1`.
enum VersionText {
  /// The result of ``packed(_:)`` for a string that is not a plain MAJOR.MINOR.PATCH.
  static let none = UInt64.max

  /// Major, minor and patch in one number that sorts like the padded text.
  ///
  /// ``none`` unless the version is three numbers of at most five digits, without leading zeros.
  static func packed(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    // Most strings are not versions, which the first byte shows.
    guard text.count <= 17, let first = text.first, first &- 0x30 <= 9 else { return none }
    var packed: UInt64 = 0
    var part: UInt64 = 0
    var digits = 0
    var parts = 1
    for byte in text {
      if byte == UInt8(ascii: ".") {
        if digits == 0 || parts == 3 { return none }
        packed = packed << 17 | part
        (part, digits, parts) = (0, 0, parts + 1)
      } else {
        let digit = byte &- 0x30
        if digit > 9 || digits == 5 || (digits > 0 && part == 0) { return none }
        part = part * 10 + UInt64(digit)
        digits += 1
      }
    }
    return parts == 3 && digits > 0 ? packed << 17 | part : none
  }

  /// The padded text.
  static func padded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    var padded: [UInt8] = []
    forEachByte(text) { padded.append($0) }
    return padded
  }

  /// Negative, zero or positive, as the version comes before, equals or follows a padded one.
  static func compare(
    _ text: UnsafeBufferPointer<UInt8>, toPadded padded: UnsafeBufferPointer<UInt8>
  ) -> Int {
    var order = TextOrder(against: padded)
    forEachByte(text) { order.append($0) }
    return order.result
  }

  /// Calls `body` with the bytes of the padded text, one at a time.
  @inline(__always)
  private static func forEachByte(
    _ text: UnsafeBufferPointer<UInt8>, _ body: (UInt8) -> Void
  ) {
    let end = endWithoutBuild(text)
    var start = end > 0 && text[0] == UInt8(ascii: "v") ? 1 : 0
    var parts = 1
    while true {
      let partEnd = endOfPart(text, from: start, to: end)
      if isNumber(text, from: start, to: partEnd) {
        for _ in 0..<max(0, 5 - (partEnd - start)) { body(UInt8(ascii: " ")) }
      }
      for index in start..<partEnd { body(text[index]) }
      if partEnd == end { break }
      body(UInt8(ascii: "-"))
      start = partEnd + 1
      parts += 1
    }
    if parts == 3 {
      body(UInt8(ascii: "-"))
      body(UInt8(ascii: "~"))
    }
  }

  /// Returns the start of the build metadata: the first plus that no line break follows.
  private static func endWithoutBuild(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var plus = text.count
    for index in text.indices {
      let byte = text[index]
      if byte == UInt8(ascii: "+") {
        plus = min(plus, index)
      } else if byte == 0x0A || byte == 0x0D || isSeparator(text, at: index) {
        // NB: in the reference grammar, a plus that a line break follows does not start build
        // metadata.
        plus = text.count
      }
    }
    return plus
  }

  /// Whether U+2028 or U+2029 starts at the index.
  private static func isSeparator(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    text[index] == 0xE2 && index + 2 < text.count && text[index + 1] == 0x80
      && text[index + 2] & 0xFE == 0xA8
  }

  private static func endOfPart(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
  ) -> Int {
    var index = start
    while index < end, text[index] != UInt8(ascii: "."), text[index] != UInt8(ascii: "-") {
      index += 1
    }
    return index
  }

  private static func isNumber(
    _ text: UnsafeBufferPointer<UInt8>, from start: Int, to end: Int
  ) -> Bool {
    for index in start..<end where text[index] &- 0x30 > 9 { return false }
    return start < end
  }
}
