import Foundation

/// A fictitious product of the demo shop.
public struct ShopProduct: Sendable, Hashable, Decodable {
  /// Its ID: eight uppercase letters and digits.
  public let id: String
  /// Its name.
  public let name: String
  /// Its category.
  public let category: String
  /// Its description.
  public let description: String
  /// The base price in cents, around which the price changes.
  public let cents: Int64

  /// Returns the shop's products.
  ///
  /// - Throws: If the embedded file is invalid.
  public static func all() throws -> [ShopProduct] {
    try JSONDecoder().decode(
      [ShopProduct].self, from: Data(PackageResources.products_json))
  }
}
