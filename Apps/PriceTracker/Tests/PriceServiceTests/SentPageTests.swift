import Accounts
import PageFetcher
import PriceDomain
import PriceService
import PriceStore
import Testing

/// The visibility of sent pages to other users.
@Suite struct SentPageTests {
  static let url = "https://shop.example/lamp"

  private func page(_ name: String, picture: String = "a", cents: Int64 = 2000) -> SentPage {
    let text = TestShop.html("/lamp", .price(cents: cents))
      .replacing("Product /lamp", with: name)
      .replacing("https://shop.example/a.png", with: "https://shop.example/\(picture).png")
    return SentPage(Array(text.utf8), charset: "utf-8")
  }

  @Test func `the name, pictures and category on a sent page are visible only to its sender`()
    async throws
  {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let (service, eve) = (fixture.service, try await fixture.addUser("eve"))
    let bob = try await fixture.addUser("bob")
    let ownProduct = try await service.add(Self.url, page: page("Rude words"), by: eve).view.product
    #expect(ownProduct.facts.name == "Rude words")
    #expect(ownProduct.facts.images == ["https://shop.example/a.png"])
    #expect(try await service.tracked(by: eve, search: "rude").values.map(\.name) == ["Rude words"])
    for caller in [bob, fixture.guest] {
      let facts = try await service.product(ownProduct.id, by: caller).product.facts
      #expect(facts.name == "shop.example/lamp")
      #expect(facts.images.isEmpty)
      #expect(facts.categoryPath.isEmpty)
    }
    #expect(
      try await service.track(ownProduct.id, by: bob).product.facts.name == "shop.example/lamp")
    #expect(try await service.tracked(by: bob).values.map(\.name) == ["shop.example/lamp"])
    for list in ProductList.allCases {
      #expect(try await service.store.list(list).isEmpty)
      #expect(try await service.store.page(list, search: "shop").values.isEmpty)
    }
    #expect(try await service.store.categories().isEmpty)
  }

  @Test func `the price on a sent page is not in other users' history, lists and notices`()
    async throws
  {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let (service, eve) = (fixture.service, try await fixture.addUser("eve"))
    let bob = try await fixture.addUser("bob")
    let (forgedPrice, realPrice) = (Price(3196, .euro), Price(1639, .euro))
    let sentProduct = try await service.add(Self.url, page: page("Lamp", cents: 3196), by: eve).view
      .product
    #expect(sentProduct.history.current == forgedPrice)
    #expect(try await service.tracked(by: eve).values.map(\.price) == [forgedPrice])
    let eveID = try #require(eve.session).user.id
    let evePeriods = try await service.store.history(of: sentProduct.id, seenBy: eveID).values
    #expect(evePeriods.map(\.price) == [forgedPrice])
    let bobView = try await service.track(sentProduct.id, by: bob)
    #expect(bobView.product.history.current == nil)
    #expect(bobView.tracking?.ruleState.base == nil)
    let bobTracked = try await service.tracked(by: bob).values
    #expect(bobTracked.count == 1)
    #expect(bobTracked.first?.price == nil)
    #expect(try await service.store.history(of: sentProduct.id).values.isEmpty)
    fixture.shop.set("/lamp", cents: 1639)
    _ = try await service.add(Self.url, by: fixture.guest)
    for caller in [eve, bob, fixture.guest] {
      let history = try await service.product(sentProduct.id, by: caller).product.history
      #expect(history.current == realPrice)
      #expect(history.previous == nil)
      #expect(history.highest?.price == realPrice)
    }
    let periods = try await service.store.history(of: sentProduct.id, seenBy: eveID).values
    #expect(periods.map(\.price) == [realPrice])
    for list in ProductList.allCases where list != .mostTracked {
      #expect(try await service.store.list(list).isEmpty)
    }
    #expect(try await service.notices(by: bob).values.isEmpty)
  }

  @Test func `a price that is sent because the service no longer reads the page is private, too`()
    async throws
  {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let (service, eve) = (fixture.service, try await fixture.addUser("eve"))
    let eveID = try #require(eve.session).user.id
    fixture.shop.set("/lamp", cents: 2000)
    let id = try await service.add(Self.url, by: eve).view.product.id
    func periods(_ user: String?) async throws -> [Int64?] {
      try await service.store.history(of: id, seenBy: user).values.map { $0.price?.minorUnits }
    }
    fixture.clock.advance(3 * 86_400)
    for cents in [1500, 1500, 1400] as [Int64] {
      fixture.clock.advance(60)
      let sent = try await service.add(Self.url, page: page("Lamp", cents: cents), by: eve)
      #expect(sent.view.product.history.current == Price(cents, .euro))
    }
    #expect(try await periods(eveID) == [1400, 1500, 2000])
    #expect(try await periods(nil) == [2000])
    let publicHistory = try await service.product(id, by: fixture.guest).product.history
    #expect(publicHistory.current == Price(2000, .euro))
    #expect(publicHistory.lowest?.price == Price(2000, .euro))
    #expect(try await service.store.list(.lastPriceDrop).isEmpty)
    fixture.shop.set("/lamp", cents: 2100)
    _ = try await PriceUpdate(service).run()
    #expect(try await periods(eveID) == [2100, 2000])
    #expect(try await service.product(id, by: eve).product.history.current == Price(2100, .euro))
  }

  @Test func `a reading that fails or is implausible leaves the sent price`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let (service, eve) = (fixture.service, try await fixture.addUser("eve"))
    let eveID = try #require(eve.session).user.id
    func html(_ name: String, _ cents: Int64) -> TestShop.Page {
      .html(
        TestShop.html("/lamp", .price(cents: cents)).replacing("Product /lamp", with: name))
    }
    func periods() async throws -> [Int64?] {
      try await service.store.history(of: 1, seenBy: eveID).values.map { $0.price?.minorUnits }
    }
    fixture.shop.set("/lamp", cents: 2000)
    #expect(try await service.add(Self.url, by: eve).view.product.id == 1)
    fixture.clock.advance(3 * 86_400)
    _ = try await service.add(Self.url, page: page("Lamp", cents: 1500), by: eve)
    let notices = try await service.notices(by: eve).values.count
    let readings: [TestShop.Page] = [
      html("New", 100), .error(.transport(.noConnection)), html("Newer", 300),
    ]
    for reading in readings {
      fixture.shop.set("/lamp", reading)
      #expect(try await PriceUpdate(service).run() != PriceUpdate.Report())
      #expect(try await service.product(1, by: eve).product.history.current == Price(1500, .euro))
      #expect(try await periods() == [1500, 2000])
      #expect(try await service.notices(by: eve).values.count == notices)
      #expect(
        try await service.product(1, by: fixture.guest).product.history.current
          == Price(2000, .euro))
      fixture.clock.advance(1_800)
    }
    #expect(try await service.product(1, by: eve).product.facts.name == "Lamp")
    // As the service has accepted no reading for two days, the price on a page counts.
    let sent = try await service.add(Self.url, page: page("Lamp", cents: 1400), by: eve)
    #expect(sent.view.product.history.current == Price(1400, .euro))
    fixture.shop.set("/lamp", cents: 2100)
    _ = try await PriceUpdate(service).run()
    #expect(try await periods() == [2100, 2000])
    #expect(try await service.product(1, by: eve).product.facts.name == "Product /lamp")
  }

  @Test func `a reading without facts replaces only the prices on sent pages`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let (service, ada) = (fixture.service, try await fixture.addUser("ada"))
    let (bob, eve) = (try await fixture.addUser("bob"), try await fixture.addUser("eve"))
    let eveID = try #require(eve.session).user.id
    fixture.clock.advance(8 * 86_400)
    var id: Int64 = 0
    for user in [ada, eve] {
      id = try await service.add(Self.url, page: page("Lamp"), by: user).view.product.id
    }
    _ = try await service.store.record(
      [PriceCheck(id, .read(.unavailable))], at: fixture.clock.timestamp)
    let eveProduct = try await service.product(id, by: eve).product
    #expect(eveProduct.facts.name == "Lamp")
    #expect(eveProduct.history.current == nil && eveProduct.history.stock == .outOfStock)
    #expect(try await service.tracked(by: eve).values.map(\.stock) == [.outOfStock])
    #expect(try await service.store.history(of: id, seenBy: eveID).values.map(\.price) == [nil])
    // The votes still count, and further ones do, although the price on the page does not.
    let bobProduct = try await service.add(Self.url, page: page("Lamp"), by: bob).view.product
    #expect(bobProduct.history.current == nil)
    let product = try await service.product(id, by: fixture.guest).product
    #expect(product.isConfirmed && product.facts.name == "Lamp")
    #expect(try await service.store.export(eveID).sentPages.map { $0.facts.name } == ["Lamp"])
  }

  @Test func `the page of an unavailable product makes its facts public`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let (service, eve) = (fixture.service, try await fixture.addUser("eve"))
    let id = try await service.add(Self.url, page: page("Rude words"), by: eve).view.product.id
    fixture.shop.set("/lamp", .unavailable)
    _ = try await PriceUpdate(service).run()
    for caller in [eve, fixture.guest] {
      let product = try await service.product(id, by: caller).product
      #expect(product.isRead && product.facts.name == "Product /lamp")
      #expect(product.history.stock == .outOfStock)
    }
  }

  @Test func `a notice names the product as its receiver sees it`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let (eve, bob) = (try await fixture.addUser("eve"), try await fixture.addUser("bob"))
    let id = try await fixture.service.add(Self.url, page: page("Lamp"), by: eve).view.product.id
    _ = try await fixture.service.setNotifiesOfComments(true, of: id, by: eve)
    _ = try await fixture.service.comment("Good", on: id, by: bob)
    #expect(try await fixture.service.notices(by: eve).values.map(\.title) == ["Lamp"])
    fixture.clock.advance(60)
    _ = try await fixture.service.add(Self.url, page: page("Lamp", cents: 1500), by: eve)
    #expect(try await fixture.service.notices(by: eve).values.map(\.title) == ["Lamp", "Lamp"])
  }

  @Test func `the service's own reading replaces a sent page, and later readings update it`()
    async throws
  {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let (service, eve) = (fixture.service, try await fixture.addUser("eve"))
    let id = try await service.add(Self.url, page: page("Rude words"), by: eve).view.product.id
    fixture.shop.set("/lamp", cents: 2499)
    fixture.clock.advance(86_400)
    _ = try await PriceUpdate(service).run()
    for caller in [eve, fixture.guest] {
      let product = try await service.product(id, by: caller).product
      #expect(product.isConfirmed)
      #expect(product.facts.name == "Product /lamp")
      #expect(product.facts.categoryPath == ["Books"])
    }
    #expect(try await service.store.list(.mostTracked).map(\.id) == [id])
    // A page that is sent after that changes neither facts nor price, even by the only tracker.
    _ = try await service.add(Self.url, page: page("Rude words", cents: 1), by: eve)
    let product = try await service.product(id, by: fixture.guest).product
    #expect(product.facts.name == "Product /lamp")
    #expect(product.history.current == Price(2499, .euro))
    #expect(product.history.unconfirmedPrice == nil)
    fixture.clock.advance(86_400)
    fixture.shop.set(
      "/lamp",
      .html(TestShop.html("/lamp", .price(cents: 2499)).replacing("Product /lamp", with: "New")))
    _ = try await PriceUpdate(service).run()
    #expect(try await service.product(id, by: fixture.guest).product.facts.name == "New")
  }

  @Test func `adding the URL of a sent page makes the service read it itself`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let (service, eve) = (fixture.service, try await fixture.addUser("eve"))
    let id = try await service.add(Self.url, page: page("Rude words"), by: eve).view.product.id
    // While the shop does not respond, the product is tracked without a name.
    let bob = try await fixture.addUser("bob")
    let view = try await service.add(Self.url, by: bob).view
    #expect(view.product.id == id)
    #expect(view.product.facts.name == "shop.example/lamp")
    #expect(view.tracking != nil)
    fixture.shop.set("/lamp", cents: 2499)
    let added = try await service.add(Self.url, by: fixture.guest)
    #expect(!added.isNew)
    #expect(added.view.product.facts.name == "Product /lamp")
    #expect(try await service.product(id, by: eve).product.facts.name == "Product /lamp")
  }

  @Test func `facts on which the pages of three old accounts agree are public`()
    async throws
  {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let (service, ada) = (fixture.service, try await fixture.addUser("ada"))
    let (bob, eve) = (try await fixture.addUser("bob"), try await fixture.addUser("eve"))
    let id = try await service.add(Self.url, page: page("Lamp", picture: "rude"), by: ada)
      .view.product.id
    func publicRecord() async throws -> ProductRecord {
      try await service.product(id, by: fixture.guest).product
    }
    for user in [bob, eve] { _ = try await service.add(Self.url, page: page("Lamp"), by: user) }
    #expect(try await !publicRecord().isConfirmed, "new accounts do not count")
    fixture.clock.advance(8 * 86_400)
    let newUser = try await fixture.addUser("young")
    for name in ["Rude", "Other"] {
      _ = try await service.add(Self.url, page: page(name), by: ada)
      #expect(try await !publicRecord().isConfirmed, "the same user twice is one user")
    }
    _ = try await service.add(Self.url, page: page("Other"), by: bob)
    _ = try await service.add(Self.url, page: page("Other"), by: newUser)
    #expect(try await !publicRecord().isConfirmed, "two accounts that are old enough are too few")
    _ = try await service.add(Self.url, page: page("Other", picture: "rude"), by: eve)
    #expect(try await publicRecord().isConfirmed)
    #expect(try await publicRecord().facts.name == "Other")
    #expect(try await publicRecord().facts.categoryPath == ["Books"])
    #expect(try await publicRecord().facts.images.isEmpty, "no picture is on three pages")
    #expect(try await service.store.list(.mostTracked).map(\.id) == [id])
  }

  @Test func `the name on most sent pages is public until the service reads the page itself`()
    async throws
  {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let service = fixture.service
    var users: [Caller] = []
    for name in ["eve", "mal", "rex", "ada", "bob", "cat", "dan", "eli", "fay"] {
      users.append(try await fixture.addUser(name))
    }
    fixture.clock.advance(8 * 86_400)
    var id: Int64 = 0
    func send(_ name: String, _ user: Caller) async throws -> String {
      id = try await service.add(Self.url, page: page(name), by: user).view.product.id
      return try await service.product(id, by: fixture.guest).product.facts.name
    }
    _ = try await send("Rude", users[0])
    _ = try await send("Rude", users[1])
    #expect(try await send("Rude", users[2]) == "Rude")
    // A user who has sent a page sees the name on it.
    #expect(try await send("Lamp", users[3]) == "Rude")
    #expect(try await service.product(id, by: users[3]).product.facts.name == "Lamp")
    #expect(try await service.tracked(by: users[3]).values.map(\.name) == ["Lamp"])
    #expect(try await send("Lamp", users[4]) == "shop.example/lamp", "three of five are too few")
    #expect(try await service.store.list(.mostTracked).isEmpty)
    #expect(try await service.product(id, by: fixture.guest).product.facts.images.isEmpty)
    for user in users[5...7] { #expect(try await send("Lamp", user) == "shop.example/lamp") }
    #expect(try await send("Lamp", users[8]) == "Lamp", "six of nine are enough")
    #expect(try await service.store.list(.mostTracked).map(\.name) == ["Lamp"])
    // After the service's own reading, sent pages no longer count.
    fixture.shop.set("/lamp", cents: 2499)
    _ = try await service.add(Self.url, by: fixture.guest)
    #expect(try await send("Rude", users[0]) == "Product /lamp")
    #expect(try await service.product(id, by: users[0]).product.facts.name == "Product /lamp")
  }

  @Test func `the pages of a disabled account no longer count`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let service = fixture.service
    var users: [Caller] = []
    for name in ["eve", "mal", "rex"] { users.append(try await fixture.addUser(name)) }
    fixture.clock.advance(8 * 86_400)
    var id: Int64 = 0
    for user in users {
      id = try await service.add(Self.url, page: page("Rude"), by: user).view.product.id
    }
    #expect(try await service.product(id, by: fixture.guest).product.facts.name == "Rude")
    let eve = try #require(users[0].session).user.id
    try await service.accounts.administration.disable(eve, by: .operator("test"))
    // The pages are counted when the next one arrives, even if it has the same facts.
    _ = try await service.add(Self.url, page: page("Rude"), by: users[1])
    let product = try await service.product(id, by: fixture.guest).product
    #expect(product.facts.name == "shop.example/lamp")
    #expect(!product.isConfirmed)
  }

  @Test func `a page that is sent while another user starts tracking does not affect that user`()
    async throws
  {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let service = fixture.service
    let (ada, eve) = (try await fixture.addUser("ada"), try await fixture.addUser("eve"))
    let id = try await service.add(Self.url, page: page("Lamp"), by: ada).view.product.id
    _ = try await service.profile(by: eve)
    for round in 0..<20 {
      fixture.clock.advance(60)
      try await service.untrack(id, by: ada)
      let priceBefore = try await service.product(id, by: ada).product.history.current
      // Eve's page arrives while Ada begins to track.
      async let tracked = service.track(id, by: ada)
      async let sent = service.store.record(
        SentReading(
          facts: ProductFacts(
            store: "shop.example", host: "shop.example:443", storeID: "/lamp",
            url: Self.url, name: "Lamp"),
          placeholderName: "", reading: .price(Price(1900 - Int64(round), .euro))),
        by: try #require(eve.session).user.id, at: fixture.clock.timestamp)
      let (view, _) = try await (tracked, sent)
      let priceAfter = try await service.product(id, by: ada).product.history.current
      #expect(priceAfter == priceBefore)
      #expect(view.tracking?.ruleState.base == priceBefore)
    }
  }
}
