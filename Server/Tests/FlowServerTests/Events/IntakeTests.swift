import FlowCore
import FlowServer
import FlowStore
import Foundation
import HTTPTypes
import NIOConcurrencyHelpers
import Testing

/// The limits for anyone with an app's SDK key.
@Suite struct IntakeTests {
  /// A separate batch for each number, padded to about this size.
  private static func batch(_ number: Int, size: Int = 0) -> (key: String, body: JSON) {
    let digits = String(100_000_000_000 + number)
    let id = "0b6c2f3e-7c0a-4a52-9f3d-\(digits)"
    var object = Scenario.batch.object ?? JSONObject()
    object["batch"] = .string(id)
    if size > 0 { object["padding"] = .string(String(repeating: "x", count: size)) }
    return (id, .object(object))
  }

  @discardableResult
  private func send(
    _ number: Int, to site: Site, from address: String = "198.51.100.7", size: Int = 0
  ) async throws -> Site.Response {
    let batch = Self.batch(number, size: size)
    return try await site.send(
      .post, "/v1/apps/shop/events", as: .app,
      ["Idempotency-Key": batch.key, "X-Forwarded-For": address], body: batch.body)
  }

  private func site(_ limits: IntakeLimits) async throws -> Site {
    try await Site(trustedProxies: 1, intake: limits)
  }

  @Test func `a client that sends too fast must wait, and others need not`() async throws {
    var limits = IntakeLimits()
    limits.client = IntakeLimits.Rate(requests: 1, bytes: 0, burst: 3)
    let site = try await site(limits)
    for number in 0..<3 { #expect(try await send(number, to: site).status == 202) }
    let refused = try await send(3, to: site)
    #expect(refused.status == 429)
    #expect(refused.code == "intake-limited")
    #expect(refused.headers[.retryAfter] == "1")
    #expect(try await send(4, to: site, from: "198.51.100.8").status == 202)
    // Nothing is lost: the same batch is accepted later.
    site.clock.advance(by: 1)
    #expect(try await send(3, to: site).status == 202)
    #expect(try await send(5, to: site).status == 429)
    #expect(try await site.store.eventBatches(of: "shop", after: 0, limit: 9).count == 5)
  }

  @Test func `an IPv6 /64 network is one sender`() async throws {
    var limits = IntakeLimits()
    limits.client = IntakeLimits.Rate(requests: 1, bytes: 0, burst: 2)
    let site = try await site(limits)
    var statuses: [Int] = []
    for number in 0..<4 {
      statuses.append(
        try await send(number, to: site, from: "2001:db8:1:2::\(number + 1)").status)
    }
    #expect(statuses == [202, 202, 429, 429])
  }

  @Test func `all clients with one key share a rate, in requests and in bytes`()
    async throws
  {
    var limits = IntakeLimits()
    limits.key = IntakeLimits.Rate(requests: 100, bytes: 10_000, burst: 2)
    let site = try await site(limits)
    #expect(try await send(0, to: site, from: "198.51.100.1", size: 15_000).status == 202)
    let refused = try await send(1, to: site, from: "198.51.100.2", size: 15_000)
    #expect(refused.code == "intake-limited")
    #expect(refused.headers[.retryAfter] == "2")
    site.clock.advance(by: 2)
    #expect(try await send(1, to: site, from: "198.51.100.2", size: 15_000).status == 202)
  }

  @Test func `the table of senders is bounded, and spoofed addresses gain nothing`() async throws {
    var limits = IntakeLimits()
    limits.client = IntakeLimits.Rate(requests: 1, bytes: 0, burst: 5)
    limits.maximumSenders = 10
    let site = try await site(limits)
    var accepted = 0
    for number in 0..<100 {
      let response = try await send(number, to: site, from: "203.0.113.\(number)")
      if response.status == 202 { accepted += 1 }
    }
    #expect(site.services.intake.senderCount <= 12)
    // Ten have their own bucket, and all others share one with a burst of five.
    #expect(accepted == 15)
    site.clock.advance(by: 5)
    #expect(try await send(100, to: site, from: "203.0.113.200").status == 202)
  }

  @Test func `a reached quota has its own code, and publishing still works`() async throws {
    var limits = IntakeLimits()
    limits.eventQuota = 5000
    let site = try await site(limits)
    #expect(try await send(0, to: site, size: 3000).status == 202)
    let refused = try await send(1, to: site, size: 3000)
    #expect(refused.status == 429)
    #expect(refused.code == "event-quota")
    #expect(refused.headers[.retryAfter] == "3600")
    #expect(try await send(0, to: site, size: 3000).status == 202, "it is already stored")
    try await site.publish()
    let metrics = await site.services.metricsText()
    #expect(metrics.contains("flowmagic_intake_refused_total{reason=\"quota\"} 1\n"))
  }

  @Test func `without free disk space apps are refused, and users are not`() async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("intake-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = try SQLiteStore(path: folder.appendingPathComponent("store.db").path)
    var limits = IntakeLimits()
    limits.diskReserve = .max
    let site = try await Site(store: store, withUsers: true, intake: limits)
    let refused = try await send(0, to: site)
    #expect(refused.status == 507)
    #expect(refused.code == "intake-paused")
    #expect(refused.headers[.retryAfter] == "60")
    #expect(!site.services.intake.hasSpace)
    #expect(
      await site.services.metricsText()
        .contains("flowmagic_intake_refused_total{reason=\"disk\"} 1\n"))
    let signedIn = try await site.send(
      .post, "/v1/account/sign-in", as: .anonymous,
      body: ["email": .string(Site.email("owner")), "password": .string(Site.password)])
    #expect(signedIn.status == 200, "\(signedIn.text)")
    let free = try #require(store.space().diskFree)
    let metrics = await site.services.metricsText().split(separator: "\n")
      .first { $0.hasPrefix("flowmagic_store_disk_free_bytes ") }
    let bytes = try #require(metrics.flatMap { Int($0.split(separator: " ")[1]) })
    // Other processes write to this disk, too.
    #expect(abs(bytes - free) < free / 2)
    let picture = try await site.send(
      .put, "/v1/apps/shop/screens/Info/snapshot", bytes: [1, 2, 3])
    #expect(picture.code == "intake-paused")
    #expect(try await site.publish() == 1)
    let rollback = try await site.send(
      .post, "/v1/apps/shop/environments/production/rollback", body: ["to": 1])
    #expect(rollback.status == 201)
    #expect(try await site.send(.get, "/readyz/writes", as: .anonymous).status == 200)
  }

  @Test func `data that is only in the write-ahead log counts as used space`() {
    var limits = IntakeLimits()
    limits.diskReserve = 8 << 20
    let disk = 40 << 20
    #expect(!limits.needsReserve(StoreSpace(diskFree: 8 << 20, diskSize: disk)))
    #expect(limits.needsReserve(StoreSpace(diskFree: (8 << 20) - 1, diskSize: disk)))
    #expect(
      limits.needsReserve(StoreSpace(pendingBytes: 12 << 20, diskFree: 16 << 20, diskSize: disk)))
    #expect(
      !limits.needsReserve(StoreSpace(pendingBytes: 8 << 20, diskFree: 16 << 20, diskSize: disk)))
    #expect(!limits.needsReserve(StoreSpace(pendingBytes: 1 << 30)), "not on a disk")
  }

  @Test func `a write-ahead log that cannot shrink makes apps wait, and not users`() async throws {
    var limits = IntakeLimits()
    limits.maximumWALBytes = 0
    let site = try await site(limits)
    let refused = try await send(0, to: site)
    #expect(refused.code == "intake-paused")
    #expect(refused.headers[.retryAfter] == "10")
    try await site.publish()
  }

  @Test func `a limit of 0 means no limit`() async throws {
    var limits = IntakeLimits()
    limits.key = IntakeLimits.Rate(requests: 0, bytes: 0, burst: 10)
    limits.client = IntakeLimits.Rate(requests: 0, bytes: 0, burst: 60)
    limits.eventQuota = 0
    let site = try await site(limits)
    for number in 0..<100 { #expect(try await send(number, to: site, size: 9000).status == 202) }
  }

  @Test func `an app that catches up after a month offline does not wait long`()
    async throws
  {
    let site = try await Site(trustedProxies: 1)
    var waited = 0
    // The maximum that the SDK stores: 5 MiB in batches of 256 KiB.
    for number in 0..<20 {
      while true {
        let response = try await send(number, to: site, size: 256 << 10)
        if response.status == 202 { break }
        let seconds = try #require(response.headers[.retryAfter].flatMap { Int($0) })
        waited += seconds
        site.clock.advance(by: seconds)
      }
    }
    #expect(waited < 60)
  }

  @Test func `old events are removed while the server runs, and counts of builds are kept longer`()
    async throws
  {
    let site = try await Site()
    try await send(0, to: site)
    site.clock.advance(by: 31 * 86_400)
    try await send(1, to: site)
    await CleanupJob(services: site.services).cleanUp()
    #expect(try await site.store.eventBatches(of: "shop", after: 0, limit: 9).count == 1)
    let uses = try await site.store.buildUse(of: "shop", environment: "production", since: 0)
    #expect(uses.map(\.sessions) == [2])
    site.clock.advance(by: 401 * 86_400)
    await CleanupJob(services: site.services).cleanUp()
    #expect(try await site.store.buildUse(of: "shop", environment: "production", since: 0).isEmpty)
    #expect(try await site.store.eventVolume(of: "shop") == 0)
  }

  @Test func `a clock that jumps ahead deletes nothing`()
    async throws
  {
    let site = try await Site(withUsers: true, uptime: { 0 })
    try await send(0, to: site)
    for jump in [2 * 86_400, 400 * 86_400] {
      site.clock.advance(by: jump)
      await CleanupJob(services: site.services).cleanUp()
      site.clock.advance(by: -jump)
      #expect(try await site.store.eventBatches(of: "shop", after: 0, limit: 9).count == 1)
      #expect(try await site.send(.get, "/v1/me", as: .viewer).status == 200)
    }
    // A jump of up to a day is accepted, as it is for statements.
    site.clock.advance(by: 86_400)
    await CleanupJob(services: site.services).cleanUp()
    #expect(try await site.send(.get, "/v1/me", as: .viewer).status == 401)
  }

  @Test(arguments: [(31, [1, 0]), (29, [0])])
  func `a start with a clock that is far ahead deletes nothing for an hour`(
    daysAhead: Int, expected: [Int]
  ) async throws {
    let latest = MinimumIssueTime(Site.Clock.start - daysAhead * 86_400)
    let site = try await Site(minimumIssueTime: latest)
    try await send(0, to: site)
    site.clock.advance(by: 31 * 86_400)
    let store = site.store
    let counts = NIOLockedValueBox<[Int]>([])
    let job = CleanupJob(services: site.services) {
      let count = try await store.eventBatches(of: "shop", after: 0, limit: 9).count
      let waits = counts.withLockedValue { counts in
        counts.append(count)
        return counts.count
      }
      // The server stops in the hour after the first cleanup.
      if waits == expected.count { throw CancellationError() }
    }
    try await job.run()
    #expect(counts.withLockedValue { $0 } == expected)
  }

  @Test func `publishing continues while old events are removed`() async throws {
    let site = try await Site()
    let batches = (0..<10_000).map { number in
      EventBatch(
        application: "shop", environment: "production", key: "old\(number)", count: 1,
        body: [0x20], received: site.clock.now, uses: [])
    }
    _ = try await site.store.append(batches)
    site.clock.advance(by: 31 * 86_400)
    let job = CleanupJob(services: site.services)
    let cleaning = Task { await job.cleanUp() }
    // The cleanup takes fifty steps: a publish waits for one of them, and not for all.
    var publications = 0
    while true {
      try await site.publish()
      guard try await site.store.eventVolume(of: "shop") > 0 else { break }
      publications += 1
    }
    #expect(publications > 0)
    await cleaning.value
  }

  @Test func `metrics exist from the start`() async throws {
    let text = await (try await Site()).services.metricsText()
    for reason in [
      "client-rate", "key-rate", "announcement-rate", "bodies", "change-rate", "quota", "disk",
      "log",
    ] {
      #expect(text.contains("flowmagic_intake_refused_total{reason=\"\(reason)\"} 0\n"))
    }
    for name in [
      "store_bytes", "store_log_bytes", "store_checkpoint_age_seconds", "store_commit_queue",
      "store_commit_waiting", "store_damaged", "store_commit_failures_total",
    ] {
      #expect(text.contains("\nflowmagic_\(name) "), "\(name)")
    }
    #expect(text.contains("flowmagic_store_commit_duration_seconds_bucket{le=\"+Inf\"} "))
  }
}
