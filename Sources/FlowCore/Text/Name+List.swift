extension Name {
  /// The names in a literal, separated by spaces or line breaks.
  ///
  /// In this form the names are data. An array literal of names compiles to instructions that build
  /// it, which are several times as large in the browser build.
  package static func list(_ text: StaticString) -> [Name] {
    UTF8Bytes.parts(text.withUTF8Buffer { Array($0) }[...], at: UInt8(ascii: " "), orControl: true)
      .map { Name(String(decoding: $0, as: UTF8.self)) }
  }
}

extension UTF8Bytes {
  /// The non-empty parts of a string between occurrences of a byte.
  ///
  /// - Parameters:
  ///   - text: The bytes of the string.
  ///   - separator: The byte.
  ///   - orControl: Whether ASCII control characters separate too, such as line breaks.
  /// - Returns: The parts, in their order.
  package static func parts(
    _ text: ArraySlice<UInt8>, at separator: UInt8, orControl: Bool = false
  ) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = text.startIndex
    for index in text.startIndex...text.endIndex {
      let byte = index < text.endIndex ? text[index] : separator
      guard byte == separator || orControl && byte < 0x20 else { continue }
      if index > start { parts.append(text[start..<index]) }
      start = index + 1
    }
    return parts
  }
}
