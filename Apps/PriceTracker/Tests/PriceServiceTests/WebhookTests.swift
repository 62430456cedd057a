import PageFetcher
import PriceDomain
import PriceService
import PriceStore
import Testing

/// Setting and testing a webhook, and what the user sees about its deliveries.
@Suite struct WebhookTests {
  /// A receiver that answers with a status, or not at all.
  private struct Receiver: Resolver, Transport {
    var ipAddress = "93.184.216.34"
    var status: Int?

    func addresses(of host: String) async -> [IPAddress] {
      IPAddress(ipAddress).map { [$0] } ?? []
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
      guard let status else { throw .noConnection }
      return TransportResponse(status: status)
    }
  }

  private func setWebhook(
    _ url: String, by caller: Caller, _ service: PriceService
  ) async throws {
    var change = ProfileChange()
    change.webhook = url
    _ = try await service.changeProfile(change, by: caller)
  }

  /// Sends due notifications, and returns the outcome of the last one.
  private func send(
    to receiver: Receiver, by caller: Caller, _ service: PriceService
  ) async throws -> WebhookDelivery? {
    var channels = NoticeChannels()
    channels.webhooks = WebhookPoster(resolver: receiver, transport: receiver)
    _ = try await NoticeSender(service, channels, random: { 0 }).sendDue()
    return try await service.webhook(by: caller)?.lastDelivery
  }

  private typealias Outcome = (Int?, WebhookDelivery.State, WebhookDelivery.Problem?)

  private static let outcomes: [Outcome] = [
    (200, .delivered, nil), (404, .failed, .status), (307, .failed, .status),
    (503, .retrying, .status), (nil, .retrying, .noResponse),
  ]

  @Test(arguments: outcomes)
  func `a user sees the result of a test`(
    status: Int?, state: WebhookDelivery.State, problem: WebhookDelivery.Problem?
  ) async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let service = fixture.service
    let ada = try await fixture.addUser("ada")
    try await setWebhook("https://hook.example/prices", by: ada, service)
    #expect(try await service.webhook(by: ada)?.lastDelivery == nil)
    try await service.sendWebhookTest(by: ada)
    let at = fixture.clock.timestamp.seconds
    let pending = WebhookDelivery(at: at, state: .pending)
    #expect(try await service.webhook(by: ada)?.lastDelivery == pending)
    let lastDelivery = try await send(to: Receiver(status: status), by: ada, service)
    let expected = WebhookDelivery(
      at: at, state: state, problem: problem, status: problem == .status ? status : nil)
    #expect(lastDelivery == expected)
  }

  @Test func `a user sees that an address is in a private network`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let ada = try await fixture.addUser("ada")
    try await setWebhook("https://hook.example/prices", by: ada, fixture.service)
    try await fixture.service.sendWebhookTest(by: ada)
    let receiver = Receiver(ipAddress: "10.0.0.1", status: 200)
    let lastDelivery = try await send(to: receiver, by: ada, fixture.service)
    #expect(lastDelivery?.state == .failed)
    #expect(lastDelivery?.problem == .privateAddress)
  }

  @Test func `a user sees that an address is not allowed, though not in a private network`()
    async throws
  {
    let fixture = try ServiceFixture { $0.allowsLoopback = true }
    defer { fixture.remove() }
    let ada = try await fixture.addUser("ada")
    try await setWebhook("http://127.0.0.1:8280/hook", by: ada, fixture.service)
    try await fixture.service.sendWebhookTest(by: ada)
    // Unlike the service, the sender allows no receiver on this machine.
    let lastDelivery = try await send(to: Receiver(status: 200), by: ada, fixture.service)
    #expect(lastDelivery?.state == .failed)
    #expect(lastDelivery?.problem == .addressNotAllowed)
  }

  @Test func `a changed URL and a webhook that is set again get a new key and no history`()
    async throws
  {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let service = fixture.service
    let ada = try await fixture.addUser("ada")
    try await setWebhook("https://hook.example/prices", by: ada, service)
    let first = try #require(try await service.webhook(by: ada))
    #expect(first.since == fixture.clock.timestamp)
    try await service.sendWebhookTest(by: ada)
    #expect(try await send(to: Receiver(status: 404), by: ada, service)?.isFailing == true)
    fixture.clock.advance(60)
    // The same URL again changes nothing.
    try await setWebhook(" https://hook.example/prices ", by: ada, service)
    #expect(try await service.webhook(by: ada)?.since == first.since)
    #expect(try await service.webhook(by: ada)?.secret == first.secret)
    try await setWebhook("https://hook.example/other", by: ada, service)
    let changed = try #require(try await service.webhook(by: ada))
    // Whoever knows the old key cannot sign for the new URL.
    #expect(changed.secret != first.secret && changed.secret.hasPrefix("whsec_"))
    #expect(changed.since == fixture.clock.timestamp)
    #expect(changed.lastDelivery == nil)
    try await setWebhook("", by: ada, service)
    #expect(try await service.webhook(by: ada) == nil)
    try await setWebhook("https://hook.example/prices", by: ada, service)
    let restored = try #require(try await service.webhook(by: ada))
    #expect(restored.secret != first.secret && restored.secret != changed.secret)
    #expect(restored.lastDelivery == nil)
  }

  @Test(arguments: [
    ("http://hook.example/", PriceError.Code.webhookNotHTTPS),
    ("ftp://hook.example/", .webhookNotHTTPS), ("https://10.0.0.1/", .webhookHostNotAllowed),
    ("https://[::1]/", .webhookHostNotAllowed), ("hook.example", .webhookURLInvalid),
    ("https://localhost/", .webhookURLInvalid),
    ("https://u:p@hook.example/", .webhookURLInvalid),
    ("https://hook.example:8443/", .webhookURLInvalid), (" ", .webhookURLInvalid),
  ])
  func `a URL is rejected with its reason`(
    url: String, code: PriceError.Code
  ) async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let ada = try await fixture.addUser("ada")
    let error = await #expect(throws: PriceError.self) {
      try await setWebhook(url, by: ada, fixture.service)
    }
    #expect(error?.code == code)
    #expect(try await fixture.service.webhook(by: ada) == nil)
  }

  @Test func `only a user with a webhook can test it, and tests are rate-limited`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let service = fixture.service
    let (ada, eve) = (try await fixture.addUser("ada"), try await fixture.addUser("eve"))
    try await setWebhook("https://hook.example/prices", by: ada, service)
    #expect(try await service.webhook(by: eve) == nil)
    await #expect(throws: StoreError.self) { try await service.sendWebhookTest(by: eve) }
    await #expect(throws: PriceError.self) { try await service.sendWebhookTest(by: fixture.guest) }
    for _ in 0..<10 { try await service.sendWebhookTest(by: ada) }
    let tooMany = await #expect(throws: PriceError.self) {
      try await service.sendWebhookTest(by: ada)
    }
    #expect(tooMany?.code == .tooMany)
  }
}
