import Accounts
import FlowMagic
import FlowServer
import FlowStore
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import Testing

@Suite struct ReleaseSignerTests {
  private func liveRelease(_ site: Site) throws -> SignedRelease {
    let live = try #require(
      site.services.currentReleases.current(application: "shop", environment: "production"))
    return try SignedRelease(parsing: Array(buffer: live.envelope))
  }

  @Test func `a statement is renewed after twelve hours, and not earlier`() async throws {
    let site = try await Site()
    try await site.publish()
    let first = try liveRelease(site).statement
    site.clock.advance(by: 12 * 3600 - 1)
    #expect(await site.services.signer.renew().isEmpty)
    #expect(try liveRelease(site).statement == first)
    site.clock.advance(by: 1)
    #expect(await site.services.signer.renew().isEmpty)
    let second = try liveRelease(site)
    #expect(second.statement.issued == first.issued + 12 * 3600)
    #expect(second.statement.digest == first.digest)
    try second.verify(with: [await site.services.signer.publicKey])
  }

  @Test func `after the clock was set back, issue times still increase`() async throws {
    let site = try await Site()
    try await site.publish()
    let first = try liveRelease(site).statement.issued
    site.clock.advance(by: -86400)
    try await site.publish()
    let second = try liveRelease(site).statement.issued
    #expect(second == first + 1)
    // A statement is renewed twelve hours after it was signed, and not with every refresh until
    // the clock has caught up with its issue time.
    #expect(await site.services.signer.renew().isEmpty)
    #expect(try liveRelease(site).statement.issued == second)
    site.clock.advance(by: 12 * 3600)
    #expect(await site.services.signer.renew().isEmpty)
    #expect(try liveRelease(site).statement.issued == second + 1)
  }

  @Test func `after a restart with a clock that was set back, issue times still increase`()
    async throws
  {
    let saved = NIOLockedValueBox(0)
    let minimumIssueTime = MinimumIssueTime(Site.Clock.start + 500) { second, _ in
      saved.withLockedValue { $0 = second }
    }
    let site = try await Site(minimumIssueTime: minimumIssueTime)
    try await site.publish()
    #expect(try liveRelease(site).statement.issued == Site.Clock.start + 501)
    #expect(saved.withLockedValue { $0 } == Site.Clock.start + 501)
  }

  @Test func `releases in quick succession are ahead of the clock, whose time is recorded, too`()
    async throws
  {
    let saved = NIOLockedValueBox<[[Int]]>([])
    let site = try await Site(
      minimumIssueTime: MinimumIssueTime { second, clock in
        saved.withLockedValue { $0.append([second, clock]) }
      })
    for _ in 1...3 { try await site.publish() }
    let start = Site.Clock.start
    #expect(
      saved.withLockedValue { $0 } == [[start, start], [start + 1, start], [start + 2, start]])
  }

  @Test func `the clock's time is recorded although an earlier issue time was later`()
    async throws
  {
    let saved = NIOLockedValueBox<[[Int]]>([])
    let start = Site.Clock.start
    let site = try await Site(
      minimumIssueTime: MinimumIssueTime(start + 1000, clock: start) { second, clock in
        saved.withLockedValue { $0.append([second, clock]) }
      })
    try await site.publish()
    site.clock.advance(by: 301)
    try await site.publish(to: "staging")
    #expect(saved.withLockedValue { $0 } == [[start + 1001, start], [start + 1001, start + 301]])
  }

  @Test func `after the clock was a year ahead, statements are not valid for a year`()
    async throws
  {
    let site = try await Site(minimumIssueTime: MinimumIssueTime(Site.Clock.start + 365 * 86_400))
    try await site.publish()
    let statement = try liveRelease(site).statement
    #expect(statement.issued == Site.Clock.start + 365 * 86_400 + 1)
    #expect(statement.expires == Site.Clock.start + 14 * 86_400)
  }

  @Test func `a number is recorded before its release is delivered`() async throws {
    let site = try await Site()
    let current = CurrentReleases()
    let recorded = NIOLockedValueBox<[IssuedNumber]>([])
    let signer = ReleaseSigner(
      keys: try SigningKeys.first(), minimumIssueTime: MinimumIssueTime(),
      numberRecorder: NumberRecorder { number in
        #expect(current.all.isEmpty)
        recorded.withLockedValue { $0.append(number) }
        throw CancellationError()
      }, currentReleases: current, clock: { Site.Clock.start })
    try await site.publish()
    let release = try #require(try await site.store.currentReleases().first)
    // A rollback must not wait for a disk: it is delivered, and the failure is reported.
    try await signer.deliver(release)
    #expect(current.all.map(\.number) == [1])
    #expect(await signer.numberError is CancellationError)
    let number = IssuedNumber(application: "shop", environment: "production", number: 1)
    #expect(recorded.withLockedValue { $0 } == [number])
  }

  @Test func `with a new key all releases are signed again, and the chain leads to it`()
    async throws
  {
    let site = try await Site()
    try await site.publish()
    let before = try liveRelease(site)
    let old = await site.services.signer.publicKey
    let first = try SigningKeys.first()
    let rotated = try first.rotated()
    for keys in [first, rotated] {
      await site.services.signer.replaceKeys(with: keys)
      #expect(await site.services.signer.renew().isEmpty)
    }
    let after = try liveRelease(site)
    #expect(throws: FlowMagicError.self) { try after.verify(with: [old]) }
    #expect(after.statement.issued > before.statement.issued)
    // An app built with the first key follows the chain.
    let trusted = try rotated.chain.verified(from: KeySet(version: 0, keys: [first.publicKey]))
    #expect(trusted.keys == [rotated.publicKey])
    try after.verify(with: trusted.keys)
  }

  @Test func `a release that a new key cannot sign is retried, and the others are signed`()
    async throws
  {
    let site = try await Site()
    try await site.publish()
    addDamagedRelease(to: site)
    let keys = try SigningKeys.first()
    await site.services.signer.replaceKeys(with: keys)
    for _ in 1...2 {
      let failures = await site.services.signer.renew()
      #expect(failures.map(\.release.environment) == ["broken"])
      try liveRelease(site).verify(with: [keys.publicKey])
    }
  }

  @Test func `a refresh logs each release that it cannot sign, once and with its number`()
    async throws
  {
    let log = CapturedLog()
    let site = try await Site(logger: log.logger)
    try await site.publish()
    addDamagedRelease(to: site)
    let folder = KeyFolder(FileManager.default.temporaryDirectory.path + "/keys-\(UUID())")
    defer {
      try? FileManager.default.removeItem(atPath: folder.path)
      try? FileManager.default.removeItem(atPath: folder.path + ".floor")
    }
    let keys = try folder.loadOrCreate()
    await RefreshJob(services: site.services, folder: folder).refresh()
    try liveRelease(site).verify(with: [keys.publicKey])
    let lines = log.lines.filter { $0.contains("cannot be signed") }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("application=shop environment=broken number=7 reason=") == true)
  }

  /// Adds a current release whose body cannot be signed.
  private func addDamagedRelease(to site: Site) {
    let damaged = StoredRelease(
      application: "shop", environment: "broken", number: 7,
      body: Array(#"{"acceptedFindings": "#.utf8), note: "", author: .system, published: 0,
      rollbackOf: nil, assets: [])
    site.services.currentReleases.publish([], of: damaged, issued: 0)
  }

  @Test func `an issue time that could not be recorded is recorded later`() async throws {
    let saved = NIOLockedValueBox<[Int]>([])
    let isDiskFull = NIOLockedValueBox(true)
    let site = try await Site(
      minimumIssueTime: MinimumIssueTime { second, _ in
        if isDiskFull.withLockedValue({ $0 }) { throw CancellationError() }
        saved.withLockedValue { $0.append(second) }
      })
    try await site.publish()
    #expect(try liveRelease(site).statement.issued == Site.Clock.start)
    let signer = site.services.signer
    await signer.retryRecordingIssueTime()
    #expect(saved.withLockedValue { $0 }.isEmpty)
    isDiskFull.withLockedValue { $0 = false }
    await signer.retryRecordingIssueTime()
    await signer.retryRecordingIssueTime()
    #expect(saved.withLockedValue { $0 } == [Site.Clock.start])
  }

  @Test func `releases published by another process are loaded`() async throws {
    let site = try await Site()
    try await site.publish()
    let other = Services(
      store: site.store, keys: try SigningKeys.first(), accounts: site.services.accounts,
      logger: site.services.logger, clock: { Site.Clock.start })
    try await other.readStore()
    #expect(
      other.currentReleases.current(application: "shop", environment: "production")?.number == 1)
    #expect(other.currentReleases.environment(ofKey: Site.sdkKey)?.environment == "production")
    try await site.publish()
    try await other.readStore()
    #expect(
      other.currentReleases.current(application: "shop", environment: "production")?.number == 2)
  }
}
