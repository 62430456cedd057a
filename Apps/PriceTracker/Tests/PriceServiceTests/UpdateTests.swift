import Accounts
import PageFetcher
import PriceDomain
import PriceService
import PriceStore
import Testing

@Suite struct UpdateTests {
  /// Adds ten products that one user tracks.
  private func addProducts(to fixture: ServiceFixture) async throws -> (Caller, [Int64]) {
    let ada = try await fixture.addUser("ada")
    var change = ProfileChange()
    change.preferences = NotificationPreferences()
    change.preferences?.dailyLimit = 100
    _ = try await fixture.service.changeProfile(change, by: ada)
    var products: [Int64] = []
    for number in 0..<10 {
      fixture.shop.set("/\(number)", cents: 2000)
      products.append(
        try await fixture.service.add("https://shop.example/\(number)", by: ada).view.product.id)
    }
    return (ada, products)
  }

  @Test func `an update checks due products, notifies of price drops, and leaves nothing due`()
    async throws
  {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let (ada, _) = try await addProducts(to: fixture)
    let update = PriceUpdate(fixture.service)
    #expect(try await update.run() == PriceUpdate.Report())
    fixture.clock.advance(86_400)
    for number in 0..<4 { fixture.shop.set("/\(number)", cents: 1500) }
    fixture.shop.set("/4", cents: 2500)
    fixture.shop.set("/5", .unavailable)
    fixture.shop.set("/6", .error(.transport(.timedOut)))
    fixture.shop.set("/7", .html("<title>Robot Check</title>"))
    let report = try await update.run()
    #expect(report.read == 8)
    #expect(report.failed == 2)
    #expect(report.notices == 4)
    #expect(try await fixture.service.notices(by: ada).values.count == 4)
    #expect(try await update.run() == PriceUpdate.Report())
    #expect(try await fixture.service.store.job(PriceUpdate.job)?.ended != nil)
  }

  @Test func `a failed check is retried sooner and does not change the price`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let (_, products) = try await addProducts(to: fixture)
    fixture.clock.advance(86_400)
    fixture.shop.set("/0", .error(.transport(.noConnection)))
    _ = try await PriceUpdate(fixture.service).run()
    let failedProduct = try #require(try await fixture.service.store.product(products[0]))
    #expect(failedProduct.history.current == Price(2000, .euro))
    #expect(failedProduct.history.lastFailure == .unreachable)
    #expect(failedProduct.nextCheck == fixture.clock.timestamp + 1800)
    fixture.clock.advance(1800)
    fixture.shop.set("/0", cents: 2000)
    let report = try await PriceUpdate(fixture.service).run()
    #expect(report.read == 1)
    #expect(report.notices == 0)
  }

  @Test func `a host that limits requests is requested once, and no check counts as failed`()
    async throws
  {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let (_, products) = try await addProducts(to: fixture)
    fixture.clock.advance(86_400)
    let requestCount = fixture.shop.requests.count
    for number in 0..<10 { fixture.shop.set("/\(number)", .error(.backingOff(seconds: 300))) }
    let report = try await PriceUpdate(fixture.service).run()
    #expect(report.postponed == 10)
    #expect(fixture.shop.requests.count == requestCount + 1)
    for product in products {
      let record = try #require(try await fixture.service.store.product(product))
      #expect(record.history.failures == 0)
      #expect(record.nextCheck == fixture.clock.timestamp + 300)
    }
  }

  @Test func `a paused page postpones only itself`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let (_, products) = try await addProducts(to: fixture)
    fixture.clock.advance(86_400)
    for number in 0..<9 { fixture.shop.set("/\(number)", .error(.pageBackingOff(seconds: 300))) }
    let report = try await PriceUpdate(fixture.service).run()
    #expect(report.postponed == 9)
    #expect(report.read == 1)
    let record = try #require(try await fixture.service.store.product(products[0]))
    #expect(record.nextCheck == fixture.clock.timestamp + 300)
  }

  @Test func `an implausible price is reported after a second check ten minutes later`()
    async throws
  {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    _ = try await addProducts(to: fixture)
    fixture.clock.advance(86_400)
    fixture.shop.set("/0", cents: 100)
    #expect(try await PriceUpdate(fixture.service).run().notices == 0)
    fixture.clock.advance(599)
    #expect(try await PriceUpdate(fixture.service).run().read == 0)
    fixture.clock.advance(1)
    #expect(try await PriceUpdate(fixture.service).run().notices == 1)
  }

  @Test func `a concurrent second update is rejected`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    _ = try await addProducts(to: fixture)
    _ = try await fixture.service.store.acquireLease(
      PriceUpdate.job, holder: "other:1", at: fixture.clock.timestamp)
    let error = await #expect(throws: StoreError.self) {
      _ = try await PriceUpdate(fixture.service).run()
    }
    #expect(error?.code == .jobTaken)
  }

  @Test func `the page of another product is rejected`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let text = """
      <html><head></head><body><input type="hidden" name="ASIN" id="ASIN" value="B000000002">
      <span id="productTitle">Other</span></body></html>
      """
    fixture.shop.set("/dp/B000000001", .html(text))
    let error = await #expect(throws: PriceError.self) {
      _ = try await fixture.service.add(
        "https://www.amazon.de/dp/B000000001", by: fixture.guest)
    }
    #expect(error?.code == .pageNotRead)
    // NB: a page without a price is rejected with the same code.
    #expect(error?.description == "The page shows a different product than its address.")
  }
}
