import FlowServer
import Testing

@Suite struct PictureFileTests {
  private func rejection(of bytes: [UInt8]) -> PictureError? {
    do throws(PictureError) {
      _ = try PictureFile(bytes)
      return nil
    } catch { return error }
  }

  @Test func `texts, times, Exif, profile and trailing data of a PNG are removed, but not gamma`()
    throws
  {
    let location = Pictures.chunk("tEXt", Array("Location\048.2,16.4".utf8))
    let colors = Pictures.chunk("gAMA", [0, 0, 0xB1, 0x8F]) + Pictures.chunk("sRGB", [0])
    let exif = Pictures.chunk("eXIf", Pictures.exif(orientation: 1))
    let profile = Pictures.chunk("iCCP", Pictures.iccp(Pictures.profile()))
    let file = Pictures.png(
      location + colors + exif + profile + Pictures.chunk("tIME", [7, 0, 1, 1, 1, 1, 1]),
      trailing: Array("a film".utf8))
    let picture = try PictureFile(file)
    #expect(picture.bytes == Pictures.png(colors))
    #expect(picture.header.width == 3 && picture.header.height == 2)
  }

  @Test func `comments, Exif, thumbnails and trailing data of a JPEG are removed`()
    throws
  {
    let exif = Pictures.segment(
      0xE1, Array("Exif\0\0".utf8) + Pictures.exif(orientation: 1, isLittleEndian: false))
    let xmp = Pictures.segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0<x/>".utf8))
    let thumbnail = Pictures.segment(
      0xE0, Pictures.jfif.dropLast(2) + [1, 1, 9, 9, 9])
    let jfif = Pictures.segment(0xE0, Pictures.jfif)
    let adobe = Pictures.segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1])
    let profile = Pictures.segment(
      0xE2, Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + Pictures.profile())
    let comment = Pictures.segment(0xFE, Array("by Ada".utf8))
    let file = Pictures.jpeg(
      thumbnail + exif + xmp + profile + comment + adobe, trailing: Pictures.jpeg())
    #expect(try PictureFile(file).bytes == Pictures.jpeg(jfif + adobe))
  }

  @Test func `profile, Exif, XMP and unknown chunks of a WebP are removed`() throws {
    let pixels = Pictures.riffChunk("ALPH", [1]) + Pictures.lossless
    let file = Pictures.webP(
      Pictures.canvas(flags: 0x3C) + Pictures.riffChunk("ICCP", Pictures.profile()) + pixels
        + Pictures.riffChunk("EXIF", Pictures.exif(orientation: 1))
        + Pictures.riffChunk("XMP ", Array("<x/>".utf8)) + Pictures.riffChunk("mine", [1, 2, 3]),
      trailing: [1, 2, 3])
    #expect(try PictureFile(file).bytes == Pictures.webP(Pictures.canvas(flags: 0x10) + pixels))
    let bare = Pictures.webP(Pictures.lossless)
    #expect(try PictureFile(bare).bytes == bare)
  }

  static let rotated: [[UInt8]] = [
    Pictures.png(Pictures.chunk("eXIf", Pictures.exif(orientation: 6))),
    Pictures.jpeg(
      Pictures.segment(0xE1, Array("Exif\0\0".utf8) + Pictures.exif(orientation: 3))),
    Pictures.webP(
      Pictures.canvas(flags: 8) + Pictures.lossless
        + Pictures.riffChunk("EXIF", Pictures.exif(orientation: 8, isLittleEndian: false))),
  ]

  @Test(arguments: rotated)
  func `a picture rotated by its metadata is rejected, because it would appear sideways`(
    bytes: [UInt8]
  ) {
    #expect(rejection(of: bytes) == .rotated)
  }

  @Test(arguments: [0, 1, 9, 65_535])
  func `an orientation of 1, or one that does not exist, means upright`(orientation: Int) throws {
    let exif = Pictures.exif(orientation: orientation)
    #expect(
      try PictureFile(Pictures.png(Pictures.chunk("eXIf", exif))).bytes == Pictures.png())
    let jpeg = Pictures.jpeg(Pictures.segment(0xE1, Array("Exif\0\0".utf8) + exif))
    #expect(try PictureFile(jpeg).bytes == Pictures.jpeg())
  }

  @Test func `an animated picture is rejected`() {
    let png = Pictures.png(Pictures.chunk("acTL", [0, 0, 0, 2, 0, 0, 0, 0]))
    let webP = Pictures.webP(
      Pictures.canvas(flags: 2) + Pictures.riffChunk("ANIM", [0, 0, 0, 0, 0, 0])
        + Pictures.lossless)
    #expect(rejection(of: png) == .animated)
    #expect(rejection(of: webP) == .animated)
  }

  @Test func `a picture with a side of over 4096 pixels, or with a second size, is rejected`() {
    #expect(
      rejection(of: Pictures.png(width: 100_000, height: 100_000))
        == .tooLarge(width: 100_000, height: 100_000))
    #expect(rejection(of: Pictures.png(width: 4096, height: 4096)) == nil)
    #expect(
      rejection(of: Pictures.png(width: 4097, height: 1)) == .tooLarge(width: 4097, height: 1))
    let inner = Pictures.webP(Pictures.canvas(flags: 0, width: 4) + Pictures.lossless)
    #expect(rejection(of: inner) == .damaged, "the canvas chunk differs from the pixel size")
    let header = Pictures.chunk("IHDR", [0, 1, 0, 0, 0, 1, 0, 0, 8, 6, 0, 0, 0])
    #expect(rejection(of: Pictures.png(header)) == .damaged, "a second size")
    let frame = Pictures.segment(0xC0, [8, 0xFF, 0xFF, 0xFF, 0xFF, 1, 1, 0x11, 0])
    let second = Array(Pictures.jpeg().dropLast(2)) + frame + [0xFF, 0xD9]
    #expect(rejection(of: second) == .damaged, "a second frame")
  }

  static let completePictures: [[UInt8]] = [
    Pictures.png(Pictures.chunk("tEXt", [1, 2])),
    Pictures.jpeg(Pictures.segment(0xE0, Pictures.jfif)),
    Pictures.webP(Pictures.canvas(flags: 0) + Pictures.lossless),
  ]

  @Test(arguments: completePictures)
  func `a truncated file is rejected, wherever it is truncated`(bytes: [UInt8]) throws {
    let picture = try PictureFile(bytes)
    #expect(try PictureFile(picture.bytes) == picture, "a second time changes nothing")
    for count in 0..<bytes.count {
      #expect(rejection(of: Array(bytes[..<count])) == .damaged, "\(count)")
    }
  }

  @Test(arguments: completePictures)
  func `no changed byte causes a crash, and results are accepted again`(
    bytes: [UInt8]
  ) throws {
    for index in bytes.indices {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xD9, 0xFF] {
        var changed = bytes
        changed[index] = value
        guard let picture = try? PictureFile(changed) else { continue }
        #expect(try PictureFile(picture.bytes) == picture, "\(index) \(value)")
      }
    }
  }

  @Test(arguments: [
    "", "<svg xmlns='http://www.w3.org/2000/svg'/>", "<script>alert(1)</script>", "GIF89a",
  ])
  func `files in other formats, which browsers may execute, are rejected`(text: String) {
    #expect(rejection(of: Array(text.utf8)) == .damaged)
  }
}
