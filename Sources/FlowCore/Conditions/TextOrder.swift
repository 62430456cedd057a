/// Compares a string that arrives in chunks with a complete one, without concatenating the chunks.
///
/// The order is JavaScript's: by UTF-16 code units, in which U+E000 to U+FFFF come after everything
/// beyond them, because that is encoded as surrogates.
struct TextOrder {
  private let other: UnsafeBufferPointer<UInt8>
  private var index = 0
  private var difference = 0

  /// Starts the comparison of an empty string with `other`.
  init(against other: UnsafeBufferPointer<UInt8>) {
    self.other = other
  }

  /// Adds a chunk.
  @inline(__always)
  mutating func append(_ chunk: UnsafeBufferPointer<UInt8>) {
    var position = 0
    while position < chunk.count {
      append(chunk[position])
      position += 1
    }
  }

  /// Adds a byte.
  @inline(__always)
  mutating func append(_ byte: UInt8) {
    if difference != 0 { return }
    if index == other.count {
      difference = 1
    } else if byte != other[index] {
      difference = Self.rank(byte) < Self.rank(other[index]) ? -1 : 1
    }
    index += 1
  }

  /// Negative, zero or positive, as the chunks come before the other string, equal it or follow it.
  var result: Int {
    difference == 0 && index < other.count ? -1 : difference
  }

  /// The position of a byte in UTF-16 order: only U+E000 to U+FFFF start with EE or EF.
  @inline(__always)
  private static func rank(_ byte: UInt8) -> UInt8 {
    byte & 0xFE == 0xEE ? byte + 0x10 : byte
  }
}
