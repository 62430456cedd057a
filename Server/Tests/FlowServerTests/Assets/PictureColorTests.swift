import FlowServer
import Foundation
import Testing

/// Pictures whose colors would change when their metadata is removed.
@Suite struct PictureColorTests {
  private func rejection(of bytes: [UInt8]) -> PictureError? {
    do throws(PictureError) {
      _ = try PictureFile(bytes)
      return nil
    } catch { return error }
  }

  /// Pictures of all formats with a profile.
  private func pictures(with profile: [UInt8]) -> [[UInt8]] {
    let segment = Array("ICC_PROFILE\0\u{1}\u{1}".utf8) + profile
    return [
      Pictures.png(Pictures.chunk("iCCP", Pictures.iccp(profile))),
      Pictures.jpeg(Pictures.segment(0xE2, segment)),
      Pictures.webP(
        Pictures.canvas(flags: 0x20) + Pictures.riffChunk("ICCP", profile) + Pictures.lossless),
    ]
  }

  /// Profiles as programs write them: with parametric curves of both types, with tables, for gray.
  static let profiles: [[UInt8]] = [
    Pictures.profile(), Pictures.profile(curve: Pictures.sampledCurve(1024)),
    Pictures.profile(curve: Pictures.sampledCurve(64)),
    Pictures.profile(
      curve: Pictures.parametricCurve(
        4, [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045, 0, 0])),
    Pictures.profile([], space: "GRAY"),
  ]

  @Test(arguments: profiles)
  func `an sRGB profile is removed, whatever its form`(profile: [UInt8]) throws {
    for bytes in pictures(with: profile) {
      let picture = try PictureFile(bytes)
      #expect(picture.bytes.count < bytes.count - 100)
    }
  }

  static let displayP3 = [
    [0.51512, 0.2412, -0.00105], [0.29198, 0.69225, 0.04189], [0.1571, 0.06657, 0.78407],
  ]

  static let otherProfiles: [[UInt8]] = [
    Pictures.profile(displayP3), Pictures.profile(curve: Pictures.gammaCurve(2.2)),
    Pictures.profile(curve: Pictures.gammaCurve(1)),
    Pictures.profile(curve: Pictures.parametricCurve(0, [1.8])),
    Pictures.profile(curve: Pictures.parametricCurve(9, [1])), Pictures.profile(curve: []),
    Pictures.profile(extraTag: "A2B0"), Pictures.profile(space: "CMYK"),
    Pictures.profile([], curve: Pictures.gammaCurve(2.2), space: "GRAY"), Pictures.profile([]),
    Array(Pictures.profile().prefix(300)), Array("sRGB".utf8), [],
  ]

  @Test(arguments: otherProfiles)
  func `a profile that is only named sRGB is rejected, because colors would change`(
    profile: [UInt8]
  ) {
    for bytes in pictures(with: profile) { #expect(rejection(of: bytes) == .colorProfile) }
  }

  @Test func `a profile in several parts is rejected, because sRGB's needs only one`() {
    let parts = (1...2).flatMap { part in
      Pictures.segment(
        0xE2, Array("ICC_PROFILE\0".utf8) + [UInt8(part), 2] + Pictures.profile())
    }
    #expect(rejection(of: Pictures.jpeg(parts)) == .colorProfile)
  }

  @Test(
    arguments: [
      [9, 16, 0, 1], [9, 18, 0, 1], [12, 13, 0, 1], [1, 1, 0, 1], [1, 13, 1, 1], [1, 13, 0, 0],
    ] as [[UInt8]])
  func `a PNG in another color space by its cICP chunk is rejected`(values: [UInt8]) {
    let error = rejection(of: Pictures.png(Pictures.chunk("cICP", values)))
    #expect(error == .colorProfile)
    #expect(error?.message.contains("cICP") == true)
  }

  @Test(arguments: [[1, 13, 0, 1], [9, 16, 0], []] as [[UInt8]])
  func `a cICP chunk of sRGB, or one that decoders ignore, is removed`(values: [UInt8]) throws {
    let png = Pictures.png(Pictures.chunk("cICP", values))
    #expect(try PictureFile(png).bytes == Pictures.png())
  }

  // MARK: Compression

  /// sRGB profiles that zlib has compressed, at its lowest and at its highest level.
  static let compressed = [
    """
    eAFjYEAFQe5OChGRUQrIYonJxQUMtAPsKanFyUD6BhCzFAEtB9J3gFgkHcL+AGIngdmMLCB2UUiQM5AtAWQrpEPYFiB2
    EoQdAWIXAz2C8Ef+EgYGi28MDMz9CLGkaQwM29sZGCTuIMRUFjEw8DczMGw7X5BYlAgWYgZiprQ0BoZPyxkYeCMZGIQv
    MDBwRVMqDwCl5jCX
    """,
    """
    eNpjYEAFQe5OChGRUQrIYonJxQUMtAPsKanFyUD6BhCzFAEtB9J3gFgkHcL+AGIngdmMLCB2UUiQM5AtAWT3pEPYS0Ds
    JDCbyQDELgZ6BOGPfKC8xTcGBuZ+hFjSNAaG7e0MDBJ3EGIqixgY+JsZGLadTy4tKoO6zwGIAxkWMnxhjGS8xJTIzMF8
    lGUOaw/bdPY9HH+5ormv8ebzqwv8FfosyiXuKDlLRlRuk2KRSph6nFaX7m3DIJP3FhttZjuscXni6ep7LqghPDomIbEv
    7UVOTpF0+bfavy0GXf0TZaZfm7dv6ZW1Elu69+ge/nf6/xWDOxOfKr99+u3m//+jbsHuFgD2uM26
    """,
  ].map { [UInt8](Data(base64Encoded: $0, options: .ignoreUnknownCharacters) ?? Data()) }

  private func png(_ compressed: some Sequence<UInt8>) -> [UInt8] {
    Pictures.png(Pictures.chunk("iCCP", Array("p\0\0".utf8) + compressed))
  }

  @Test(arguments: compressed)
  func `a compressed profile is read, rejected if truncated, and read or rejected if changed`(
    bytes: [UInt8]
  ) throws {
    #expect(try PictureFile(png(bytes)).bytes == Pictures.png())
    for count in 0..<bytes.count - 8 {
      #expect(rejection(of: png(bytes.prefix(count))) == .colorProfile, "\(count)")
    }
    for index in bytes.indices {
      for value: UInt8 in [0, 0x55, 0xFF] {
        var changed = bytes
        changed[index] = value
        let error = rejection(of: png(changed))
        #expect(error == nil || error == .colorProfile)
      }
    }
  }

  @Test func `attack: a profile larger than any sRGB profile when decompressed is rejected`() {
    // 70,000 zeros.
    let bomb = Data(
      base64Encoded: """
        eNrtwTEBAAAAwqD1T20JT6AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA
        AAAAAAAAAAAAAAAAAAAAAAAAAAAAgLcBEX8AAQ==
        """, options: .ignoreUnknownCharacters)
    #expect(rejection(of: png(bomb ?? Data())) == .colorProfile)
    // Empty stored blocks, none of which is marked as the last one.
    let empty = (0..<10_000).flatMap { _ in [0, 0, 0, 0xFF, 0xFF] as [UInt8] }
    let start: [UInt8] = [0x78, 1]
    #expect(rejection(of: png(start + empty)) == .colorProfile)
  }
}
