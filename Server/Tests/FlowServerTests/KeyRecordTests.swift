import Accounts
import FlowMagic
import FlowServer
import FlowStore
import Foundation
import Logging
import Testing

/// Rotations that change nothing on an error, other keys, and the record of the latest issue time.
@Suite struct KeyRecordTests {
  private let folder: String
  private var database: String { "\(folder)/flowmagic.db" }
  private var keys: KeyFolder { KeyFolder(database + ".keys") }
  private var accountsFile: String { "\(keys.path)/accounts.keys" }
  private var issuedFile: String { "\(keys.path)/issued" }
  private static let now = 1_800_000_000

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/record-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func removeFolder() { try? FileManager.default.removeItem(atPath: folder) }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    try #require(chmod(path, 0o600) == 0)
  }

  /// A store with a release that was published at this time, and with keys.
  private func makeStore(published: Int) async throws -> any Store {
    let store = try await Stores.open("sqlite:\(database)")
    let audit = AuditEntry(at: 1, actor: "test", action: "test", organization: "acme")
    try await store.add(Organization(id: "acme", name: "Acme", created: 1), audit: audit)
    try await store.add(
      Application(id: "shop", organization: "acme", name: "Shop", created: 1),
      environments: ["production"], audit: audit)
    let members = #""application":"shop","environment":"production""#
    try await store.publish(
      StoredRelease(
        application: "shop", environment: "production", number: 1,
        body: Array(#"{"schema":1,\#(members),"number":1,"flows":[]}"#.utf8), note: "",
        author: "Ada", published: published), audit: audit)
    _ = try keys.loadOrCreate()
    return store
  }

  private func clockCheck() async throws -> StoreCheck.Result {
    let results = try await StoreCheck(store: database, keys: keys, now: Self.now).results()
    return try #require(results.first { $0.name == "clock" })
  }

  // MARK: Rotation

  @Test func `a rotation replaces the signing key and adds a secret`() throws {
    defer { removeFolder() }
    let first = try keys.loadOrCreate()
    #expect(try keys.rotate(hasUsers: false).accountSecrets == 0)
    _ = try keys.loadOrCreateAccountKeys(hasUsers: false)
    let (old, new, secrets) = try keys.rotate(hasUsers: true)
    #expect(secrets == 2)
    #expect(new.chain.links.count == 3)
    #expect(old.publicKey != first.publicKey)
    #expect(try keys.load()?.publicKey == new.publicKey)
  }

  @Test(arguments: [nil, "damaged\n", "readable"])
  func `a rotation without usable account keys changes nothing`(text: String?) throws {
    defer { removeFolder() }
    let first = try keys.loadOrCreate()
    _ = try keys.loadOrCreateAccountKeys(hasUsers: false)
    switch text {
    case nil: try FileManager.default.removeItem(atPath: accountsFile)
    case "readable": try #require(chmod(accountsFile, 0o644) == 0)
    case let text?: try write(text, to: accountsFile)
    }
    let before = try? Data(contentsOf: URL(fileURLWithPath: accountsFile))
    for _ in 1...2 {
      let failure = #expect(throws: KeyFolder.Failure.self) { try keys.rotate(hasUsers: true) }
      #expect(failure?.description.contains(accountsFile) == true)
    }
    #expect(try keys.load()?.chain == first.chain)
    #expect((try? Data(contentsOf: URL(fileURLWithPath: accountsFile))) == before)
  }

  @Test func `a rotation without usable signing keys adds no secret`() throws {
    defer { removeFolder() }
    let first = try keys.loadOrCreate()
    _ = try keys.loadOrCreateAccountKeys(hasUsers: false)
    let before = try Data(contentsOf: URL(fileURLWithPath: accountsFile))
    try #require(chmod("\(keys.path)/\(first.publicKey.id).key", 0o644) == 0)
    #expect(throws: KeyFolder.Failure.self) { try keys.rotate(hasUsers: true) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: accountsFile)) == before)
  }

  @Test func `a rotation in a missing folder creates nothing`() {
    defer { removeFolder() }
    #expect(throws: KeyFolder.Failure.self) { try keys.rotate(hasUsers: false) }
    #expect(throws: KeyFolder.Failure.self) { try keys.rotate() }
    #expect(!FileManager.default.fileExists(atPath: keys.path))
  }

  // MARK: Other keys

  @Test func `other keys are not accepted while the file beside the folder cannot be written`()
    throws
  {
    defer { removeFolder() }
    _ = try keys.loadOrCreate()
    let other = KeyFolder("\(folder)/other.keys")
    let chain = try other.loadOrCreate().chain
    try FileManager.default.removeItem(atPath: keys.path)
    try FileManager.default.copyItem(atPath: other.path, toPath: keys.path)
    // NB: a folder in place of the unfinished file, because permissions do not stop root.
    let unfinished = "\(keys.path).floor.\(getpid()).tmp"
    try FileManager.default.createDirectory(atPath: unfinished, withIntermediateDirectories: false)
    let failure = #expect(throws: KeyFolder.Failure.self) { try keys.resetFloor(now: Self.now) }
    #expect(failure?.description.contains("\(keys.path).floor records the previous keys") == true)
    try FileManager.default.removeItem(atPath: unfinished)
    #expect(try keys.resetFloor(now: Self.now).keySetCount == 1)
    #expect(try keys.load()?.chain == chain)
  }

  // MARK: The latest issue time

  @Test(arguments: [
    "", "\n", "yesterday\n", "-1\n", "99999999999999999999\n", "1800000000.5\n",
    "1800000000\nnow\n", "1800000000\n-1\n",
  ])
  func `a damaged record of the latest issue time is rejected until it is reset`(text: String)
    async throws
  {
    defer { removeFolder() }
    try await makeStore(published: Self.now).close()
    try write(text, to: issuedFile)
    let failure = #expect(throws: KeyFolder.Failure.self) { try keys.load() }
    #expect(failure?.description.contains("\(issuedFile), the record") == true)
    #expect(failure?.description.contains("keys reset-rollback-protection") == true)
    #expect(try await !clockCheck().hasPassed)
    let reset = try keys.resetFloor(now: Self.now)
    #expect(reset.wasIssuedDamaged)
    #expect(reset.issued == nil, "the previous time is not known")
    #expect(keys.minimumIssueTime().second == Self.now)
    #expect(try keys.load() != nil)
    #expect(try await clockCheck().hasPassed)
  }

  @Test func `the first keys ignore a damaged record that was left behind`() throws {
    defer { removeFolder() }
    try FileManager.default.createDirectory(atPath: keys.path, withIntermediateDirectories: true)
    try #require(chmod(keys.path, 0o700) == 0)
    try write("damaged\n", to: issuedFile)
    _ = try keys.loadOrCreate()
    #expect(keys.minimumIssueTime().second == 0)
    #expect(try keys.load() != nil)
  }

  // Three days ahead of the clock, a day ago, and 60 days ago.
  @Test(arguments: [
    (1_800_259_200, 1_800_259_200), (1_799_913_600, 1_799_913_600), (1_794_816_000, 0),
  ])
  func `without a record, issue times continue from a recent release`(
    published: Int, expected: Int
  ) async throws {
    defer { removeFolder() }
    let log = CapturedLog()
    let store = try await makeStore(published: published)
    let start = StartChecks(logger: log.logger)
    func minimum() async throws -> Int {
      try await start.minimumIssueTime(of: store, in: keys, clock: Self.now).second
    }
    #expect(try await minimum() == expected)
    #expect(log.text.contains("The record of the latest issue time"))
    let missing = try await clockCheck()
    #expect(missing.hasPassed && missing.isWarning)
    #expect(missing.detail.contains("\(issuedFile), the record"))
    try keys.minimumIssueTime().save(Self.now - 5, Self.now - 5)
    #expect(try await minimum() == Self.now - 5)
    #expect(log.lines.count == 1)
    #expect(try await !clockCheck().isWarning)
    try await store.close()
  }

  // The time of the clock that is recorded; nil for the record of an earlier version.
  @Test(
    arguments: [(1_800_000_000, true), (1_800_001_199, false), (nil, false)] as [(Int?, Bool)])
  func `issue times ahead of the clock are a problem only if the clock has gone back`(
    clock: Int?, isOnlyWarning: Bool
  ) async throws {
    defer { removeFolder() }
    try await makeStore(published: Self.now).close()
    let issued = Self.now + 1199
    try write("\(issued)\n" + (clock.map { "\($0)\n" } ?? ""), to: issuedFile)
    let check = try await clockCheck()
    #expect(check.hasPassed == isOnlyWarning && check.isWarning == isOnlyWarning)
    #expect(check.detail.contains(Timestamp.string(issued)))
    #expect(check.detail.contains("reset-rollback-protection") != isOnlyWarning)
    let log = CapturedLog()
    StartChecks(logger: log.logger)
      .logImplausibleClock(Self.now, latest: keys.minimumIssueTime())
    #expect(log.text.contains(isOnlyWarning ? "warning The issue times" : "error The clock is"))
    #expect(log.text.contains("reset-rollback-protection") != isOnlyWarning)
  }

  @Test func `an issue time that cannot be recorded is an error in the log`() async throws {
    defer { removeFolder() }
    let log = CapturedLog()
    let store = try await makeStore(published: Self.now)
    let minimum = try await StartChecks(logger: log.logger).minimumIssueTime(
      of: store, in: keys, clock: Self.now)
    // NB: a folder at the path, because permissions do not stop root.
    try FileManager.default.createDirectory(atPath: issuedFile, withIntermediateDirectories: false)
    #expect(throws: (any Error).self) { try minimum.save(Self.now + 1, Self.now) }
    #expect(log.text.contains("error The latest issue time cannot be written"))
    #expect(log.text.contains("file=\(issuedFile)"))
    try await store.close()
  }
}
