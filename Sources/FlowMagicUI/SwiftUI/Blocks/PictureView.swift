#if canImport(SwiftUI) && !os(tvOS) && !os(watchOS)
  import FlowBlocks
  import FlowCore
  import FlowMagic
  import Foundation
  import SwiftUI

  /// A picture of the document, downloaded if it is not on the device; its space is reserved from
  /// the start.
  struct PictureView: View {
    /// The name in the document, or a URL from data.
    let name: Name?
    /// Whether it fills its frame, cropped around its focal point.
    let fills: Bool
    /// The aspect ratio, width to height; nil for the picture's own.
    let ratio: CGFloat?
    let context: BlockContext
    @State private var file: URL?

    private struct Request: Equatable {
      let name: Name?
      let isDark: Bool
    }

    var body: some View {
      picture
        .aspectRatio(ratio ?? naturalRatio, contentMode: .fit)
        .clipped()
        .task(id: Request(name: name, isDark: context.isDark)) { await load() }
    }

    @ViewBuilder private var picture: some View {
      if fills, let asset {
        GeometryReader { frame in
          let placement = PicturePlacement(
            of: asset.variants[0].files[0], focus: asset.focus,
            filling: Double(frame.size.width), Double(frame.size.height))
          AsyncImage(url: url) { image in
            image.resizable()
          } placeholder: {
            context.color(.surface)
          }
          .frame(width: CGFloat(placement.width), height: CGFloat(placement.height))
          .offset(x: CGFloat(placement.x), y: CGFloat(placement.y))
        }
      } else {
        AsyncImage(url: url) { image in
          image.resizable().aspectRatio(contentMode: fills ? .fill : .fit)
        } placeholder: {
          context.color(.surface)
        }
      }
    }

    private var asset: PictureAsset? { name.flatMap { context.handlers.picture($0) } }

    private var naturalRatio: CGFloat? {
      asset.map { CGFloat($0.variants[0].files[0].width) / CGFloat($0.variants[0].files[0].height) }
    }

    /// A URL that the app provides takes precedence over the file on the device.
    private var url: URL? {
      guard let name else { return nil }
      if name.string.hasPrefix("https://") { return URL(string: name.string) }
      return context.handlers.asset(name) ?? file
    }

    private func load() async {
      guard let name, url == nil || file != nil, asset != nil else { return }
      file = await context.handlers.pictureFile(name, context.isDark)
    }
  }
#endif
