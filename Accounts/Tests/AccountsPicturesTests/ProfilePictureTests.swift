import AccountsPictures
import CPictureProbe
import Testing

struct ProfilePictureTests {
  @Test func `a photo is rotated upright and cropped to its centered square`() throws {
    let picture = try ProfilePicture.make(from: PictureFixtures.jpeg)
    #expect(try pixel(of: picture.large, 400, 60).isRed)
    #expect(try pixel(of: picture.large, 100, 60).isRed)
    #expect(try pixel(of: picture.large, 400, 450).isBlue)
    #expect(try pixel(of: picture.large, 100, 450).isBlue)
  }

  @Test func `a picture is made in 512 × 512 and in 128 × 128 pixels`() throws {
    for file in [PictureFixtures.jpeg, PictureFixtures.webp, PNGBuilder.gray(side: 70)] {
      let picture = try ProfilePicture.make(from: file)
      let (large, small) = (try pixel(of: picture.large, 0, 0), try pixel(of: picture.small, 0, 0))
      #expect([large.width, large.height, small.width, small.height] == [512, 512, 128, 128])
    }
  }

  @Test func `the chosen square is in pixels of the upright picture`() throws {
    let top = try ProfilePicture.make(
      from: PictureFixtures.jpeg, crop: ProfilePicture.Crop(x: 8, y: 0, side: 64))
    #expect(try pixel(of: top.small, 64, 20).isRed)
    let bottom = try ProfilePicture.make(
      from: PictureFixtures.jpeg, crop: ProfilePicture.Crop(x: 8, y: 56, side: 64))
    #expect(try pixel(of: bottom.small, 64, 100).isBlue)
  }

  @Test(arguments: [(0, 57, 64), (17, 0, 64), (-1, 0, 64), (0, 0, 81), (0, 0, 10), (0, 0, -5)])
  func `a square that is outside of the picture or too small is rejected`(
    x: Int, y: Int, side: Int
  ) {
    #expect {
      _ = try ProfilePicture.make(
        from: PictureFixtures.jpeg, crop: ProfilePicture.Crop(x: x, y: y, side: side))
    } throws: {
      ($0 as? ProfilePictureError)?.code == "picture-crop"
    }
    let outOfRange = ProfilePicture.Crop(x: .max, y: .max, side: .max)
    #expect(throws: ProfilePictureError.self) {
      _ = try ProfilePicture.make(from: PictureFixtures.jpeg, crop: outOfRange)
    }
  }

  @Test func `location, camera and comment are removed`() throws {
    let secrets = ["SECRETCAMERA", "SECRETCOMMENT", "Exif"].map { Array($0.utf8) }
    for secret in secrets { #expect(contains(PictureFixtures.jpeg, secret)) }
    let picture = try ProfilePicture.make(from: PictureFixtures.jpeg)
    for file in [picture.large, picture.small] {
      for secret in secrets + [Array("EXIF".utf8), Array("XMP ".utf8), Array("ICCP".utf8)] {
        #expect(!contains(file, secret))
      }
    }
  }

  @Test(arguments: ["PK\u{3}\u{4}evil.zip", "<script>alert(1)</script>", "%PDF-1.7 /JavaScript"])
  func `data appended to or hidden in a picture is removed`(payload: String) throws {
    let payloadBytes = Array(payload.utf8)
    var hidden = PNGBuilder(width: 70, height: 70)
    hidden.append("tEXt", Array("Comment\u{0}".utf8) + payloadBytes)
    hidden.append("IDAT", PNGBuilder.stored([UInt8](repeating: 0, count: 70 * 71)))
    hidden.append("IEND", [])
    // In a JPEG's comment, directly after its first marker.
    let jpeg = PictureFixtures.jpeg
    let length = [UInt8((payloadBytes.count + 2) >> 8), UInt8((payloadBytes.count + 2) & 255)]
    let commented = jpeg[..<2] + [0xff, 0xfe] + length + payloadBytes + jpeg[2...]
    for file in [
      jpeg + payloadBytes, PictureFixtures.webp + payloadBytes, hidden.bytes, Array(commented),
    ] {
      let picture = try ProfilePicture.make(from: file)
      #expect(!contains(picture.large, payloadBytes) && !contains(picture.small, payloadBytes))
      #expect(picture.large.starts(with: Array("RIFF".utf8)))
    }
  }

  @Test func `a file that is empty or not a JPEG, PNG or WebP is rejected`() {
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"
    for text in [svg, "<?xml version='1.0'?>" + svg, "<html>", "%PDF-1.7", "II*\u{0}", "BM", "x"] {
      #expect(throws: ProfilePictureError.unsupportedFormat) {
        _ = try ProfilePicture.make(from: Array(text.utf8))
      }
    }
    #expect(throws: ProfilePictureError.unsupportedFormat) {
      _ = try ProfilePicture.make(from: PictureFixtures.gif)
    }
    #expect(throws: ProfilePictureError.empty) { _ = try ProfilePicture.make(from: []) }
    // The first bytes of one format and the rest of another.
    #expect(throws: ProfilePictureError.unreadable) {
      _ = try ProfilePicture.make(from: [0xff, 0xd8, 0xff] + Array(svg.utf8))
    }
  }

  @Test func `a PNG in another color space by its cICP chunk is rejected`() throws {
    func png(_ colors: [UInt8], afterPixels: Bool = false) -> [UInt8] {
      var png = PNGBuilder(width: 70, height: 70)
      if !afterPixels { png.append("cICP", colors) }
      png.append("IDAT", PNGBuilder.stored([UInt8](repeating: 0, count: 70 * 71)))
      if afterPixels { png.append("cICP", colors) }
      png.append("IEND", [])
      return png.bytes
    }
    for colors: [UInt8] in [[9, 16, 0, 1], [12, 13, 0, 1], [1, 13, 0, 0]] {
      #expect(throws: ProfilePictureError.unsupportedColors) {
        _ = try ProfilePicture.make(from: png(colors))
      }
    }
    _ = try ProfilePicture.make(from: png([1, 13, 0, 1]))
    _ = try ProfilePicture.make(from: png([9, 16, 0, 1], afterPixels: true))
    let error = ProfilePictureError.unsupportedColors
    #expect(error.message(in: "en").contains("sRGB") && error.message(in: "de").contains("sRGB"))
  }

  @Test(arguments: [0, 9] as [UInt8])
  func `a picture with an invalid orientation is treated as upright`(value: UInt8) throws {
    var file = PictureFixtures.jpeg
    let entry: [UInt8] = [1, 0x12, 0, 3, 0, 0, 0, 1, 0]
    let start = try #require(file.indices.first { file[$0...].starts(with: entry) })
    file[start + entry.count] = value
    let picture = try ProfilePicture.make(from: file)
    #expect(try pixel(of: picture.large, 60, 256).isRed)
    #expect(try pixel(of: picture.large, 450, 256).isBlue)
  }

  @Test func `the first frame of an animation is used`() throws {
    let picture = try ProfilePicture.make(from: PictureFixtures.animatedWebP)
    #expect(try pixel(of: picture.small, 10, 64).isRed)
    #expect(try pixel(of: picture.small, 118, 64).isBlue)
    #expect(!contains(picture.large, Array("ANIM".utf8)))
  }

  @Test func `a truncated file is rejected`() {
    for file in [PictureFixtures.jpeg, PictureFixtures.webp, PNGBuilder.gray(side: 70)] {
      for part in 1..<20 {
        #expect(throws: ProfilePictureError.self) {
          _ = try ProfilePicture.make(from: Array(file.prefix(file.count * part / 20)))
        }
      }
    }
  }

  @Test func `a changed byte does not crash the decoder`() {
    for file in [PictureFixtures.jpeg, PictureFixtures.webp, PNGBuilder.gray(side: 70)] {
      for offset in stride(from: 0, to: file.count, by: max(1, file.count / 60)) {
        var changed = file
        changed[offset] ^= 0xff
        guard let picture = try? ProfilePicture.make(from: changed) else { continue }
        #expect(picture.large.starts(with: Array("RIFF".utf8)))
      }
    }
  }

  private func contains(_ file: [UInt8], _ part: [UInt8]) -> Bool {
    file.indices.contains { file[$0...].starts(with: part) }
  }
}

struct PictureFloodTests {
  @Test func `a header with ten billion pixels is rejected before any is decoded`() {
    let before = probe_peak_memory()
    var png = PNGBuilder(width: 100_000, height: 100_000)
    png.append("IDAT", PNGBuilder.bomb(1 << 20))
    png.append("IEND", [])
    #expect { _ = try ProfilePicture.make(from: png.bytes) } throws: {
      $0 as? ProfilePictureError
        == .tooManyPixels(width: 100_000, height: 100_000, limit: 50_000_000)
        || $0 as? ProfilePictureError == .unreadable
    }
    #expect(probe_peak_memory() - before < 100 << 20)
  }

  @Test func `a JPEG or WebP with a huge size in its header is rejected`() throws {
    var jpeg = PictureFixtures.jpeg
    let start = try #require(
      jpeg.indices.first { jpeg[$0...].starts(with: [0xff, 0xc0, 0, 0x11]) })
    jpeg.replaceSubrange(start + 5..<start + 9, with: [0xfd, 0xe8, 0xfd, 0xe8])
    #expect(
      throws: ProfilePictureError.tooManyPixels(width: 65_000, height: 65_000, limit: 50_000_000)
    ) {
      _ = try ProfilePicture.make(from: jpeg)
    }
    var webp = PictureFixtures.animatedWebP
    webp.replaceSubrange(24..<30, with: [0xff, 0x3f, 0, 0xff, 0x3f, 0])
    #expect(throws: ProfilePictureError.self) { _ = try ProfilePicture.make(from: webp) }
  }

  @Test func `pixels that decompress to a gigabyte are not held in memory`() {
    let before = probe_peak_memory()
    var png = PNGBuilder(width: 70, height: 70)
    png.append("IDAT", PNGBuilder.bomb(1 << 30))
    png.append("IEND", [])
    _ = try? ProfilePicture.make(from: png.bytes)
    #expect(probe_peak_memory() - before < 200 << 20)
  }

  @Test func `a comment or profile that decompresses to half a gigabyte is not held in memory`() {
    let before = probe_peak_memory()
    for (type, head) in [("zTXt", "Comment\u{0}\u{0}"), ("iCCP", "profile\u{0}\u{0}")] {
      var png = PNGBuilder(width: 70, height: 70)
      png.append(type, Array(head.utf8) + PNGBuilder.bomb(1 << 29))
      png.append("IDAT", PNGBuilder.stored([UInt8](repeating: 0, count: 70 * 71)))
      png.append("IEND", [])
      _ = try? ProfilePicture.make(from: png.bytes)
    }
    #expect(probe_peak_memory() - before < 200 << 20)
  }

  @Test func `too many bytes, too many pixels and too few have different errors`() {
    var limits = ProfilePicture.Limits()
    limits.maximumBytes = 1_000
    let png = PNGBuilder.gray(side: 70)
    #expect(throws: ProfilePictureError.tooManyBytes(limit: 1_000)) {
      _ = try ProfilePicture.make(from: png, limits: limits)
    }
    limits = ProfilePicture.Limits()
    limits.maximumPixels = 4_899
    #expect(throws: ProfilePictureError.tooManyPixels(width: 70, height: 70, limit: 4_899)) {
      _ = try ProfilePicture.make(from: png, limits: limits)
    }
    #expect(throws: ProfilePictureError.tooSmall(minimum: 64)) {
      _ = try ProfilePicture.make(from: PNGBuilder.gray(side: 63))
    }
  }

  @Test func `a picture with more bytes for each pixel may have fewer pixels`() throws {
    var limits = ProfilePicture.Limits()
    limits.maximumPixels = 4_900 * 2
    func make(side: UInt32, bits: UInt8) throws -> ProfilePicture {
      let row = [UInt8](repeating: 0, count: 1 + Int(side) * 4 * Int(bits / 8))
      var png = PNGBuilder(width: side, height: side, bits: bits, colorType: 6)
      png.append("IDAT", PNGBuilder.stored(Array(repeating: row, count: Int(side)).flatMap { $0 }))
      png.append("IEND", [])
      return try ProfilePicture.make(from: png.bytes, limits: limits)
    }
    _ = try make(side: 98, bits: 8)
    _ = try make(side: 70, bits: 16)
    #expect(throws: ProfilePictureError.tooManyPixels(width: 71, height: 71, limit: 4_900)) {
      _ = try make(side: 71, bits: 16)
    }
  }

  @Test func `an error says what to do, in English and German`() {
    let error = ProfilePictureError.tooManyPixels(width: 9, height: 8, limit: 50_000_000)
    #expect(error.message(in: "en").contains("9 × 8 pixels, and at most 50 million"))
    #expect(error.message(in: "de-DE").contains("höchstens 50 Millionen"))
    #expect(ProfilePictureError.unsupportedFormat.message(in: "de").contains("JPEG, PNG und WebP"))
  }
}

private struct Pixel {
  let width: Int
  let height: Int
  let rgb: [UInt8]
  var isRed: Bool { rgb[0] > 170 && rgb[2] < 90 }
  var isBlue: Bool { rgb[2] > 170 && rgb[0] < 90 }
}

private func pixel(of file: [UInt8], _ x: Int32, _ y: Int32) throws -> Pixel {
  var (width, height): (Int32, Int32) = (0, 0)
  var rgb = [UInt8](repeating: 0, count: 3)
  let status = file.withUnsafeBytes {
    probe_pixel($0.baseAddress, $0.count, x, y, &width, &height, &rgb)
  }
  try #require(status == 0)
  return Pixel(width: Int(width), height: Int(height), rgb: rgb)
}
