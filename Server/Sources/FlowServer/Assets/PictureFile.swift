/// A picture's bytes without what is not needed to show it, such as where it was taken.
///
/// Chunks and segments are left out as they are; pixels are not decoded, so nothing unfolds here.
/// What would look different afterwards is refused.
package struct PictureFile: Sendable, Equatable {
  /// The format and the size.
  package let header: PictureHeader
  /// The bytes that are left.
  package let bytes: [UInt8]

  /// The widest and highest that is taken, in pixels: 64 MiB when decoded.
  package static let longestSide = 4096

  /// Reads a file and leaves out its metadata.
  ///
  /// - Throws: `PictureRefusal`, which says what to do.
  package init(_ file: [UInt8]) throws(PictureRefusal) {
    guard let header = PictureHeader(file) else { throw .damaged }
    guard max(header.width, header.height) <= Self.longestSide else {
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

/// The reason why a picture is not taken.
package enum PictureRefusal: Error, Sendable, Equatable {
  case damaged
  case tooLarge(width: Int, height: Int)
  case animated
  case turned
  case colorProfile

  /// A sentence or two: what is wrong, and what to do.
  package var message: String {
    switch self {
    case .damaged:
      "The body is not a PNG, JPEG or WebP file, or it is cut off or damaged."
    case .tooLarge(let width, let height):
      "The picture has \(width) × \(height) pixels; it may be at most "
        + "\(PictureFile.longestSide) wide and high. Make it smaller."
    case .animated: "The picture is animated, which blocks do not show. Save one frame of it."
    case .turned:
      "The picture's metadata says that it is to be turned, and metadata is not kept. Save it "
        + "upright; the portal does so by itself."
    case .colorProfile:
      "The picture has a color profile other than sRGB, and metadata is not kept. Save it in sRGB; "
        + "the portal does so by itself."
    }
  }
}

/// Reads parts of a file, which may be cut off anywhere.
struct PictureBytes {
  let bytes: [UInt8]

  /// A number of so many bytes, the highest first; nil behind the end.
  func bigEndian(_ count: Int, at offset: Int) -> Int? {
    guard offset >= 0, offset + count <= bytes.count else { return nil }
    return bytes[offset..<(offset + count)].reduce(0) { $0 << 8 | Int($1) }
  }

  /// A number of so many bytes, the lowest first; nil behind the end.
  func littleEndian(_ count: Int, at offset: Int) -> Int? {
    guard offset >= 0, offset + count <= bytes.count else { return nil }
    return bytes[offset..<(offset + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Four characters, such as the type of a chunk; empty behind the end.
  func fourCharacters(at offset: Int) -> String {
    guard offset + 4 <= bytes.count else { return "" }
    return String(decoding: bytes[offset..<(offset + 4)], as: UTF8.self)
  }
}

/// The metadata that says how a picture is to be shown.
enum PictureMetadata {
  /// Refuses Exif data with which the picture is shown turned or mirrored.
  static func checkUpright(_ exif: ArraySlice<UInt8>) throws(PictureRefusal) {
    guard orientation(Array(exif)) ?? 1 == 1 else { throw .turned }
  }

  /// Refuses a color profile whose name is not one of sRGB's, in ASCII or UTF-16.
  static func checkColors(_ profile: ArraySlice<UInt8>) throws(PictureRefusal) {
    let name = Array("sRGB".utf8)
    let wide: [UInt8] = name.flatMap { letter in [0, letter] }
    guard contains(name, in: profile) || contains(wide, in: profile) else { throw .colorProfile }
  }

  /// The tag 0x0112 of the first directory of a TIFF file.
  private static func orientation(_ tiff: [UInt8]) -> Int? {
    let reader = PictureBytes(bytes: tiff)
    let isLittle = tiff.starts(with: [0x49, 0x49])
    func number(_ count: Int, _ offset: Int) -> Int? {
      isLittle ? reader.littleEndian(count, at: offset) : reader.bigEndian(count, at: offset)
    }
    guard let directory = number(4, 4), let count = number(2, directory) else { return nil }
    for entry in 0..<count {
      let offset = directory + 2 + 12 * entry
      guard let tag = number(2, offset) else { return nil }
      if tag == 0x0112 { return number(2, offset + 8) }
    }
    return nil
  }

  private static func contains(_ part: [UInt8], in bytes: ArraySlice<UInt8>) -> Bool {
    guard bytes.count >= part.count else { return false }
    return (bytes.startIndex...(bytes.endIndex - part.count)).contains { start in
      bytes[start..<(start + part.count)].elementsEqual(part)
    }
  }
}
