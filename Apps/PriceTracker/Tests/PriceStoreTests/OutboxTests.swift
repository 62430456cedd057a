import Accounts
import AccountsSQLite
import GRDB
import PriceDomain
import PriceStore
import Testing

@Suite struct OutboxTests {
  private let start = StoreFixture.start

  /// Returns a store with a user's devices, and a test notice to all of them.
  private func fixtureWithTestNotice(devices: Int = 3) async throws -> StoreFixture {
    let fixture = try await StoreFixture()
    for number in 0..<devices { try await register("d\(number)", "ada", fixture) }
    _ = try await fixture.store.createTestNotice(
      title: "t", body: "b", device: nil, of: "ada", at: start)
    return fixture
  }

  @discardableResult private func register(
    _ id: String, _ user: String?, _ fixture: StoreFixture, at now: Timestamp = StoreFixture.start
  ) async throws -> Device {
    try await fixture.store.register(
      Device(
        id: id, user: user, address: .fcm(id: "token-\(id)", isInstallation: false), name: "",
        language: .english, registered: now))
  }

  private func states(_ fixture: StoreFixture) async throws -> [String: Int] {
    try await fixture.store.outboxCounts().states
  }

  @Test func `a delivery is claimed by one sender only`() async throws {
    let store = try await fixtureWithTestNotice(devices: 20).store
    let claims = try await withThrowingTaskGroup(of: [Int64].self) { group in
      for _ in 0..<10 {
        group.addTask { try await store.claim(limit: 3, at: start).map(\.id) }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(claims.count == 20)
    #expect(Set(claims).count == 20)
  }

  @Test func `after a crash, a device's delivery is uncertain, and a webhook's is retried`()
    async throws
  {
    let fixture = try await fixtureWithTestNotice(devices: 1)
    _ = try await fixture.store.updateProfile("ada", at: start) {
      $0.webhook = "https://hook.example/"
      $0.webhookSecret = "s"
    }
    let product = try await fixture.addProduct("lamp", cents: 2000)
    _ = try await fixture.store.track(product, by: "ada", at: start)
    try await fixture.check(product, 1500, at: start)
    let claimedDeliveries = try await fixture.store.claim(limit: 10, at: start)
    #expect(claimedDeliveries.count == 3)
    // The process dies here; nothing can be claimed until the claim expires.
    #expect(try await fixture.store.claim(limit: 10, at: start + 60).isEmpty)
    let later = start + PriceStore.claimSeconds
    let secondClaim = try await fixture.store.claim(limit: 10, at: later)
    #expect(secondClaim.count == 1)
    guard case .webhook = secondClaim.first?.channel else {
      Issue.record("only the webhook is sent again")
      return
    }
    #expect(
      secondClaim.first?.notice.id
        == claimedDeliveries.first { $0.channel == secondClaim.first?.channel }?.notice.id)
    #expect(try await states(fixture) == ["uncertain": 2, "sending": 1])
    // A process that was only suspended has lost its claim.
    try await fixture.store.finish(claimedDeliveries.map { ($0, .sent) }, at: later)
    #expect(try await states(fixture) == ["uncertain": 2, "sending": 1])
  }

  @Test func `a claim from before the clock was set back expires`() async throws {
    let fixture = try await fixtureWithTestNotice(devices: 1)
    _ = try await fixture.store.claim(limit: 1, at: start + 18 * 3600)
    _ = try await fixture.store.claim(limit: 1, at: start)
    #expect(try await states(fixture) == ["uncertain": 1])
  }

  @Test func `results are recorded, and retries wait`() async throws {
    let fixture = try await fixtureWithTestNotice(devices: 4)
    let claimedDeliveries = try await fixture.store.claim(limit: 4, at: start)
    let results: [DeliveryResult] = [
      .sent, .retry(at: start + 30, reason: "busy"), .failed(reason: "rejected"),
      .uncertain(reason: "no response"),
    ]
    try await fixture.store.finish(
      Array(zip(claimedDeliveries, results)).map { ($0, $1) }, at: start)
    #expect(
      try await states(fixture) == ["sent": 1, "pending": 1, "failed": 1, "uncertain": 1])
    #expect(try await fixture.store.claim(limit: 4, at: start + 29).isEmpty)
    let secondClaim = try await fixture.store.claim(limit: 4, at: start + 30)
    #expect(secondClaim.map(\.attempt) == [2])
    #expect(secondClaim.map(\.firstAttempt) == [start])
  }

  @Test func `a retry from before the clock was set back does not wait until it catches up`()
    async throws
  {
    let fixture = try await fixtureWithTestNotice(devices: 2)
    _ = try await fixture.store.updateProfile("ada", at: start) {
      $0.webhook = "https://hook.example/"
      $0.webhookSecret = "s"
    }
    try await fixture.store.createWebhookTestNotice(title: "t", body: "b", of: "ada", at: start)
    let ahead = start + 6 * 3600
    let claimedDeliveries = try await fixture.store.claim(limit: 4, at: ahead)
    #expect(claimedDeliveries.count == 3)
    try await fixture.store.finish(
      claimedDeliveries.map { ($0, .retry(at: ahead + 30, reason: "busy")) }, at: ahead)
    let secondClaim = try await fixture.store.claim(limit: 4, at: start)
    #expect(secondClaim.map(\.attempt) == [2, 2, 2])
    // A retry waits as long as a sender may ask for.
    let next = start + PriceStore.longestWait
    try await fixture.store.finish(
      secondClaim.map { ($0, .retry(at: next, reason: "busy")) }, at: start)
    #expect(try await fixture.store.claim(limit: 4, at: start).isEmpty)
    #expect(try await fixture.store.claim(limit: 4, at: next).count == 3)
  }

  @Test func `an unregistered device is removed, unless it was registered again since`()
    async throws
  {
    for (since, remains) in [(start + -1, true), (start, false), (nil as Timestamp?, false)] {
      let fixture = try await fixtureWithTestNotice(devices: 1)
      let claimedDeliveries = try await fixture.store.claim(limit: 1, at: start)
      try await fixture.store.finish(
        claimedDeliveries.map { ($0, .unregistered(since: since)) }, at: start)
      #expect(try await fixture.store.devices(of: "ada").isEmpty == !remains)
    }
    // The device registers again while the push service reports that it was unregistered.
    let fixture = try await fixtureWithTestNotice(devices: 1)
    let claimedDeliveries = try await fixture.store.claim(limit: 1, at: start)
    try await register("d0", "ada", fixture, at: start + 5)
    try await fixture.store.finish(
      claimedDeliveries.map { ($0, .unregistered(since: nil)) }, at: start)
    #expect(try await fixture.store.devices(of: "ada").count == 1)
  }

  @Test func `expired notices are not sent`() async throws {
    let fixture = try await fixtureWithTestNotice(devices: 2)
    #expect(try await fixture.store.claim(limit: 2, at: start + day).isEmpty)
    #expect(try await states(fixture) == ["expired": 2])
  }

  @Test func `a device gets no notices of its previous user`() async throws {
    let fixture = try await fixtureWithTestNotice(devices: 1)
    let movedDevice = try await register("other", "bob", fixture)
    #expect(movedDevice.id == "other")
    // The same token, registered by another user.
    let reassignedDevice = try await fixture.store.register(
      Device(
        id: "new", user: "bob", address: .fcm(id: "token-d0", isInstallation: false), name: "",
        language: .english, registered: start + 1))
    #expect(reassignedDevice.id == "d0")
    #expect(try await fixture.store.devices(of: "ada").isEmpty)
    #expect(try await fixture.store.claim(limit: 9, at: start + 2).isEmpty)
  }

  @Test func `a device has no user after sign-out`() async throws {
    let fixture = try await fixtureWithTestNotice(devices: 1)
    try await fixture.store.detachDevice("d0", from: "bob")
    #expect(try await fixture.store.device("d0")?.user == "ada")
    try await fixture.store.detachDevice("d0", from: "ada")
    let device = try #require(try await fixture.store.device("d0"))
    #expect(device.user == nil)
    await #expect(throws: StoreError.self) {
      _ = try await fixture.store.createTestNotice(
        title: "", body: "", device: "d0", of: "ada", at: start)
    }
  }

  @Test func `mail is sent only to verified addresses`() async throws {
    for (verified, expected) in [(1, 1), (nil as Int?, 0)] {
      let fixture = try await StoreFixture()
      try await fixture.accounts.change { writer in
        var user = try #require(try writer.user("ada"))
        user.verified = verified
        try writer.put(user)
      }
      _ = try await fixture.store.updateProfile("ada", at: start) { $0.sendsEmail = true }
      let product = try await fixture.addProduct("lamp", cents: 2000)
      _ = try await fixture.store.track(product, by: "ada", at: start)
      try await fixture.check(product, 1500, at: start)
      #expect(try await fixture.store.claim(limit: 9, at: start).count == expected)
    }
  }

  @Test func `a pending email is not sent after its user has turned emails off`() async throws {
    let fixture = try await StoreFixture()
    _ = try await fixture.store.updateProfile("ada", at: start) { $0.sendsEmail = true }
    let product = try await fixture.addProduct("lamp", cents: 2000)
    _ = try await fixture.store.track(product, by: "ada", at: start)
    try await fixture.check(product, 1500, at: start)
    #expect(try await fixture.count("delivery") == 1)
    _ = try await fixture.store.updateProfile("ada", at: start) { $0.sendsEmail = false }
    #expect(try await fixture.store.claim(limit: 9, at: start).isEmpty)
    #expect(try await fixture.store.outboxCounts().states == ["failed": 1])
  }

  @Test func `an account's notices and deliveries are deleted with it`() async throws {
    let fixture = try await fixtureWithTestNotice()
    let claimedDeliveries = try await fixture.store.claim(limit: 1, at: start)
    try await fixture.accounts.change { try $0.removeUser("ada") }
    #expect(try await fixture.count("delivery") == 0)
    #expect(try await fixture.count("notice") == 0)
    #expect(try await fixture.count("device") == 0)
    try await fixture.store.finish(claimedDeliveries.map { ($0, .sent) }, at: start)
  }
}
