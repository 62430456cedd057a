public import PriceDomain

/// A value and its location on the page, such as `amazon: #productTitle` or `json-ld:
/// offers.price`.
public struct SourcedValue<Value: Sendable & Hashable & Codable>: Sendable, Hashable, Codable {
  /// The value.
  public let value: Value
  /// Its location on the page.
  public let source: String
}

/// The kind of seller.
public enum SellerKind: String, Sendable, Codable {
  /// The store itself.
  case store
  /// A third party on the store's site.
  case thirdParty
}

/// The product data of a page.
public struct ProductPage: Sendable, Hashable, Codable {
  /// The product's id in the store.
  public internal(set) var id: SourcedValue<String>?
  /// Its name.
  public internal(set) var title: SourcedValue<String>?
  /// Its categories, from general to specific.
  public internal(set) var category: SourcedValue<[String]>?
  /// Its description, as text.
  public internal(set) var summary: SourcedValue<String>?
  /// URLs of images, the best first.
  public internal(set) var images: SourcedValue<[String]>?
  /// The price.
  public internal(set) var price: SourcedValue<Price>?
  /// The crossed-out price.
  public internal(set) var listPrice: SourcedValue<Price>?
  /// The availability.
  public internal(set) var availability: SourcedValue<Availability>?
  /// The condition of the offered item.
  public internal(set) var condition: SourcedValue<ItemCondition>?
  /// The seller's name.
  public internal(set) var seller: SourcedValue<String>?
  /// The kind of seller.
  public internal(set) var sellerKind: SellerKind?
  /// The chosen color, size and so on.
  public internal(set) var variant: SourcedValue<[String]>?
  /// The page's language.
  public internal(set) var language: String?
  /// Prices on the page that could not be parsed: their location, and the reason.
  public internal(set) var rejectedPrices: [String: PriceTextError] = [:]
}

/// The reason why a page cannot be read.
public enum BrokenPageReason: String, Sendable, CaseIterable, Codable {
  /// The page is empty.
  case empty
  /// It is longer than 8 MiB.
  case tooLong
  /// It is not HTML.
  case notHTML
  /// The store responded with an error.
  case errorStatus
  /// There is no product on it.
  case noProduct
  /// There is a product, but neither a price nor a statement that it is unavailable.
  case noPrice
  /// Reading it exceeds the limits of time or memory, or its worker process fails.
  case tooComplex
}

/// The result of reading a page.
///
/// Only the first kind has a price.
public enum PageResult: Sendable, Hashable, Codable {
  /// A product with its price.
  case price(Price, ProductPage)
  /// An unavailable product.
  case unavailable(ProductPage)
  /// The store rejects automated requests.
  case blocked
  /// The store requires a captcha.
  case captcha
  /// The page is of a product other than the requested one.
  case wrongProduct(found: String)
  /// It cannot be read.
  case broken(BrokenPageReason)

  /// The reading that is recorded for the product.
  public var reading: Reading {
    switch self {
    case .price(let price, let page): .price(price, page.condition?.value ?? .new)
    case .unavailable: .unavailable
    case .blocked: .failed(.blocked)
    case .captcha: .failed(.captcha)
    case .wrongProduct: .failed(.wrongProduct)
    case .broken: .failed(.brokenPage)
    }
  }
}
