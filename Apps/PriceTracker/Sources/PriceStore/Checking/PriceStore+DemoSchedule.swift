internal import GRDB
public import PriceDomain

extension PriceStore {
  /// Schedules a check of every page within some seconds, for a demo shop whose prices change
  /// often.
  public func checkAgain(within seconds: Int64, at now: Timestamp) async throws {
    try await database.change { database in
      try database.execute(
        sql: "UPDATE product SET next_check = ? WHERE next_check > ?",
        arguments: [(now + seconds).seconds, (now + seconds).seconds])
    }
  }
}
