import FlowCore
import FlowServer
import FlowStore
import HTTPTypes
import NIOConcurrencyHelpers
import Testing

/// Attacks with an app's SDK key, which is not secret: they do not prevent others from sending.
@Suite(.timeLimit(.minutes(10))) struct IntakeAttackTests {
  private static let rivalKey = "pk_rivalrivalrivalrivalri"

  /// A site where the other organization's app has an SDK key, too.
  private func site(
    _ limits: IntakeLimits = IntakeLimits(), uptime: (@Sendable () -> Int)? = nil
  ) async throws -> Site {
    let site = try await Site(trustedProxies: 1, intake: limits, uptime: uptime)
    try await site.store.add(
      StoredSDKKey(
        id: Self.rivalKey, application: "market", environment: "production", name: "app",
        created: site.clock.now), audit: site.audit("rival"))
    try await site.services.readStore()
    return site
  }

  /// A batch of exactly `size` bytes; all have the same id, so that only one is stored.
  private func batch(of size: Int) -> [UInt8] {
    func batch(padding: String) -> [UInt8] {
      var object = Scenario.batch.object ?? JSONObject()
      object["padding"] = .string(padding)
      return JSON.object(object).utf8(.compact)
    }
    return batch(padding: String(repeating: "x", count: size - batch(padding: "").count))
  }

  /// Sends a batch; `length` is the declared length, if it differs from the real one.
  @discardableResult
  private func send(
    _ body: [UInt8]? = nil, to site: Site, app: String = "shop", from address: String,
    length: String? = nil, heldUntil event: (@Sendable () async throws -> Void)? = nil
  ) async throws -> Site.Response {
    var headers = ["Idempotency-Key": Scenario.batchID, "X-Forwarded-For": address]
    headers["Content-Length"] = length
    return try await site.send(
      .post, "/v1/apps/\(app)/events", as: .app, token: app == "shop" ? nil : Self.rivalKey,
      headers, bytes: body ?? batch(of: 1000), heldUntil: event)
  }

  /// A `Content-Length` that is not a number, and is ignored.
  private static let noLength = "none"

  @Test func `attack: a declared length that the route does not allow costs nothing`()
    async throws
  {
    let site = try await site()
    let refused = try await send(to: site, from: "198.51.100.7", length: "999999999999999")
    #expect(refused.status == 413)
    #expect(refused.code == "body-too-large")
    for address in ["198.51.100.7", "198.51.100.8"] {
      #expect(try await send(to: site, from: address).status == 202, "\(address)")
    }
  }

  @Test func `attack: declared bytes that do not arrive cost nothing`() async throws {
    let site = try await site()
    for number in 0..<84 {
      let address = "198.51.100.\(number / 7)"
      #expect(try await send([0x20], to: site, from: address, length: "1048576").status == 400)
    }
    for address in ["198.51.100.0", "203.0.113.1"] {
      #expect(try await send(to: site, from: address, length: "1048576").status == 202)
    }
  }

  @Test func `attack: bodies that are declared and held back do not keep others from sending`()
    async throws
  {
    var limits = IntakeLimits()
    limits.key = IntakeLimits.Rate(requests: 100, bytes: 1000, burst: 3)
    let site = try await site(limits)
    let held = try await send(to: site, from: "198.51.100.7", length: "1048576") {
      let other = try? await send(to: site, from: "198.51.100.8")
      #expect(other?.status == 202)
    }
    #expect(held.status == 202)
    // What has arrived is charged.
    let refused = try await send(batch(of: 2000), to: site, from: "198.51.100.9")
    #expect(refused.code == "intake-limited")
    #expect(refused.headers[.retryAfter] == "1")
  }

  @Test func `attack: a sender waits for at most two bursts`() async throws {
    var limits = IntakeLimits()
    limits.client = IntakeLimits.Rate(requests: 0, bytes: 1000, burst: 2)
    let site = try await site(limits)
    let large = batch(of: 50_000)
    #expect(try await send(large, to: site, from: "198.51.100.7").status == 202)
    let refused = try await send(large, to: site, from: "198.51.100.7")
    #expect(refused.code == "intake-limited")
    #expect(refused.headers[.retryAfter] == "4")
    site.clock.advance(by: 4)
    #expect(try await send(large, to: site, from: "198.51.100.7").status == 202)
  }

  @Test func `attack: senders of one organization do not evict those of another`() async throws {
    var limits = IntakeLimits()
    limits.client = IntakeLimits.Rate(requests: 1, bytes: 0, burst: 5)
    limits.maximumSenders = 10
    let site = try await site(limits)
    for number in 0..<30 { try await send([0x20], to: site, from: "203.0.113.\(number)") }
    for device in 0..<5 {
      for request in 0...5 {
        let response = try await send(to: site, app: "market", from: "198.51.100.\(device)")
        #expect(response.status == (request < 5 ? 202 : 429), "\(device), \(request)")
      }
      // Spoofed addresses of the organization with the most senders still share one bucket.
      #expect(try await send([0x20], to: site, from: "192.0.2.\(device)").status == 429)
    }
    #expect(site.services.intake.senderCount <= 12)
  }

  @Test func `an address has a rate of its own with each organization`() async throws {
    var limits = IntakeLimits()
    limits.client = IntakeLimits.Rate(requests: 1, bytes: 0, burst: 2)
    let site = try await site(limits)
    var statuses: [Int] = []
    for app in ["shop", "shop", "shop", "market", "market", "market"] {
      statuses.append(try await send(to: site, app: app, from: "198.51.100.7").status)
    }
    #expect(statuses == [202, 202, 429, 202, 202, 429])
  }

  @Test func `attack: bodies without a length are charged before they arrive`() async throws {
    var limits = IntakeLimits()
    // Two bodies of the route's maximum size.
    limits.client = IntakeLimits.Rate(requests: 0, bytes: 1 << 20, burst: 2)
    let site = try await site(limits)
    let outer = try await send(to: site, from: "198.51.100.7", length: Self.noLength) {
      let inner = try await send(to: site, from: "198.51.100.7", length: Self.noLength) {
        let third = try await send(to: site, from: "198.51.100.7", length: Self.noLength)
        #expect(third.code == "intake-limited")
        #expect(
          try await send(to: site, from: "198.51.100.8", length: Self.noLength).status == 202)
      }
      #expect(inner.status == 202)
    }
    #expect(outer.status == 202)
    let later = try await send(to: site, from: "198.51.100.7", length: Self.noLength)
    #expect(later.status == 202, "bytes that did not arrive are refunded")
  }

  @Test func `attack: bodies in memory are limited by address and by organization`() async throws {
    var limits = IntakeLimits()
    limits.bodies.network = 1500
    limits.bodies.organization = 2500
    let site = try await site(limits)
    let intake = site.services.intake
    let first = try await send(batch(of: 1400), to: site, from: "198.51.100.7") {
      let same = try await send(to: site, from: "198.51.100.7")
      #expect(same.code == "intake-limited")
      #expect(same.headers[.retryAfter] == "5")
      let second = try await send(batch(of: 1400), to: site, from: "198.51.100.8") {
        #expect(intake.bodyBytes == 1400, "the first half of each")
        let third = try await send(batch(of: 1200), to: site, from: "198.51.100.9")
        #expect(third.code == "intake-limited")
        #expect(try await send(to: site, from: "198.51.100.9").status == 202)
        let rival = try await send(batch(of: 1400), to: site, app: "market", from: "198.51.100.7")
        #expect(rival.status == 202)
      }
      #expect(second.status == 202)
    }
    #expect(first.status == 202)
    #expect(intake.bodyBytes == 0)
    let metrics = await site.services.metricsText()
    #expect(metrics.contains("flowmagic_intake_refused_total{reason=\"bodies\"} 2\n"))
  }

  @Test func `attack: an address with keys of several organizations is limited as a whole`()
    async throws
  {
    var limits = IntakeLimits()
    limits.bodies.networkAcrossOrganizations = 2000
    let site = try await site(limits)
    let first = try await send(batch(of: 1400), to: site, from: "198.51.100.7") {
      let rival = try await send(batch(of: 1400), to: site, app: "market", from: "198.51.100.7")
      #expect(rival.code == "intake-limited")
      let other = try await send(batch(of: 1400), to: site, app: "market", from: "198.51.100.8")
      #expect(other.status == 202)
    }
    #expect(first.status == 202)
    let later = try await send(batch(of: 1400), to: site, app: "market", from: "198.51.100.7")
    #expect(later.status == 202)
  }

  @Test func `attack: an organization leaves as much memory for the bodies of others as it uses`()
    async throws
  {
    var limits = IntakeLimits()
    limits.bodies.all = 3000
    let site = try await site(limits)
    let alone = try await send(batch(of: 1400), to: site, from: "198.51.100.7") {
      let rival = try await send(to: site, app: "market", from: "198.51.100.7")
      #expect(rival.status == 202)
    }
    #expect(alone.status == 202)
    let tooLarge = try await send(batch(of: 1600), to: site, from: "198.51.100.7") {}
    #expect(tooLarge.code == "intake-limited")
    #expect(site.services.intake.bodyBytes == 0)
  }

  @Test func `after the clock is set back, nobody waits longer`() async throws {
    var limits = IntakeLimits()
    limits.client = IntakeLimits.Rate(requests: 1, bytes: 0, burst: 3)
    let site = try await site(limits)
    for _ in 0..<3 { #expect(try await send(to: site, from: "198.51.100.7").status == 202) }
    site.clock.advance(by: -86_400)
    #expect(try await send(to: site, from: "198.51.100.7").status == 429)
    site.clock.advance(by: 1)
    #expect(try await send(to: site, from: "198.51.100.7").status == 202)
  }

  @Test func `rates follow the time that has passed, and not the clock`() async throws {
    var limits = IntakeLimits()
    limits.client = IntakeLimits.Rate(requests: 1, bytes: 0, burst: 3)
    let uptime = NIOLockedValueBox(0)
    let site = try await site(limits, uptime: { uptime.withLockedValue { $0 } })
    for _ in 0..<3 { #expect(try await send(to: site, from: "198.51.100.7").status == 202) }
    site.clock.advance(by: 3600)
    #expect(try await send(to: site, from: "198.51.100.7").status == 429)
    uptime.withLockedValue { $0 = 1 }
    #expect(try await send(to: site, from: "198.51.100.7").status == 202)
  }
}
