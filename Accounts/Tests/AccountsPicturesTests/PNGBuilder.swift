/// Builds PNG files, including ones that no encoder would write.
struct PNGBuilder {
  private(set) var bytes: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

  /// Begins a picture: grayscale by default; a color type of 6 is RGBA.
  init(width: UInt32, height: UInt32, bits: UInt8 = 8, colorType: UInt8 = 0) {
    append("IHDR", Self.bigEndian(width) + Self.bigEndian(height) + [bits, colorType, 0, 0, 0])
  }

  /// A complete square picture in one shade of gray.
  static func gray(side: Int, level: UInt8 = 128) -> [UInt8] {
    var png = PNGBuilder(width: UInt32(side), height: UInt32(side))
    let row = [0] + [UInt8](repeating: level, count: side)
    png.append("IDAT", stored(Array(repeating: row, count: side).flatMap { $0 }))
    png.append("IEND", [])
    return png.bytes
  }

  mutating func append(_ type: String, _ data: [UInt8]) {
    let body = Array(type.utf8) + data
    bytes += Self.bigEndian(UInt32(data.count)) + body + Self.bigEndian(Self.crc(body))
  }

  /// Data in zlib's format without compression.
  static func stored(_ data: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let end = min(start + 65_535, data.count)
      let count = UInt16(end - start)
      result.append(end == data.count ? 1 : 0)
      result += [UInt8(count & 255), UInt8(count >> 8)]
      result += [UInt8(~count & 255), UInt8(~count >> 8)] + data[start..<end]
      start = end
    } while start < data.count
    return result + bigEndian(adler(data))
  }

  /// A zlib stream of about `count` zeros, compressed to a 158th of their size, with an invalid
  /// checksum.
  static func bomb(_ count: Int) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var (bits, used): (UInt64, UInt64) = (0, 0)
    func reversed(_ value: UInt64, _ length: UInt64) -> UInt64 {
      (0..<length).reduce(0) { $0 | ((value >> $1) & 1) << (length - 1 - $1) }
    }
    func put(_ value: UInt64, _ length: UInt64) {
      bits |= value << used
      used += length
      while used >= 8 {
        result.append(UInt8(bits & 255))
        bits >>= 8
        used -= 8
      }
    }
    put(0b011, 3)  // the final block, with fixed codes
    put(reversed(0x30, 8), 8)  // a zero
    let match = reversed(0b1100_0101, 8)  // 258 bytes, from one byte before
    for _ in 0..<count / 258 {
      put(match, 8)
      put(0, 5)
    }
    put(0, 7)  // the end
    put(0, 7)
    return result + bigEndian(UInt32(1 << 16))
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func adler(_ data: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in data {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }

  private static func crc(_ data: [UInt8]) -> UInt32 {
    var value: UInt32 = 0xffff_ffff
    for byte in data {
      value ^= UInt32(byte)
      for _ in 0..<8 { value = value & 1 == 1 ? 0xedb8_8320 ^ value >> 1 : value >> 1 }
    }
    return ~value
  }
}
