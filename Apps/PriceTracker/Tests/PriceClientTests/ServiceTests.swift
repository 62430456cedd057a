import Accounts
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import PageFetcher
import PageReader
import PriceClient
import PriceDomain
import PriceService
import PriceStore
import Testing

/// A shop with the pages of one product, whose price and failure a test sets.
private final class LampShop: PageSource {
  let cents = SharedValue<Int64>(2499)
  let failure = SharedValue<FetchError?>(nil)

  func page(_ request: PageRequest) async throws(FetchError) -> FetchResponse {
    if let error = failure.get() { throw error }
    let html = """
      <html lang="en"><head><script type="application/ld+json">
      {"@type": "Product", "name": "Aurora lamp", "category": "Light",
       "image": "https://shop.example/a.png",
       "offers": {"@type": "Offer", "price": "\(Price(cents.get(), .euro).decimalText)",
       "priceCurrency": "EUR", "availability": "https://schema.org/InStock"}}
      </script></head><body><h1>Lamp</h1></body></html>
      """
    return try await SentPage(Array(html.utf8)).page(request)
  }
}

/// Sends the client's requests to the routes of a service in this process.
private struct RouterTransport: ClientTransport {
  let client: any TestClientProtocol

  func send(_ request: ClientRequest) async throws(PriceClient.TransportError) -> ClientResponse {
    var headers: HTTPFields = [:]
    for (name, value) in request.headers {
      guard let name = HTTPField.Name(name) else { throw .failed }
      headers[name] = value
    }
    let uri = String(request.url.dropFirst("https://prices.example".count))
    guard let method = HTTPRequest.Method(request.method.rawValue),
      let response = try? await client.execute(
        uri: uri, method: method, headers: headers,
        body: request.body.isEmpty ? nil : ByteBuffer(bytes: request.body))
    else { throw .offline }
    let fields = response.headers.map { ($0.name.canonicalName, $0.value) }
    return ClientResponse(
      status: response.status.code, headers: Dictionary(fields) { $1 },
      body: Array(response.body.readableBytesView))
  }
}

/// The client against the real service, so that a change of only one of them is noticed.
@Suite struct ServiceTests {
  private struct Fixture {
    let api: PriceAPI
    let service: PriceService
    let shop: LampShop
    let tokens: MemoryTokens
    let clock: SharedValue<Int64>
  }

  private static let password = "correct horse battery"

  private func withFixture(
    language: Language = .english, _ body: @escaping @Sendable (Fixture) async throws -> Void
  ) async throws {
    let path = FileManager.default.temporaryDirectory.path + "/prices-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let folder = try ServiceFolder(path: path + "/service")
    var settings = PriceService.Settings(rules: try .builtIn())
    settings.extraHosts = ["shop.example"]
    let (shop, clock) = (LampShop(), SharedValue<Int64>(1_700_000_000))
    let service = try PriceService(
      folder: folder, settings: settings, source: shop,
      passwordHasher: PasswordHasher(parameters: .forTests), logger: Logger(label: "test"),
      clock: { Timestamp(clock.get()) })
    for name in ["ada", "bob"] {
      _ = try await service.accounts.administration.addUser(
        email: "\(name)@example.com", name: name, password: Self.password, isVerified: true,
        by: .operator("test"))
    }
    let router = Router(context: BasicRequestContext.self)
    PriceRoutes(service).add(to: router) { _ in "192.0.2.7" }
    let tokens = MemoryTokens()
    try await Application(router: router).test(.router) { client in
      let transport = RouterTransport(client: client)
      let api = await PriceAPI(
        server: "https://prices.example", transport: transport,
        session: ClientSession(store: tokens, deviceSecretVault: MemoryDeviceSecret()) {
          clock.get()
        },
        cache: ResponseCache(folder: URL(fileURLWithPath: path + "/responses")) { clock.get() },
        language: language)
      try await body(
        Fixture(api: api, service: service, shop: shop, tokens: tokens, clock: clock))
    }
  }

  @Test func `a guest can add and read products, but has to log in to track them`() async throws {
    try await withFixture { fixture in
      // A guest's page is not sent: the service would reject it.
      let added = try await fixture.api.addProduct("https://shop.example/lamp", html: "<p>Lamp</p>")
      #expect(added.isNew)
      #expect(added.product.tracking == nil)
      let product = try await fixture.api.product(added.product.id).value
      #expect(product.name == "Aurora lamp")
      #expect(product.price?.price == Price(2499, .euro))
      #expect(product.stock == .inStock)
      let history = try await fixture.api.history(product.id).value.items
      #expect(PriceChart(history).points.map(\.amount) == [24.99])
      for list in ListName.allCases { _ = try await fixture.api.list(list) }
      let page = try await fixture.api.page(.mostTracked, categories: ["Light", "a & b=c"])
      #expect(page.value.items.map(\.name) == ["Aurora lamp"])
      #expect(try await fixture.api.categories().value.items.map(\.name) == ["Light"])
      await #expect(throws: ClientError.signedOut) { try await fixture.api.track(product.id) }
      await #expect(throws: ClientError.signedOut) { try await fixture.api.trackedProducts() }
      let error = await #expect(throws: ClientError.self) {
        try await fixture.api.addProduct("https://10.0.0.1/")
      }
      let code: String? = if case .problem(_, let code, _, _)? = error { code } else { nil }
      #expect(code == "url-not-allowed")
    }
  }

  @Test(arguments: [
    (Language.english, "The shop did not answer."), (.german, "Der Shop hat nicht geantwortet."),
  ])
  func `the reason why a page was not read is in the app's language`(
    language: Language, reason: String
  ) async throws {
    try await withFixture(language: language) { fixture in
      fixture.shop.failure.set(.transport(.noConnection))
      let error = await #expect(throws: ClientError.self) {
        try await fixture.api.addProduct("https://shop.example/lamp")
      }
      #expect(error?.text(in: language).hasPrefix(reason) == true)
    }
  }

  @Test func `a user can track with a rule, comment, and change both`() async throws {
    try await withFixture { fixture in
      try await fixture.api.signIn(email: "ada@example.com", password: Self.password)
      #expect(await fixture.api.session.isSignedIn)
      let id = try await fixture.api.addProduct("https://shop.example/lamp").product.id
      #expect(try await fixture.api.trackedProducts(search: "auro").value.items.map(\.id) == [id])
      var rule = RuleData(.percentage)
      rule.percent = 20
      let sentences = try await fixture.api.explanation(of: rule, for: id)
      #expect(sentences.contains { $0.contains("€19.99") })
      let product = try await fixture.api.track(id, rule: rule, notifiesOfComments: true)
      #expect(product.tracking?.rule.percent == 20)
      #expect(product.tracking?.hasOwnRule == true)
      #expect(product.tracking?.notifiesOfComments == true)
      #expect(try await fixture.api.track(id, usesDefaultRule: true).tracking?.hasOwnRule == false)
      let comment = try await fixture.api.comment("Nice", on: id)
      #expect(comment.isOwn)
      #expect(try await fixture.api.editComment(comment.id, to: "Very nice").edited != nil)
      #expect(try await fixture.api.comments(on: id).value.items.map(\.text) == ["Very nice"])
      try await fixture.api.deleteComment(comment.id)
      #expect(try await fixture.api.comments(on: id).value.items.isEmpty)
      try await fixture.api.untrack(id)
      #expect(try await fixture.api.product(id).value.tracking == nil)
    }
  }

  @Test func `a user changes the profile, registers a device and gets a test`() async throws {
    try await withFixture { fixture in
      try await fixture.api.signIn(email: "ada@example.com", password: Self.password)
      var change = ProfileChangeData()
      (change.givenName, change.nickname, change.language) = ("Ada", "Countess", .german)
      var rule = RuleData(.percentage)
      rule.percent = 15
      change.rule = rule
      let profile = try await fixture.api.changeProfile(change)
      #expect(profile.nickname == "Countess")
      #expect(profile.language == "de")
      #expect(try await fixture.api.profile().value.rule.percent == 15)
      var quietHoursChange = ProfileChangeData()
      quietHoursChange.preferences = PreferencesChangeData()
      quietHoursChange.preferences?.quietHours = ProfileData.QuietHours(begin: 1320, end: 420)
      quietHoursChange.preferences?.dailyLimit = 3
      let preferences = try await fixture.api.changeProfile(quietHoursChange).preferences
      #expect(preferences.quietHours == ProfileData.QuietHours(begin: 1320, end: 420))
      #expect(preferences.dailyLimit == 3)
      quietHoursChange.preferences = PreferencesChangeData()
      quietHoursChange.preferences?.removesQuietHours = true
      #expect(try await fixture.api.changeProfile(quietHoursChange).preferences.quietHours == nil)
      let device = try await fixture.api.registerDevice(
        token: Array(repeating: 171, count: 32), isSandbox: true, name: "iPhone",
        language: .german)
      #expect(device.kind == "apns")
      #expect(try await fixture.api.devices().value.items.map(\.id) == [device.id])
      #expect(try await fixture.api.sendTest(device: device.id) == 1)
      #expect(try await fixture.api.notices().value.items.map(\.kind) == ["test"])
      await fixture.api.signOut(device: device.id)
      #expect(fixture.tokens.tokens == nil)
      try await fixture.api.signIn(email: "ada@example.com", password: Self.password)
      #expect(try await fixture.api.devices().value.items.isEmpty)
    }
  }

  @Test func `a webhook is added, tested and removed, and its URL is checked`() async throws {
    try await withFixture { fixture in
      try await fixture.api.signIn(email: "ada@example.com", password: Self.password)
      #expect(try await fixture.api.webhook().value == WebhookData())
      var change = ProfileChangeData()
      change.webhook = "http://hook.example/"
      let insecureChange = change
      let error = await #expect(throws: ClientError.self) {
        try await fixture.api.changeProfile(insecureChange)
      }
      #expect(error?.text(in: .german) == "Die Adresse eines Webhooks beginnt mit https://.")
      change.webhook = "https://hook.example/prices"
      _ = try await fixture.api.changeProfile(change)
      try await fixture.api.sendWebhookTest()
      let webhook = try await fixture.api.webhook().value
      #expect(webhook.url == "https://hook.example/prices")
      #expect(webhook.secret?.hasPrefix("whsec_") == true)
      #expect(webhook.lastDelivery == WebhookDelivery(at: fixture.clock.get(), state: .pending))
      change.webhook = ""
      _ = try await fixture.api.changeProfile(change)
      #expect(try await fixture.api.webhook().value == WebhookData())
    }
  }

  @Test func `wrong passwords of strangers do not delay a known device`()
    async throws
  {
    try await withFixture { fixture in
      try await fixture.api.signIn(email: "ada@example.com", password: Self.password)
      await fixture.api.signOut(device: nil)
      for _ in 0..<7 {
        await #expect(throws: AccountError.self) {
          _ = try await fixture.service.accounts.authentication.signIn(
            email: "ada@example.com", password: "a stranger's guess", as: .app,
            client: Client(address: "192.0.2.66"))
        }
      }
      try await fixture.api.signIn(email: "ada@example.com", password: Self.password)
      #expect(fixture.tokens.tokens != nil)
      try await fixture.api.deleteAccount(password: Self.password)
      #expect(await fixture.api.session.deviceSecret == nil)
    }
  }

  @Test(arguments: [true, false])
  func `an account without a password is deleted only after a recent login`(isRecent: Bool)
    async throws
  {
    try await withFixture { fixture in
      try await fixture.api.signIn(email: "ada@example.com", password: Self.password)
      #expect(try await fixture.api.profile().value.hasPassword)
      let accounts = fixture.service.accounts
      let ada = try #require(
        try await accounts.store.read { try $0.user(emailKey: "ada@example.com") })
      // As if Ada had registered with an identity provider.
      try await accounts.store.change { try $0.removePassword(of: ada.id) }
      #expect(try await !fixture.api.profile().value.hasPassword)
      if isRecent {
        try await fixture.api.deleteAccount(password: nil)
        #expect(try await accounts.store.read { try $0.user(ada.id) } == nil)
        #expect(await !fixture.api.session.isSignedIn)
        return
      }
      fixture.clock.set(fixture.clock.get() + 3_600)
      let error = await #expect(throws: ClientError.self) {
        try await fixture.api.deleteAccount(password: nil)
      }
      #expect(error?.text(in: .english) == "Log out and log in again to do this.")
      #expect(error?.text(in: .german) == "Melde dich dafür ab und wieder an.")
      #expect(try await accounts.store.read { try $0.user(ada.id) } != nil)
      #expect(await fixture.api.session.isSignedIn)
    }
  }

  @Test func `concurrent requests with an expired access token are answered after a refresh`()
    async throws
  {
    try await withFixture { fixture in
      try await fixture.api.signIn(email: "bob@example.com", password: Self.password)
      let first = try #require(fixture.tokens.tokens)
      fixture.clock.set(first.expires + 1)
      try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<8 { group.addTask { try await fixture.api.profile().value.email } }
        for try await email in group { #expect(email == "bob@example.com") }
      }
      let second = try #require(fixture.tokens.tokens)
      #expect(second.refresh != first.refresh)
    }
  }

  @Test func `changing the password keeps the device logged in, and ends copied sessions`()
    async throws
  {
    try await withFixture { fixture in
      try await fixture.api.signIn(email: "ada@example.com", password: Self.password)
      let tokensBefore = try #require(fixture.tokens.tokens)
      let device = await fixture.api.session.deviceSecret
      try await fixture.api.changePassword(current: Self.password, new: "another horse battery")
      let newDevice = await fixture.api.session.deviceSecret
      #expect(device != nil && newDevice != nil && newDevice != device)
      let tokensAfter = try #require(fixture.tokens.tokens)
      #expect(
        tokensAfter.access != tokensBefore.access && tokensAfter.refresh != tokensBefore.refresh)
      #expect(try await fixture.api.profile().value.email == "ada@example.com")
      await #expect(throws: AccountError.self) {
        _ = try await fixture.service.accounts.sessions.authenticate(
          accessToken: tokensBefore.access)
      }
      fixture.clock.set(tokensAfter.expires + 1)
      #expect(try await fixture.api.profile().value.email == "ada@example.com")
      #expect(await fixture.api.session.isSignedIn)
      await #expect(throws: AccountError.self) {
        _ = try await fixture.service.accounts.sessions.refresh(
          tokensBefore.refresh, client: Client(address: "192.0.2.66"))
      }
    }
  }

  @Test func `wrong passwords and weak new ones are explained`() async throws {
    try await withFixture { fixture in
      let signInError = await #expect(throws: ClientError.self) {
        try await fixture.api.signIn(email: "ada@example.com", password: "wrong wrong wrong")
      }
      #expect(
        signInError?.text(in: .english)
          == "The email or the password is wrong. If your account is new, first open the link in "
          + "our email.")
      #expect(
        signInError?.text(in: .german)
          == "Die E-Mail oder das Passwort ist falsch. Wenn dein Konto neu ist, öffne zuerst den "
          + "Link in unserer E-Mail.")
      try await fixture.api.signIn(email: "ada@example.com", password: Self.password)
      let passwordError = await #expect(throws: ClientError.self) {
        try await fixture.api.changePassword(
          current: "wrong wrong wrong", new: "another horse battery")
      }
      #expect(passwordError == .wrongPassword)
      #expect(passwordError?.text(in: .english) == "This is not your current password.")
      let deletionError = await #expect(throws: ClientError.self) {
        try await fixture.api.deleteAccount(password: "wrong wrong wrong")
      }
      #expect(deletionError == .wrongPassword)
      let weakPasswordError = await #expect(throws: ClientError.self) {
        try await fixture.api.changePassword(current: Self.password, new: "short")
      }
      #expect(weakPasswordError?.text(in: .german).hasPrefix("Wähle ein anderes Passwort") == true)
      try await fixture.api.changePassword(current: Self.password, new: "another horse battery")
    }
  }
}
