import FlowCore
import Foundation
import Hummingbird
import HummingbirdTesting
import PriceDomain
import PriceService
import PriceStore
import PriceWeb
import Testing

/// The site in browsers without JavaScript.
@Suite struct SiteTests {
  @Test func `The tutorial is shown on the first visit only`() async throws {
    try await SiteFixture().run { client in
      var browser = SiteBrowser(client)
      try await browser.open("/")
      #expect(browser.path == "/welcome/hello")
      #expect(browser.page.contains("Welcome to Price Tracker"))
      try await browser.press("skip")
      #expect(browser.path.hasPrefix("/prices"))
      try await browser.open("/")
      #expect(browser.path == "/prices/home")
      try await browser.open("/tutorial")
      #expect(browser.page.contains("Welcome to Price Tracker"))
    }
  }

  @Test func `A guest sees products, and an invitation to log in instead of tracking`()
    async throws
  {
    let fixture = try SiteFixture()
    let lamp = try await fixture.addProduct("Lantern", cents: 4999)
    try await fixture.recordPrice(lamp, cents: 3999)
    try await fixture.run { client in
      var browser = SiteBrowser(client)
      try await browser.open("/prices")
      #expect(browser.page.contains("Lantern"))
      #expect(browser.page.contains("20% lower"))
      #expect(browser.page.contains("https://m.media-amazon.com/Lantern.jpg"))
      try await browser.open("/prices/tracking")
      #expect(browser.page.contains("Log in to track products"))
      try await browser.open("/products/\(lamp)")
      #expect(browser.path == "/prices/product")
      #expect(browser.page.contains("Log in to track"))
      #expect(browser.page.contains("Lowest"))
      #expect(!browser.page.contains("Stop tracking"))
    }
  }

  @Test func `A shared URL is filled into the field`() async throws {
    try await SiteFixture().run { client in
      var browser = SiteBrowser(client)
      try await browser.open("/add?text=Look%20https%3A%2F%2Fshop.example%2Flamp%20now")
      #expect(browser.path == "/prices/add")
      #expect(browser.page.contains("value=\"https://shop.example/lamp\""))
      try await browser.open("/add?url=javascript%3Aalert(1)")
      #expect(!browser.page.contains("javascript:alert"))
    }
  }

  @Test func `A URL of an unknown shop is rejected with a message, and kept in the field`()
    async throws
  {
    try await SiteFixture().run { client in
      var browser = SiteBrowser(client)
      try await browser.open("/prices/add")
      try await browser.press("addGuest", ["url": "https://evil.example/x"])
      #expect(browser.status == 422)
      #expect(browser.page.contains("evil.example is not a shop that can be tracked here"))
      #expect(browser.page.contains("value=\"https://evil.example/x\""))
    }
  }

  @Test func `The reason why a page could not be read is in the visitor's language`()
    async throws
  {
    try await SiteFixture().run { client in
      var browser = SiteBrowser(client)
      browser.setCookie("flow-language", "de")
      try await browser.open("/prices/add")
      try await browser.press("addGuest", ["url": "https://shop.example/x"])
      #expect(browser.status == 422)
      #expect(browser.page.contains("Der Shop hat nicht geantwortet."))
    }
  }

  @Test func `Prices in another currency are in the history, but not in the chart`() async throws {
    let fixture = try SiteFixture()
    let service = fixture.service
    let lamp = try await fixture.addProduct("Lantern")
    // A price in another currency counts once a second check confirms it.
    for minutes: Int64 in [20, 40] {
      _ = try await service.store.record(
        [PriceCheck(lamp, .read(.price(Price(2500, .dollar), .new), nil))],
        at: service.clock() + minutes * 60)
    }
    try await fixture.run { client in
      var browser = SiteBrowser(client)
      try await browser.open("/products/\(lamp)")
      #expect(browser.page.contains("$25.00 since"))
      #expect(browser.page.contains("€19.99") && !browser.page.contains("From €19.99"))
    }
  }

  @Test func `A missing product is reported`() async throws {
    try await SiteFixture().run { client in
      var browser = SiteBrowser(client)
      try await browser.open("/products/77")
      #expect(browser.status == 200)
      #expect(browser.page.contains("This product no longer exists"))
      for part in ["Log in to track", "price-share", "There is no price yet", "/products/77/shop"] {
        #expect(!browser.page.contains(part), "\(part)")
      }
      for path in ["/products/x", "/products/77/shop", "/products/x/shop"] {
        try await browser.open(path)
        #expect(browser.status == 404)
        #expect(browser.page.contains("There is no such product"))
        #expect(browser.page.contains("href=\"/prices/home\""))
      }
    }
  }

  @Test func `The name of a product is escaped`() async throws {
    let fixture = try SiteFixture()
    let product = try await fixture.addProduct("<script>alert(1)</script>")
    try await fixture.run { client in
      var browser = SiteBrowser(client)
      try await browser.open("/products/\(product)")
      #expect(browser.page.contains("&lt;script"))
      #expect(!browser.page.contains("<script>alert(1)"))
    }
  }

  @Test func `A list is paged and filtered by category`() async throws {
    let fixture = try SiteFixture()
    for number in 1...25 {
      _ = try await fixture.addProduct("Book \(number)", category: number > 3 ? "Books" : "Maps")
    }
    try await fixture.run { client in
      var browser = SiteBrowser(client)
      try await browser.open("/prices/explore")
      try await browser.press("all-most")
      #expect(browser.path == "/prices/see-all")
      #expect(browser.page.contains("The first 20 products"))
      try await browser.press("more")
      #expect(browser.page.contains("25 products"))
      #expect(!browser.page.contains("The first"))
      try await browser.press("apply", ["categories": "Maps"])
      #expect(browser.page.contains("Maps: 3 products"))
    }
  }

  @Test func `A list without products says why`() async throws {
    let fixture = try SiteFixture()
    _ = try await fixture.addProduct("Atlas")
    try await fixture.run { client in
      var browser = SiteBrowser(client)
      for (button, text) in [
        ("all-share", "No price has fallen yet."), ("all-range", "No price has changed yet."),
      ] {
        try await browser.open("/prices/explore")
        try await browser.press(button)
        #expect(browser.path == "/prices/see-all")
        #expect(browser.page.contains(text))
        try await browser.press("apply", ["categories": "Books"])
        #expect(browser.page.contains("No product in these categories."))
      }
    }
  }

  @Test func `A page of another site cannot register a device`() async throws {
    try await SiteFixture().run { client in
      let body = ByteBuffer(
        string: #"{"endpoint":"x","keys":{"p256dh":"a","auth":"b"},"language":"en"}"#)
      let crossSite = try await client.execute(
        uri: "/-prices/devices", method: .post,
        headers: [.contentType: "application/json", .origin: "https://evil.example"], body: body)
      #expect(crossSite.status == .forbidden)
      let sameOrigin = try await client.execute(
        uri: "/-prices/devices", method: .post,
        headers: [.contentType: "application/json", .origin: "http://localhost"], body: body)
      #expect(sameOrigin.status == .init(code: 422))
    }
  }
}
