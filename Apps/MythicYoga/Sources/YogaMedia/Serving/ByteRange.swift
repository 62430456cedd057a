/// The `Range` of a request (RFC 9110, section 14).
enum ByteRange: Equatable {
  /// The whole file: there is no range, or one that may be ignored.
  case whole
  /// A range of bytes.
  case part(Range<Int>)
  /// An unsatisfiable range.
  case unsatisfiable

  /// Parses the header.
  ///
  /// For other units and lists of ranges the whole file is sent, as the standard allows: no player
  /// requests lists, and many small ranges are a known denial-of-service attack.
  init(_ header: String?, size: Int) {
    guard let header, let equals = header.firstIndex(of: "="),
      header[..<equals].lowercased() == "bytes", !header.contains(",")
    else {
      self = .whole
      return
    }
    let text = header[header.index(after: equals)...].filter { $0 != " " && $0 != "\t" }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, let first = Self.number(parts[0]), let last = Self.number(parts[1])
    else {
      self = .unsatisfiable
      return
    }
    switch (first, last) {
    case (.some(let first), nil) where first < size: self = .part(first..<size)
    case (.some(let first), .some(let last)) where first <= last && first < size:
      self = .part(first..<(min(last, size - 1) + 1))
    case (nil, .some(let count)) where count > 0 && size > 0:
      self = .part(max(0, size - count)..<size)
    default: self = .unsatisfiable
    }
  }

  /// A number, an empty text, or (nil) anything else.
  ///
  /// Clamps numbers with more digits than the size of any file.
  private static func number(_ text: Substring) -> Int?? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return .some(text.isEmpty ? nil : Int(text) ?? Int.max)
  }
}
