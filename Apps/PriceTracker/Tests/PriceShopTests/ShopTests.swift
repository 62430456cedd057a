import Hummingbird
import HummingbirdTesting
import PageReader
import PriceDomain
import PriceShop
import Testing

/// The demo shop, as read by the tracker.
@Suite struct ShopTests {
  private func withShop(
    step: Int64 = 0, _ body: @escaping @Sendable (any TestClientProtocol, Shop) async throws -> Void
  ) async throws {
    let shop = try Shop(prices: ShopPrices(step: step), seconds: { 1_000_000 })
    let router = Router()
    shop.addRoutes(to: router)
    try await Application(router: router).test(.router) { try await body($0, shop) }
  }

  private func reader() throws -> PageReader {
    PageReader(rules: try StoreRules.builtIn().adding([.loopback(port: 8100)]))
  }

  private func read(
    _ id: String, _ client: any TestClientProtocol
  ) async throws -> PageResult {
    let reader = try reader()
    let requestedProduct = reader.rules.product(host: "127.0.0.1", path: "/p/\(id)", query: nil)
    #expect(requestedProduct?.canonical == "http://127.0.0.1:8100/p/\(id)")
    return try await client.execute(uri: "/p/\(id)", method: .get) { response in
      reader.read(
        PageInput(
          Array(response.body.readableBytesView), host: "127.0.0.1",
          requestedProduct: requestedProduct))
    }
  }

  @Test func `The reader reads the product of every page of the shop`() async throws {
    try await withShop { client, shop in
      #expect(shop.products.count == 24)
      for product in shop.products {
        guard case .price(let price, let page) = try await read(product.id, client) else {
          Issue.record("\(product.id) has no price")
          continue
        }
        #expect(price == Price(product.cents, .euro))
        #expect(page.title?.value == product.name)
        #expect(page.images?.value.count == 1)
      }
    }
  }

  @Test func `A changed price or stock is read next, and an invalid change is rejected`()
    async throws
  {
    try await withShop { client, _ in
      func submit(_ form: String) async throws -> HTTPResponse.Status {
        try await client.execute(
          uri: "/p/LAMP0001", method: .post, body: .init(string: form)
        ) { $0.status }
      }
      #expect(try await submit("do=lower") == .seeOther)
      guard case .price(let lower, _) = try await read("LAMP0001", client) else {
        Issue.record("no price")
        return
      }
      #expect(lower == Price(3999, .euro))
      #expect(try await submit("do=soldOut") == .seeOther)
      guard case .unavailable = try await read("LAMP0001", client) else {
        Issue.record("not sold out")
        return
      }
      for form in ["", "do=", "do=set&cents=0", "do=set&cents=-5", "do=set&cents=99999999999"] {
        #expect(try await submit(form) == .badRequest)
      }
    }
  }

  @Test func `Prices that change by themselves are never implausible`() throws {
    for product in try ShopProduct.all() {
      let prices = (0..<60).map { ShopPrices.cents(product, step: $0) }
      #expect(Set(prices).count > 3)
      for (before, after) in zip(prices, prices.dropFirst()) {
        #expect(after * 2 > before && after < before * 3)
      }
    }
  }
}
