import GRDB
import PriceStore
import Testing

@Suite struct PriceDatabaseTests {
  @Test func `the write-ahead log is checkpointed only after 16,384 pages`() async throws {
    let database = try PriceDatabase()
    let pages = try await database.change {
      try Int.fetchOne($0, sql: "PRAGMA wal_autocheckpoint")
    }
    #expect(pages == 16_384)
  }
}
