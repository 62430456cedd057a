public import PriceDomain

/// The facts on a product's page, except the price.
public struct ProductFacts: Sendable, Hashable {
  /// The store's name.
  public var store: String
  /// The host of the site; products of different hosts are different products.
  public var host: String
  /// The product's ID in the store.
  public var storeID: String
  /// The URL to fetch.
  public var url: String
  /// Its name.
  public var name: String
  /// The categories from general to specific.
  public var categoryPath: [String]
  /// Its description, as plain text.
  public var description: String
  /// The selected color, size and so on.
  public var variant: [String]
  /// The image URLs, best first.
  public var images: [String]

  /// Creates the facts of a product.
  public init(
    store: String, host: String, storeID: String, url: String, name: String,
    categoryPath: [String] = [], description: String = "", variant: [String] = [],
    images: [String] = []
  ) {
    self.store = store
    self.host = host
    self.storeID = storeID
    self.url = url
    self.name = name
    self.categoryPath = categoryPath
    self.description = description
    self.variant = variant
    self.images = images
  }

  /// The category that lists are filtered by: the most general one.
  public var category: String { categoryPath.first ?? "" }
}

/// A stored product.
public struct ProductRecord: Sendable, Hashable, Identifiable {
  /// The id.
  public let id: Int64
  /// The facts on its page.
  public let facts: ProductFacts
  /// The state of its price.
  public let history: PriceHistory
  /// The number of users who track it.
  public let trackers: Int
  /// When it was added.
  public let added: Timestamp
  /// When its page will be checked next.
  public let nextCheck: Timestamp
  /// The `ETag` of the page at the last check.
  public let entityTag: String?
  /// The `Last-Modified` of the page at the last check.
  public let lastModified: String?
  /// Whether the facts are public: read by the service itself, or agreed on by users' pages.
  ///
  /// Otherwise they are a placeholder, and a user who sent a page sees the facts on that page.
  public let isConfirmed: Bool
  /// Whether the public facts are those on which users' pages agree, which later pages can change.
  public let hasConsensus: Bool

  /// Whether the service has read the public facts itself.
  public var isRead: Bool { isConfirmed && !hasConsensus }

  /// The same product with other facts and prices.
  func with(_ facts: ProductFacts, _ history: PriceHistory) -> ProductRecord {
    ProductRecord(
      id: id, facts: facts, history: history, trackers: trackers, added: added,
      nextCheck: nextCheck, entityTag: entityTag, lastModified: lastModified,
      isConfirmed: isConfirmed, hasConsensus: hasConsensus)
  }
}

/// The summary of a product in a list.
public struct ProductSummary: Sendable, Hashable, Identifiable {
  /// The id.
  public let id: Int64
  /// Its name.
  public let name: String
  /// The category that lists are filtered by; empty if its page names none.
  public let category: String
  /// The URL of the best image.
  public let image: String?
  /// The current price; while the product is unavailable, the last accepted one.
  public let price: Price?
  /// The previous price.
  public let previous: Price?
  /// The lowest price seen so far.
  public let lowest: Price?
  /// The highest price seen so far.
  public let highest: Price?
  /// Whether it is available.
  public let stock: PriceHistory.Stock
  /// The number of users who track it.
  public let trackers: Int
}

/// A period of a product's history during which its price was the same.
public struct PricePeriod: Sendable, Hashable {
  /// When the price was first seen.
  public let firstSeen: Timestamp
  /// When the price was last seen.
  public let lastSeen: Timestamp
  /// The price; nil for a period in which the product was unavailable.
  public let price: Price?

  /// Creates a period.
  public init(firstSeen: Timestamp, lastSeen: Timestamp, price: Price?) {
    self.firstSeen = firstSeen
    self.lastSeen = lastSeen
    self.price = price
  }
}

/// A page of a longer list, and the cursor of the next page.
public struct Page<Value: Sendable>: Sendable {
  /// The values.
  public let values: [Value]
  /// The cursor of the next page; nil on the last page.
  public let next: String?

  /// Creates a page.
  public init(_ values: [Value], next: String?) {
    self.values = values
    self.next = next
  }

  /// Returns the page with transformed values.
  public func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Page<Other> {
    Page<Other>(try values.map(transform), next: next)
  }
}
