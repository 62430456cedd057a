public import PriceDomain

/// One check of a product's page.
public struct PriceCheck: Sendable, Hashable {
  /// The result of a check.
  public enum Result: Sendable, Hashable {
    /// The page was read; facts are those of a page that the service fetched itself.
    case read(Reading, ProductFacts? = nil, entityTag: String? = nil, lastModified: String? = nil)
    /// The page has not changed.
    case notModified
    /// The page was not fetched, because the host allows no requests until then.
    case postponed(until: Timestamp)
  }

  /// The product.
  public let productID: Int64
  /// The result of a check.
  public let result: Result

  /// Creates a check.
  public init(_ productID: Int64, _ result: Result) {
    self.productID = productID
    self.result = result
  }
}

/// The effects of a check.
public struct CheckOutcome: Sendable, Hashable {
  /// The product.
  public let productID: Int64
  /// The outcome of its reading; nil if the page was not fetched.
  public let outcome: PriceHistory.Outcome?
  /// The number of notices that were created.
  public let notices: Int
}

/// A product whose page is due for a check.
public struct DueCheck: Sendable, Hashable {
  /// The product.
  public let productID: Int64
  /// The host of its page.
  public let host: String
  /// Its ID in the store.
  public let storeID: String
  /// The URL of its page.
  public let url: String
  /// The `ETag` of the page at the last check; nil if an unchanged page must be read again.
  public let entityTag: String?
  /// The `Last-Modified` of the page at the last check, under the same condition.
  public let lastModified: String?
}
