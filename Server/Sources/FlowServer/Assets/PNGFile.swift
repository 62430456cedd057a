/// PNG: a signature, then chunks of a length, a type, data and a checksum.
enum PNGFile {
  /// The types of the chunks without which a picture cannot be rendered.
  private static let criticalTypes: Set<String> = ["IHDR", "PLTE", "IDAT", "IEND"]
  private static let animationTypes: Set<String> = ["acTL", "fcTL", "fdAT"]

  /// The file without ancillary chunks that do not affect rendering, and without trailing data.
  static func stripped(_ file: [UInt8]) throws(PictureError) -> [UInt8] {
    let reader = PictureBytes(bytes: file)
    var result = Array(file.prefix(8))
    result.reserveCapacity(file.count)
    var chunks = RenderedChunks()
    var offset = 8
    var hasPixels = false
    while let length = reader.bigEndian(4, at: offset), length <= file.count - offset - 12 {
      let type = reader.fourCharacters(at: offset + 4)
      let data = file[(offset + 8)..<(offset + 8 + length)]
      try check(type, data, isFirst: offset == 8)
      if try chunks.keeps(type, data) { result += file[offset..<(offset + 12 + length)] }
      hasPixels = hasPixels || type == "IDAT"
      offset += 12 + length
      if type == "IEND" {
        guard hasPixels else { throw .damaged }
        return result
      }
    }
    throw .damaged
  }

  /// The primaries, transfer function, matrix coefficients and full-range flag of sRGB, as code
  /// points of ITU-T H.273.
  private static let sRGB: [UInt8] = [1, 13, 0, 1]

  /// Rejects a profile other than sRGB's: the chunk has a name, a zero, the method of compression,
  /// and the compressed profile.
  private static func checkProfile(_ data: ArraySlice<UInt8>) throws(PictureError) {
    let compressed = Array(data.drop { $0 != 0 }.dropFirst(2))
    guard let profile = Zlib.decompress(compressed, limit: 1 << 16) else {
      throw .colorProfile
    }
    try PictureMetadata.checkColors(profile)
  }

  private static func check(
    _ type: String, _ data: ArraySlice<UInt8>, isFirst: Bool
  ) throws(PictureError) {
    if animationTypes.contains(type) { throw .animated }
    if type == "eXIf" { try PictureMetadata.checkUpright(data) }
    if type == "iCCP" { try checkProfile(data) }
    // Decoders ignore a cICP chunk of another length.
    if type == "cICP", data.count == 4, !data.elementsEqual(sRGB) { throw .colorProfile }
    // An uppercase first letter marks a critical chunk.
    let isCritical = type.utf8.first.map { $0 < 0x60 } ?? true
    guard (type == "IHDR") == isFirst, !isCritical || criticalTypes.contains(type) else {
      throw .damaged
    }
  }
}

/// Chooses the chunks that affect rendering; all others are texts, timestamps and similar metadata.
///
/// A chunk whose length differs from the format's could hold anything, and so could a second one of
/// its type; decoders ignore both.
private struct RenderedChunks {
  private var colorType: UInt8 = 0
  /// The number of colors in the palette.
  private var colors = 0
  private var keptTypes: Set<String> = []

  /// Whether the next chunk is kept.
  ///
  /// - Throws: `PictureError.damaged` for a critical chunk of another length or a second palette.
  mutating func keeps(_ type: String, _ data: ArraySlice<UInt8>) throws(PictureError) -> Bool {
    switch type {
    case "IHDR":
      guard data.count == 13 else { throw .damaged }
      colorType = data[data.startIndex + 9]
      return true
    case "IDAT": return true
    case "IEND":
      guard data.isEmpty else { throw .damaged }
      return true
    case "PLTE":
      // Other color types have at most a suggested palette.
      guard colorType == 3 else { return false }
      guard colors == 0, data.count % 3 == 0, (3...768).contains(data.count) else {
        throw .damaged
      }
      colors = data.count / 3
      return true
    default:
      guard isValidLength(data.count, of: type) else { return false }
      return keptTypes.insert(type).inserted
    }
  }

  /// Whether a chunk of this type affects rendering and has this length.
  private func isValidLength(_ length: Int, of type: String) -> Bool {
    switch (type, colorType) {
    case ("gAMA", _): length == 4
    case ("cHRM", _): length == 32
    case ("sRGB", _): length == 1
    case ("pHYs", _): length == 9
    case ("tRNS", 3): length >= 1 && length <= colors
    case ("tRNS", 0), ("bKGD", 0), ("bKGD", 4): length == 2
    case ("tRNS", 2), ("bKGD", 2), ("bKGD", 6): length == 6
    case ("bKGD", 3): length == 1
    case ("sBIT", 0): length == 1
    case ("sBIT", 2), ("sBIT", 3): length == 3
    case ("sBIT", 4): length == 2
    case ("sBIT", 6): length == 4
    default: false
    }
  }
}
