package import Foundation
package import PriceDomain

/// A widget's texts, lines and links in one size, ready to be drawn by a view.
package struct WidgetContent: Sendable, Hashable {
  package enum Size: String, Sendable, CaseIterable {
    case small, medium, large

    /// The number of products.
    package var productCount: Int {
      switch self {
      case .small: 1
      case .medium: 2
      case .large: WidgetSnapshot.productCount
      }
    }
  }

  /// A product.
  package struct Item: Sendable, Hashable, Identifiable {
    package let id: Int64
    package let name: String
    package let price: String
    package let trend: PriceChange.Trend
    package let symbol: String
    package let change: String
    /// The lowest and the highest price in words; nil without a history, and in the small size.
    package let range: String?
    package let points: [PriceChart.Point]
    /// The accessibility label: name, price, change and range.
    package let label: String
    /// The URL that tapping the product opens.
    package let link: URL
  }

  package let size: Size
  package let title: String
  package let items: [Item]
  /// The message that is shown instead of items; nil if there are items.
  package let invitation: String?
  /// When the prices were read.
  package let at: Timestamp?
  /// The URL that tapping the rest of the widget opens.
  package let link: URL

  /// Creates the content of a widget.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot; nil if the app has not been opened yet.
  ///   - size: The size.
  ///   - language: The language of the texts.
  package init(_ snapshot: WidgetSnapshot?, _ size: Size, in language: Language) {
    self.size = size
    let products = snapshot?.products.prefix(size.productCount) ?? []
    title =
      snapshot?.containsTrackedProducts == false
      ? ClientText("Most tracked", "Am meisten beobachtet").text(language)
      : ClientText("Tracked products", "Beobachtete Produkte").text(language)
    items = products.map { Item($0, size, language) }
    at = snapshot?.at
    invitation =
      items.isEmpty
      ? ClientText(
        "Open Price Tracker and add a product.",
        "Öffne Price Tracker und füge ein Produkt hinzu."
      ).text(language) : nil
    link = items.first.flatMap { size == .small ? $0.link : nil } ?? AppLinks.home
  }

  /// The time of the next refresh, after a success or a failure.
  package static func nextReload(after now: Timestamp, couldRead: Bool) -> Timestamp {
    now + (couldRead ? 30 * 60 : 10 * 60)
  }
}

extension WidgetContent.Item {
  fileprivate init(
    _ product: WidgetSnapshot.Product, _ size: WidgetContent.Size, _ language: Language
  ) {
    let texts = ProductTexts(language)
    let change = PriceChange(from: product.previous?.price, to: product.price?.price)
    id = product.id
    name = product.name
    price = texts.price(product.price?.price, product.stock)
    (trend, symbol) = (change.trend, change.symbol)
    self.change = change.text(in: language)
    range = size == .small ? nil : texts.range(product.lowest?.price, product.highest?.price)
    points = product.points
    label = [name, price, self.change, range].compactMap(\.self).joined(separator: ", ")
    link = AppLinks.product(product.id)
  }
}
