/// A WebP file with its pixels and nothing else.
///
/// libvips always writes an Exif chunk. Its removal must not depend on the version of a library.
struct StrippedWebP {
  let bytes: [UInt8]

  /// Extracts the pixels' chunk of a file; nil if there is none.
  init?(_ file: UnsafeRawBufferPointer) {
    var start = 12  // "RIFF", the size, "WEBP"
    while start + 8 <= file.count {
      let size = (4..<8).reduce(0) { $0 | Int(file[start + $1]) << (($1 - 4) * 8) }
      let end = start + 8 + size + size % 2
      guard end <= file.count else { return nil }
      let name = file[start..<start + 4]
      if name.elementsEqual("VP8 ".utf8) || name.elementsEqual("VP8L".utf8) {
        let length = UInt32(end - start + 4)
        bytes =
          Array("RIFF".utf8) + (0..<4).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) }
          + Array("WEBP".utf8) + file[start..<end]
        return
      }
      start = end
    }
    return nil
  }
}
