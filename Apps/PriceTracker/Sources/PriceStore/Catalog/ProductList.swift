/// The five lists of products.
public enum ProductList: String, Sendable, CaseIterable, Codable {
  /// Sorted by the amount of the last price drop.
  case lastPriceDrop
  /// Sorted by the percentage of the last price drop.
  case lastPriceDropPercentage
  /// Sorted by the difference between the highest and the lowest price.
  case priceDrop
  /// Sorted by the difference between the highest and the lowest price, in percent.
  case priceDropPercentage
  /// Sorted by the number of users who track the product.
  case mostTracked

  /// The column that the list is sorted by.
  var column: String {
    switch self {
    case .lastPriceDrop: "last_drop"
    case .lastPriceDropPercentage: "last_share"
    case .priceDrop: "range_drop"
    case .priceDropPercentage: "range_share"
    case .mostTracked: "trackers"
    }
  }

  /// The condition for being in the list; its text must equal that of the partial indexes, so that
  /// SQLite uses them.
  var condition: String { self == .mostTracked ? "trackers >= 0" : "\(column) > 0" }
}
