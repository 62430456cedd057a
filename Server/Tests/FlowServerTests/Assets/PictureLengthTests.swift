import FlowServer
import Testing

/// Data hidden in chunks and segments that are kept, beyond what the format defines.
@Suite struct PictureLengthTests {
  private func rejection(of bytes: [UInt8]) -> PictureError? {
    do throws(PictureError) {
      _ = try PictureFile(bytes)
      return nil
    } catch { return error }
  }

  /// The lengths of chunks in the PNG specification; without a color type, for all of them.
  static let chunks: [(type: String, colorType: UInt8?, length: Int)] = [
    ("gAMA", nil, 4), ("cHRM", nil, 32), ("sRGB", nil, 1), ("pHYs", nil, 9), ("tRNS", 0, 2),
    ("tRNS", 2, 6), ("bKGD", 0, 2), ("bKGD", 4, 2), ("bKGD", 2, 6), ("bKGD", 6, 6), ("sBIT", 0, 1),
    ("sBIT", 2, 3), ("sBIT", 4, 2), ("sBIT", 6, 4),
  ]

  @Test(arguments: chunks.indices)
  func `attack: a chunk of a PNG with another length, or a second one, is removed`(
    index: Int
  ) throws {
    let (type, colorType, length) = Self.chunks[index]
    let colorTypes: [UInt8] = colorType.map { [$0] } ?? [0, 2, 4, 6]
    for color in colorTypes {
      func png(_ extra: [UInt8]) -> [UInt8] { Pictures.png(extra, colorType: color) }
      func chunk(_ length: Int) -> [UInt8] {
        Pictures.chunk(type, [UInt8](repeating: 7, count: length))
      }
      #expect(try PictureFile(png(chunk(length))).bytes == png(chunk(length)))
      #expect(try PictureFile(png(chunk(length) + chunk(length))).bytes == png(chunk(length)))
      for other in [0, length - 1, length + 1, 90] where other != length {
        #expect(try PictureFile(png(chunk(other))).bytes == png([]), "\(color) \(other)")
      }
    }
  }

  @Test func `attack: a PNG's palette and transparency must match its colors`() throws {
    func png(_ extra: [UInt8]) -> [UInt8] { Pictures.png(extra, colorType: 3) }
    let palette = Pictures.chunk("PLTE", [1, 2, 3, 4, 5, 6])
    let small = Pictures.chunk("bKGD", [1]) + Pictures.chunk("sBIT", [8, 8, 8])
    let complete = png(palette + small + Pictures.chunk("tRNS", [0, 255]))
    #expect(try PictureFile(complete).bytes == complete)
    let secret = Pictures.chunk("tRNS", [0, 255, 7])
    #expect(try PictureFile(png(palette + secret)).bytes == png(palette))
    #expect(try PictureFile(png(Pictures.chunk("tRNS", [0]))).bytes == png([]))
    #expect(try PictureFile(Pictures.png(palette)).bytes == Pictures.png(), "a suggested palette")
    for length in [0, 4, 771] {
      let bytes = png(Pictures.chunk("PLTE", [UInt8](repeating: 7, count: length)))
      #expect(rejection(of: bytes) == .damaged, "\(length)")
    }
    #expect(rejection(of: png(palette + palette)) == .damaged)
    let end = Pictures.chunk("IDAT", [1]) + Pictures.chunk("IEND", [7])
    #expect(rejection(of: Pictures.png(end)) == .damaged)
  }

  @Test func `attack: only the color transform of a JPEG's Adobe segment is kept`() throws {
    let adobe = Array("Adobe".utf8)
    let clean = Pictures.segment(0xEE, adobe + [0, 100, 0, 0, 0, 0, 2])
    for hidden: [UInt8] in [
      [0, 100, 0, 0, 0, 0, 2, 7, 7], [7, 7, 7, 7, 7, 7, 2], [0, 101, 0x80, 0, 0, 0, 2, 7],
    ] {
      let file = Pictures.jpeg(Pictures.segment(0xEE, adobe + hidden))
      #expect(try PictureFile(file).bytes == Pictures.jpeg(clean))
    }
    let short = Pictures.jpeg(Pictures.segment(0xEE, adobe + [0, 100, 0, 0, 0, 0]))
    #expect(try PictureFile(short).bytes == Pictures.jpeg())
  }

  @Test func `attack: a JPEG's DNL segment is removed, and a frame that needs it is rejected`()
    throws
  {
    let lines = Pictures.segment(0xDC, [7, 7, 7, 7])
    let start: [UInt8] = [0xFF, 0xD8]
    let end: [UInt8] = [0xFF, 0xD9]
    let file = Array(Pictures.jpeg().dropLast(2)) + lines + end
    #expect(try PictureFile(file).bytes == Pictures.jpeg())
    let frame = Pictures.segment(0xC0, [8, 0, 0, 0, 3, 1, 1, 0x11, 0])
    #expect(rejection(of: start + frame + Pictures.scan + lines + end) == .damaged)
  }

  @Test(arguments: [0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCC, 0xCD, 0xCE, 0xCF] as [UInt8])
  func `a JPEG with a coding that browsers do not support is rejected`(marker: UInt8) throws {
    let segment = Pictures.segment(marker, marker == 0xCC ? [0, 7] : Pictures.frame)
    let error = try #require(rejection(of: Pictures.jpeg(segment)))
    #expect(error == .unsupportedCoding)
    #expect(error.message.contains("Save it"))
  }

  @Test func `attack: bytes after the tables, frame and scan of a JPEG are rejected`() {
    let parts: [(marker: UInt8, data: [UInt8])] = [
      (0xDB, Pictures.quantization), (0xC4, Pictures.huffman), (0xDD, [0, 4]),
    ]
    for part in parts {
      let exact = Pictures.segment(part.marker, part.data)
      #expect(rejection(of: Pictures.jpeg(exact)) == nil, "\(part.marker)")
      let longer = Pictures.segment(part.marker, part.data + [7])
      #expect(rejection(of: Pictures.jpeg(longer)) == .damaged, "\(part.marker)")
    }
    let tables = Pictures.segment(0xC4, Pictures.huffman + Pictures.huffman)
    #expect(rejection(of: Pictures.jpeg(tables)) == nil, "several tables in one segment")
    let start: [UInt8] = [0xFF, 0xD8]
    let end: [UInt8] = [1, 0xFF, 0xD9]
    let frame = Pictures.segment(0xC0, Pictures.frame)
    #expect(rejection(of: start + frame + Pictures.scan + end) == nil)
    let longFrame = Pictures.segment(0xC0, Pictures.frame + [7])
    #expect(rejection(of: start + longFrame + Pictures.scan + end) == .damaged)
    let longScan = Pictures.segment(0xDA, [1, 1, 0, 0, 63, 0, 7])
    #expect(rejection(of: start + frame + longScan + end) == .damaged)
  }

  @Test func `attack: reserved bytes of a WebP's canvas are cleared`() throws {
    var canvas = Pictures.canvas(flags: 0)
    canvas.replaceSubrange(9..<12, with: [7, 7, 7])
    let clean = Pictures.webP(Pictures.canvas(flags: 0) + Pictures.lossless)
    #expect(try PictureFile(Pictures.webP(canvas + Pictures.lossless)).bytes == clean)
  }
}
