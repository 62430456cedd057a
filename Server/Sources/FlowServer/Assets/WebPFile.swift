/// WebP: a RIFF container of chunks with a type, a length and data, padded to an even length.
enum WebPFile {
  private static let pixelTypes: Set<String> = ["VP8 ", "VP8L"]

  /// The file without color profiles, Exif data, XMP and unknown chunks.
  static func stripped(_ file: [UInt8]) throws(PictureError) -> [UInt8] {
    let reader = PictureBytes(bytes: file)
    guard let size = reader.littleEndian(4, at: 4), size + 8 <= file.count else { throw .damaged }
    let end = size + 8
    var chunks: [UInt8] = []
    chunks.reserveCapacity(file.count)
    var canvas: PictureHeader?
    var picture: PictureHeader?
    var hasAlpha = false
    var offset = 12
    while offset + 8 <= end {
      let type = reader.fourCharacters(at: offset)
      guard let length = reader.littleEndian(4, at: offset + 4), length <= end - offset - 8 else {
        throw .damaged
      }
      var chunk = Array(file[offset..<(offset + 8 + length)])
      if length % 2 == 1 { chunk.append(0) }
      if type == "VP8X" {
        guard offset == 12, length == 10 else { throw .damaged }
        // Of the flags, only the one for alpha stays.
        chunk[8] &= 0x10
        // The next three bytes are reserved.
        chunk.replaceSubrange(9...11, with: [0, 0, 0])
        canvas = PictureHeader(container(chunk))
      }
      try check(type, chunk[8..<(8 + length)])
      if pixelTypes.contains(type) {
        guard picture == nil else { throw .damaged }
        picture = PictureHeader(container(chunk))
        guard picture != nil else { throw .damaged }
      }
      if type == "ALPH" {
        guard !hasAlpha, picture == nil else { throw .damaged }
        hasAlpha = true
      }
      if pixelTypes.contains(type) || type == "VP8X" || type == "ALPH" { chunks += chunk }
      offset += 8 + length + length % 2
    }
    guard let picture, canvas ?? picture == picture else { throw .damaged }
    return container(chunks)
  }

  private static func check(_ type: String, _ data: ArraySlice<UInt8>) throws(PictureError) {
    switch type {
    case "ANIM", "ANMF": throw .animated
    case "ICCP": try PictureMetadata.checkColors(data)
    case "EXIF":
      let hasPrefix = data.starts(with: "Exif\0\0".utf8)
      try PictureMetadata.checkUpright(hasPrefix ? data.dropFirst(6) : data)
    default: break
    }
  }

  private static func container(_ chunks: [UInt8]) -> [UInt8] {
    let size = UInt32(truncatingIfNeeded: chunks.count + 4)
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
    return Array("RIFF".utf8) + bytes + Array("WEBP".utf8) + chunks
  }
}
