import PriceClient
import PriceDomain
import Testing

@MainActor @Suite struct WatchModelTests {
  nonisolated static let page =
    #"{"items": [{"id": 1, "name": "Lamp", "category": "", "stock": "inStock", "trackers": 1}]}"#

  @Test func `the tracked products are a section only for a user`() async {
    let client = await ClientFixture { _ throws(TransportError) in .json(Self.page) }
    defer { client.remove() }
    let model = WatchModel(client.api, language: .english)
    #expect(model.sections == [.mostTracked, .biggestDrops])
    model.receive(WatchContext(isSignedIn: true, products: []))
    #expect(model.sections == WatchSection.allCases)
    #expect(model.message(of: .tracked) == "Nothing here yet.")
    model.receive(
      WatchContext(isSignedIn: true, products: [ProductItem(id: 4, name: "Chair")]))
    #expect(model.rows(of: .tracked).map(\.id) == [4])
    #expect(client.transport.requests.isEmpty)
  }

  @Test func `a product has the user's own price until the service has read a newer one`() async {
    let client = await ClientFixture { _ throws(TransportError) in
      .json(
        #"{"id": 1, "store": "s", "url": "https://x", "name": "shop/1", "category": [], "#
          + #""description": "", "variant": [], "images": [], "stock": "inStock", "#
          + #""trackers": 1, "added": 1, "lastSuccess": 50, "#
          + #""price": {"minorUnits": 900, "currency": "EUR"}}"#)
    }
    defer { client.remove() }
    let model = WatchModel(client.api, language: .english)
    let userItems = [ProductItem(id: 1, name: "Lamp", price: Price(1500, .euro))]
    for (at, name, price) in [(50, "Lamp", "€15.00"), (49, "shop/1", "€9.00")] {
      model.receive(
        WatchContext(isSignedIn: true, products: userItems, at: Timestamp(Int64(at))))
      await model.loadProduct(1)
      #expect(model.product(1)?.name == name)
      #expect(model.product(1)?.price == price)
    }
  }

  @Test func `a list of ten is read, and stays when it cannot be read again`() async {
    let client = await ClientFixture { _ throws(TransportError) in .json(Self.page) }
    defer { client.remove() }
    let model = WatchModel(client.api, language: .german)
    await model.load(.biggestDrops)
    #expect(model.rows(of: .biggestDrops).map(\.name) == ["Lamp"])
    #expect(
      client.transport.requests.map(\.url)
        == ["https://prices.example/api/v1/lists/lastPriceDropPercentage?limit=10"])
    client.transport.respond { _ throws(TransportError) in .problem(500, "internal") }
    await model.load(.biggestDrops)
    #expect(model.rows(of: .biggestDrops).count == 1)
    #expect(model.message(of: .biggestDrops) != nil)
    await model.loadProduct(9)
    #expect(model.product(9) == nil && model.productMessage != nil)
  }
}
