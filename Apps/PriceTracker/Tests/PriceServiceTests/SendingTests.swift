import Accounts
import Foundation
import HTTPTypes
import PageFetcher
import PriceDomain
import PriceService
import PriceStore
import Push
import Synchronization
import Testing

/// Returns scripted responses to push requests, and records the requests.
final class TestPush: PushTransport {
  struct ConnectionLost: Error {}
  private let requests = Mutex<[PushRequest]>([])
  private let responses: Mutex<[PushResponse?]>
  var sent: [PushRequest] { requests.withLock { $0 } }

  /// The responses in order, nil for no response; then responses with status 201.
  init(_ responses: [PushResponse?] = []) { self.responses = Mutex(responses) }

  func send(_ request: PushRequest) async throws -> PushResponse {
    requests.withLock { $0.append(request) }
    let response = responses.withLock { $0.isEmpty ? PushResponse(status: 201) : $0.removeFirst() }
    guard let response else { throw ConnectionLost() }
    return response
  }
}

@Suite struct SendingTests {
  /// A browser's subscription at an endpoint.
  static func subscription(_ endpoint: String) -> Device.Address {
    .web(
      endpoint: endpoint,
      p256dh:
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg")
  }

  private func addUserWithDevices(
    _ fixture: ServiceFixture, devices: Int = 1
  ) async throws -> Caller {
    let ada = try await fixture.addUser("ada")
    for number in 0..<devices {
      _ = try await fixture.service.registerDevice(
        Self.subscription("https://fcm.googleapis.com/\(number)"), name: "", language: .english,
        by: ada)
    }
    return ada
  }

  private func makeSender(_ fixture: ServiceFixture, _ push: TestPush) -> NoticeSender {
    var channels = NoticeChannels()
    channels.transport = push
    channels.webPush = WebPush(key: fixture.service.pushKey)
    channels.mail = fixture.mail
    return NoticeSender(fixture.service, channels, random: { 0 })
  }

  private func states(_ fixture: ServiceFixture) async throws -> [String: Int] {
    try await fixture.service.store.outboxCounts().states
  }

  @Test func `each device gets a notice once`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let ada = try await addUserWithDevices(fixture, devices: 3)
    #expect(try await fixture.service.sendTest(by: ada) == 3)
    let push = TestPush()
    #expect(try await makeSender(fixture, push).sendDue() == 3)
    #expect(try await makeSender(fixture, push).sendDue() == 0)
    #expect(Set(push.sent.map(\.url)).count == 3)
    #expect(push.sent.count == 3)
  }

  @Test func `the response of a push service determines the next action`() async throws {
    let table: [(response: PushResponse?, state: String, devices: Int)] = [
      (PushResponse(status: 201), "sent", 1), (PushResponse(status: 400), "failed", 1),
      (PushResponse(status: 413), "failed", 1), (PushResponse(status: 403), "failed", 1),
      (PushResponse(status: 429), "pending", 1), (PushResponse(status: 503), "pending", 1),
      (nil, "uncertain", 1), (PushResponse(status: 410), "", 0), (PushResponse(status: 404), "", 0),
    ]
    for row in table {
      let fixture = try ServiceFixture()
      defer { fixture.remove() }
      let ada = try await addUserWithDevices(fixture)
      _ = try await fixture.service.sendTest(by: ada)
      let push = TestPush([row.response])
      #expect(try await makeSender(fixture, push).sendDue() == 1)
      #expect(try await states(fixture) == (row.state.isEmpty ? [:] : [row.state: 1]), "\(row)")
      #expect(try await fixture.service.devices(by: ada).count == row.devices)
      #expect(push.sent.count == 1)
    }
  }

  @Test func `a busy service is retried later, a limited number of times`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let ada = try await addUserWithDevices(fixture)
    _ = try await fixture.service.sendTest(by: ada)
    let push = TestPush(Array(repeating: PushResponse(status: 503), count: 100))
    for _ in 0..<200 {
      _ = try await makeSender(fixture, push).sendDue()
      fixture.clock.advance(60)
    }
    #expect(try await states(fixture) == ["failed": 1])
    #expect(push.sent.count > 3)
    #expect(push.sent.count < 20)
  }

  @Test func `no retry is later than the store allows`() {
    #expect(PriceStore.longestWait == Int64(RetryPolicy().timeLimit))
  }

  @Test func `a price drop is sent to the browser and by email`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let ada = try await addUserWithDevices(fixture)
    var change = ProfileChange()
    change.sendsEmail = true
    _ = try await fixture.service.changeProfile(change, by: ada)
    fixture.shop.set("/lamp", cents: 2499)
    _ = try await fixture.service.add("https://shop.example/lamp", by: ada)
    fixture.clock.advance(86_400)
    fixture.shop.set("/lamp", cents: 1999)
    #expect(try await PriceUpdate(fixture.service).run().notices == 1)
    let push = TestPush()
    #expect(try await makeSender(fixture, push).sendDue() == 2)
    #expect(push.sent.first?[header: "topic"] != nil)
    let mail = try #require(fixture.mail.sent.first)
    #expect(mail.to == "ada@example.com")
    #expect(mail.subject.contains("€19.99"))
    #expect(mail.html.contains("Product /lamp"))
    let unsubscribeURL = try #require(mail.unsubscribeURL)
    for content in [mail.html, mail.text] {
      #expect(content.contains("\(fixture.service.settings.publicURL)/prices/settings"))
      #expect(content.contains("Unsubscribe from these emails:"))
      #expect(content.contains(unsubscribeURL))
    }
    let token = try #require(unsubscribeURL.split(separator: "token=").last)
    #expect(try await fixture.service.unsubscribe(String(token)) == true)
    #expect(try await fixture.service.profile(by: ada).profile.sendsEmail == false)
    let notice = try #require(try await fixture.service.notices(by: ada).values.first)
    #expect(mail.id == "n_" + notice.id.replacing("-", with: ""))
    // The characters that SMTPTransport accepts in an id.
    #expect(
      mail.id.utf8.allSatisfy {
        Character(UnicodeScalar($0)).isLetter || $0 == 0x5F
          || (0x30...0x39).contains($0)
      })
  }

  @Test func `a name with HTML is escaped in an email`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let ada = try await fixture.addUser("ada")
    var change = ProfileChange()
    change.sendsEmail = true
    _ = try await fixture.service.changeProfile(change, by: ada)
    func page(_ price: String) -> TestShop.Page {
      .html(
        """
        <html><head><meta property="og:title" content="&lt;img src=x onerror=alert(1)&gt;">
        <meta property="product:price:amount" content="\(price)">
        <meta property="product:price:currency" content="EUR"></head><body></body></html>
        """)
    }
    fixture.shop.set("/x", page("20.00"))
    _ = try await fixture.service.add("https://shop.example/x", by: ada)
    fixture.clock.advance(86_400)
    fixture.shop.set("/x", page("15.00"))
    _ = try await PriceUpdate(fixture.service).run()
    _ = try await makeSender(fixture, TestPush()).sendDue()
    let mail = try #require(fixture.mail.sent.first)
    #expect(!mail.html.contains("<img"))
    #expect(mail.html.contains("&lt;img"))
  }

  @Test(arguments: [
    "https://127.0.0.1/x", "https://evil.example/push", "http://fcm.googleapis.com/x",
    "https://fcm.googleapis.com.evil.example/x", "https://10.0.0.1/x",
  ])
  func `an endpoint that is not a browser's push service is rejected`(endpoint: String) async throws
  {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    await #expect(throws: PriceError.self) {
      _ = try await fixture.service.registerDevice(
        Self.subscription(endpoint), name: "", language: .english, by: fixture.guest)
    }
  }

  @Test(arguments: ["https://127.0.0.1/", "http://hook.example/", "https://u:p@hook.example/", "x"])
  func `an invalid webhook URL is rejected`(url: String) async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let ada = try await fixture.addUser("ada")
    var change = ProfileChange()
    change.webhook = url
    await #expect(throws: PriceError.self) {
      _ = try await fixture.service.changeProfile(change, by: ada)
    }
  }

  @Test func `the sender notifies users who were not notified when a comment was written`()
    async throws
  {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let service = fixture.service
    let ada = try await addUserWithDevices(fixture)
    fixture.shop.set("/lamp", cents: 2499)
    let bob = try await fixture.addUser("bob")
    let product = try await service.add("https://shop.example/lamp", by: bob).view.product.id
    _ = try await service.track(product, by: ada)
    for caller in [bob, ada] {
      _ = try await service.setNotifiesOfComments(true, of: product, by: caller)
    }
    let user = try #require(bob.session?.user.id)
    // The only user of the first batch is the author.
    _ = try await service.store.addComment(
      "Good", on: product, by: user, at: fixture.clock.timestamp, limit: 1)
    #expect(try await service.notices(by: ada).values.isEmpty)
    let push = TestPush()
    #expect(try await makeSender(fixture, push).sendDue() == 1)
    #expect(push.sent.count == 1)
    #expect(try await service.notices(by: ada).values.map(\.kind) == [.comment])
    #expect(try await service.notices(by: bob).values.isEmpty)
  }

  @Test func `a webhook that resolves to a private network is not called`() async throws {
    struct PrivateResolver: Resolver {
      func addresses(of host: String) async -> [IPAddress] {
        IPAddress("10.0.0.1").map { [$0] } ?? []
      }
    }
    struct UnusedTransport: Transport {
      func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        Issue.record("nothing may be sent")
        throw .failed
      }
    }
    let poster = WebhookPoster(resolver: PrivateResolver(), transport: UnusedTransport())
    await #expect(throws: FetchError.privateAddress("hook.example")) {
      _ = try await poster.post([], to: "https://hook.example/", headerFields: [])
    }
  }

  @Test func `a webhook is signed according to Standard Webhooks`() {
    // The test vector of the reference libraries.
    let headerFields = WebhookSignature.headerFields(
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek", at: 1_614_265_330,
      body: Array("{\"test\": 2432232314}".utf8),
      secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw")
    #expect(
      headerFields.last == "webhook-signature: v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
  }

  @Test func `a webhook gets a notice with its id and signature`() async throws {
    let server = LoopbackServer()
    try await server.run { port in
      let fixture = try ServiceFixture { $0.allowsLoopback = true }
      defer { fixture.remove() }
      let ada = try await fixture.addUser("ada")
      var change = ProfileChange()
      change.webhook = "http://127.0.0.1:\(port)/hook"
      let profile = try await fixture.service.changeProfile(change, by: ada)
      fixture.shop.set("/lamp", cents: 2499)
      _ = try await fixture.service.add("https://shop.example/lamp", by: ada)
      fixture.clock.advance(86_400)
      fixture.shop.set("/lamp", cents: 1999)
      _ = try await PriceUpdate(fixture.service).run()
      var channels = NoticeChannels()
      channels.webhooks = WebhookPoster(allowsLoopback: true)
      #expect(try await NoticeSender(fixture.service, channels).sendDue() == 1)
      let webhookRequest = try #require(server.webhookRequests.withLock { $0.first })
      let notice = try #require(try await fixture.service.notices(by: ada).values.first)
      let headerFields = WebhookSignature.headerFields(
        id: notice.id, at: fixture.clock.timestamp.seconds, body: Array(webhookRequest.body.utf8),
        secret: try #require(profile.webhookSecret))
      for line in headerFields.dropFirst() {
        let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
        let name = try #require(HTTPField.Name(parts[0]))
        #expect(webhookRequest.headers[name] == parts[1])
      }
      #expect(webhookRequest.body.contains("\"id\":\"\(notice.id)\""))
      #expect(try await states(fixture) == ["sent": 1])
    }
  }
}
