/// A picture file without metadata that rendering does not need, such as where it was taken.
///
/// Chunks and segments are removed, copied, or reduced to the fields that rendering needs. Pixels
/// are not decoded, so a decompression bomb has no effect here, and bytes that follow the end of a
/// compressed stream in its chunk are kept. Pictures that would look different without their
/// metadata are rejected.
package struct PictureFile: Sendable, Equatable {
  /// The format and the size.
  package let header: PictureHeader
  /// The bytes of the file without metadata.
  package let bytes: [UInt8]

  /// The maximum width and height, in pixels: 64 MiB when decoded.
  package static let maximumSide = 4096

  /// Reads a file and removes its metadata.
  ///
  /// - Throws: `PictureError`, whose message explains the fix.
  package init(_ file: [UInt8]) throws(PictureError) {
    guard let header = PictureHeader(file) else { throw .damaged }
    guard max(header.width, header.height) <= Self.maximumSide else {
      throw .tooLarge(width: header.width, height: header.height)
    }
    switch header.format {
    case .png: bytes = try PNGFile.stripped(file)
    case .jpeg: bytes = try JPEGFile.stripped(file)
    case .webp: bytes = try WebPFile.stripped(file)
    }
    guard PictureHeader(bytes) == header else { throw .damaged }
    self.header = header
  }
}

/// The reason why a picture is rejected.
package enum PictureError: Error, Sendable, Equatable {
  case damaged
  case tooLarge(width: Int, height: Int)
  case animated
  case rotated
  case colorProfile
  case unsupportedCoding

  /// The problem and its fix, in one or two sentences.
  package var message: String {
    switch self {
    case .damaged:
      "The body is not a PNG, JPEG or WebP file, or it is truncated or damaged."
    case .tooLarge(let width, let height):
      "The picture has \(width) × \(height) pixels; it may be at most "
        + "\(PictureFile.maximumSide) wide and high. Make it smaller."
    case .animated: "The picture is animated, which blocks do not show. Save one frame of it."
    case .rotated:
      "The picture is rotated by its metadata, which is not kept. Save it upright; the portal does "
        + "that automatically."
    case .colorProfile:
      "The picture has a color space other than sRGB, by an ICC profile or a cICP chunk, and "
        + "metadata is not kept. Save it in sRGB; the portal does that automatically."
    case .unsupportedCoding:
      "The picture uses a JPEG coding that browsers do not show, such as arithmetic coding. "
        + "Save it as a baseline or progressive JPEG."
    }
  }
}

/// Reads integers and identifiers from a file, which may be truncated anywhere.
struct PictureBytes {
  let bytes: [UInt8]

  /// A big-endian integer of `count` bytes; nil if it is out of bounds.
  func bigEndian(_ count: Int, at offset: Int) -> Int? {
    guard offset >= 0, offset + count <= bytes.count else { return nil }
    return bytes[offset..<(offset + count)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// A little-endian integer of `count` bytes; nil if it is out of bounds.
  func littleEndian(_ count: Int, at offset: Int) -> Int? {
    guard offset >= 0, offset + count <= bytes.count else { return nil }
    return bytes[offset..<(offset + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// A four-character code, such as the type of a chunk; empty if it is out of bounds.
  func fourCharacters(at offset: Int) -> String {
    guard offset + 4 <= bytes.count else { return "" }
    return String(decoding: bytes[offset..<(offset + 4)], as: UTF8.self)
  }
}

/// Checks of metadata that affects how a picture is rendered.
enum PictureMetadata {
  /// Rejects Exif data that rotates or mirrors the picture.
  ///
  /// An undefined orientation, such as 0, is ignored, as decoders do.
  static func checkUpright(_ exif: ArraySlice<UInt8>) throws(PictureError) {
    guard !(2...8).contains(orientation(Array(exif)) ?? 1) else { throw .rotated }
  }

  /// Rejects a color profile other than that of sRGB.
  static func checkColors(_ profile: some Sequence<UInt8>) throws(PictureError) {
    guard ColorProfile(Array(profile))?.isSRGB == true else { throw .colorProfile }
  }

  /// The orientation (tag 0x0112) in the first directory of a TIFF file; nil if there is none.
  private static func orientation(_ tiff: [UInt8]) -> Int? {
    let reader = PictureBytes(bytes: tiff)
    let isLittleEndian = tiff.starts(with: [0x49, 0x49])
    func integer(_ count: Int, _ offset: Int) -> Int? {
      isLittleEndian ? reader.littleEndian(count, at: offset) : reader.bigEndian(count, at: offset)
    }
    guard let directory = integer(4, 4), let count = integer(2, directory) else { return nil }
    for entry in 0..<count {
      let offset = directory + 2 + 12 * entry
      guard let tag = integer(2, offset) else { return nil }
      if tag == 0x0112 { return integer(2, offset + 8) }
    }
    return nil
  }
}
