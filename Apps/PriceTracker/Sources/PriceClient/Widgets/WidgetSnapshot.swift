package import Foundation
package import PriceDomain

/// The data of the widgets: the products that the user tracked most recently, or if there are none,
/// those that most users track.
///
/// The app writes it into the folder that it shares with its extensions; the widgets read it, and
/// refresh its prices with the public part of the API.
package struct WidgetSnapshot: Codable, Sendable, Hashable {
  /// A product of a widget.
  package struct Product: Codable, Sendable, Hashable, Identifiable {
    package var id: Int64
    package var name: String
    package var price: PriceData?
    package var previous: PriceData?
    package var lowest: PriceData?
    package var highest: PriceData?
    package var stock: Stock
    /// The line of the price; at most ``WidgetSnapshot/pointCount`` points.
    package var points: [PriceChart.Point]

    package init(_ item: ProductItem, _ chart: PriceChart?) {
      (id, name, price, previous) = (item.id, item.name, item.price, item.previous)
      (lowest, highest, stock) = (item.lowest, item.highest, item.stock)
      points = chart?.sample(WidgetSnapshot.pointCount) ?? []
    }

    package init(_ product: ProductData, _ chart: PriceChart?) {
      (id, name, price, previous) = (product.id, product.name, product.price, product.previous)
      (lowest, highest, stock) = (product.lowest, product.highest, product.stock)
      points = chart?.sample(WidgetSnapshot.pointCount) ?? []
    }
  }

  /// The number of products that the largest widget shows.
  package static let productCount = 4
  /// The number of points of a product's line.
  package static let pointCount = 40

  /// The version of the file; another one is not read.
  package var version = 1
  /// When the prices were read.
  package var at: Timestamp
  /// Whether the products are those that the user tracks, and not the most tracked ones.
  package var containsTrackedProducts: Bool
  package var products: [Product]

  package init(at: Timestamp, containsTrackedProducts: Bool, products: [Product]) {
    (self.at, self.containsTrackedProducts) = (at, containsTrackedProducts)
    self.products = Array(products.prefix(Self.productCount))
  }

  // MARK: The file

  private static let fileName = "widgets.json"

  /// Reads the snapshot of a folder; nil if there is none that this version can read.
  package static func read(in folder: URL) -> WidgetSnapshot? {
    guard let data = try? Data(contentsOf: folder.appendingPathComponent(fileName)),
      let snapshot = try? JSONDecoder().decode(WidgetSnapshot.self, from: data),
      snapshot.version == 1
    else { return nil }
    return snapshot
  }

  /// Writes the snapshot into a folder, unless only its time differs from the one before.
  ///
  /// - Returns: Whether it was written, so that the widgets have to be reloaded.
  package func write(in folder: URL) throws -> Bool {
    if let stored = Self.read(in: folder), stored.products == products,
      stored.containsTrackedProducts == containsTrackedProducts
    {
      return false
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try JSONEncoder().encode(self).write(
      to: folder.appendingPathComponent(Self.fileName), options: .atomic)
    return true
  }

  /// Removes the snapshot, when the user logs out.
  package static func remove(in folder: URL) {
    try? FileManager.default.removeItem(at: folder.appendingPathComponent(fileName))
  }
}
