/// The color space that a PNG declares by a `cICP` chunk.
///
/// libvips ignores it, and converts only the colors of ICC profiles.
enum PNGColors {
  /// The primaries, the curve, the matrix and the range of sRGB, by ITU-T H.273.
  private static let sRGB: [UInt8] = [1, 13, 0, 1]

  /// Whether a PNG declares sRGB, or nothing, by that chunk.
  static func areSRGB(_ file: [UInt8]) -> Bool {
    var start = 8  // the signature
    while start + 12 <= file.count {
      let length = file[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      let name = file[start + 4..<start + 8]
      // Decoders ignore it after the first pixels, and with another length.
      guard !name.elementsEqual("IDAT".utf8), length <= file.count - start - 12 else { return true }
      if length == 4, name.elementsEqual("cICP".utf8) {
        return file[start + 8..<start + 12].elementsEqual(sRGB)
      }
      start += 12 + length
    }
    return true
  }
}
