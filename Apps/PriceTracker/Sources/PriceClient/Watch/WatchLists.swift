package import Foundation
package import PriceDomain

/// The three lists of the watch.
package enum WatchSection: String, Sendable, CaseIterable, Identifiable {
  case mostTracked, biggestDrops, tracked

  package var id: String { rawValue }
  /// The maximum number of products in a list that is read from the API.
  package static let maximumCount = 10

  package func title(in language: Language) -> String {
    switch self {
    case .mostTracked: ClientText("Most tracked", "Am meisten beobachtet").text(language)
    case .biggestDrops: ClientText("Biggest drops", "Am stärksten gefallen").text(language)
    case .tracked: ClientText("Tracked", "Beobachtet").text(language)
    }
  }

  /// The list in the API; nil for the tracked products, which come from the phone.
  package var list: ListName? {
    switch self {
    case .mostTracked: .mostTracked
    case .biggestDrops: .lastPriceDropPercentage
    case .tracked: nil
    }
  }
}

/// A row of the watch's lists: name, price, and a symbol in green, red or orange.
package struct WatchRow: Sendable, Hashable, Identifiable {
  package let id: Int64
  package let name: String
  package let price: String
  package let trend: PriceChange.Trend
  package let symbol: String
  /// The accessibility label, which also describes the color.
  package let label: String

  package init(_ item: ProductItem, in language: Language) {
    id = item.id
    name = item.name
    price = ProductTexts(language).price(item.price?.price, item.stock)
    trend = item.change.trend
    symbol = item.change.symbol
    label = "\(item.name), \(price), \(item.change.text(in: language))"
  }
}

/// A product as the watch shows it.
package struct WatchProduct: Sendable, Hashable, Identifiable {
  package let id: Int64
  package let name: String
  package let category: String
  package let price: String
  /// How much cheaper it is than before; nil if it is not at least one percent cheaper.
  package let discount: String?
  package let lowest: String
  package let highest: String
  /// At most three pictures.
  package let images: [URL]

  package init(_ product: ProductData, in language: Language) {
    let texts = ProductTexts(language)
    id = product.id
    name = product.name
    category = product.category.last ?? ""
    price = texts.price(product.price?.price, product.stock)
    let change = product.change
    discount = change.trend == .down && change.percent > 0 ? change.text(in: language) : nil
    lowest = texts.price(product.lowest?.price)
    highest = texts.price(product.highest?.price)
    images = product.images.prefix(3).compactMap { URL(https: $0) }
  }
}

/// The data that the phone sends to the watch: the user's tracked products.
///
/// The watch has no session of its own (decision 0119).
package struct WatchContext: Codable, Sendable, Hashable {
  /// The key of the context in the dictionary of `WCSession`.
  package static let key = "tracked"

  package var isSignedIn: Bool
  package var products: [ProductItem]
  /// When the products were read; nil without a user.
  package var at: Timestamp?

  package init(isSignedIn: Bool, products: [ProductItem], at: Timestamp? = nil) {
    (self.isSignedIn, self.at) = (isSignedIn, at)
    // A context has a limit of 65,536 bytes, so it has only what the rows show.
    self.products = products.prefix(50).map { item in
      var item = item
      // Scalars, because a character has any number of them.
      let name = String.UnicodeScalarView(item.name.unicodeScalars.prefix(100))
      (item.name, item.category, item.image) = (String(name), "", nil)
      return item
    }
  }

  /// Returns a product with the name and the prices that its user sees, unless the service has read
  /// its page since: they may be those on a page that the user sent.
  func productForUser(_ product: ProductData) -> ProductData {
    guard let at, let item = products.first(where: { $0.id == product.id }),
      product.lastSuccess.map({ Timestamp($0) <= at }) ?? true
    else { return product }
    var userProduct = product
    // The item's name may be shortened.
    if !product.name.hasPrefix(item.name) { userProduct.name = item.name }
    (userProduct.price, userProduct.previous, userProduct.stock) = (
      item.price, item.previous, item.stock
    )
    (userProduct.lowest, userProduct.highest) = (item.lowest, item.highest)
    return userProduct
  }

  /// The dictionary to send.
  package var dictionary: [String: Any] {
    (try? JSONEncoder().encode(self)).map { [Self.key: $0] } ?? [:]
  }

  /// Reads a received dictionary; nil if it has none that this version can read.
  package init?(_ dictionary: [String: Any]) {
    guard let data = dictionary[Self.key] as? Data,
      let context = try? JSONDecoder().decode(WatchContext.self, from: data)
    else { return nil }
    self = context
  }
}

extension URL {
  /// Creates a URL that comes from a shop's page; nil if it is not https.
  package init?(https text: String?) {
    guard let text, let url = URL(string: text), url.scheme?.lowercased() == "https",
      url.host() != nil
    else { return nil }
    self = url
  }
}
