/// JPEG: segments of a marker, a length and data; entropy-coded data follows a start-of-scan
/// segment.
enum JPEGFile {
  private static let startOfScan = 0xDA
  private static let endOfImage = 0xD9

  /// The file without comments, without application data that rendering does not need, and without
  /// trailing data, where cameras store videos and further pictures.
  static func stripped(_ file: [UInt8]) throws(PictureError) -> [UInt8] {
    let reader = PictureBytes(bytes: file)
    var result = Array(file.prefix(2))
    result.reserveCapacity(file.count)
    var offset = 2
    var frames = 0
    var scans = 0
    while let marker = reader.bigEndian(2, at: offset), marker >> 8 == 0xFF {
      let kind = marker & 0xFF
      // A marker may be preceded by any number of fill bytes (FF).
      if kind == 0xFF {
        offset += 1
        continue
      }
      if kind == endOfImage {
        guard frames == 1, scans > 0 else { throw .damaged }
        return result + [0xFF, UInt8(endOfImage)]
      }
      guard let length = reader.bigEndian(2, at: offset + 2), length >= 2,
        offset + 2 + length <= file.count
      else { throw .damaged }
      let next = offset + 2 + length
      result += try segmentToKeep(kind, file[offset..<next])
      if isFrame(kind) { frames += 1 }
      offset = next
      guard kind == startOfScan else { continue }
      scans += 1
      let scanEnd = endOfScan(file, offset)
      result += file[offset..<scanEnd]
      offset = scanEnd
    }
    throw .damaged
  }

  private static func isFrame(_ kind: Int) -> Bool {
    (0xC0...0xCF).contains(kind) && ![0xC4, 0xC8, 0xCC].contains(kind)
  }

  /// The segment to keep; empty if it is removed.
  private static func segmentToKeep(
    _ kind: Int, _ segment: ArraySlice<UInt8>
  ) throws(PictureError) -> [UInt8] {
    let data = segment.dropFirst(4)
    switch kind {
    case 0xE0: return jfifWithoutThumbnail(data)
    case 0xE1:
      if data.starts(with: "Exif\0\0".utf8) {
        try PictureMetadata.checkUpright(data.dropFirst(6))
      }
      return []
    case 0xE2:
      if data.starts(with: "ICC_PROFILE\0".utf8) {
        // The number of the chunk and the number of chunks follow. sRGB's profile needs one.
        guard data.dropFirst(12).starts(with: [1, 1]) else { throw .colorProfile }
        try PictureMetadata.checkColors(data.dropFirst(14))
      }
      return []
    case 0xEE: return reducedAdobeSegment(data)
    case 0xE3...0xEF, 0xFE: return []
    // The number of lines (DNL) is for frames without a height, which `PictureHeader` rejects.
    case 0xDC: return []
    // Tables, frames, scans and the restart interval, which decoding needs.
    case 0xC0...0xC2, 0xC4, startOfScan, 0xDB, 0xDD:
      guard hasExactLength(kind, Array(data)) else { throw .damaged }
      return Array(segment)
    // Lossless, hierarchical and arithmetic coding, and the latter's conditioning (DAC).
    case 0xC3, 0xC5...0xC7, 0xC9...0xCF: throw .unsupportedCoding
    default: throw .damaged
    }
  }

  /// Whether a segment is exactly as long as its first bytes declare; decoders reject others.
  private static func hasExactLength(_ kind: Int, _ data: [UInt8]) -> Bool {
    switch kind {
    case 0xC4:
      // A Huffman table: its class, the number of codes of each length, a value for each code.
      return haveExactLength(data) { table in
        17 + table.dropFirst().prefix(16).reduce(0) { $0 + Int($1) }
      }
    case 0xDB:
      // A quantization table: its precision, then 64 numbers of one or two bytes.
      return haveExactLength(data) { table in (table.first ?? 0) >> 4 == 0 ? 65 : 129 }
    case 0xDD: return data.count == 2
    case startOfScan: return !data.isEmpty && data.count == 4 + 2 * Int(data[0])
    default: return data.count > 5 && data.count == 6 + 3 * Int(data[5])
    }
  }

  private static func haveExactLength(
    _ tables: [UInt8], length: (ArraySlice<UInt8>) -> Int
  ) -> Bool {
    var offset = 0
    while offset < tables.count { offset += length(tables[offset...]) }
    return offset == tables.count
  }

  /// Adobe's segment (APP14) with only the color transform; empty if the data is not Adobe's.
  private static func reducedAdobeSegment(_ data: ArraySlice<UInt8>) -> [UInt8] {
    guard data.starts(with: "Adobe".utf8), data.count >= 12 else { return [] }
    let transform = data[data.startIndex + 11]
    return [0xFF, 0xEE, 0, 14] + Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform]
  }

  /// The JFIF segment (APP0) without its thumbnail, which may show what was cropped from the
  /// picture; empty if the data is not JFIF's.
  private static func jfifWithoutThumbnail(_ data: ArraySlice<UInt8>) -> [UInt8] {
    guard data.starts(with: "JFIF\0".utf8), data.count >= 14 else { return [] }
    return [0xFF, 0xE0, 0, 16] + data.prefix(12) + [0, 0]
  }

  /// Returns the offset of the next marker other than a restart marker, or of the file's end.
  private static func endOfScan(_ file: [UInt8], _ start: Int) -> Int {
    var offset = start
    while offset + 1 < file.count {
      let next = file[offset + 1]
      if file[offset] == 0xFF, next != 0, next != 0xFF, !(0xD0...0xD7).contains(next) {
        return offset
      }
      offset += 1
    }
    return file.count
  }
}
