/// The condition of an offered item.
public enum ItemCondition: String, Sendable, Codable {
  /// New.
  case new
  /// Used, by any seller.
  case used
  /// Refurbished or renewed.
  case refurbished
}

/// The reason why a reading failed.
public enum CheckFailure: String, Sendable, Codable, CaseIterable {
  /// The store rejects automated requests, by its responses or its robots.txt.
  case blocked
  /// The store requires a captcha.
  case captcha
  /// The page is of another product.
  case wrongProduct
  /// The page cannot be read.
  case brokenPage
  /// The page could not be fetched, for example because of the network or a timeout.
  case unreachable
}

/// The result of reading a product's page.
public enum Reading: Hashable, Sendable {
  /// Offered at a price.
  case price(Price, ItemCondition = .new)
  /// Unavailable according to the store.
  case unavailable
  /// The reading failed; never a price change.
  case failed(CheckFailure)
}

/// A price with a time, such as when it was first seen.
public struct PricePoint: Hashable, Sendable, Codable {
  /// The price.
  public let price: Price
  /// The time.
  public let at: Timestamp

  /// Creates a price with a time.
  public init(_ price: Price, at: Timestamp) {
    self.price = price
    self.at = at
  }
}
