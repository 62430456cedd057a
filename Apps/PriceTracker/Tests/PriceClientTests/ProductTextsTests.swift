import Foundation
import PriceClient
import PriceDomain
import Testing

@Suite struct ProductTextsTests {
  private static func product(_ stock: String, _ more: String = "") throws -> ProductData {
    let json = """
      {"id": 1, "store": "s", "url": "https://x", "name": "Lamp", "category": [],
       "description": "", "variant": [], "images": [], "stock": "\(stock)", "trackers": 1,
       "added": 1, "lastSuccess": 1700000000\(more)}
      """
    return try JSONDecoder().decode(ProductData.self, from: Data(json.utf8))
  }

  @Test func `a price that may not be the shop's current one is explained`() throws {
    let (english, german) = (ProductTexts(.english), ProductTexts(.german))
    #expect(try english.staleReason(Self.product("inStock")) == nil)
    let soldOut = try Self.product("outOfStock")
    #expect(english.staleReason(soldOut) == "Currently unavailable; this was the last price.")
    let blocked = try Self.product("inStock", #", "lastFailure": "blocked""#)
    let time = english.time(Timestamp(1_700_000_000))
    #expect(
      english.staleReason(blocked)
        == "The shop’s page has not been readable since \(time); this is the price from then.")
    #expect(german.staleReason(blocked)?.hasSuffix("das ist der Preis von damals.") == true)
  }

  @Test func `a percentage is formatted for its language`() {
    #expect(ProductTexts(.english).percent(35) == "35%")
    #expect(ProductTexts(.german).percent(35) == "35\u{A0}%")
  }
}
