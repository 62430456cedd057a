/// Small pictures with chunks chosen by the test; complete except for their pixels.
enum Pictures {
  // MARK: PNG

  /// A chunk; the checksum is 0, because it is never checked.
  static func chunk(_ type: String, _ data: [UInt8] = []) -> [UInt8] {
    number(data.count, 4) + Array(type.utf8) + data + [0, 0, 0, 0]
  }

  /// 3 × 2 pixels by default, with `extra` before the pixels.
  static func png(
    _ extra: [UInt8] = [], width: Int = 3, height: Int = 2, trailing: [UInt8] = [], red: UInt8 = 0,
    colorType: UInt8 = 6
  ) -> [UInt8] {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let header = number(width, 4) + number(height, 4) + [8, colorType, 0, 0, 0]
    return signature + chunk("IHDR", header) + extra + chunk("IDAT", [1, 2, red])
      + chunk("IEND") + trailing
  }

  // MARK: JPEG

  /// A segment with its length.
  static func segment(_ kind: UInt8, _ data: [UInt8]) -> [UInt8] {
    [0xFF, kind] + number(data.count + 2, 2) + data
  }

  static let density = Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]

  /// 3 × 2 pixels, with `extra` before the frame; the pixels contain a stuffed byte and a restart.
  static func jpeg(_ extra: [UInt8] = [], trailing: [UInt8] = []) -> [UInt8] {
    let pixels: [UInt8] = [1, 0xFF, 0, 2, 0xFF, 0xD0, 3]
    return [0xFF, 0xD8] + extra + segment(0xDB, quantization) + segment(0xC0, frame)
      + segment(0xC4, huffman) + scan + pixels + [0xFF, 0xD9] + trailing
  }

  /// A table of 64 numbers.
  static let quantization: [UInt8] = [0] + [UInt8](repeating: 1, count: 64)

  /// A table of one code, of two bits.
  static let huffman: [UInt8] = [0, 0, 1] + [UInt8](repeating: 0, count: 14) + [7]

  /// One component.
  static let frame: [UInt8] = [8, 0, 2, 0, 3, 1, 1, 0x11, 0]
  static let scan = segment(0xDA, [1, 1, 0, 0, 63, 0])

  // MARK: WebP

  /// A padded chunk.
  static func part(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let size = Array(number(data.count, 4).reversed())
    return Array(type.utf8) + size + data + (data.count % 2 == 1 ? [0] : [])
  }

  /// Lossless, 3 × 2 pixels, in 14 bits each.
  static let lossless = part("VP8L", [0x2F, 2, 0x40, 0, 0, 7])

  /// The chunk with the canvas size.
  static func canvas(flags: UInt8, width: UInt8 = 3) -> [UInt8] {
    part("VP8X", [flags, 0, 0, 0, width - 1, 0, 0, 1, 0, 0])
  }

  static func webP(_ chunks: [UInt8], trailing: [UInt8] = []) -> [UInt8] {
    let size = Array(number(chunks.count + 4, 4).reversed())
    return Array("RIFF".utf8) + size + Array("WEBP".utf8) + chunks + trailing
  }

  // MARK: Metadata

  /// Exif data with an orientation, in either byte order.
  static func exif(orientation: Int, isLittle: Bool = true) -> [UInt8] {
    func value(_ value: Int, _ count: Int) -> [UInt8] {
      isLittle ? Array(number(value, count).reversed()) : number(value, count)
    }
    let entry = value(0x0112, 2) + value(3, 2) + value(1, 4) + value(orientation, 2) + [0, 0]
    let other = value(0x0110, 2) + value(2, 2) + value(4, 4) + Array("Cam\0".utf8)
    return Array((isLittle ? "II" : "MM").utf8) + value(42, 2) + value(8, 4) + value(2, 2)
      + other + entry
  }

  /// The number in big-endian order.
  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
