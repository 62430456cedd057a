#if canImport(UIKit) && !os(watchOS)
  public import Foundation
  public import UIKit

  /// Prepares profile pictures for an upload.
  @MainActor
  public enum PictureFile {
    /// The longest side in pixels.
    private static let maximumSide = 1_024.0

    /// Returns a picture as JPEG: upright, of limited size, without its metadata.
    public static func jpeg(of image: UIImage) -> Data? {
      let longest = Double(max(image.size.width, image.size.height))
      guard longest > 0 else { return nil }
      let scale = min(1, maximumSide / longest)
      let size = CGSize(
        width: Double(image.size.width) * scale, height: Double(image.size.height) * scale)
      let format = UIGraphicsImageRendererFormat()
      format.scale = 1
      let drawn = UIGraphicsImageRenderer(size: size, format: format).image { _ in
        image.draw(in: CGRect(origin: .zero, size: size))
      }
      return drawn.jpegData(compressionQuality: 0.9)
    }
  }
#endif
