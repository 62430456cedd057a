import GRDB
import PriceDomain
import PriceStore
import Testing

@Suite struct RetentionTests {
  private let start = StoreFixture.start

  @Test func `what has expired is removed in steps, and nothing else`() async throws {
    let fixture = try await StoreFixture()
    let store = fixture.store
    for number in 0..<7 {
      for (user, at) in [
        (nil, start), (nil, start + 50 * day), ("ada", start),
      ] as [(String?, Moment)] {
        let id = "\(user ?? "-")\(at.seconds)\(number)"
        _ = try await store.register(
          Device(
            id: id, user: user, address: .fcm(id: id, isInstallation: false), name: "",
            language: .english, registered: at))
      }
      _ = try await store.use("old\(number)", limit: 1, in: 60, at: start + 90 * day)
      _ = try await store.use("new\(number)", limit: 1, in: 60, at: start + 95 * day)
    }
    for at in [start, start + 30 * day] {
      for _ in 0..<5 {
        _ = try await store.putTest(
          title: "t", body: "b", device: "ada\(start.seconds)0", of: "ada", at: at)
      }
    }
    #expect(try await store.removeExpired(at: start + 96 * day, step: 2) == 5 + 7 + 7)
    #expect(try await fixture.count("notice") == 5)
    #expect(try await fixture.count("delivery") == 5)
    #expect(try await fixture.count("device") == 14)
    #expect(try await fixture.count("rate") == 7)
    #expect(try await store.removeExpired(at: start + 96 * day, step: 2) == 0)
  }

  @Test(arguments: ["notice", "device", "rate"])
  func `what has expired is found by an index`(table: String) async throws {
    let fixture = try await StoreFixture()
    let condition = [
      "notice": "at < 1", "device": "user IS NULL AND registered < 1", "rate": "begun < 1",
    ]
    let query = "SELECT rowid FROM \(table) WHERE \(condition[table] ?? "")"
      .replacing("rowid", with: table == "notice" ? "arrival" : table == "rate" ? "key" : "id")
    let steps = try await fixture.database.read { database in
      try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN " + query).map { $0["detail"] as String }
    }
    #expect(steps.allSatisfy { $0.hasPrefix("SEARCH") }, "\(steps)")
  }
}
