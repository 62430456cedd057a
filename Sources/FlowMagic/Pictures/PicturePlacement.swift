public import FlowBlocks

/// The position of a picture that fills a frame of another aspect ratio: it is cropped, and its
/// focal point stays visible.
///
/// Works like `object-position` in CSS: a point at 20 percent of the picture is at 20 percent of
/// the frame.
public struct PicturePlacement: Sendable, Equatable {
  /// The width of the whole picture, in points.
  public let width: Double
  /// The height of the whole picture, in points.
  public let height: Double
  /// The picture's left edge in the frame; negative where it is cropped.
  public let x: Double
  /// The picture's top edge in the frame; negative where it is cropped.
  public let y: Double

  /// Places a picture.
  ///
  /// - Parameters:
  ///   - file: A file of the picture.
  ///   - focus: The focal point, in percent.
  ///   - width: The frame's width, in points.
  ///   - height: The frame's height, in points.
  public init(
    of file: PictureAsset.File, focus: (x: Int, y: Int), filling width: Double, _ height: Double
  ) {
    let scale = max(width / Double(file.width), height / Double(file.height))
    self.width = Double(file.width) * scale
    self.height = Double(file.height) * scale
    x = (width - self.width) * Double(focus.x) / 100
    y = (height - self.height) * Double(focus.y) / 100
  }
}
