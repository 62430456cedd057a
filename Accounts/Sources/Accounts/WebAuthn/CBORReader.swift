/// Reads untrusted CBOR: strict about its form, bounded in size, depth and work.
///
/// Accepts CTAP2's canonical form: definite lengths, shortest numbers, no tags, no duplicate keys.
/// Work is linear in the number of bytes, whatever lengths they declare: nothing is allocated for
/// bytes that do not exist. Sources: RFC 8949; CTAP 2.1, "CTAP2 canonical CBOR encoding form".
package struct CBORReader {
  /// The required order of a map's keys.
  package enum KeyOrder: Sendable {
    /// CTAP2's canonical order: numbers before texts, then by length, then bytewise.
    case canonical
    /// Any order, for maps that browsers and password managers write in different orders.
    case any
  }

  /// The maximum nesting of values; attestation needs 3.
  package static let maximumDepth = 6
  /// The maximum number of bytes read.
  package static let maximumBytes = 65_536
  /// The maximum number of values in an array, or pairs in a map.
  package static let maximumItems = 256

  private let bytes: ArraySlice<UInt8>
  private let order: KeyOrder
  private var position: Int

  private init(_ bytes: ArraySlice<UInt8>, _ order: KeyOrder) throws(CBORError) {
    guard bytes.count <= Self.maximumBytes else { throw .tooLarge }
    self.bytes = bytes
    self.order = order
    position = bytes.startIndex
  }

  /// Reads the only value of the bytes.
  package static func read(
    _ bytes: ArraySlice<UInt8>, keys order: KeyOrder = .canonical
  ) throws(CBORError) -> CBORValue {
    let (value, length) = try readFirst(bytes, keys: order)
    guard length == bytes.count else { throw .trailingBytes }
    return value
  }

  /// Reads the first value of the bytes.
  ///
  /// - Returns: The value, and how many bytes it takes.
  package static func readFirst(
    _ bytes: ArraySlice<UInt8>, keys order: KeyOrder = .canonical
  ) throws(CBORError) -> (value: CBORValue, length: Int) {
    var reader = try CBORReader(bytes, order)
    let value = try reader.readValue(depth: 0)
    return (value, reader.position - bytes.startIndex)
  }
}

// MARK: - Values

extension CBORReader {
  private mutating func readValue(depth: Int) throws(CBORError) -> CBORValue {
    guard depth < Self.maximumDepth else { throw .tooDeep }
    let first = try readByte()
    let (major, info) = (first >> 5, first & 0x1F)
    switch major {
    case 0: return .unsigned(try readArgument(info))
    case 1: return .negative(try readArgument(info))
    case 2: return .bytes(try readBytes(try readArgument(info)))
    case 3: return .text(try readText(try readArgument(info)))
    case 4: return .array(try readArray(try readArgument(info), depth: depth))
    case 5: return .map(try readMap(try readArgument(info), depth: depth))
    case 7: return try simple(info)
    default: throw .unsupported  // 6: a tag
    }
  }

  private func simple(_ info: UInt8) throws(CBORError) -> CBORValue {
    switch info {
    case 20: return .boolean(false)
    case 21: return .boolean(true)
    case 22: return .null
    case 31: throw .indefiniteLength
    default: throw .unsupported
    }
  }

  private mutating func readArray(_ count: UInt64, depth: Int) throws(CBORError) -> [CBORValue] {
    var values: [CBORValue] = []
    for _ in 0..<(try checkedCount(count, bytesEach: 1)) {
      values.append(try readValue(depth: depth + 1))
    }
    return values
  }

  private mutating func readMap(_ count: UInt64, depth: Int) throws(CBORError) -> [CBOREntry] {
    var entries: [CBOREntry] = []
    var keys: Set<ArraySlice<UInt8>> = []
    var last: ArraySlice<UInt8>?
    for _ in 0..<(try checkedCount(count, bytesEach: 2)) {
      let start = position
      let key = try readValue(depth: depth + 1)
      let encodedKey = bytes[start..<position]
      switch key {
      case .unsigned, .negative, .text: break
      default: throw .invalidKey
      }
      guard keys.insert(encodedKey).inserted else { throw .duplicateKey }
      if order == .canonical, let last, !Self.isOrdered(last, before: encodedKey) {
        throw .keyOrder
      }
      last = encodedKey
      entries.append(CBOREntry(key, try readValue(depth: depth + 1)))
    }
    return entries
  }

  /// CTAP2's order of encoded keys: by type, by length, then bytewise.
  private static func isOrdered(_ left: ArraySlice<UInt8>, before right: ArraySlice<UInt8>) -> Bool
  {
    guard let leftFirst = left.first, let rightFirst = right.first else { return false }
    if leftFirst >> 5 != rightFirst >> 5 { return leftFirst >> 5 < rightFirst >> 5 }
    if left.count != right.count { return left.count < right.count }
    return left.lexicographicallyPrecedes(right)
  }
}

// MARK: - Bytes

extension CBORReader {
  private var remaining: Int { bytes.endIndex - position }

  private mutating func readByte() throws(CBORError) -> UInt8 {
    guard remaining > 0 else { throw .truncated }
    defer { position += 1 }
    return bytes[position]
  }

  /// Reads the number in a value's head, which must have the shortest encoding.
  private mutating func readArgument(_ info: UInt8) throws(CBORError) -> UInt64 {
    guard info >= 24 else { return UInt64(info) }
    guard info != 31 else { throw .indefiniteLength }
    guard info <= 27 else { throw .unsupported }
    var number: UInt64 = 0
    for _ in 0..<(1 << (info - 24)) { number = number << 8 | UInt64(try readByte()) }
    let minimum: UInt64 =
      switch info {
      case 24: 24
      case 25: 1 << 8
      case 26: 1 << 16
      default: 1 << 32
      }
    guard number >= minimum else { throw .notShortest }
    return number
  }

  /// Returns a count of values, if the remaining bytes can contain that many.
  private func checkedCount(_ count: UInt64, bytesEach: Int) throws(CBORError) -> Int {
    guard count <= UInt64(remaining / bytesEach) else { throw .truncated }
    guard count <= UInt64(Self.maximumItems) else { throw .tooLarge }
    return Int(count)
  }

  private mutating func readBytes(_ count: UInt64) throws(CBORError) -> [UInt8] {
    guard count <= UInt64(remaining) else { throw .truncated }
    defer { position += Int(count) }
    return Array(bytes[position..<(position + Int(count))])
  }

  private mutating func readText(_ count: UInt64) throws(CBORError) -> [UInt8] {
    let text = try readBytes(count)
    guard String(validating: text, as: UTF8.self) != nil else { throw .invalidText }
    return text
  }
}
