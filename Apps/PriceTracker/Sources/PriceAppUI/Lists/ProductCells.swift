#if canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
  import Foundation
  import PriceApp
  import PriceClient
  import PriceDomain
  import SwiftUI

  /// A product's picture, or a placeholder of the same size.
  struct ProductImage: View {
    let url: String?
    let size: CGFloat

    var body: some View {
      AsyncImage(url: URL(https: url)) { image in
        image.resizable().aspectRatio(contentMode: .fit)
      } placeholder: {
        Image(systemName: "photo").foregroundStyle(Palette.muted)
      }
      .frame(width: size, height: size)
      .background(Palette.fill)
      .clipShape(RoundedRectangle(cornerRadius: 12))
      .accessibilityHidden(true)
    }
  }

  /// How a price has moved: an arrow, a color and words.
  struct ChangeLabel: View {
    let change: PriceChange
    let texts: AppTexts

    var body: some View {
      Text("\(change.symbol) \(change.text(in: texts.language))" as String)
        .font(.caption)
        .foregroundStyle(Palette.color(change.trend))
    }
  }

  /// A product as a row of a list.
  struct ProductRow: View {
    let item: ProductItem
    let texts: AppTexts
    let open: @MainActor () -> Void

    var body: some View {
      Button(action: open) {
        HStack(spacing: 12) {
          ProductImage(url: item.image, size: 64)
          VStack(alignment: .leading, spacing: 2) {
            Text(item.name).lineLimit(1...2)
            if !item.category.isEmpty {
              Text(item.category).font(.caption).foregroundStyle(Palette.muted)
            }
            Text(ProductTexts(texts.language).price(item.price?.price, item.stock)).font(.headline)
            ChangeLabel(change: item.change, texts: texts)
          }
          Spacer()
        }
      }
      .buttonStyle(.plain)
      .accessibilityElement(children: .combine)
    }
  }

  /// A product as a card of a shelf.
  struct ProductCard: View {
    let item: ProductItem
    let texts: AppTexts
    let open: @MainActor () -> Void

    var body: some View {
      Button(action: open) {
        VStack(alignment: .leading, spacing: 4) {
          ProductImage(url: item.image, size: 140)
          Text(item.name).lineLimit(1...2).multilineTextAlignment(.leading)
          Text(ProductTexts(texts.language).price(item.price?.price, item.stock)).font(.headline)
          ChangeLabel(change: item.change, texts: texts)
        }
        .frame(width: 140)
      }
      .buttonStyle(.plain)
      .accessibilityElement(children: .combine)
    }
  }

  /// A title with “See all”, and products that scroll sideways.
  struct Shelf: View {
    let title: String
    let items: Loader<[ProductItem]>
    let emptyText: String
    let texts: AppTexts
    let seeAll: (@MainActor () -> Void)?
    let open: @MainActor (ProductItem) -> Void
    let retry: () async -> Void

    var body: some View {
      VStack(alignment: .leading, spacing: 8) {
        HStack {
          Text(title).font(.headline).accessibilityAddTraits(.isHeader)
          Spacer()
          if let seeAll {
            Button(texts(.seeAll), action: seeAll)
              .accessibilityLabel(Text(verbatim: "\(texts(.seeAll)): \(title)"))
          }
        }
        LoaderView(loader: items, texts: texts, retry: retry) { products in
          if products.isEmpty {
            Text(emptyText).foregroundStyle(Palette.muted)
          } else {
            ScrollView(.horizontal) {
              HStack(alignment: .top, spacing: 12) {
                ForEach(products) { item in
                  ProductCard(item: item, texts: texts) { open(item) }
                }
              }
            }
          }
        }
      }
    }
  }
#endif
