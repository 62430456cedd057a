import FlowServer
import Testing

@Suite struct PictureHeaderTests {
  static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    + [0, 0, 1, 2, 0, 0, 0, 3, 8, 6, 0, 0, 0]
  /// With an APP0 segment and fill bytes before the frame.
  static let jpeg: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 1, 0xFF, 0xFF, 0xC2, 0, 17, 8, 0, 3, 1, 2, 3]
  static let lossy = webP("VP8 ", [14, 0, 0, 0, 0, 0, 0, 0x9D, 0x01, 0x2A, 2, 1, 3, 0])
  /// Width and height, each minus one (257 and 2), have 14 bits each.
  static let lossless = webP("VP8L", [14, 0, 0, 0, 0x2F, 0x01, 0x81, 0, 0])
  static let extended = webP("VP8X", [10, 0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 2, 0, 0])

  static func webP(_ chunk: String, _ content: [UInt8]) -> [UInt8] {
    let size: [UInt8] = [26, 0, 0, 0]
    return Array("RIFF".utf8) + size + Array("WEBP\(chunk)".utf8) + content
  }

  @Test(arguments: [
    (png, PictureHeader.Format.png), (jpeg, .jpeg), (lossy, .webp), (lossless, .webp),
    (extended, .webp),
  ])
  func `the format and the size are read from the bytes`(
    bytes: [UInt8], format: PictureHeader.Format
  ) throws {
    let header = try #require(PictureHeader(bytes))
    #expect(header.format == format)
    #expect(header.width == 258 && header.height == 3)
    #expect(header.isDisplayable)
  }

  @Test(arguments: [png, jpeg, lossy, lossless, extended])
  func `a truncated picture has no header, or that of the whole picture`(bytes: [UInt8]) {
    let complete = PictureHeader(bytes)
    for count in 0..<bytes.count {
      let header = PictureHeader(Array(bytes[..<count]))
      #expect(header == nil || header == complete)
    }
    #expect(PictureHeader(Array(bytes[..<16])) == nil)
  }

  @Test(arguments: [
    "", "<svg xmlns='http://www.w3.org/2000/svg'/>", "<!doctype html><script>alert(1)</script>",
    "GIF89a", "RIFF....AVI ", "%PDF-1.7",
  ])
  func `formats that browsers execute or cannot show are not pictures`(text: String) {
    #expect(PictureHeader(Array(text.utf8)) == nil)
  }

  @Test func `a picture with a side of 0 is invalid, and a huge one is not displayable`() throws {
    var bytes = Self.png
    bytes[19] = 0
    bytes[18] = 0
    #expect(PictureHeader(bytes) == nil)
    bytes[16] = 0x7F
    #expect(try #require(PictureHeader(bytes)).isDisplayable == false)
    bytes[16] = 0
    bytes[18] = 0x20
    #expect(try #require(PictureHeader(bytes)).isDisplayable, "8192 is the longest")
    bytes[19] = 1
    #expect(try #require(PictureHeader(bytes)).isDisplayable == false)
  }

  @Test func `parsing terminates for a file that consists of fill bytes`() {
    #expect(PictureHeader([0xFF, 0xD8] + Array(repeating: 0xFF, count: 1 << 20)) == nil)
  }
}
