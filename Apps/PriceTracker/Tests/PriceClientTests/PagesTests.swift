import PriceClient
import Testing

@Suite struct PagesTests {
  /// Begins a page, which the test expects to be possible.
  static func begin(_ pages: inout Pages<ProductItem>) throws -> Pages<ProductItem>.Request {
    let request = pages.begin()
    return try #require(request)
  }

  static func page(_ ids: ClosedRange<Int64>, next: String?) -> PageData<ProductItem> {
    PageData(items: ids.map { ProductItem(id: $0, name: "P\($0)") }, next: next)
  }

  @Test func `the next page is loaded once when one of the last items comes into view`() throws {
    var pages = Pages<ProductItem>(margin: 5)
    let first = try Self.begin(&pages)
    #expect(first.cursor == nil)
    let requestWhileLoading = pages.begin()
    #expect(requestWhileLoading == nil)
    pages.finish(first, Self.page(1...20, next: "c1"))
    #expect(!pages.needsNextPage(showing: 15))
    #expect(pages.needsNextPage(showing: 16))
    let second = try Self.begin(&pages)
    #expect(second.cursor == "c1")
    #expect(!pages.needsNextPage(showing: 20))
    pages.finish(second, Self.page(21...25, next: nil))
    #expect(pages.items.count == 25)
    #expect(pages.state == .complete)
    let requestAfterEnd = pages.begin()
    #expect(requestAfterEnd == nil)
    #expect(!pages.needsNextPage(showing: 25))
  }

  @Test func `an item that occurs twice stays at its first position`() throws {
    var pages = Pages<ProductItem>()
    do {
      let request = try Self.begin(&pages)
      pages.finish(request, Self.page(1...3, next: "c"))
    }
    do {
      let request = try Self.begin(&pages)
      pages.finish(request, Self.page(3...5, next: nil))
    }
    #expect(pages.items.map(\.id) == [1, 2, 3, 4, 5])
  }

  @Test func `a page of an earlier filter is dropped`() throws {
    var pages = Pages<ProductItem>()
    let oldRequest = try Self.begin(&pages)
    pages.reset()
    let newRequest = try Self.begin(&pages)
    pages.finish(oldRequest, Self.page(1...3, next: "old"))
    #expect(pages.items.isEmpty)
    #expect(pages.state == .loading)
    pages.finish(newRequest, Self.page(7...8, next: nil))
    #expect(pages.items.map(\.id) == [7, 8])
    pages.fail(oldRequest, .offline)
    #expect(pages.state == .complete)
  }

  @Test func `a failed page is retried, and a cancelled one is not a failure`() throws {
    var pages = Pages<ProductItem>()
    do {
      let request = try Self.begin(&pages)
      pages.finish(request, Self.page(1...2, next: "c"))
    }
    do {
      let request = try Self.begin(&pages)
      pages.fail(request, .offline)
    }
    #expect(pages.state == .failed(.offline))
    #expect(!pages.needsNextPage(showing: 2))
    let retry = try Self.begin(&pages)
    #expect(retry.cursor == "c")
    pages.fail(retry, .cancelled)
    #expect(pages.state == .ready)
  }

  @Test func `a cursor that refers to itself ends the list`() throws {
    var pages = Pages<ProductItem>()
    do {
      let request = try Self.begin(&pages)
      pages.finish(request, Self.page(1...2, next: "c"))
    }
    do {
      let request = try Self.begin(&pages)
      pages.finish(request, Self.page(1...2, next: "c"))
    }
    #expect(pages.state == .complete)
    #expect(pages.items.count == 2)
  }
}
