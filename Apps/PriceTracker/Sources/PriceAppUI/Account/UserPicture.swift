#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import Foundation
  import SwiftUI

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
      .background(Palette.fill)
      .clipShape(Circle())
      .accessibilityHidden(true)
    }
  }
#endif
