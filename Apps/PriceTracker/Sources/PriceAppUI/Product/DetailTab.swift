#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import Foundation
  import PriceApp
  import PriceClient
  import PriceDomain
  import SwiftUI

  /// The pictures, the full name, the category and the description.
  struct DetailTab: View {
    /// The index of a picture that is shown in full screen.
    struct SelectedImage: Identifiable {
      let id: Int
    }

    let product: ProductData
    let texts: AppTexts
    @State private var selected: SelectedImage?

    var body: some View {
      let images = product.images.compactMap { URL(https: $0) }
      VStack(alignment: .leading, spacing: 12) {
        if !images.isEmpty {
          ImageCarousel(images: images, name: product.name, texts: texts) {
            selected = SelectedImage(id: $0)
          }
          .frame(height: 280)
        }
        Text(product.name).font(.title).accessibilityAddTraits(.isHeader)
        if !product.variant.isEmpty {
          Text(product.variant.joined(separator: ", ")).foregroundStyle(Palette.muted)
        }
        if !product.category.isEmpty {
          LabeledContent(
            texts(.productCategory), value: product.category.joined(separator: " › "))
        }
        Text(product.description)
      }
      .fullScreenCover(item: $selected) { first in
        FullScreenImages(images: images, name: product.name, texts: texts, first: first.id) {
          selected = nil
        }
      }
    }
  }

  /// Pictures that are swiped sideways; a tap shows one in full screen.
  struct ImageCarousel: View {
    let images: [URL]
    let name: String
    let texts: AppTexts
    let open: @MainActor (Int) -> Void

    var body: some View {
      TabView {
        ForEach(Array(images.enumerated()), id: \.offset) { index, url in
          Button {
            open(index)
          } label: {
            AsyncImage(url: url) { image in
              image.resizable().aspectRatio(contentMode: .fit)
            } placeholder: {
              ProgressView()
            }
          }
          .buttonStyle(.plain)
          .accessibilityLabel(Text(verbatim: "\(name), \(index + 1)/\(images.count)"))
          .accessibilityHint(Text(texts(AppOnlyText.fullScreen)))
        }
      }
      .tabViewStyle(.page)
      .accessibilityLabel(Text(texts(.productImages)))
    }
  }

  /// All pictures in full screen, beginning with one of them.
  struct FullScreenImages: View {
    let images: [URL]
    let name: String
    let texts: AppTexts
    let close: @MainActor () -> Void
    @State private var selection: Int

    init(
      images: [URL], name: String, texts: AppTexts, first: Int,
      close: @escaping @MainActor () -> Void
    ) {
      (self.images, self.name, self.texts, self.close) = (images, name, texts, close)
      _selection = State(initialValue: first)
    }

    var body: some View {
      VStack {
        HStack {
          Spacer()
          Button(texts(AppOnlyText.close), action: close)
        }
        .padding(16)
        TabView(selection: $selection) {
          ForEach(Array(images.enumerated()), id: \.offset) { index, url in
            AsyncImage(url: url) { image in
              image.resizable().aspectRatio(contentMode: .fit)
            } placeholder: {
              ProgressView()
            }
            .tag(index)
            .accessibilityLabel(Text(verbatim: "\(name), \(index + 1)/\(images.count)"))
          }
        }
        .tabViewStyle(.page)
      }
    }
  }
#endif
