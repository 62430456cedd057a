import GRDB
import PriceDomain
import PriceStore
import Testing

@Suite struct NoticeDecisionTests {
  private let start = StoreFixture.start

  private func rule(_ trigger: PriceRule.Trigger, lowest: Bool = false, back: Bool = false)
    throws -> PriceRule
  {
    try PriceRule(trigger, notifiesAtLowest: lowest, notifiesBackInStock: back)
  }

  @Test func `a price drop is reported once, with one delivery per device, mail and webhook`()
    async throws
  {
    let fixture = try await StoreFixture()
    let product = try await fixture.addProduct("lamp", cents: 2000)
    for number in 0..<3 {
      _ = try await fixture.store.register(
        Device(
          id: "d\(number)", user: "ada",
          address: .fcm(id: "token\(number)", isInstallation: false), name: "", language: .english,
          registered: start))
    }
    _ = try await fixture.store.updateProfile("ada", at: start) {
      $0.sendsEmail = true
      $0.webhook = "https://hook.example/"
      $0.webhookSecret = "s"
    }
    _ = try await fixture.store.track(product, by: "ada", at: start)
    let outcome = try await fixture.check(product, 1500, at: start + day)
    #expect(outcome.notices == 1)
    #expect(try await fixture.count("delivery") == 5)
    // The same price again notifies no one.
    #expect(try await fixture.check(product, 1500, at: start + day + 1).notices == 0)
    #expect(try await fixture.store.notices(of: "ada").values.map(\.title) == ["lamp"])
    #expect(try await fixture.store.notices(of: "bob").values.isEmpty)
  }

  @Test func `a notice has the name that was read with the price`() async throws {
    let fixture = try await StoreFixture()
    let product = try await fixture.addProduct("lamp", cents: 2000)
    _ = try await fixture.store.track(product, by: "ada", at: start)
    let facts = ProductFacts(
      store: "shop", host: "shop.example", storeID: "lamp", url: "https://shop.example/lamp",
      name: "New lamp")
    let check = PriceCheck(product, .read(.price(Price(1500, .euro)), facts))
    #expect(try await fixture.store.record([check], at: start + day).map(\.notices) == [1])
    #expect(try await fixture.store.notices(of: "ada").values.map(\.title) == ["New lamp"])
  }

  @Test func `an implausible price is reported only after a second check confirms it`() async throws
  {
    let fixture = try await StoreFixture()
    let product = try await fixture.addProduct("lamp", cents: 24_900)
    _ = try await fixture.store.track(product, by: "ada", at: start)
    let first = try await fixture.check(product, 1500, at: start + day)
    #expect(first.notices == 0)
    #expect(try await fixture.store.history(of: product).values.count == 1)
    let next = try #require(try await fixture.store.product(product)).nextCheck
    #expect(next == start + day + 600)
    #expect(try await fixture.check(product, 24_900, at: next).notices == 0)
    _ = try await fixture.check(product, 1500, at: next + day)
    #expect(try await fixture.check(product, 1500, at: next + day + 600).notices == 1)
  }

  @Test func `changes in quiet hours are reported at their end, if they still apply`()
    async throws
  {
    // 1,700,000,000 is 22:13:20 UTC.
    for (isStillTrue, expected) in [(true, 1), (false, 0)] {
      let fixture = try await StoreFixture()
      let product = try await fixture.addProduct("lamp", cents: 2000, at: start + -day)
      _ = try await fixture.store.updateProfile("ada", at: start + -day) {
        $0.preferences.quietHours = QuietHours(begin: 22 * 60, end: 7 * 60)
      }
      _ = try await fixture.store.track(product, by: "ada", at: start + -day)
      _ = try await fixture.store.evaluateDueRules(at: start + -3600)
      #expect(try await fixture.check(product, 1500, at: start).notices == 0)
      if !isStillTrue { _ = try await fixture.check(product, 2000, at: start + 3600) }
      #expect(try await fixture.store.evaluateDueRules(at: start + 4 * 3600).notices == 0)
      let morning = start + 9 * 3600
      #expect(try await fixture.store.evaluateDueRules(at: morning).notices == expected)
      #expect(try await fixture.store.evaluateDueRules(at: morning + 60).notices == 0)
    }
  }

  @Test func `the daily limit counts all products, even in one transaction`() async throws {
    let fixture = try await StoreFixture()
    var products: [Int64] = []
    for number in 0..<8 {
      let product = try await fixture.addProduct("p\(number)", cents: 2000)
      _ = try await fixture.store.track(product, by: "ada", at: start)
      products.append(product)
    }
    let checks = products.map { PriceCheck($0, .read(.price(Price(1500, .euro)))) }
    let outcomes = try await fixture.store.record(checks, at: start + day)
    #expect(outcomes.map(\.notices).reduce(0, +) == 5)
    // The other three follow a day later.
    for product in products { _ = try await fixture.check(product, 1500, at: start + 2 * day) }
    #expect(try await fixture.store.evaluateDueRules(at: start + 2 * day + 1).notices == 3)
  }

  @Test func `a target that is already met is reported immediately, once`() async throws {
    let fixture = try await StoreFixture()
    let product = try await fixture.addProduct("lamp", cents: 2000)
    _ = try await fixture.store.track(product, by: "ada", at: start)
    _ = try await fixture.store.evaluateDueRules(at: start)
    let target = try rule(.value(Price(2100, .euro)))
    let saved = try await fixture.store.setRule(target, of: product, by: "ada", at: start + 60)
    #expect(saved.hasOwnRule)
    #expect(try await fixture.store.evaluateDueRules(at: start + 60).notices == 1)
    #expect(try await fixture.store.evaluateDueRules(at: start + 61).notices == 0)
    #expect(try await fixture.check(product, 2000, at: start + 120).notices == 0)
  }

  @Test func `a new default rule applies to all products without their own rule`() async throws {
    let fixture = try await StoreFixture()
    let first = try await fixture.addProduct("first", cents: 2000)
    let second = try await fixture.addProduct("second", cents: 2000)
    for product in [first, second] {
      _ = try await fixture.store.track(product, by: "ada", at: start)
    }
    _ = try await fixture.store.setRule(
      try rule(.always), of: second, by: "ada", at: start)
    let neverRule = try rule(.never)
    _ = try await fixture.store.updateProfile("ada", at: start) { $0.rule = neverRule }
    #expect(try await fixture.check(first, 1500, at: start + day).notices == 0)
    #expect(try await fixture.check(second, 1500, at: start + day).notices == 1)
  }

  @Test func `rules of a product with many trackers are evaluated in batches, each user once`()
    async throws
  {
    let users = (0..<1_203).map { "u\($0)" }
    let fixture = try await StoreFixture(users: users)
    let product = try await fixture.addProduct("lamp", cents: 2000)
    for user in users { _ = try await fixture.store.track(product, by: user, at: start) }
    while try await fixture.store.evaluateDueRules(at: start).evaluated > 0 {}
    #expect(try await fixture.check(product, 1500, at: start + day).notices == 1_000)
    #expect(try await fixture.store.evaluateDueRules(at: start + day).notices == 203)
    #expect(try await fixture.store.evaluateDueRules(at: start + day).evaluated == 0)
    #expect(try await fixture.count("notice") == 1_203)
  }

  @Test func `clock jumps neither duplicate nor lose notices`() async throws {
    let fixture = try await StoreFixture()
    let product = try await fixture.addProduct("lamp", cents: 2000)
    _ = try await fixture.store.track(product, by: "ada", at: start)
    #expect(try await fixture.check(product, 1500, at: start + 30 * day).notices == 1)
    // After the clock was set back by a month, only a lower price is reported.
    #expect(try await fixture.check(product, 1500, at: start + 60).notices == 0)
    #expect(try await fixture.check(product, 1200, at: start + 120).notices == 1)
    #expect(try await fixture.check(product, 1200, at: start + 90 * day).notices == 0)
  }

  @Test func `a product in another currency than the target notifies no one`() async throws {
    let fixture = try await StoreFixture()
    let product = try await fixture.addProduct("lamp", cents: 2000)
    _ = try await fixture.store.track(product, by: "ada", at: start)
    _ = try await fixture.store.setRule(
      try rule(.value(Price(1900, .euro))), of: product, by: "ada", at: start)
    try await fixture.check(product, 1000, .dollar, at: start + day)
    #expect(try await fixture.check(product, 1000, .dollar, at: start + day + 600).notices == 0)
  }
}
