internal import GRDB
public import PriceDomain

extension PriceStore {
  /// The retention periods of data, in seconds.
  public enum Retention {
    /// Notices and their deliveries.
    public static let notices: Int64 = 90 * 86_400
    /// Devices of guests; those of users do not expire.
    public static let guestDevices: Int64 = 60 * 86_400
    /// The record that a user removed a device.
    public static let removedDevices: Int64 = 365 * 86_400
    /// Counts of rate limits, each of which is for an hour by default.
    public static let rateLimits: Int64 = 2 * 86_400
    /// Products without trackers, with their prices, pictures and comments.
    public static let untrackedProducts: Int64 = 90 * 86_400
  }

  /// Removes expired notices, guests' devices, records of removed devices, counts of rate limits,
  /// and products that nobody tracks.
  ///
  /// - Parameters:
  ///   - now: The current time.
  ///   - batch: The number of rows in one transaction, between which others can write.
  /// - Returns: The number of removed rows.
  /// - Throws: `CancellationError`, or SQLite's error if the file cannot be written.
  @discardableResult
  public func removeExpired(at now: Timestamp, batch: Int = 500) async throws -> Int {
    let statements = [
      """
      DELETE FROM notice WHERE sequence IN (SELECT sequence FROM notice WHERE at < ? LIMIT ?)
      """:
        Retention.notices,
      """
      DELETE FROM device WHERE id IN
        (SELECT id FROM device WHERE user IS NULL AND registered < ? LIMIT ?)
      """: Retention.guestDevices,
      """
      DELETE FROM removed_device WHERE id IN
        (SELECT id FROM removed_device WHERE removed < ? LIMIT ?)
      """: Retention.removedDevices,
      """
      DELETE FROM rate_limit WHERE key IN
        (SELECT key FROM rate_limit WHERE window_start < ? LIMIT ?)
      """: Retention.rateLimits,
    ]
    var removedRows = 0
    for (statement, seconds) in statements {
      removedRows += try await repeatInBatches(of: batch) { database in
        try database.execute(sql: statement, arguments: [now.seconds - seconds, batch])
        return database.changesCount
      }
    }
    return removedRows + (try await removeUntracked(at: now, batch: batch))
  }

  /// Marks the products that have no trackers, and removes those that have had none for the
  /// retention period.
  private func removeUntracked(at now: Timestamp, batch: Int) async throws -> Int {
    try await repeatInBatches(of: batch) { database in
      try database.execute(
        sql: """
          UPDATE product SET untracked_since = ? WHERE id IN
            (SELECT id FROM product WHERE trackers = 0 AND untracked_since IS NULL LIMIT ?)
          """, arguments: [now.seconds, batch])
      return database.changesCount
    }
    let cutoff = now.seconds - Retention.untrackedProducts
    // NB: a product has many rows in other tables, so fewer of them are removed at a time.
    let smallBatch = max(batch / 10, 1)
    return try await repeatInBatches(of: smallBatch) { database in
      let expiredIDs = try Int64.fetchAll(
        database,
        // NB: the product with the highest ID is kept, because SQLite would reuse its ID for the
        // next one: links, notices and a check in progress would then belong to another product.
        sql: """
          SELECT id FROM product WHERE trackers = 0 AND untracked_since < ?
            AND id < (SELECT max(id) FROM product) LIMIT ?
          """, arguments: [cutoff, smallBatch])
      for id in expiredIDs { try Self.removeProduct(id, database) }
      return expiredIDs.count
    }
  }

  /// Repeats a change, each time in a transaction of its own, until it affects fewer rows than a
  /// batch, and returns the number of affected rows.
  @discardableResult private func repeatInBatches(
    of batch: Int, _ change: @escaping @Sendable (Database) throws -> Int
  ) async throws -> Int {
    var total = 0
    while true {
      try Task.checkCancellation()
      let count = try await database.change(change)
      total += count
      if count < batch { return total }
    }
  }
}
