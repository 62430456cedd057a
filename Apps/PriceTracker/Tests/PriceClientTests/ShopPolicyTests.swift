import Foundation
import PageReader
import PriceClient
import PriceDomain
import Testing

@Suite struct ShopPolicyTests {
  static let policy = ShopPolicy.amazon(region: "DE")

  @Test func `the view opens only the shops' sites`() throws {
    let rows: [(String, Bool)] = [
      ("https://www.amazon.de/", true), ("https://amazon.de", true),
      ("https://smile.amazon.de/x", true), ("https://www.amazon.com/", true),
      ("https://WWW.AMAZON.DE./dp/B0AURORA01", true), ("about:blank", true),
      ("https://www.amazon.de:443/", true), ("https://www.amazon.de:8443/", false),
      ("http://www.amazon.de/", false), ("https://www.amazon.de.evil.example/", false),
      ("https://evilamazon.de/", false), ("https://amazon.de@evil.example/", false),
      ("https://user@www.amazon.de/", false), ("javascript:alert(1)", false),
      ("data:text/html,x", false), ("file:///etc/passwd", false), ("about:srcdoc", false),
      ("https://evil.example/?u=https://www.amazon.de/", false), ("amazon.de", false),
      ("itms-apps://apps.apple.com/app", false),
    ]
    for (text, isAllowed) in rows {
      let url = try #require(URL(string: text))
      #expect(Self.policy.allows(url) == isAllowed, "\(text)")
    }
  }

  @Test func `a page is a product page by the same rules as in the service`() throws {
    let rules = try StoreRules.builtIn()
    let paths = [
      "/dp/B0AURORA01", "/Lamp-Name/dp/B0AURORA01/ref=sr_1_1?keywords=lamp",
      "/gp/product/B0AURORA01", "/gp/aw/d/B0AURORA01", "/gp/aw/B0AURORA01", "/dp/", "/dp/short",
      "/exec/obidos/ASIN/B0AURORA01", "/gp/offer-listing/B0AURORA01",
      "/product-reviews/B0AURORA01", "/", "/s?k=lamp", "/s?k=lamp&asin=B0AURORA01",
      "/gp/cart?ASIN=B0AURORA01", "/dp/b0aurora01", "/dp/B0AURORA011", "/b?node=1&x=/dp/B0AURORA01",
    ]
    for path in paths {
      let url = try #require(URL(string: "https://www.amazon.de" + path))
      let product = rules.product(host: "www.amazon.de", path: url.path(), query: url.query())
      #expect(Self.policy.isProduct(url) == (product != nil), "\(path)")
    }
    let other = try #require(URL(string: "https://shop.example/dp/B0AURORA01"))
    #expect(!Self.policy.isProduct(other))
  }

  @Test func `the service allows every host of the view, and each region opens its own shop`()
    throws
  {
    let rules = try StoreRules.builtIn()
    for host in Self.policy.hosts {
      #expect(
        rules.product(host: "www." + host, path: "/dp/B0AURORA01", query: nil) != nil, "\(host)")
    }
    #expect(Self.policy.start.absoluteString == "https://www.amazon.de/")
    #expect(ShopPolicy.amazon(region: "GB").start.host() == "www.amazon.co.uk")
    #expect(ShopPolicy.amazon(region: "NZ").start.host() == "www.amazon.com")
    #expect(ShopPolicy.amazon(region: nil).start.host() == "www.amazon.com")
  }

  @Test func `the first URL in a text is shared, and the inbox returns each URL once, in order`()
    throws
  {
    #expect(
      SharedInbox.firstURL(in: "Look: https://www.amazon.de/dp/B0AURORA01 or https://b.example")
        == "https://www.amazon.de/dp/B0AURORA01")
    #expect(SharedInbox.firstURL(in: "nothing") == nil)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "inbox-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let inbox = SharedInbox(folder: folder)
    #expect(inbox.take().isEmpty)
    let urls = (1...5).map { "https://a.example/\($0)" }
    for url in urls + [urls[0]] { try inbox.add(url) }
    #expect(inbox.take() == urls)
    #expect(inbox.take().isEmpty)
  }

  @Test func `only a notification about a product opens one`() {
    let rows: [([AnyHashable: Any], Int64?)] = [
      (["aps": ["alert": "x"], "product": "12", "kind": "price"], 12),
      (["product": Int64(12)], 12), (["kind": "test"], nil), (["product": "x"], nil),
      (["product": "-1"], nil), (["product": ["12"]], nil),
    ]
    for (payload, product) in rows {
      #expect(AppLinks.productID(ofNotification: payload) == product)
    }
  }

  @Test func `a device token is written in hexadecimal`() {
    #expect(DeviceToken.hexadecimal([0, 15, 160, 255]) == "000fa0ff")
  }
}
