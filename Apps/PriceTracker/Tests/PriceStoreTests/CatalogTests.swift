import Accounts
import AccountsSQLite
import GRDB
import PriceDomain
import PriceStore
import Testing

@Suite struct CatalogTests {
  private let start = StoreFixture.start

  @Test func `a product is identified by host and id, and its facts are updated`() async throws {
    let fixture = try await StoreFixture()
    let first = try await fixture.addProduct("lamp")
    let second = try await fixture.store.add(
      ProductFacts(
        store: "shop", host: "shop.example", storeID: "lamp",
        url: "https://shop.example/lamp", name: "Lamp, new", categoryPath: ["Home"]), at: start)
    #expect(second.id == first)
    #expect(!second.isNew)
    let record = try #require(try await fixture.store.product(first))
    #expect(record.facts.name == "Lamp, new")
    // A page without pictures does not remove the existing ones.
    #expect(record.facts.images.count == 1)
    let categories = try await fixture.store.categories()
    #expect(categories.map(\.name) == ["Home"])
    // The same ID at another host is another product.
    let other = try await fixture.store.add(
      ProductFacts(
        store: "other", host: "other.example", storeID: "lamp",
        url: "https://other.example/lamp", name: "Lamp"), at: start)
    #expect(other.isNew)
    #expect(other.id != first)
  }

  @Test func `the number of trackers is correct after users stop and accounts are deleted`()
    async throws
  {
    let fixture = try await StoreFixture(users: ["ada", "bob", "eve"])
    let product = try await fixture.addProduct("lamp")
    for user in ["ada", "bob", "eve"] {
      _ = try await fixture.store.track(product, by: user, at: start)
      _ = try await fixture.store.track(product, by: user, at: start)
    }
    #expect(try await fixture.store.product(product)?.trackers == 3)
    try await fixture.store.untrack(product, by: "ada")
    try await fixture.store.untrack(product, by: "ada")
    #expect(try await fixture.store.product(product)?.trackers == 2)
    _ = try await fixture.store.addComment("Nice", on: product, by: "eve", at: start)
    try await fixture.accounts.change { try $0.removeUser("eve") }
    #expect(try await fixture.store.product(product)?.trackers == 1)
    #expect(try await fixture.count("comment") == 0)
    #expect(try await fixture.count("profile") == 2)
  }

  @Test func `a history has a row per period, and none for a failed check`() async throws {
    let fixture = try await StoreFixture()
    let product = try await fixture.addProduct("lamp", cents: 2000)
    try await fixture.check(product, 2000, at: start + day)
    try await fixture.check(product, .failed(.blocked), at: start + day + 10)
    try await fixture.check(product, .failed(.captcha), at: start + day + 20)
    try await fixture.check(product, 1800, at: start + 2 * day)
    try await fixture.check(product, .unavailable, at: start + 3 * day)
    try await fixture.check(product, .unavailable, at: start + 4 * day)
    let page = try await fixture.store.history(of: product)
    #expect(
      page.values == [
        PricePeriod(firstSeen: start + 3 * day, lastSeen: start + 4 * day, price: nil),
        PricePeriod(
          firstSeen: start + 2 * day, lastSeen: start + 2 * day, price: Price(1800, .euro)),
        PricePeriod(firstSeen: start, lastSeen: start + day, price: Price(2000, .euro)),
      ])
  }

  @Test func `a period of the history does not extend over days without checks`() async throws {
    let fixture = try await StoreFixture()
    let product = try await fixture.addProduct("lamp", cents: 2000)
    try await fixture.check(product, 2000, at: start + 5 * day)
    let page = try await fixture.store.history(of: product)
    #expect(page.values.count == 2)
    #expect(page.values.last?.lastSeen == start)
  }

  @Test func `a history is paged without gaps`() async throws {
    let fixture = try await StoreFixture()
    let product = try await fixture.addProduct("lamp", cents: 2000)
    for step in 1...9 {
      try await fixture.check(product, 2000 - Int64(step), at: start + Int64(step) * day)
    }
    var cursor: String?
    var periods: [PricePeriod] = []
    repeat {
      let page = try await fixture.store.history(of: product, before: cursor, limit: 4)
      periods += page.values
      cursor = page.next
    } while cursor != nil
    #expect(periods.map(\.price?.minorUnits) == (0...9).reversed().map { 2000 - Int64($0) })
  }

  @Test func `a failed check changes neither price nor stock, and notifies no one`() async throws {
    let fixture = try await StoreFixture()
    let product = try await fixture.addProduct("lamp", cents: 2000)
    _ = try await fixture.store.track(product, by: "ada", at: start)
    let recordBefore = try #require(try await fixture.store.product(product))
    for failure in CheckFailure.allCases {
      let outcome = try await fixture.check(product, .failed(failure), at: start + 60)
      #expect(outcome.notices == 0)
    }
    let recordAfter = try #require(try await fixture.store.product(product))
    #expect(recordAfter.history.current == recordBefore.history.current)
    #expect(recordAfter.history.stock == recordBefore.history.stock)
    #expect(recordAfter.nextCheck > start + 60)
    #expect(try await fixture.count("notice") == 0)
  }

  @Test func `failed checks are retried with growing delays`() async throws {
    let fixture = try await StoreFixture()
    let product = try await fixture.addProduct("lamp")
    var waits: [Int64] = []
    for _ in 0..<5 {
      try await fixture.check(product, .failed(.unreachable), at: start)
      let next = try #require(try await fixture.store.product(product)).nextCheck
      waits.append(next - start)
    }
    #expect(waits == [1800, 3600, 7200, 14_400, 28_800])
  }

  @Test func `the checks of a day are spread out, and untracked products wait a week`()
    async throws
  {
    let fixture = try await StoreFixture()
    var nextChecks: Set<Timestamp> = []
    for number in 0..<20 {
      let product = try await fixture.addProduct("p\(number)")
      #expect(try #require(try await fixture.store.product(product)).nextCheck > start + 6 * day)
      _ = try await fixture.store.track(product, by: "ada", at: start)
      try await fixture.check(product, 2499, at: start)
      let check = try #require(try await fixture.store.product(product)).nextCheck
      #expect(check > start + (day - 3600))
      #expect(check <= start + day)
      nextChecks.insert(check)
    }
    #expect(nextChecks.count > 15)
  }
}
