/// A JSON value, parsed leniently.
///
/// Numbers keep their text.
indirect enum LenientJSON: Equatable {
  case object([(name: String, value: LenientJSON)])
  case array([LenientJSON])
  case string(String)
  case number(String)
  case bool(Bool)
  case null

  static func == (a: LenientJSON, b: LenientJSON) -> Bool {
    switch (a, b) {
    case (.object(let a), .object(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.name == $1.name && $0.value == $1.value }
    case (.array(let a), .array(let b)): a == b
    case (.string(let a), .string(let b)), (.number(let a), .number(let b)): a == b
    case (.bool(let a), .bool(let b)): a == b
    case (.null, .null): true
    default: false
    }
  }

  /// Parses a value and tolerates comments, control characters in strings, trailing commas, and
  /// text after the value, which real pages contain.
  ///
  /// Nil if it is not JSON even then, or nested too deeply.
  init?(_ text: String) {
    var parser = LenientJSONParser(bytes: Array(text.utf8))
    guard let value = parser.value(depth: 0) else { return nil }
    self = value
  }

  /// The member of an object.
  subscript(_ name: String) -> LenientJSON? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// An array's elements; any other value is treated as a single element.
  var elements: [LenientJSON] {
    if case .array(let elements) = self { return elements }
    return [self]
  }

  /// A string or a number as text.
  var text: String? {
    switch self {
    case .string(let text), .number(let text): text
    default: nil
    }
  }
}

private struct LenientJSONParser {
  let bytes: [UInt8]
  var index = 0

  static let maximumDepth = 64

  mutating func value(depth: Int) -> LenientJSON? {
    guard depth < Self.maximumDepth else { return nil }
    skipSpace()
    guard index < bytes.count else { return nil }
    switch bytes[index] {
    case UInt8(ascii: "{"): return object(depth: depth)
    case UInt8(ascii: "["): return array(depth: depth)
    case UInt8(ascii: "\""): return string().map { .string($0) }
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return number()
    default: return literal()
    }
  }

  private mutating func object(depth: Int) -> LenientJSON? {
    index += 1
    var members: [(name: String, value: LenientJSON)] = []
    while true {
      skipSpace(andCommas: true)
      guard index < bytes.count else { return nil }
      if take("}") { return .object(members) }
      guard bytes[index] == UInt8(ascii: "\""), let name = string() else { return nil }
      skipSpace()
      guard take(":"), let value = value(depth: depth + 1) else { return nil }
      members.append((name, value))
    }
  }

  private mutating func array(depth: Int) -> LenientJSON? {
    index += 1
    var elements: [LenientJSON] = []
    while true {
      skipSpace(andCommas: true)
      guard index < bytes.count else { return nil }
      if take("]") { return .array(elements) }
      guard let value = value(depth: depth + 1) else { return nil }
      elements.append(value)
    }
  }

  private mutating func string() -> String? {
    index += 1
    var result: [UInt8] = []
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: result, as: UTF8.self)
      case UInt8(ascii: "\\"): escape(into: &result)
      case 0..<0x20: result.append(0x20)
      default: result.append(byte)
      }
    }
    return nil
  }

  private mutating func escape(into result: inout [UInt8]) {
    guard index < bytes.count else { return }
    let byte = bytes[index]
    index += 1
    switch byte {
    case UInt8(ascii: "n"), UInt8(ascii: "t"), UInt8(ascii: "r"), UInt8(ascii: "b"),
      UInt8(ascii: "f"):
      result.append(0x20)
    case UInt8(ascii: "u"):
      guard let unit = hexadecimal() else { return }
      result.append(contentsOf: Array(String(scalar(beginning: unit)).utf8))
    default: result.append(byte)
    }
  }

  private mutating func scalar(beginning unit: UInt32) -> Unicode.Scalar {
    if let scalar = Unicode.Scalar(unit) { return scalar }
    let replacement: Unicode.Scalar = "\u{FFFD}"
    guard (0xD800..<0xDC00).contains(unit), index + 1 < bytes.count,
      bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u")
    else { return replacement }
    let start = index
    index += 2
    guard let low = hexadecimal(), (0xDC00..<0xE000).contains(low) else {
      index = start
      return replacement
    }
    return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + low - 0xDC00) ?? replacement
  }

  private mutating func hexadecimal() -> UInt32? {
    guard index + 4 <= bytes.count else { return nil }
    let text = String(decoding: bytes[index..<index + 4], as: UTF8.self)
    guard text.allSatisfy(\.isHexDigit), let unit = UInt32(text, radix: 16) else { return nil }
    index += 4
    return unit
  }

  private mutating func number() -> LenientJSON? {
    let start = index
    let allowed = Set("+-0123456789.eE".utf8)
    while index < bytes.count, allowed.contains(bytes[index]) { index += 1 }
    return .number(String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private mutating func literal() -> LenientJSON? {
    let start = index
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    while index < bytes.count, letters.contains(bytes[index]) { index += 1 }
    switch String(decoding: bytes[start..<index], as: UTF8.self) {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null", "undefined": return .null
    default: return nil
    }
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace(andCommas: Bool = false) {
    while index < bytes.count {
      let byte = bytes[index]
      if byte <= 0x20 || byte == 0x7F || (andCommas && byte == UInt8(ascii: ",")) {
        index += 1
      } else if !skipComment("/*", until: "*/"), !skipComment("//", until: "\n"),
        !skipComment("<!--", until: "-->"), !skipComment("<![CDATA[", until: ""),
        !skipComment("\u{FEFF}", until: "")
      {
        return
      }
    }
  }

  private mutating func skipComment(_ begin: String, until end: String) -> Bool {
    guard bytes[index...].starts(with: begin.utf8) else { return false }
    index += begin.utf8.count
    let last = Array(end.utf8)
    while !last.isEmpty, index < bytes.count, !bytes[index...].starts(with: last) { index += 1 }
    index = min(index + last.count, bytes.count)
    return true
  }
}
