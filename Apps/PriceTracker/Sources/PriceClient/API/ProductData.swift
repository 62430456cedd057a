package import PriceDomain

/// A price in the JSON of the API.
package struct PriceData: Codable, Sendable, Hashable {
  package var minorUnits: Int64
  package var currency: String

  package init(_ price: Price) {
    (minorUnits, currency) = (price.minorUnits, price.currency.code)
  }

  /// The price; nil for a currency that this version does not support.
  package var price: Price? { Currency(currency).map { Price(minorUnits, $0) } }
}

/// Whether a product can be bought; values of a newer service are `unknown`.
package enum Stock: String, Codable, Sendable {
  case unknown, inStock, outOfStock

  package init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    self = Stock(rawValue: text) ?? .unknown
  }
}

/// A product in a list.
package struct ProductItem: Codable, Sendable, Identifiable, Hashable {
  package var id: Int64
  package var name: String
  package var category: String
  package var image: String?
  package var price: PriceData?
  package var previous: PriceData?
  package var lowest: PriceData?
  package var highest: PriceData?
  package var stock: Stock
  package var trackers: Int

  package init(
    id: Int64, name: String, category: String = "", image: String? = nil, price: Price? = nil,
    previous: Price? = nil, lowest: Price? = nil, highest: Price? = nil, stock: Stock = .inStock,
    trackers: Int = 0
  ) {
    (self.id, self.name, self.category, self.image) = (id, name, category, image)
    self.price = price.map(PriceData.init)
    self.previous = previous.map(PriceData.init)
    self.lowest = lowest.map(PriceData.init)
    self.highest = highest.map(PriceData.init)
    (self.stock, self.trackers) = (stock, trackers)
  }

  /// The change from the previous price.
  package var change: PriceChange { PriceChange(from: previous?.price, to: price?.price) }
}

/// A product with all data of its screen; times are in seconds since 1970.
package struct ProductData: Codable, Sendable, Identifiable, Hashable {
  /// How the user tracks it.
  package struct Tracking: Codable, Sendable, Hashable {
    package var since: Int64
    package var rule: RuleData
    package var hasOwnRule: Bool
    package var notifiesOfComments: Bool
    package var explanation: [String]
  }

  package var id: Int64
  package var store: String
  package var url: String
  package var name: String
  package var category: [String]
  package var description: String
  package var variant: [String]
  package var images: [String]
  package var price: PriceData?
  package var previous: PriceData?
  package var lowest: PriceData?
  package var highest: PriceData?
  package var stock: Stock
  package var trackers: Int
  package var added: Int64
  package var lastSuccess: Int64?
  package var lastFailure: String?
  package var tracking: Tracking?

  package var change: PriceChange { PriceChange(from: previous?.price, to: price?.price) }
}

/// A period in which a product had a price, in seconds since 1970; without a price while it was
/// unavailable.
package struct PeriodData: Codable, Sendable, Hashable {
  package var firstSeen: Int64
  package var lastSeen: Int64
  package var price: PriceData?

  package init(firstSeen: Int64, lastSeen: Int64, price: Price?) {
    (self.firstSeen, self.lastSeen) = (firstSeen, lastSeen)
    self.price = price.map(PriceData.init)
  }
}

/// The result of adding a product.
package struct AddedData: Codable, Sendable {
  package var isNew: Bool
  package var product: ProductData
}

/// A page of a list.
package struct PageData<Item: Codable & Sendable>: Codable, Sendable {
  package var items: [Item]
  /// The cursor of the next page; nil at the end.
  package var next: String?

  package init(items: [Item], next: String? = nil) {
    (self.items, self.next) = (items, next)
  }
}

/// A category with the number of its products.
package struct CategoryData: Codable, Sendable, Hashable, Identifiable {
  package var name: String
  package var products: Int

  package var id: String { name }

  package init(name: String, products: Int) {
    (self.name, self.products) = (name, products)
  }
}

/// The lists of products, by their names in the API.
package enum ListName: String, Sendable, CaseIterable, Codable {
  case mostTracked, lastPriceDrop, lastPriceDropPercentage, priceDrop, priceDropPercentage
}
