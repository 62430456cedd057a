/// The format and the size of a picture, read from its first bytes.
///
/// The content type that browsers get is derived from them, not from what the client declared.
package struct PictureHeader: Sendable, Equatable {
  /// The supported formats, which all browsers can show.
  package enum Format: String, Sendable, CaseIterable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case webp = "image/webp"
  }

  package let format: Format
  package let width: Int
  package let height: Int

  /// The maximum width and height, in pixels: a small file may decode to gigabytes.
  package static let maximumSide = 8192

  /// Reads the start of a file; nil for other formats and for a truncated header.
  package init?(_ bytes: [UInt8]) {
    let parser = ImageHeaderParser(bytes: bytes)
    let header = parser.png ?? parser.jpeg ?? parser.webp
    guard let header, header.width > 0, header.height > 0 else { return nil }
    self = header
  }

  fileprivate init(_ format: Format, _ width: Int, _ height: Int) {
    self.format = format
    self.width = width
    self.height = height
  }

  /// Whether the picture is small enough for browsers to show.
  package var isDisplayable: Bool { max(width, height) <= Self.maximumSide }
}

/// Reads the headers of image files, which may be truncated.
private struct ImageHeaderParser {
  let bytes: [UInt8]

  private func has(_ text: StaticString, at offset: Int) -> Bool {
    text.withUTF8Buffer { bytes.dropFirst(offset).starts(with: $0) }
  }

  /// A big-endian integer of `count` bytes.
  private func bigEndian(_ count: Int, at offset: Int) -> Int? {
    guard offset + count <= bytes.count else { return nil }
    return bytes[offset..<(offset + count)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// A little-endian integer of `count` bytes.
  private func littleEndian(_ count: Int, at offset: Int) -> Int? {
    guard offset + count <= bytes.count else { return nil }
    return bytes[offset..<(offset + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// PNG: the signature, then the chunk IHDR with the size.
  var png: PictureHeader? {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
      has("IHDR", at: 12), let width = bigEndian(4, at: 16), let height = bigEndian(4, at: 20)
    else { return nil }
    return PictureHeader(.png, width, height)
  }

  /// JPEG: segments with their lengths, up to the start of a frame.
  var jpeg: PictureHeader? {
    guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
    var offset = 2
    while let marker = bigEndian(2, at: offset), marker >> 8 == 0xFF {
      let code = marker & 0xFF
      // A marker may be preceded by any number of fill bytes (FF).
      if code == 0xFF {
        offset += 1
        continue
      }
      guard let length = bigEndian(2, at: offset + 2), length >= 2 else { return nil }
      let isFrame = (0xC0...0xCF).contains(code) && ![0xC4, 0xC8, 0xCC].contains(code)
      if isFrame {
        guard let height = bigEndian(2, at: offset + 5), let width = bigEndian(2, at: offset + 7)
        else { return nil }
        return PictureHeader(.jpeg, width, height)
      }
      offset += 2 + length
    }
    return nil
  }

  /// WebP: a RIFF file whose first chunk is of one of three types.
  var webp: PictureHeader? {
    guard has("RIFF", at: 0), has("WEBP", at: 8) else { return nil }
    if has("VP8X", at: 12), let width = littleEndian(3, at: 24),
      let height = littleEndian(3, at: 27)
    {
      return PictureHeader(.webp, width + 1, height + 1)
    }
    if has("VP8L", at: 12), let sizes = littleEndian(4, at: 21), bytes[20] == 0x2F {
      return PictureHeader(.webp, sizes & 0x3FFF + 1, sizes >> 14 & 0x3FFF + 1)
    }
    if has("VP8 ", at: 12), bigEndian(3, at: 23) == 0x9D012A, let width = littleEndian(2, at: 26),
      let height = littleEndian(2, at: 28)
    {
      return PictureHeader(.webp, width & 0x3FFF, height & 0x3FFF)
    }
    return nil
  }
}
