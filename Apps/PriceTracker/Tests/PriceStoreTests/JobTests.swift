import GRDB
import PriceDomain
import PriceStore
import Testing

@Suite struct JobTests {
  private let start = StoreFixture.start

  @Test func `one process at a time has a job's lease, until it expires or is released`()
    async throws
  {
    let store = try await StoreFixture().store
    let lease = try await store.acquireLease("update", holder: "a", at: start)
    await #expect(throws: StoreError.self) {
      _ = try await store.acquireLease("update", holder: "b", at: start + 59)
    }
    try await store.renewLease(lease, at: start + 59)
    await #expect(throws: StoreError.self) {
      _ = try await store.acquireLease("update", holder: "b", at: start + 100)
    }
    let nextLease = try await store.acquireLease("update", holder: "b", at: start + 119)
    #expect(nextLease.fencingToken == lease.fencingToken + 1)
    try await store.releaseLease(nextLease, at: start + 120)
    _ = try await store.acquireLease("update", holder: "c", at: start + 120)
    #expect(try await store.job("update")?.holder == "c")
  }

  @Test func `only one of several concurrent requests for a job succeeds`() async throws {
    let store = try await StoreFixture().store
    let acquiredCount = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<20 {
        group.addTask {
          (try? await store.acquireLease("update", holder: "\(number)", at: start)) != nil
        }
      }
      return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(acquiredCount == 1)
  }

  @Test func `a process that was suspended for too long can no longer write`() async throws {
    let fixture = try await StoreFixture()
    let product = try await fixture.addProduct("lamp", cents: 2000)
    let oldLease = try await fixture.store.acquireLease("update", holder: "a", at: start)
    _ = try await fixture.store.acquireLease("update", holder: "b", at: start + 61)
    await #expect(throws: StoreError.self) {
      _ = try await fixture.store.record(
        [PriceCheck(product, .read(.price(Price(100, .euro))))], lease: oldLease, at: start + 62)
    }
    #expect(
      try await fixture.store.product(product)?.history.current == Price(2000, .euro))
  }

  @Test func `a lease from before the clock was set back expires`() async throws {
    let store = try await StoreFixture().store
    _ = try await store.acquireLease("update", holder: "a", at: start + 365 * day)
    _ = try await store.acquireLease("update", holder: "b", at: start)
  }

  @Test func `uses are counted by key and window, also when the clock jumps back`() async throws {
    let store = try await StoreFixture().store
    for _ in 0..<3 { #expect(try await store.countUse("k", limit: 3, in: 60, at: start) == 0) }
    #expect(try await store.countUse("k", limit: 3, in: 60, at: start + 20) == 40)
    #expect(try await store.countUse("other", limit: 3, in: 60, at: start) == 0)
    #expect(try await store.countUse("k", limit: 3, in: 60, at: start + 60) == 0)
    #expect(try await store.countUse("k", limit: 3, in: 60, at: start + -day) == 0)
  }

  @Test func `the due products of a host are listed, without an entity tag after a failed check`()
    async throws
  {
    let fixture = try await StoreFixture()
    let product = try await fixture.addProduct("lamp", cents: 2000)
    let facts = ProductFacts(
      store: "b", host: "b.example", storeID: "1", url: "https://b.example/1", name: "b")
    _ = try await fixture.store.add(facts, at: start)
    #expect(try await fixture.store.hosts() == ["b.example", "shop.example"])
    #expect(try await fixture.store.dueChecks(on: "shop.example", at: start, limit: 9).isEmpty)
    #expect(try await fixture.store.nextCheck() == start)
    let later = start + 8 * day
    _ = try await fixture.store.record(
      [PriceCheck(product, .read(.price(Price(2000, .euro)), entityTag: "\"x\""))], at: start)
    #expect(
      try await fixture.store.dueChecks(on: "shop.example", at: later, limit: 9).first?.entityTag
        == "\"x\"")
    let outcome = try await fixture.store.record([PriceCheck(product, .notModified)], at: later)
    #expect(outcome.first?.outcome == .unchanged)
    try await fixture.check(product, .failed(.brokenPage), at: later)
    let dueChecks = try await fixture.store.dueChecks(on: "shop.example", at: later + day, limit: 9)
    #expect(dueChecks.map(\.entityTag) == [nil])
  }
}
