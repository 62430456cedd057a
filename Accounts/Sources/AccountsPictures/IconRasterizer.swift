import CPictures

/// Renders an app's own SVG icons as PNG.
public enum IconRasterizer {
  /// The media type of the result: `image/png`.
  public static let contentType = "image/png"

  /// Renders a square SVG drawing, which takes some 20 ms.
  ///
  /// - Parameters:
  ///   - svg: The drawing: the app's own, never an upload.
  ///   - side: The width and height in pixels.
  /// - Returns: The bytes of a PNG file; nil if it cannot be rendered, such as by a libvips that
  ///   was built without SVG.
  public static func png(_ svg: [UInt8], side: Int) -> [UInt8]? {
    var (bytes, size): (UnsafeMutableRawPointer?, Int) = (nil, 0)
    let result = svg.withUnsafeBytes {
      picture_of_drawing($0.baseAddress, $0.count, Int32(side), &bytes, &size)
    }
    defer { picture_free(bytes) }
    return result == picture_ok ? Array(UnsafeRawBufferPointer(start: bytes, count: size)) : nil
  }
}
