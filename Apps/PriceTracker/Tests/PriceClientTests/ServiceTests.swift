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

/// A shop with the pages of one product, whose price a test sets.
private final class LampShop: PageSource {
  let cents = Shared<Int64>(2499)

  func page(_ request: PageRequest) async throws(FetchError) -> FetchResponse {
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
      guard let name = HTTPField.Name(name) else { throw .refused }
      headers[name] = value
    }
    let uri = String(request.url.dropFirst("https://prices.example".count))
    guard let method = HTTPRequest.Method(request.method.rawValue),
      let answer = try? await client.execute(
        uri: uri, method: method, headers: headers,
        body: request.body.isEmpty ? nil : ByteBuffer(bytes: request.body))
    else { throw .offline }
    let fields = answer.headers.map { ($0.name.canonicalName, $0.value) }
    return ClientResponse(
      status: answer.status.code, headers: Dictionary(fields) { $1 },
      body: Array(answer.body.readableBytesView))
  }
}

/// The client against the real service: what either side changes alone fails here.
@Suite struct ServiceTests {
  private struct Side {
    let api: PriceAPI
    let service: PriceService
    let shop: LampShop
    let tokens: MemoryTokens
    let clock: Shared<Int64>
  }

  private static let password = "correct horse battery"

  private func with(_ body: @escaping @Sendable (Side) async throws -> Void) async throws {
    let path = FileManager.default.temporaryDirectory.path + "/prices-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path) }
    let folder = try ServiceFolder(path: path + "/service")
    var settings = PriceService.Settings(rules: try .builtIn())
    settings.extraHosts = ["shop.example"]
    let (shop, clock) = (LampShop(), Shared<Int64>(1_700_000_000))
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
        session: ClientSession(store: tokens, devices: MemoryDevice()) { clock.get() },
        cache: ResponseCache(folder: URL(fileURLWithPath: path + "/seen")) { clock.get() })
      try await body(
        Side(api: api, service: service, shop: shop, tokens: tokens, clock: clock))
    }
  }

  @Test func `a guest adds and reads, and has to log in to track`() async throws {
    try await with { side in
      // A guest's page is not sent: the service would refuse it.
      let added = try await side.api.add("https://shop.example/lamp", html: "<p>Lamp</p>")
      #expect(added.isNew)
      #expect(added.product.tracking == nil)
      let product = try await side.api.product(added.product.id).value
      #expect(product.name == "Aurora lamp")
      #expect(product.price?.price == Price(2499, .euro))
      #expect(product.stock == .inStock)
      let history = try await side.api.history(product.id).value.items
      #expect(PriceChart(history).points.map(\.amount) == [24.99])
      for list in ListName.allCases { _ = try await side.api.list(list) }
      let page = try await side.api.page(.mostTracked, categories: ["Light", "a & b=c"])
      #expect(page.value.items.map(\.name) == ["Aurora lamp"])
      #expect(try await side.api.categories().value.items.map(\.name) == ["Light"])
      await #expect(throws: ClientError.signedOut) { try await side.api.track(product.id) }
      await #expect(throws: ClientError.signedOut) { try await side.api.tracked() }
      let refused = await #expect(throws: ClientError.self) {
        try await side.api.add("https://10.0.0.1/")
      }
      let code: String? = if case .problem(_, let code, _, _)? = refused { code } else { nil }
      #expect(code == "address-not-allowed")
    }
  }

  @Test func `a user tracks with a rule, comments, and changes both`() async throws {
    try await with { side in
      try await side.api.signIn(email: "ada@example.com", password: Self.password)
      #expect(await side.api.session.isSignedIn)
      let id = try await side.api.add("https://shop.example/lamp").product.id
      #expect(try await side.api.tracked(search: "auro").value.items.map(\.id) == [id])
      var rule = RuleData(.percentage)
      rule.percent = 20
      let sentences = try await side.api.explanation(of: rule, for: id)
      #expect(sentences.first?.contains("€19.99") == true)
      let product = try await side.api.track(id, rule: rule, notifiesOfComments: true)
      #expect(product.tracking?.rule.percent == 20)
      #expect(product.tracking?.hasOwnRule == true)
      #expect(product.tracking?.notifiesOfComments == true)
      #expect(try await side.api.track(id, usesDefaultRule: true).tracking?.hasOwnRule == false)
      let comment = try await side.api.comment("Nice", on: id)
      #expect(comment.isOwn)
      #expect(try await side.api.editComment(comment.id, to: "Very nice").edited != nil)
      #expect(try await side.api.comments(on: id).value.items.map(\.text) == ["Very nice"])
      try await side.api.deleteComment(comment.id)
      #expect(try await side.api.comments(on: id).value.items.isEmpty)
      try await side.api.untrack(id)
      #expect(try await side.api.product(id).value.tracking == nil)
    }
  }

  @Test func `profile, devices and notices are those of the user`() async throws {
    try await with { side in
      try await side.api.signIn(email: "ada@example.com", password: Self.password)
      var change = ProfileChangeData()
      (change.givenName, change.nickname, change.language) = ("Ada", "Countess", .german)
      var rule = RuleData(.percentage)
      rule.percent = 15
      change.rule = rule
      let profile = try await side.api.changeProfile(change)
      #expect(profile.nickname == "Countess")
      #expect(profile.language == "de")
      #expect(try await side.api.profile().value.rule.percent == 15)
      var quiet = ProfileChangeData()
      quiet.preferences = PreferencesChangeData()
      quiet.preferences?.quietHours = ProfileData.QuietHours(begin: 1320, end: 420)
      quiet.preferences?.dailyLimit = 3
      let preferences = try await side.api.changeProfile(quiet).preferences
      #expect(preferences.quietHours == ProfileData.QuietHours(begin: 1320, end: 420))
      #expect(preferences.dailyLimit == 3)
      quiet.preferences = PreferencesChangeData()
      quiet.preferences?.hasNoQuietHours = true
      #expect(try await side.api.changeProfile(quiet).preferences.quietHours == nil)
      let device = try await side.api.registerDevice(
        token: Array(repeating: 171, count: 32), isSandbox: true, name: "iPhone",
        language: .german)
      #expect(device.kind == "apns")
      #expect(try await side.api.devices().value.items.map(\.id) == [device.id])
      #expect(try await side.api.sendTest(device: device.id) == 1)
      #expect(try await side.api.notices().value.items.map(\.kind) == ["test"])
      await side.api.signOut(device: device.id)
      #expect(side.tokens.tokens == nil)
      try await side.api.signIn(email: "ada@example.com", password: Self.password)
      #expect(try await side.api.devices().value.items.isEmpty)
    }
  }

  @Test func `a webhook is added, tested and removed, and its address is checked`() async throws {
    try await with { side in
      try await side.api.signIn(email: "ada@example.com", password: Self.password)
      #expect(try await side.api.webhook().value == WebhookData())
      var change = ProfileChangeData()
      change.webhook = "http://hook.example/"
      let insecure = change
      let refused = await #expect(throws: ClientError.self) {
        try await side.api.changeProfile(insecure)
      }
      #expect(refused?.text(in: .german) == "Die Adresse eines Webhooks beginnt mit https://.")
      change.webhook = "https://hook.example/prices"
      _ = try await side.api.changeProfile(change)
      try await side.api.sendWebhookTest()
      let webhook = try await side.api.webhook().value
      #expect(webhook.address == "https://hook.example/prices")
      #expect(webhook.secret?.hasPrefix("whsec_") == true)
      #expect(webhook.last == WebhookDelivery(at: side.clock.get(), state: .pending))
      change.webhook = ""
      _ = try await side.api.changeProfile(change)
      #expect(try await side.api.webhook().value == WebhookData())
    }
  }

  @Test func `strangers' wrong passwords do not delay a device that signed in before`()
    async throws
  {
    try await with { side in
      try await side.api.signIn(email: "ada@example.com", password: Self.password)
      await side.api.signOut(device: nil)
      for _ in 0..<7 {
        await #expect(throws: AccountError.self) {
          _ = try await side.service.accounts.authentication.signIn(
            email: "ada@example.com", password: "a stranger's guess", as: .app,
            client: Client(address: "192.0.2.66"))
        }
      }
      try await side.api.signIn(email: "ada@example.com", password: Self.password)
      #expect(side.tokens.tokens != nil)
      try await side.api.deleteAccount(password: Self.password)
      #expect(await side.api.session.deviceToken == nil)
    }
  }

  @Test func `an expired access token is refreshed by the real service, one at a time`()
    async throws
  {
    try await with { side in
      try await side.api.signIn(email: "bob@example.com", password: Self.password)
      let first = try #require(side.tokens.tokens)
      side.clock.set(first.expires + 1)
      try await withThrowingTaskGroup(of: String.self) { group in
        for _ in 0..<8 { group.addTask { try await side.api.profile().value.email } }
        for try await email in group { #expect(email == "bob@example.com") }
      }
      let second = try #require(side.tokens.tokens)
      #expect(second.refresh != first.refresh)
    }
  }

  @Test func `a device stays logged in when its user changes the password, and copies do not`()
    async throws
  {
    try await with { side in
      try await side.api.signIn(email: "ada@example.com", password: Self.password)
      let before = try #require(side.tokens.tokens)
      let device = await side.api.session.deviceToken
      try await side.api.changePassword(old: Self.password, new: "another horse battery")
      let newDevice = await side.api.session.deviceToken
      #expect(device != nil && newDevice != nil && newDevice != device)
      let after = try #require(side.tokens.tokens)
      #expect(after.access != before.access && after.refresh != before.refresh)
      #expect(try await side.api.profile().value.email == "ada@example.com")
      await #expect(throws: AccountError.self) {
        _ = try await side.service.accounts.sessions.authenticate(accessToken: before.access)
      }
      side.clock.set(after.expires + 1)
      #expect(try await side.api.profile().value.email == "ada@example.com")
      #expect(await side.api.session.isSignedIn)
      await #expect(throws: AccountError.self) {
        _ = try await side.service.accounts.sessions.refresh(
          before.refresh, client: Client(address: "192.0.2.66"))
      }
    }
  }

  @Test func `wrong passwords and weak new ones have sentences in both languages`() async throws {
    try await with { side in
      let wrong = await #expect(throws: ClientError.self) {
        try await side.api.signIn(email: "ada@example.com", password: "wrong wrong wrong")
      }
      #expect(
        wrong?.text(in: .english)
          == "The email or the password is wrong. If your account is new, first open the link in "
          + "our email.")
      #expect(
        wrong?.text(in: .german)
          == "Die E-Mail oder das Passwort ist falsch. Wenn dein Konto neu ist, öffne zuerst den "
          + "Link in unserer E-Mail.")
      try await side.api.signIn(email: "ada@example.com", password: Self.password)
      let old = await #expect(throws: ClientError.self) {
        try await side.api.changePassword(old: "wrong wrong wrong", new: "another horse battery")
      }
      #expect(old == .wrongPassword)
      #expect(old?.text(in: .english) == "This is not your current password.")
      let deletion = await #expect(throws: ClientError.self) {
        try await side.api.deleteAccount(password: "wrong wrong wrong")
      }
      #expect(deletion == .wrongPassword)
      let weak = await #expect(throws: ClientError.self) {
        try await side.api.changePassword(old: Self.password, new: "short")
      }
      #expect(weak?.text(in: .german).hasPrefix("Wähle ein anderes Passwort") == true)
      try await side.api.changePassword(old: Self.password, new: "another horse battery")
    }
  }
}
