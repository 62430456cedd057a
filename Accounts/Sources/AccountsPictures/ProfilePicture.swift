import CPictures

/// A profile picture: a square in two sizes, encoded again from the pixels of an upload.
///
/// Only pixels are kept. Locations, cameras and thumbnails in a file's metadata are removed, and so
/// are other contents of a polyglot file.
public struct ProfilePicture: Hashable, Sendable {
  /// 512 × 512 pixels, WebP.
  public let large: [UInt8]
  /// 128 × 128 pixels, WebP.
  public let small: [UInt8]
  /// The media type of both: `image/webp`.
  public static let contentType = "image/webp"

  /// A square of a picture, in pixels of the upright picture.
  public struct Crop: Hashable, Sendable {
    /// The distance from the left edge.
    public let x: Int
    /// The distance from the top edge.
    public let y: Int
    /// Width and height.
    public let side: Int

    /// Creates a square.
    public init(x: Int, y: Int, side: Int) {
      self.x = x
      self.y = y
      self.side = side
    }
  }

  /// The limits of an upload.
  public struct Limits: Hashable, Sendable {
    /// The maximum number of bytes.
    public var maximumBytes = 8 << 20
    /// The maximum number of pixels: those of a phone's 48-megapixel camera.
    ///
    /// It assumes 4 bytes for each pixel; a picture with transparency and 16 bits for each color
    /// needs 8, so it may have half as many.
    public var maximumPixels = 50_000_000
    /// The minimum width and height.
    public var minimumSide = 64

    /// Creates the default limits.
    public init() {}
  }

  /// Creates a profile picture from a JPEG, PNG or WebP file.
  ///
  /// Takes up to a second for the largest pictures, 200 MB for their pixels, and up to twice that
  /// for a decoder that needs all of a file first, such as for a progressive JPEG: call it on a
  /// thread that may block. Of an animation, the first frame is used.
  ///
  /// - Parameters:
  ///   - bytes: The file.
  ///   - crop: The chosen square; if nil, the largest centered one.
  ///   - limits: The limits, which are checked before any pixel is decoded.
  /// - Returns: The picture in two sizes.
  /// - Throws: ``ProfilePictureError``.
  public static func make(
    from bytes: [UInt8], crop: Crop? = nil, limits: Limits = Limits()
  ) throws(ProfilePictureError) -> ProfilePicture {
    guard !bytes.isEmpty else { throw .empty }
    guard bytes.count <= limits.maximumBytes else {
      throw .tooManyBytes(limit: limits.maximumBytes)
    }
    guard let format = Format(bytes) else { throw .unsupportedFormat }
    guard format != .png || PNGColors.areSRGB(bytes) else { throw .unsupportedColors }
    let square = picture_crop(
      x: Int32(clamping: crop?.x ?? 0), y: Int32(clamping: crop?.y ?? 0),
      side: Int32(clamping: crop?.side ?? 0))
    if let crop, crop.side <= 0 { throw .cropOutside(width: 0, height: 0) }
    var output = picture_output()
    let result = bytes.withUnsafeBytes { file in
      picture_make(
        file.baseAddress, file.count, format.native, Int64(limits.maximumPixels),
        Int32(limits.minimumSide),
        square, 512, 128, &output)
    }
    defer {
      picture_free(output.large)
      picture_free(output.small)
    }
    switch result {
    case picture_ok: break
    case picture_too_many_pixels:
      throw .tooManyPixels(
        width: Int(output.width), height: Int(output.height),
        limit: Int(output.maximum_pixels))
    case picture_too_small: throw .tooSmall(minimum: limits.minimumSide)
    case picture_bad_crop:
      throw .cropOutside(width: Int(output.width), height: Int(output.height))
    case picture_unavailable: throw .unavailable
    default: throw .unreadable
    }
    let large = UnsafeRawBufferPointer(start: output.large, count: output.large_size)
    let small = UnsafeRawBufferPointer(start: output.small, count: output.small_size)
    guard let large = StrippedWebP(large), let small = StrippedWebP(small) else {
      throw .unavailable
    }
    return ProfilePicture(large: large.bytes, small: small.bytes)
  }

  /// The type of a file by its first bytes, which alone determines how it is decoded; its name does
  /// not.
  private enum Format {
    case jpeg, png, webp

    init?(_ bytes: [UInt8]) {
      if bytes.starts(with: [0xff, 0xd8, 0xff]) {
        self = .jpeg
      } else if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) {
        self = .png
      } else if bytes.starts(with: Array("RIFF".utf8)),
        bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
      {
        self = .webp
      } else {
        return nil
      }
    }

    var native: picture_format {
      switch self {
      case .jpeg: picture_jpeg
      case .png: picture_png
      case .webp: picture_webp
      }
    }
  }
}
