/// Parses JSON (RFC 8259) byte by byte; each `parse` function returns nil for invalid input.
struct StrictJSONReader {
  private let bytes: [UInt8]
  private var position = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func parseDocument() -> StrictJSON? {
    guard let value = parseValue(depth: 0) else { return nil }
    skipSpace()
    return position == bytes.count ? value : nil
  }

  private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipSpace() {
    while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func take(literal: StaticString, as value: StrictJSON) -> StrictJSON? {
    let count = literal.utf8CodeUnitCount
    guard bytes.count - position >= count else { return nil }
    let matches = literal.withUTF8Buffer { $0.elementsEqual(bytes[position..<position + count]) }
    guard matches else { return nil }
    position += count
    return value
  }

  private mutating func parseValue(depth: Int) -> StrictJSON? {
    guard depth <= StrictJSON.maximumDepth else { return nil }
    skipSpace()
    return switch next {
    case UInt8(ascii: "{"): parseObject(depth: depth)
    case UInt8(ascii: "["): parseArray(depth: depth)
    case UInt8(ascii: "\""): parseString().map { StrictJSON.string($0) }
    case UInt8(ascii: "t"): take(literal: "true", as: .bool(true))
    case UInt8(ascii: "f"): take(literal: "false", as: .bool(false))
    case UInt8(ascii: "n"): take(literal: "null", as: .null)
    default: parseNumber()
    }
  }

  private mutating func parseObject(depth: Int) -> StrictJSON? {
    position += 1
    var members: [String: StrictJSON] = [:]
    skipSpace()
    if take(UInt8(ascii: "}")) { return .object(members) }
    while true {
      skipSpace()
      guard next == UInt8(ascii: "\""), let name = parseString() else { return nil }
      skipSpace()
      guard take(UInt8(ascii: ":")), let value = parseValue(depth: depth + 1) else {
        return nil
      }
      guard members.updateValue(value, forKey: name) == nil else { return nil }
      skipSpace()
      if take(UInt8(ascii: "}")) { return .object(members) }
      guard take(UInt8(ascii: ",")) else { return nil }
    }
  }

  private mutating func parseArray(depth: Int) -> StrictJSON? {
    position += 1
    var items: [StrictJSON] = []
    skipSpace()
    if take(UInt8(ascii: "]")) { return .array(items) }
    while true {
      guard let value = parseValue(depth: depth + 1) else { return nil }
      items.append(value)
      skipSpace()
      if take(UInt8(ascii: "]")) { return .array(items) }
      guard take(UInt8(ascii: ",")) else { return nil }
    }
  }

  private mutating func parseString() -> String? {
    position += 1
    var decoded: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: decoded, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = parseEscape() else { return nil }
        decoded += Array(String(scalar).utf8)
      case 0..<0x20: return nil
      default: decoded.append(byte)
      }
    }
    return nil
  }

  private mutating func parseEscape() -> Unicode.Scalar? {
    guard let byte = next else { return nil }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return parseUnicodeEscape()
    default: return nil
    }
  }

  private mutating func parseUnicodeEscape() -> Unicode.Scalar? {
    guard let first = parseCodeUnit() else { return nil }
    guard (0xD800..<0xDC00).contains(first) else { return Unicode.Scalar(first) }
    guard take(UInt8(ascii: "\\")), take(UInt8(ascii: "u")), let second = parseCodeUnit(),
      (0xDC00..<0xE000).contains(second)
    else { return nil }
    return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
  }

  private mutating func parseCodeUnit() -> UInt32? {
    guard bytes.count - position >= 4 else { return nil }
    let digits = bytes[position..<position + 4]
    guard digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }) else { return nil }
    position += 4
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  private mutating func parseNumber() -> StrictJSON? {
    let start = position
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) {
      guard skipDigits() else { return nil }
    }
    if take(UInt8(ascii: ".")), !skipDigits() { return nil }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      guard skipDigits() else { return nil }
    }
    guard position - start <= 64 else { return nil }
    let number = Double(String(decoding: bytes[start..<position], as: UTF8.self))
    return number.flatMap { $0.isFinite ? .number($0) : nil }
  }

  private mutating func skipDigits() -> Bool {
    let start = position
    while let byte = next, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    return position > start
  }
}
