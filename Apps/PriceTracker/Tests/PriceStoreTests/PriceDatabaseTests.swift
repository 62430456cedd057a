import GRDB
import PriceStore
import Testing

@Suite struct PriceDatabaseTests {
  @Test func `pages are copied from the log only after many batches of an update`() async throws {
    let database = try PriceDatabase()
    let pages = try await database.change {
      try Int.fetchOne($0, sql: "PRAGMA wal_autocheckpoint")
    }
    #expect(pages == 16_384)
  }
}
