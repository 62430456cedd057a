import GRDB
import PriceDomain
import PriceStore
import Testing

@Suite struct ProductListTests {
  private let start = StoreFixture.start

  /// Returns a store with 60 products in 3 categories, whose prices have changed.
  private func fixtureWithProducts() async throws -> StoreFixture {
    let fixture = try await StoreFixture(users: (0..<6).map { "user\($0)" })
    let names = ["Red lamp", "Blue lamp", "Green chair", "Café table", "Lamp shade", "Old Stool"]
    for number in 0..<60 {
      let id = try await fixture.addProduct(
        "\(names[number % 6]) \(number)", cents: 10_000, category: "C\(number % 3)")
      let second = Int64(6_000 + (number * 7919) % 5_000)
      try await fixture.check(id, second, at: start + day)
      if number.isMultiple(of: 4) {
        try await fixture.check(id, second - Int64(number), at: start + 2 * day)
      }
      if number.isMultiple(of: 10) {
        try await fixture.check(id, .unavailable, at: start + 3 * day)
      }
      for user in 0..<(number % 6) {
        _ = try await fixture.store.track(id, by: "user\(user)", at: start)
      }
    }
    return fixture
  }

  /// The sort key of a list, computed from the summary.
  private func sortKey(_ list: ProductList, _ product: ProductSummary) -> Int64 {
    func drop(_ high: Price?, _ low: Price?) -> (Int64, Int64) {
      guard let high, let low, product.stock == .inStock, low.minorUnits < high.minorUnits else {
        return (0, 0)
      }
      let difference = high.minorUnits - low.minorUnits
      return (difference, difference * 10_000 / high.minorUnits)
    }
    switch list {
    case .lastPriceDrop: return drop(product.previous, product.price).0
    case .lastPriceDropPercentage: return drop(product.previous, product.price).1
    case .priceDrop: return drop(product.highest, product.lowest).0
    case .priceDropPercentage: return drop(product.highest, product.lowest).1
    case .mostTracked: return Int64(product.trackers)
    }
  }

  private func readAll(
    _ store: PriceStore, _ list: ProductList, categories: [String] = [], search: String = "",
    limit: Int = 7
  ) async throws -> [ProductSummary] {
    var products: [ProductSummary] = []
    var cursor: String?
    repeat {
      let page = try await store.page(
        list, after: cursor, categories: categories, search: search, limit: limit)
      #expect(page.values.count <= limit)
      products += page.values
      cursor = page.next
    } while cursor != nil
    return products
  }

  @Test(arguments: ProductList.allCases)
  func `the pages of a list are sorted, with each product once`(list: ProductList) async throws {
    let store = try await fixtureWithProducts().store
    let allProducts = try await readAll(store, .mostTracked, limit: 100)
    #expect(allProducts.count == 60)
    let expected = allProducts.filter { list == .mostTracked || sortKey(list, $0) > 0 }
      .sorted { (sortKey(list, $0), $0.id) > (sortKey(list, $1), $1.id) }
    let listProducts = try await readAll(store, list)
    #expect(listProducts.map(\.id) == expected.map(\.id))
    #expect(try await store.list(list, limit: 5).map(\.id) == expected.prefix(5).map(\.id))
    #expect(listProducts.allSatisfy { $0.image != nil })
  }

  @Test(arguments: ProductList.allCases)
  func `filters by category and words keep the order of a list`(list: ProductList) async throws {
    let store = try await fixtureWithProducts().store
    let unfiltered = try await readAll(store, list)
    let filteredProducts = try await readAll(store, list, categories: ["C0", "C2", "none"])
    #expect(filteredProducts.map(\.id) == unfiltered.filter { $0.category != "C1" }.map(\.id))
    let lamps = try await readAll(store, list, search: "LAM")
    #expect(
      lamps.map(\.id) == unfiltered.filter { $0.name.lowercased().contains("lamp") }.map(\.id))
    let tables = try await readAll(store, list, categories: ["C0"], search: "table cafe")
    #expect(
      tables.map(\.id)
        == unfiltered.filter { $0.name.contains("table") && $0.category == "C0" }.map(\.id))
    #expect(try await readAll(store, list, search: "amp").isEmpty)
  }

  @Test(arguments: ["'", "\"", "*", "a\" OR \"b", "lamp* NEAR", "-", "( )", "%", "lamp -red"])
  func `search input with query syntax causes no error`(text: String) async throws {
    let store = try await fixtureWithProducts().store
    _ = try await store.page(.mostTracked, search: text)
  }

  @Test(arguments: ["x", "1", "1-2-3x-", "9-9-9", "-"])
  func `a cursor that no page returned is rejected`(cursor: String) async throws {
    let store = try await StoreFixture().store
    await #expect(throws: StoreError.self) {
      _ = try await store.page(.mostTracked, after: cursor)
    }
  }

  @Test(arguments: ProductList.allCases, [0, 1, 3])
  func `a page is read from one index range per category, and only its rows are sorted`(
    list: ProductList, categories: Int
  ) async throws {
    let fixture = try await fixtureWithProducts()
    let names = (0..<categories).map { "C\($0)" }
    let steps = try await fixture.store.plan(of: list, categories: names)
    #expect(!steps.contains { $0.hasPrefix("SCAN product") }, "\(steps)")
    let indexSteps = steps.filter { $0.contains("USING") && $0.contains("list_") }
    #expect(indexSteps.count == max(1, categories), "\(steps)")
    // The only sort merges the rows of the categories.
    #expect(steps.count { $0.contains("TEMP B-TREE FOR ORDER BY") } <= 1, "\(steps)")
  }
}
