/// PNG: a signature, then chunks of a length, a type, data and a checksum.
enum PNGFile {
  /// The chunks that affect rendering; all others are texts, timestamps and similar metadata.
  private static let kept: Set<String> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "sBIT", "bKGD", "pHYs",
  ]
  private static let animation: Set<String> = ["acTL", "fcTL", "fdAT"]

  /// The file without ancillary chunks that do not affect rendering, and without trailing data.
  static func stripped(_ file: [UInt8]) throws(PictureError) -> [UInt8] {
    let reader = PictureBytes(bytes: file)
    var result = Array(file.prefix(8))
    result.reserveCapacity(file.count)
    var at = 8
    var hasPixels = false
    while let length = reader.bigEndian(4, at: at), length <= file.count - at - 12 {
      let type = reader.fourCharacters(at: at + 4)
      try check(type, file[(at + 8)..<(at + 8 + length)], isFirst: at == 8)
      if kept.contains(type) { result += file[at..<(at + 12 + length)] }
      hasPixels = hasPixels || type == "IDAT"
      at += 12 + length
      if type == "IEND" {
        guard hasPixels else { throw .damaged }
        return result
      }
    }
    throw .damaged
  }

  private static func check(
    _ type: String, _ data: ArraySlice<UInt8>, isFirst: Bool
  ) throws(PictureError) {
    if animation.contains(type) { throw .animated }
    if type == "eXIf" { try PictureMetadata.checkUpright(data) }
    // The chunk holds a name, then the compressed profile.
    if type == "iCCP" { try PictureMetadata.checkColors(data.prefix { $0 != 0 }) }
    // An uppercase first letter marks a critical chunk, without which the picture cannot be
    // rendered.
    let isCritical = type.utf8.first.map { $0 < 0x60 } ?? true
    guard (type == "IHDR") == isFirst, !isCritical || kept.contains(type) else { throw .damaged }
  }
}
