internal import GRDB
public import PriceDomain

extension PriceStore {
  /// The retention periods of data, in seconds.
  public enum Retention {
    /// Notices and their deliveries.
    public static let notices: Int64 = 90 * 86_400
    /// Devices of guests; those of users are removed with them, or when a push service says so.
    public static let guestDevices: Int64 = 60 * 86_400
    /// Counts of rate limits, the longest of which is a day.
    public static let rates: Int64 = 2 * 86_400
  }

  /// Removes expired notices, guests' devices and counts of rate limits.
  ///
  /// - Parameters:
  ///   - now: The current time.
  ///   - step: The number of rows in one transaction, between which others can write.
  /// - Returns: The number of removed rows.
  /// - Throws: `CancellationError`, or SQLite's error if the file cannot be written.
  @discardableResult
  public func removeExpired(at now: Moment, step: Int = 500) async throws -> Int {
    let statements = [
      """
      DELETE FROM notice WHERE arrival IN (SELECT arrival FROM notice WHERE at < ? LIMIT ?)
      """:
        Retention.notices,
      """
      DELETE FROM device WHERE id IN
        (SELECT id FROM device WHERE user IS NULL AND registered < ? LIMIT ?)
      """: Retention.guestDevices,
      "DELETE FROM rate WHERE key IN (SELECT key FROM rate WHERE begun < ? LIMIT ?)":
        Retention.rates,
    ]
    var removed = 0
    for (statement, seconds) in statements {
      var count = step
      while count == step {
        try Task.checkCancellation()
        count = try await database.change { database in
          try database.execute(sql: statement, arguments: [now.seconds - seconds, step])
          return database.changesCount
        }
        removed += count
      }
    }
    return removed
  }
}
