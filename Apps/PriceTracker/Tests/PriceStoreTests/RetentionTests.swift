import GRDB
import PriceDomain
import PriceStore
import Testing

@Suite struct RetentionTests {
  private let start = StoreFixture.start

  @Test func `only expired records are removed, even if they are more than a batch`() async throws {
    let fixture = try await StoreFixture()
    let store = fixture.store
    for number in 0..<7 {
      for (user, at) in [
        (nil, start), (nil, start + 50 * day), ("ada", start),
      ] as [(String?, Timestamp)] {
        let id = "\(user ?? "-")\(at.seconds)\(number)"
        _ = try await store.register(
          Device(
            id: id, user: user, address: .fcm(id: id, isInstallation: false), name: "",
            language: .english, registered: at))
      }
      for at in [start + (-269 * day - 1), start + -269 * day] {
        let id = "removed\(at.seconds)\(number)"
        _ = try await store.register(
          Device(
            id: id, user: nil, address: .fcm(id: id, isInstallation: false), name: "",
            language: .english, registered: at))
        try await store.removeDevice(id, at: at)
      }
      _ = try await store.countUse("old\(number)", limit: 1, in: 60, at: start + 90 * day)
      _ = try await store.countUse("new\(number)", limit: 1, in: 60, at: start + 95 * day)
    }
    for at in [start, start + 30 * day] {
      for _ in 0..<5 {
        _ = try await store.createTestNotice(
          title: "t", body: "b", device: "ada\(start.seconds)0", of: "ada", at: at)
      }
    }
    #expect(try await store.removeExpired(at: start + 96 * day, batch: 2) == 5 + 7 + 7 + 7)
    #expect(try await fixture.count("notice") == 5)
    #expect(try await fixture.count("delivery") == 5)
    #expect(try await fixture.count("device") == 14)
    #expect(try await fixture.count("removed_device") == 7)
    #expect(try await fixture.count("rate_limit") == 7)
    #expect(try await store.removeExpired(at: start + 96 * day, batch: 2) == 0)
  }

  @Test func `a product that nobody tracks for 90 days is removed with all that belongs to it`()
    async throws
  {
    let fixture = try await StoreFixture()
    let store = fixture.store
    var ids: [Int64] = []
    for number in 0..<5 { ids.append(try await fixture.addProduct("Lamp \(number)")) }
    // The first two are tracked: one all the time, one again after a break.
    for id in ids.prefix(2) { _ = try await store.track(id, by: "ada", at: start) }
    let newest = try await fixture.addProduct("Chair")
    _ = try await store.track(newest, by: "ada", at: start)
    _ = try await store.addComment("Nice", on: ids[2], by: "ada", at: start)
    #expect(try await store.removeExpired(at: start, batch: 20) == 0)
    try await store.untrack(ids[1], by: "ada")
    #expect(try await store.removeExpired(at: start + 30 * day, batch: 20) == 0)
    _ = try await store.track(ids[1], by: "ada", at: start + 100 * day)
    #expect(try await store.removeExpired(at: start + 90 * day, batch: 20) == 0)
    #expect(try await fixture.count("product") == 6)

    #expect(try await store.removeExpired(at: start + 90 * day + 1, batch: 20) == 3)
    for id in ids.prefix(2) { #expect(try await store.product(id) != nil) }
    for id in ids.suffix(3) { #expect(try await store.product(id) == nil) }
    for (table, rows) in [("price", 3), ("image", 3), ("comment", 0)] {
      #expect(try await fixture.count(table) == rows, "\(table)")
    }
    #expect(try await store.categories().map(\.products) == [3])
    let lamps = try await store.page(.mostTracked, search: "lamp").values
    #expect(Set(lamps.map(\.id)) == Set(ids.prefix(2)))

    // The 90 days begin anew when tracking stops again.
    try await store.untrack(ids[1], by: "ada")
    #expect(try await store.removeExpired(at: start + 130 * day, batch: 20) == 0)
    #expect(try await store.removeExpired(at: start + 220 * day, batch: 20) == 0)
    #expect(try await store.removeExpired(at: start + 220 * day + 1, batch: 20) == 1)
    #expect(try await fixture.count("product") == 2)
  }

  @Test func `a removed product that is added again has a new id and a new history`() async throws {
    let fixture = try await StoreFixture()
    let first = try await fixture.addProduct("Lamp", cents: 1000)
    _ = try await fixture.addProduct("Chair")
    try await fixture.store.removeExpired(at: start)
    try await fixture.store.removeExpired(at: start + 91 * day)
    #expect(try await fixture.store.product(first) == nil)
    let second = try await fixture.addProduct("Lamp", cents: 2000, at: start + 92 * day)
    let product = try #require(try await fixture.store.product(second))
    #expect(product.history.lowest?.price == Price(2000, .euro))
    #expect(try await fixture.store.history(of: second).values.count == 1)
    #expect(second != first)
  }

  @Test func `the newest product stays, because SQLite would give its id to the next one`()
    async throws
  {
    let fixture = try await StoreFixture()
    let first = try await fixture.addProduct("Lamp")
    try await fixture.store.removeExpired(at: start)
    #expect(try await fixture.store.removeExpired(at: start + 91 * day) == 0)
    #expect(try await fixture.addProduct("Chair", at: start + 91 * day) != first)
    #expect(try await fixture.store.removeExpired(at: start + 91 * day) == 1)
  }

  @Test(arguments: ["notice", "device", "removed_device", "rate_limit", "product"])
  func `expired records are found by an index`(table: String) async throws {
    let fixture = try await StoreFixture()
    let condition = [
      "notice": "at < 1", "device": "user IS NULL AND registered < 1",
      "removed_device": "removed < 1", "rate_limit": "window_start < 1",
      "product": "trackers = 0 AND untracked_since < 1",
    ]
    let query = "SELECT rowid FROM \(table) WHERE \(condition[table] ?? "")"
      .replacing(
        "rowid", with: table == "notice" ? "sequence" : table == "rate_limit" ? "key" : "id")
    let steps = try await fixture.database.read { database in
      try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + query).map { $0["detail"] as String }
    }
    #expect(steps.allSatisfy { $0.hasPrefix("SEARCH") }, "\(steps)")
  }
}
