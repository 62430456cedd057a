package import GRDB
package import PriceDomain

/// Inserts rows without the usual checks, to fill a store for benchmarks.
extension PriceStore {
  /// Inserts a profile.
  package static func insert(_ profile: UserProfile, _ database: Database) throws {
    try upsert(profile, database)
  }

  /// Sets a product's price history, and when its next check is due.
  package static func setHistory(
    _ product: Int64, _ history: PriceHistory, due: Timestamp, _ database: Database
  ) throws {
    try storeHistory(history, of: product, isTracked: true, at: due, database)
    try database.cachedStatement(sql: "UPDATE product SET next_check = ? WHERE id = ?")
      .execute(arguments: [due.seconds, product])
  }
}
