import Foundation
import PriceClient
import PriceDomain
import Testing

@Suite struct WatchTests {
  @Test func `a row has name, price, a symbol, and all of it for screen readers`() {
    let rows: [(Price?, Price?, Stock, String, String)] = [
      (Price(2000, .euro), Price(1500, .euro), .inStock, "▼", "Lamp, €15.00, 25% lower"),
      (Price(1000, .euro), Price(1500, .euro), .inStock, "▲", "Lamp, €15.00, 50% higher"),
      (Price(1500, .euro), Price(1500, .euro), .inStock, "–", "Lamp, €15.00, unchanged"),
      (nil, nil, .inStock, "–", "Lamp, No price yet, unchanged"),
      (nil, Price(1500, .euro), .outOfStock, "–", "Lamp, Sold out, unchanged"),
    ]
    for (before, now, stock, symbol, label) in rows {
      let row = WatchRow(
        ProductItem(id: 1, name: "Lamp", price: now, previous: before, stock: stock),
        in: .english)
      #expect(row.symbol == symbol)
      #expect(row.label == label)
    }
  }

  @Test func `a product has a discount if it is cheaper, and of three pictures those with https`()
    throws
  {
    let json = { (previous: Int) in
      """
      {"id": 1, "store": "s", "url": "https://x", "name": "Lamp", "category": ["Home", "Light"],
       "description": "", "variant": [], "stock": "inStock", "trackers": 1, "added": 1,
       "images": ["https://a/1", "http://a/2", "javascript:x", "https://a/4"],
       "price": {"minorUnits": 1500, "currency": "EUR"},
       "previous": {"minorUnits": \(previous), "currency": "EUR"}}
      """
    }
    let decoder = JSONDecoder()
    let cheaper = WatchProduct(
      try decoder.decode(ProductData.self, from: Data(json(2000).utf8)), in: .german)
    #expect(cheaper.discount == "25\u{A0}% billiger")
    #expect(cheaper.category == "Light")
    #expect(cheaper.images.map(\.absoluteString) == ["https://a/1"])
    let dearer = WatchProduct(
      try decoder.decode(ProductData.self, from: Data(json(1000).utf8)), in: .german)
    #expect(dearer.discount == nil)
  }

  @Test func `data from the phone is decoded and limited, and other data is ignored`() throws {
    let items = (1...80).map {
      ProductItem(
        id: $0, name: String(repeating: "n", count: 500), category: "Light",
        image: "https://a/" + String(repeating: "i", count: 1_990), price: Price(1, .euro))
    }
    let context = WatchContext(isSignedIn: true, products: items)
    let decoded = try #require(WatchContext(context.dictionary))
    #expect(decoded == context)
    #expect(decoded.products.count == 50)
    let bytes = try #require(context.dictionary[WatchContext.key] as? Data)
    #expect(bytes.count < 65_536)
    #expect(WatchContext(["tracked": "text"]) == nil)
    #expect(WatchContext([:]) == nil)
  }
}
