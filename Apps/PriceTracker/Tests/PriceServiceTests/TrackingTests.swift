import Accounts
import PageFetcher
import PriceDomain
import PriceService
import PriceStore
import Testing

@Suite struct TrackingTests {
  @Test func `adding a URL tracks its product for a user, but not for a guest`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    fixture.shop.set("/lamp", cents: 2499)
    let url = "https://shop.example/lamp?utm_source=ad#top"
    let addedByGuest = try await fixture.service.add(url, by: fixture.guest)
    #expect(addedByGuest.isNew)
    #expect(addedByGuest.view.tracking == nil)
    #expect(addedByGuest.view.product.trackers == 0)
    let ada = try await fixture.addUser("ada")
    let added = try await fixture.service.add("https://shop.example/lamp", by: ada)
    #expect(!added.isNew)
    #expect(added.view.product.id == addedByGuest.view.product.id)
    #expect(added.view.product.trackers == 1)
    #expect(added.view.tracking?.hasOwnRule == false)
    #expect(
      added.view.explanation.prefix(2) == [
        "No device and no email is set up. Once you turn on one of them in the settings:",
        "You will hear from us every time the price falls.",
      ])
    #expect(added.view.product.history.current == Price(2499, .euro))
    #expect(fixture.shop.requests == ["https://shop.example/lamp"])
  }

  @Test(arguments: [
    "http://shop.example/lamp", "https://127.0.0.1/", "https://localhost/x", "file:///etc/passwd",
    "https://evil.example/lamp", "https://shop.example.evil.example/", "ftp://shop.example/",
    "https://user:pass@shop.example/x", "https://169.254.169.254/latest", "javascript:alert(1)", "",
    "https://[::1]/x", "https://www.amazon.de/", "https://shop.example:22/x",
  ])
  func `a URL that is not allowed is rejected before anything is fetched`(
    url: String
  ) async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    await #expect(throws: PriceError.self) {
      _ = try await fixture.service.add(url, by: fixture.guest)
    }
    #expect(fixture.shop.requests.isEmpty)
  }

  @Test(arguments: [
    TestShop.Page.error(.disallowedByRobots), .error(.transport(.timedOut)),
    .html("<p>Nothing</p>"), .html(""),
    .error(.privateAddress("shop.example")), .error(.backingOff(seconds: 90)),
  ])
  func `a page that cannot be read adds no product`(page: TestShop.Page) async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    fixture.shop.set("/lamp", page)
    await #expect(throws: PriceError.self) {
      _ = try await fixture.service.add("https://shop.example/lamp", by: fixture.guest)
    }
    #expect(try await fixture.service.store.list(.mostTracked).isEmpty)
  }

  @Test(
    arguments: [
      (.unknownHost("shop.example"), .pageNotRead, "was not found", "nicht gefunden"),
      (.hostNotAllowed("other.example"), .urlNotAllowed, "redirects this address", "leitet"),
      (.privateAddress("shop.example"), .urlNotAllowed, "not public", "nicht öffentlich"),
      (.disallowedByRobots, .pageNotRead, "does not want programs", "möchte nicht"),
      (.transport(.tooLong), .pageNotRead, "too long", "zu lang"),
      (.transport(.untrusted), .pageNotRead, "no secure connection", "keine sichere Verbindung"),
      (.transport(.timedOut), .pageNotRead, "did not answer", "nicht geantwortet"),
      (.backingOff(seconds: 30), .tooMany, "in 30 seconds.", "in 30 Sekunden noch"),
      (.backingOff(seconds: 90), .tooMany, "in 90 seconds.", "in 90 Sekunden noch"),
    ] as [(FetchError, PriceError.Code, String, String)])
  func `the message states why a page was not read`(
    failure: FetchError, code: PriceError.Code, english: String, german: String
  ) async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    fixture.shop.set("/lamp", .error(failure))
    let error = await #expect(throws: PriceError.self) {
      _ = try await fixture.service.add("https://shop.example/lamp", by: fixture.guest)
    }
    #expect(error?.code == code)
    #expect(error?.description.contains(english) == true)
    let problem = error.flatMap { ClientProblem($0, language: .german) }
    #expect(problem?.detail.contains(german) == true)
  }

  @Test func `a comment is limited by characters and by bytes, each with its own message`()
    async throws
  {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    fixture.shop.set("/lamp", cents: 2499)
    let ada = try await fixture.addUser("ada")
    let product = try await fixture.service.add("https://shop.example/lamp", by: ada).view.product
    let texts = [
      (String(repeating: "a", count: 2001), "2000 characters"),
      ("a" + String(repeating: "\u{301}", count: 8_000), "16,000 bytes"),
    ]
    for (text, words) in texts {
      let error = await #expect(throws: PriceError.self) {
        _ = try await fixture.service.comment(text, on: product.id, by: ada)
      }
      #expect(error?.description.contains(words) == true)
    }
  }

  @Test(arguments: [
    "Check this: https://shop.example/lamp nice!", " shop.example/lamp\n",
  ])
  func `a URL is found in a pasted text, also without its scheme`(text: String) async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    fixture.shop.set("/lamp", cents: 2499)
    let added = try await fixture.service.add(text, by: fixture.guest)
    #expect(added.view.product.facts.url == "https://shop.example/lamp")
  }

  @Test func `texts that are no URL of a product do not count for a guest`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    fixture.shop.set("/lamp", cents: 2499)
    for text in (0..<10).map({ "lamp \($0)" }) {
      let error = await #expect(throws: PriceError.self) {
        _ = try await fixture.service.add(text, by: fixture.guest)
      }
      #expect(error?.code == .urlNotAllowed)
    }
    #expect(try await fixture.service.add("https://shop.example/lamp", by: fixture.guest).isNew)
  }

  @Test func `the number of products that a guest can add in an hour is limited`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    for number in 0..<11 { fixture.shop.set("/\(number)", cents: 100) }
    for number in 0..<10 {
      _ = try await fixture.service.add("https://shop.example/\(number)", by: fixture.guest)
    }
    let error = await #expect(throws: PriceError.self) {
      _ = try await fixture.service.add("https://shop.example/10", by: fixture.guest)
    }
    #expect(error?.code == .tooMany)
    #expect(error?.retryAfter == 3600)
    #expect(error?.description.contains("Log in to do it more often") == true)
    #expect(error?.german?.contains("Melde dich an") == true)
    fixture.clock.advance(3600)
    _ = try await fixture.service.add("https://shop.example/10", by: fixture.guest)
  }

  @Test func `a page that a user sends does not notify other users`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let (ada, eve) = (try await fixture.addUser("ada"), try await fixture.addUser("eve"))
    func page(_ cents: Int64) -> SentPage {
      SentPage(Array(TestShop.html("/lamp", .price(cents: cents)).utf8), charset: "utf-8")
    }
    let url = "https://shop.example/lamp"
    await #expect(throws: PriceError.self) {
      _ = try await fixture.service.add(url, page: page(2000), by: fixture.guest)
    }
    _ = try await fixture.service.add(url, page: page(2000), by: ada)
    // Ada's page counts as a check, for Ada.
    fixture.clock.advance(60)
    let second = try await fixture.service.add(url, page: page(1900), by: ada)
    #expect(second.view.product.history.current == Price(1900, .euro))
    #expect(try await fixture.service.notices(by: ada).values.count == 1)
    fixture.clock.advance(60)
    let forged = try await fixture.service.add(url, page: page(1100), by: eve)
    #expect(forged.view.product.history.current == Price(1100, .euro))
    #expect(
      try await fixture.service.product(second.view.product.id, by: ada).product.history.current
        == Price(1900, .euro))
    #expect(try await fixture.service.notices(by: ada).values.count == 1)
    #expect(try await fixture.service.notices(by: eve).values.isEmpty)
    // Although Eve tracks the product, too, Ada's pages still count for Ada.
    fixture.clock.advance(60)
    let update = try await fixture.service.add(url, page: page(1800), by: ada)
    #expect(update.view.product.history.current == Price(1800, .euro))
    #expect(try await fixture.service.notices(by: eve).values.isEmpty)
    #expect(fixture.shop.requests.isEmpty)
  }

  @Test func `rules are explained, and saved separately for each user`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    fixture.shop.set("/lamp", cents: 2499)
    let (ada, bob) = (try await fixture.addUser("ada"), try await fixture.addUser("bob"))
    let product = try await fixture.service.add("https://shop.example/lamp", by: ada).view.product
    var change = ProfileChange()
    change.sendsEmail = true
    _ = try await fixture.service.changeProfile(change, by: ada)
    let rule = try PriceRule(.percentage(20), notifiesAtLowest: true)
    let sentences = try await fixture.service.explanation(of: rule, for: product.id, by: ada)
    #expect(
      sentences.first == "You will hear from us when it costs €19.99 or less: 20% below €24.99.")
    let saved = try await fixture.service.setRule(rule, of: product.id, by: ada)
    #expect(saved.explanation == sentences)
    #expect(saved.tracking?.hasOwnRule == true)
    await #expect(throws: StoreError.self) {
      _ = try await fixture.service.setRule(rule, of: product.id, by: bob)
    }
    #expect(try await fixture.service.product(product.id, by: bob).tracking == nil)
    #expect(try await fixture.service.track(product.id, by: bob).tracking?.hasOwnRule == false)
    let dollars = try PriceRule(.value(Price(1000, .dollar)))
    await #expect(throws: PriceError.self) {
      _ = try await fixture.service.setRule(dollars, of: product.id, by: ada)
    }
    let withoutRule = try await fixture.service.setRule(nil, of: product.id, by: ada)
    #expect(withoutRule.tracking?.hasOwnRule == false)
    try await fixture.service.untrack(product.id, by: ada)
    #expect(try await fixture.service.product(product.id, by: ada).tracking == nil)
  }

  @Test func `without a password, an old login must be repeated, also with a second factor`()
    async throws
  {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let (service, ada) = (fixture.service, try await fixture.addUser("ada"))
    let id = try #require(ada.session?.user.id)
    // As if Ada had registered with an identity provider, and set up an authenticator app.
    try await service.accounts.store.change { writer in
      try writer.removePassword(of: id)
      try writer.put(StoredTOTP(user: id, sealedSecret: [], confirmed: 1, created: 1))
    }
    fixture.clock.advance(3_600)
    let error = await #expect(throws: AccountError.self) {
      try await service.deleteAccount(password: nil, by: ada)
    }
    #expect(error == .signInAgain)
    #expect(try await service.accounts.store.read { try $0.user(id) } != nil)
  }

  @Test func `a guest cannot track, comment, or use an account`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let (service, guest) = (fixture.service, fixture.guest)
    fixture.shop.set("/lamp", cents: 2499)
    let id = try await service.add("https://shop.example/lamp", by: guest).view.product.id
    let rule = try PriceRule(.always)
    let attempts: [@Sendable () async throws -> Void] = [
      { _ = try await service.track(id, by: guest) },
      { try await service.untrack(id, by: guest) },
      { _ = try await service.setRule(rule, of: id, by: guest) },
      { _ = try await service.comment("x", on: id, by: guest) },
      { _ = try await service.profile(by: guest) },
      { _ = try await service.changeProfile(ProfileChange(), by: guest) },
      { _ = try await service.export(by: guest) },
      { try await service.deleteAccount(password: nil, by: guest) },
      { _ = try await service.devices(by: guest) },
      { _ = try await service.sendTest(by: guest) },
      { _ = try await service.notices(by: guest) },
      { _ = try await service.tracked(by: guest) },
    ]
    for attempt in attempts {
      let error = await #expect(throws: PriceError.self) { try await attempt() }
      #expect(error?.code == .signedOut)
    }
  }
}
