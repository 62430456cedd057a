/// A string or number prepared for comparison, as two integers.
///
/// For a string of up to 15 bytes, as most attributes are, the key is the string itself. For a
/// longer one it is the length and a hash, so that only strings with the same key are compared byte
/// by byte. The hash is not seeded: the author of a list of colliding strings slows down only that
/// list.
struct ComparisonKey: Sendable, Equatable {
  private let low: UInt64
  private let high: UInt64

  /// The key of a string in UTF-8.
  ///
  /// Time: linear in the string, eight bytes at a time.
  @inline(__always)
  init(_ text: UnsafeBufferPointer<UInt8>) {
    if text.count > 15 {
      low = Self.hash(text)
      high = 0xFE << 56 | UInt64(truncatingIfNeeded: text.count)
      return
    }
    let bytes = UnsafeRawBufferPointer(text)
    let length = UInt64(truncatingIfNeeded: text.count)
    let count = length << 56
    if text.count >= 8 {
      low = UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
      // The last eight bytes, without those in `low`; shifting by 64 yields 0.
      let end = bytes.loadUnaligned(fromByteOffset: text.count &- 8, as: UInt64.self)
      high = count | UInt64(littleEndian: end) >> (8 &* (16 - length))
    } else if text.count >= 4 {
      let start = UInt64(UInt32(littleEndian: bytes.loadUnaligned(as: UInt32.self)))
      let end = bytes.loadUnaligned(fromByteOffset: text.count &- 4, as: UInt32.self)
      low = start | UInt64(UInt32(littleEndian: end)) << (8 &* (length - 4))
      high = count
    } else {
      var low: UInt64 = 0
      for byte in text.reversed() { low = low << 8 | UInt64(byte) }
      self.low = low
      high = count
    }
  }

  /// A key that consists only of a hash, such as that of a lower-case string.
  init(hash: UInt64) {
    low = hash
    high = 0xFE << 56
  }

  /// The key of a number, which differs from those of all strings and is the same for both zeros.
  init(_ number: Double) {
    low = number == 0 ? 0 : number.bitPattern
    high = 0xFD << 56
  }

  private init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// The key of no string and no number, for a ``Slot`` whose value is not a string.
  static let none = ComparisonKey(low: 0, high: .max)

  /// Whether this is not ``none``; in a ``Slot``, which has no keys of numbers, it is then the key
  /// of a string.
  @inline(__always)
  var isText: Bool { high != .max }

  /// Whether the key contains all of the string or number, so that equal keys mean equal values.
  @inline(__always)
  var isExact: Bool { high >> 56 != 0xFE }

  /// Whether this is the key of a number.
  var isNumber: Bool { high >> 56 == 0xFD }

  /// A hash of the key, to select a bucket of a hash table.
  @inline(__always)
  var hash: UInt64 { Self.mix(low ^ Self.mix(high)) }

  /// Whether both are equal.
  @inline(__always)
  static func == (left: ComparisonKey, right: ComparisonKey) -> Bool {
    left.low == right.low && left.high == right.high
  }

  private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let bytes = UnsafeRawBufferPointer(text)
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var index = 0
    while index + 8 <= bytes.count {
      hash = mix(hash ^ bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    while index < bytes.count {
      hash = (hash ^ UInt64(bytes[index])) &* 0x0000_0100_0000_01B3
      index += 1
    }
    return mix(hash)
  }

  @inline(__always)
  private static func mix(_ value: UInt64) -> UInt64 {
    let product = value &* 0x9E37_79B9_7F4A_7C15
    return product ^ product >> 32
  }
}
