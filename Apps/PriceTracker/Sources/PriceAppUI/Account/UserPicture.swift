#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import Foundation
  import SwiftUI
  import UIKit

  /// A user's picture, or the first letter of the name.
  struct UserPicture: View {
    let url: URL?
    let name: String
    let side: CGFloat

    var body: some View {
      AsyncImage(url: url) { image in
        image.resizable().aspectRatio(contentMode: .fit)
      } placeholder: {
        Text(name.prefix(1).uppercased()).font(.headline)
      }
      .frame(width: side, height: side)
      .background(Palette.raised)
      .clipShape(Circle())
      .accessibilityHidden(true)
    }
  }

  /// Pictures as they are sent.
  @MainActor
  enum PictureFile {
    /// The longest side in pixels.
    static let maximumSide = 1_024.0

    /// Returns a picture as JPEG: upright, of limited size, without its metadata.
    static func jpeg(of image: UIImage) -> Data? {
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
