import Foundation

/// Small pictures with chunks chosen by the test; complete except for their pixels.
enum Pictures {
  // MARK: PNG

  /// A chunk; the checksum is 0, because it is never checked.
  static func chunk(_ type: String, _ data: [UInt8] = []) -> [UInt8] {
    bigEndian(data.count, 4) + Array(type.utf8) + data + [0, 0, 0, 0]
  }

  /// 3 × 2 pixels by default, with `extra` before the pixels.
  static func png(
    _ extra: [UInt8] = [], width: Int = 3, height: Int = 2, trailing: [UInt8] = [], red: UInt8 = 0,
    colorType: UInt8 = 6
  ) -> [UInt8] {
    let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    let header = bigEndian(width, 4) + bigEndian(height, 4) + [8, colorType, 0, 0, 0]
    return signature + chunk("IHDR", header) + extra + chunk("IDAT", [1, 2, red])
      + chunk("IEND") + trailing
  }

  // MARK: JPEG

  /// A segment with its marker and length.
  static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    [0xFF, marker] + bigEndian(data.count + 2, 2) + data
  }

  /// The data of a JFIF segment: version 1.1, a density without unit, and no thumbnail.
  static let jfif = Array("JFIF\0".utf8) + [1, 1, 0, 0, 1, 0, 1, 0, 0]

  /// 3 × 2 pixels, with `extra` before the frame; the pixels contain a stuffed byte and a restart
  /// marker.
  static func jpeg(_ extra: [UInt8] = [], trailing: [UInt8] = []) -> [UInt8] {
    let pixels: [UInt8] = [1, 0xFF, 0, 2, 0xFF, 0xD0, 3]
    return [0xFF, 0xD8] + extra + segment(0xDB, quantization) + segment(0xC0, frame)
      + segment(0xC4, huffman) + scan + pixels + [0xFF, 0xD9] + trailing
  }

  /// A table of 64 numbers.
  static let quantization: [UInt8] = [0] + [UInt8](repeating: 1, count: 64)

  /// A table with one code, of two bits.
  static let huffman: [UInt8] = [0, 0, 1] + [UInt8](repeating: 0, count: 14) + [7]

  /// One component.
  static let frame: [UInt8] = [8, 0, 2, 0, 3, 1, 1, 0x11, 0]
  static let scan = segment(0xDA, [1, 1, 0, 0, 63, 0])

  // MARK: WebP

  /// A chunk, padded to an even length.
  static func riffChunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let size = Array(bigEndian(data.count, 4).reversed())
    return Array(type.utf8) + size + data + (data.count % 2 == 1 ? [0] : [])
  }

  /// A lossless picture of 3 × 2 pixels: width and height are stored in 14 bits each.
  static let lossless = riffChunk("VP8L", [0x2F, 2, 0x40, 0, 0, 7])

  /// The chunk with the canvas size.
  static func canvas(flags: UInt8, width: UInt8 = 3) -> [UInt8] {
    riffChunk("VP8X", [flags, 0, 0, 0, width - 1, 0, 0, 1, 0, 0])
  }

  static func webP(_ chunks: [UInt8], trailing: [UInt8] = []) -> [UInt8] {
    let size = Array(bigEndian(chunks.count + 4, 4).reversed())
    return Array("RIFF".utf8) + size + Array("WEBP".utf8) + chunks + trailing
  }

  // MARK: Metadata

  /// Exif data with an orientation, in either byte order.
  static func exif(orientation: Int, isLittleEndian: Bool = true) -> [UInt8] {
    func value(_ value: Int, _ count: Int) -> [UInt8] {
      isLittleEndian ? Array(bigEndian(value, count).reversed()) : bigEndian(value, count)
    }
    let entry = value(0x0112, 2) + value(3, 2) + value(1, 4) + value(orientation, 2) + [0, 0]
    let other = value(0x0110, 2) + value(2, 2) + value(4, 4) + Array("Cam\0".utf8)
    return Array((isLittleEndian ? "II" : "MM").utf8) + value(42, 2) + value(8, 4) + value(2, 2)
      + other + entry
  }

  // MARK: Color profiles

  /// The primaries of sRGB in CIE XYZ, adapted to D50.
  static let primaries = [
    [0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.7141],
  ]
  /// The curve of sRGB as a formula.
  static let curve = parametricCurve(3, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045])

  /// A parametric curve with this function type (parametricCurveType).
  static func parametricCurve(_ type: Int, _ values: [Double]) -> [UInt8] {
    let start: [UInt8] = Array("para".utf8) + [0, 0, 0, 0]
    return start + bigEndian(type, 2) + [0, 0] + values.flatMap(s15Fixed16)
  }

  static func gammaCurve(_ value: Double) -> [UInt8] {
    let start: [UInt8] = Array("curv".utf8) + [0, 0, 0, 0]
    return start + bigEndian(1, 4) + bigEndian(Int(value * 256), 2)
  }

  /// The curve of sRGB as a table.
  static func sampledCurve(_ count: Int) -> [UInt8] {
    let values = (0..<count).map { index -> [UInt8] in
      let encoded = Double(index) / Double(count - 1)
      let linear = encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
      return bigEndian(Int((linear * 65_535).rounded()), 2)
    }
    let start: [UInt8] = Array("curv".utf8) + [0, 0, 0, 0]
    return start + bigEndian(count, 4) + values.joined()
  }

  /// An ICC profile that is named sRGB.
  static func profile(
    _ primaries: [[Double]] = Pictures.primaries, curve: [UInt8] = Pictures.curve,
    space: String = "RGB ", extraTag: String? = nil
  ) -> [UInt8] {
    var tags = [("desc", Array("sRGB IEC61966-2.1".utf8))]
    for (tag, color) in zip(["rXYZ", "gXYZ", "bXYZ"], primaries) {
      let start: [UInt8] = Array("XYZ ".utf8) + [0, 0, 0, 0]
      tags.append((tag, start + color.flatMap(s15Fixed16)))
    }
    for tag in ["rTRC", "gTRC", "bTRC", "kTRC"] { tags.append((tag, curve)) }
    if let extraTag { tags.append((extraTag, [0])) }
    var bytes = [UInt8](repeating: 0, count: 16) + Array((space + "XYZ ").utf8)
    bytes += [UInt8](repeating: 0, count: 12) + Array("acsp".utf8)
    bytes += [UInt8](repeating: 0, count: 88) + bigEndian(tags.count, 4)
    var data: [UInt8] = []
    for (tag, value) in tags {
      bytes += Array(tag.utf8) + bigEndian(132 + 12 * tags.count + data.count, 4)
      bytes += bigEndian(value.count, 4)
      data += value
    }
    return bytes + data
  }

  /// The data of an `iCCP` chunk with a profile, in zlib's format with a stored block.
  static func iccp(_ profile: [UInt8]) -> [UInt8] {
    let length = Array(bigEndian(profile.count, 2).reversed())
    let start: [UInt8] = Array("sRGB\0\0".utf8) + [0x78, 1, 1]
    return start + length + length.map { ~$0 } + profile + adler32(of: profile)
  }

  /// The checksum at the end of zlib's format (RFC 1950).
  private static func adler32(of bytes: [UInt8]) -> [UInt8] {
    var (low, high) = (1, 0)
    for byte in bytes {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return bigEndian(high, 2) + bigEndian(low, 2)
  }

  /// A fixed-point number of an ICC profile (s15Fixed16Number).
  private static func s15Fixed16(_ value: Double) -> [UInt8] {
    bigEndian(Int((value * 65_536).rounded()), 4)
  }

  /// The `count` low bytes of a number, in big-endian order.
  private static func bigEndian(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
