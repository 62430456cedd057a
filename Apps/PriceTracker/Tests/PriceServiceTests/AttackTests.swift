import Accounts
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import PageFetcher
import PriceDomain
import PriceService
import PriceStore
import Push
import Synchronization
import Testing

/// Attacks on registration, request bodies, and the delivery of notices.
@Suite struct AttackTests {
  // MARK: Registration

  /// Runs a test on a service that sends its emails.
  private func withMail(_ test: (ServiceFixture) async throws -> Void) async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let accounts = fixture.service.accounts
    let outbox = Outbox(
      store: accounts.store, transport: fixture.mail, keys: { accounts.keys },
      signal: accounts.outboxSignal, logger: Logger(label: "test"), clock: accounts.clock)
    let sending = Task { await outbox.run() }
    defer { sending.cancel() }
    try await test(fixture)
    sending.cancel()
    await sending.value
  }

  /// Registers, and returns the secret of the emailed link.
  private func register(
    _ fixture: ServiceFixture, nickname: String, givenName: String, password: String
  ) async throws -> String {
    let previousCount = fixture.mail.sent.count
    try await fixture.service.register(
      Registration(
        email: "ada@example.com", password: password, givenName: givenName, surname: givenName,
        nickname: nickname, acceptsTerms: true),
      client: Client(address: "192.0.2.1", userAgent: "test"))
    while !Task.isCancelled, fixture.mail.sent.count == previousCount { await Task.yield() }
    try #require(fixture.mail.sent.count > previousCount)
    let text = try #require(fixture.mail.sent.last).text
    return String(try #require(text.firstMatch(of: /\?link=([0-9A-Za-z]{43})/)).1)
  }

  private func addressOwner(_ fixture: ServiceFixture) async throws -> User {
    let user = try await fixture.service.accounts.store.read {
      try $0.user(emailKey: "ada@example.com")
    }
    return try #require(user)
  }

  /// Confirms the address with the link of the owner's registration.
  private func verify(_ fixture: ServiceFixture, _ link: String) async throws -> User {
    _ = try await fixture.service.accounts.registration.verifyEmail(
      link, password: ServiceFixture.password, as: .app, client: Client(address: "192.0.2.1"))
    return try await addressOwner(fixture)
  }

  @Test(arguments: [true, false], ["Rude", "Ada"])
  func `names of a stranger's registration are not those of the address's owner`(
    isStrangerFirst: Bool, strangersNickname: String
  ) async throws {
    try await withMail { fixture in
      var link = ""
      for isStranger in [isStrangerFirst, !isStrangerFirst] {
        let emailedLink = try await register(
          fixture, nickname: isStranger ? strangersNickname : "Ada",
          givenName: isStranger ? "Rude" : "Ada",
          password: isStranger ? "a stranger's password" : ServiceFixture.password)
        if !isStranger { link = emailedLink }
        #expect(try await fixture.service.store.profile(addressOwner(fixture).id) == nil)
        fixture.clock.advance(3600)
      }
      let profile = try await fixture.service.profile(of: verify(fixture, link))
      #expect([profile.nickname, profile.givenName, profile.surname] == ["Ada", "Ada", "Ada"])
    }
  }

  @Test func `attack: strangers' registrations do not evict the names of the owner's`()
    async throws
  {
    try await withMail { fixture in
      let link = try await register(
        fixture, nickname: "Ada", givenName: "Ada", password: ServiceFixture.password)
      for network in 0..<12 {
        try await fixture.service.register(
          Registration(
            email: "ada@example.com", password: "a stranger's password", givenName: "Rude",
            surname: "Rude", nickname: "Rude", acceptsTerms: true),
          client: Client(address: "198.51.\(network).7"))
      }
      let profile = try await fixture.service.profile(of: verify(fixture, link))
      #expect(profile.givenName == "Ada")
    }
  }

  @Test func `a verified account does not take the names of another registration`() async throws {
    try await withMail { fixture in
      let (service, store) = (fixture.service, fixture.service.store)
      let link = try await register(
        fixture, nickname: "Ada", givenName: "", password: ServiceFixture.password)
      let user = try await verify(fixture, link)
      try await store.storeNamesForFirstUse(
        givenName: "Rude", surname: "Rude", of: user.id, registration: "another")
      _ = try await store.createProfileOnFirstUse(
        UserProfile(user: user.id, nickname: "Ada"), registration: "another")
      #expect(try await service.profile(of: user).givenName.isEmpty)
    }
  }

  @Test func `a name chosen by a stranger is removed by a password reset`() async throws {
    try await withMail { fixture in
      _ = try await register(
        fixture, nickname: "Rude", givenName: "Rude", password: "a stranger's password")
      try await HeldRequestTests.resetPassword(of: addressOwner(fixture).id, at: fixture.service)
      let profile = try await fixture.service.profile(of: addressOwner(fixture))
      #expect(profile.nickname.hasPrefix("Guest "))
      #expect(profile.givenName.isEmpty)
    }
  }

  // MARK: Request bodies and URLs

  private func send(
    _ client: any TestClientProtocol, bytes: Int, token: String? = nil
  ) async throws -> (status: Int, text: String) {
    var headers: HTTPFields = [.contentType: "application/json"]
    if let token { headers[.authorization] = "Bearer \(token)" }
    let start = #"{"url": "https://shop.example/x", "html": ""#
    let body = start + String(repeating: "x", count: bytes - start.utf8.count - 2) + #""}"#
    let response = try await client.execute(
      uri: "/api/v1/products", method: .post, headers: headers, body: ByteBuffer(string: body))
    return (response.status.code, String(buffer: response.body))
  }

  @Test func `bodies of guests are limited in length, and in total by network`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    _ = try await fixture.addUser("ada")
    let token = try await fixture.signIn("ada").tokens.accessToken
    let router = Router(context: BasicRequestContext.self)
    PriceRoutes(fixture.service).add(to: router) { _ in "192.0.2.7" }
    try await Application(router: router).test(.router) { client in
      let longBodyResponse = try await send(client, bytes: 20_000)
      #expect(longBodyResponse.status == 422)
      #expect(longBodyResponse.text.contains("longer than"))
      // A guest's page is rejected without being read.
      #expect(try await send(client, bytes: 10_000).status == 401)
      var statuses: [Int] = []
      for _ in 0..<200 { statuses.append(try await send(client, bytes: 16_000).status) }
      #expect(statuses.last == 429)
      #expect(Set(statuses).isSubset(of: [401, 429]))
      // A user in the same network is not limited, and sends pages.
      #expect(try await send(client, bytes: 1_000_000, token: token).status == 502)
      fixture.clock.advance(600)
      #expect(try await send(client, bytes: 10_000).status != 429)
    }
  }

  @Test(arguments: [
    "https://2130706433/", "https://0x7f000001/", "https://0177.0.0.1/", "https://127.1/",
    "https://[::ffff:127.0.0.1]/", "https://[::1]/", "https://[fe80::1%25eth0]/",
    "https://169.254.169.254/latest/meta-data/", "https://metadata/", "https://localhost/",
    "https://shop.example@127.0.0.1/", "https://127.0.0.1#@shop.example/",
    "https://shop.example\\@127.0.0.1/", "https://shop.example:8443/", "gopher://shop.example/",
    "https://shop.example\r\nHost: x/", "https://①②⑦.⓪.⓪.①/", "https://shop.example./",
  ])
  func `an obfuscated URL is neither fetched nor accepted as a webhook`(url: String) async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    await #expect(throws: PriceError.self) {
      _ = try await fixture.service.add(url, by: fixture.guest)
    }
    #expect(fixture.shop.requests.isEmpty)
    guard !url.hasSuffix("shop.example./") else { return }
    let ada = try await fixture.addUser("ada")
    var change = ProfileChange()
    change.webhook = url
    await #expect(throws: PriceError.self) {
      _ = try await fixture.service.changeProfile(change, by: ada)
    }
  }

  @Test(arguments: [
    ["127.0.0.1"], ["::1"], ["::ffff:10.0.0.1"], ["64:ff9b::a00:1"], ["fd00::1"], ["fe80::1"],
    ["0.0.0.0"], ["100.64.0.1"], ["192.168.1.1", "93.184.216.34"], ["93.184.216.34", "10.0.0.1"],
  ])
  func `a webhook whose host has a private address is not called`(ipAddresses: [String])
    async throws
  {
    struct FixedResolver: Resolver {
      let ipAddresses: [String]
      func addresses(of host: String) async -> [IPAddress] {
        ipAddresses.compactMap { IPAddress($0) }
      }
    }
    struct UnusedTransport: Transport {
      func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        Issue.record("nothing may be sent")
        throw .failed
      }
    }
    let poster = WebhookPoster(
      resolver: FixedResolver(ipAddresses: ipAddresses), transport: UnusedTransport())
    await #expect(throws: FetchError.privateAddress("hook.example")) {
      _ = try await poster.post([], to: "https://hook.example/", headerFields: [])
    }
  }

  @Test(arguments: [
    "https://fcm.googleapis.com@127.0.0.1/x", "https://fcm.googleapis.com:8443/x",
    "https://fcm.googleapis.com.:443/x", "https://[::1]/x", "https://2130706433/x",
    "https://updates.push.services.mozilla.com.evil.example/x", "file:///etc/passwd",
    "https://evil.example/?https://fcm.googleapis.com/", "https://127.0.0.1#fcm.googleapis.com",
    "https://fcm.googleapis.com\\@evil.example/", "http://127.0.0.1/x",
  ])
  func `an obfuscated push endpoint is rejected`(endpoint: String) async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    await #expect(throws: PriceError.self) {
      _ = try await fixture.service.registerDevice(
        SendingTests.subscription(endpoint), name: "", language: .english, by: fixture.guest)
    }
  }

  @Test func `a removed device is not registered again by its renewal`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let (service, ada) = (fixture.service, try await fixture.addUser("ada"))
    func register(renewing earlier: String? = nil) async throws -> String {
      try await service.registerDevice(
        SendingTests.subscription("https://fcm.googleapis.com/1"), name: "", language: .english,
        renewing: earlier, by: ada
      ).id
    }
    let id = try await register()
    #expect(try await register(renewing: id) == id)
    try await service.removeDevice(id, by: ada)
    let error = await #expect(throws: StoreError.self) { _ = try await register(renewing: id) }
    #expect(error?.code == .deviceRemoved)
    #expect(try await service.devices(by: ada).isEmpty)
    let newID = try await register()
    #expect(try await service.devices(by: ada).count == 1)

    // A device whose registration a new password has ended can be registered again.
    try await HeldRequestTests.resetPassword(of: try #require(ada.session).user.id, at: service)
    _ = try await service.registerDevice(
      SendingTests.subscription("https://fcm.googleapis.com/1"), name: "", language: .english,
      renewing: newID, by: fixture.guest)
  }

  @Test func `another user's device can be neither removed nor tested`() async throws {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let (service, ada) = (fixture.service, try await fixture.addUser("ada"))
    let eve = try await fixture.addUser("eve")
    let device = try await service.registerDevice(
      SendingTests.subscription("https://fcm.googleapis.com/1"), name: "", language: .english,
      by: ada)
    for caller in [eve, fixture.guest] {
      await #expect(throws: StoreError.self) {
        try await service.removeDevice(device.id, by: caller)
      }
    }
    await #expect(throws: StoreError.self) {
      _ = try await service.sendTest(device: device.id, by: eve)
    }
    try await service.signOut(device: device.id, by: eve)
    #expect(try await service.devices(by: ada).map(\.id) == [device.id])
  }

  // MARK: Sending

  /// A user's server; requests to the slow host are answered after `open()`.
  final class SlowWebhook: Transport, Resolver {
    private let state = Mutex<(isOpen: Bool, waiters: [CheckedContinuation<Void, Never>])>(
      (false, []))
    let started = AsyncStream.makeStream(of: Void.self)

    func addresses(of host: String) async -> [IPAddress] {
      IPAddress("93.184.216.34").map { [$0] } ?? []
    }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
      guard request.url.host == "slow.example" else { return TransportResponse(status: 200) }
      started.continuation.yield()
      await withCheckedContinuation { (caller: CheckedContinuation<Void, Never>) in
        let isOpen = state.withLock { state in
          if !state.isOpen { state.waiters.append(caller) }
          return state.isOpen
        }
        if isOpen { caller.resume() }
      }
      return TransportResponse(status: 200)
    }

    func open() {
      let waiters = state.withLock { state in
        state.isOpen = true
        return state.waiters
      }
      for caller in waiters { caller.resume() }
    }
  }

  @Test func `a slow webhook holds up neither push notifications nor other users' webhooks`()
    async throws
  {
    let fixture = try ServiceFixture()
    defer { fixture.remove() }
    let service = fixture.service
    for (name, host) in [("eve", "slow.example"), ("ada", "fast.example")] {
      let user = try await fixture.addUser(name)
      var change = ProfileChange()
      change.webhook = "https://\(host)/"
      change.preferences = NotificationPreferences()
      change.preferences?.dailyLimit = 100
      _ = try await service.changeProfile(change, by: user)
      for number in 0..<40 {
        fixture.shop.set("/\(number)", cents: 2000)
        let id = try await service.store.add(
          ProductFacts(
            store: "shop.example", host: "shop.example:443", storeID: "/\(number)",
            url: "https://shop.example/\(number)", name: "P"), at: fixture.clock.timestamp
        ).id
        _ = try await service.track(id, by: user)
      }
    }
    _ = try await PriceUpdate(service).run()
    let ada = try await fixture.signIn("ada").caller
    _ = try await service.registerDevice(
      SendingTests.subscription("https://fcm.googleapis.com/1"), name: "", language: .english,
      by: ada)
    fixture.clock.advance(86_400)
    for number in 0..<40 { fixture.shop.set("/\(number)", cents: 1500) }
    #expect(try await PriceUpdate(service).run().notices == 80)
    let (hook, push) = (SlowWebhook(), TestPush())
    var channels = NoticeChannels()
    channels.transport = push
    channels.webPush = WebPush(key: service.pushKey)
    channels.webhooks = WebhookPoster(resolver: hook, transport: hook)
    let sender = NoticeSender(service, channels, random: { 0 })
    let sending = Task { try await sender.sendDue() }
    var starts = hook.started.stream.makeAsyncIterator()
    for _ in 0..<4 { await starts.next() }
    // Everything is sent except the slow webhooks, of which four are in flight.
    while !Task.isCancelled, try await service.store.outboxCounts().states["sent"] != 80 {
      await Task.yield()
    }
    #expect(push.sent.count == 40)
    #expect(try await service.store.outboxCounts().states["sending"] == 4)
    hook.open()
    #expect(try await sending.value == 120)
    #expect(try await service.store.outboxCounts().states == ["sent": 120])
  }
}
