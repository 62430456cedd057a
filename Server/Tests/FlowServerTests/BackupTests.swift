import Accounts
import FlowMagic
import FlowServer
import FlowStore
import Foundation
import Logging
import NIOConcurrencyHelpers
import Testing

@Suite struct BackupTests {
  private let folder: String
  private var database: String { "\(folder)/flowmagic.db" }
  private var keys: KeyFolder { KeyFolder("\(folder)/flowmagic.db.keys") }
  private var archive: String { "\(folder)/one.backup" }

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/backup-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func removeFolder() { try? FileManager.default.removeItem(atPath: folder) }

  /// A store with an application and keys.
  private func makeStore() async throws -> any Store {
    let store = try await Stores.open("sqlite:\(database)")
    let audit = AuditEntry(at: 1, actor: "test", action: "test", organization: "acme")
    try await store.add(Organization(id: "acme", name: "Acme", created: 1), audit: audit)
    try await store.add(
      Application(id: "shop", organization: "acme", name: "Shop", created: 1),
      environments: ["production"], audit: audit)
    _ = try keys.loadOrCreate()
    return store
  }

  private func publish(_ numbers: ClosedRange<Int>, to store: any Store) async throws {
    for number in numbers {
      let scope = #""application":"shop","environment":"production""#
      let body = #"{"schema":1,\#(scope),"number":\#(number),"flows":[]}"#
      try await store.publish(
        StoredRelease(
          application: "shop", environment: "production", number: number, body: Array(body.utf8),
          note: "", author: "Ada", published: number),
        audit: AuditEntry(at: 1, actor: "Ada", action: "release.published", organization: "acme"))
    }
    try keys.raiseFloor(try await store.issuedNumbers())
  }

  private func writer(_ passphrase: String? = nil) -> BackupWriter {
    BackupWriter(store: database, keys: keys, passphrase: passphrase)
  }

  private func restore(
    keepsKeys: Bool = false, acceptsOlderKeys: Bool = false, to name: String = "flowmagic.db"
  ) -> BackupRestore {
    BackupRestore(
      store: "\(folder)/\(name)", keys: KeyFolder("\(folder)/\(name).keys"), keepsKeys: keepsKeys,
      acceptsOlderKeys: acceptsOlderKeys)
  }

  @Test(arguments: [nil, "a long passphrase"])
  func `a backup of an open store is restored with numbers above the issued ones`(
    passphrase: String?
  ) async throws {
    defer { removeFolder() }
    let store = try await makeStore()
    try await publish(1...3, to: store)
    let manifest = try await writer(passphrase).write(to: archive, now: 1_800_000_000)
    #expect(manifest.releases == 3)
    let mode = try FileManager.default.attributesOfItem(atPath: archive)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try BackupReader.isEncrypted(archive) == (passphrase != nil))
    try await publish(4...5, to: store)

    let reader = BackupReader(archive, passphrase: passphrase)
    await #expect(throws: StoreError.self) {
      try await restore().withPlan(reader) {
        _ = try await restore().perform($0, of: "a.backup", movingAsideTo: ".old")
      }
    }
    try await store.close()
    try await restore().withPlan(reader) { plan in
      #expect(plan.refusal == nil)
      let sentences = plan.consequences.joined(separator: "\n")
      #expect(sentences.contains("apps may have release 5, the backup has 3"))
      #expect(sentences.contains("the next release is number 6"))
      let moved = try await restore().perform(plan, of: "/b/a.backup", movingAsideTo: ".old")
      #expect(moved == ["\(keys.path).old", "\(database).old"])
    }
    let reopened = try await Stores.open("sqlite:\(database)")
    #expect(try await reopened.nextNumber(of: "shop") == 4, "the file itself is unchanged")
    let start = StartChecks(logger: LogFormat.human.logger("test", level: .critical))
    try await start.raiseNumbers(of: reopened, to: keys)
    #expect(try await reopened.nextNumber(of: "shop") == 6)
    let entry = try await reopened.audit(of: "acme", application: nil, before: nil, limit: 1)[0]
    #expect(entry.action == "backup.restored")
    #expect(entry.actor == .operator("flowmagic restore"))
    #expect(
      entry.detail
        == #"{"archive":"a.backup","issued":{"shop":{"production":5}},"keys":"restored","#
        + #""made":"2027-01-15T08:00:00Z"}"#)
    try await reopened.close()
    #expect(try keys.load() != nil)
    let leftovers = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.contains(".restoring") }
    #expect(leftovers.isEmpty)
    #expect(FileManager.default.fileExists(atPath: "\(database).old"))
  }

  @Test func `a store copied back by hand also continues above the issued numbers`() async throws {
    defer { removeFolder() }
    let store = try await makeStore()
    try await publish(1...3, to: store)
    try await StoreReader(path: database).snapshot(to: "\(folder)/copy.db")
    try await publish(4...5, to: store)
    try await store.close()
    for suffix in ["", "-wal", "-shm"] { unlink(database + suffix) }
    try FileManager.default.moveItem(atPath: "\(folder)/copy.db", toPath: database)
    let reopened = try await Stores.open("sqlite:\(database)")
    let start = StartChecks(logger: LogFormat.human.logger("test", level: .critical))
    try await start.raiseNumbers(of: reopened, to: keys)
    #expect(try await reopened.nextNumber(of: "shop") == 6)
    try await reopened.close()
  }

  @Test func `keys from before a rotation are rejected unless accepted or not restored`()
    async throws
  {
    defer { removeFolder() }
    let store = try await makeStore()
    try await publish(1...1, to: store)
    _ = try await writer().write(to: archive, now: 1)
    try await store.close()
    let rotated = try keys.rotate().new
    let reader = BackupReader(archive, passphrase: nil)
    try await restore().withPlan(reader) { plan in
      #expect(plan.refusal?.contains("from before `flowmagic keys rotate`") == true)
      #expect(plan.refusal?.contains("--keep-keys") == true)
    }
    let keeping = restore(keepsKeys: true)
    try await keeping.withPlan(reader) { plan in
      #expect(plan.refusal == nil)
      let moved = try await keeping.perform(plan, of: "a.backup", movingAsideTo: ".old")
      #expect(moved == ["\(database).old"])
    }
    #expect(try keys.load()?.chain == rotated.chain)
    let accepting = restore(acceptsOlderKeys: true)
    try await accepting.withPlan(reader) { plan in
      #expect(plan.refusal == nil)
      _ = try await accepting.perform(plan, of: "a.backup", movingAsideTo: ".old2")
    }
    #expect(try keys.load()?.chain.links.count == 1)
  }

  @Test func `attack: with a passphrase, an archive without encryption is rejected`() async throws {
    defer { removeFolder() }
    let store = try await makeStore()
    _ = try await writer().write(to: archive, now: 1)
    try await store.close()
    let restore = restore(to: "other.db")
    await #expect(throws: BackupFailure.self) {
      try await restore.withPlan(BackupReader(archive, passphrase: "a long passphrase")) { _ in }
    }
    try await restore.withPlan(BackupReader(archive, passphrase: nil)) { _ in }
  }

  @Test(arguments: [nil, "a long passphrase"])
  func `an archive that was changed or truncated anywhere is rejected`(
    passphrase: String?
  ) async throws {
    defer { removeFolder() }
    let store = try await makeStore()
    try await publish(1...1, to: store)
    _ = try await writer(passphrase).write(to: archive, now: 1)
    try await store.close()
    let original = try Data(contentsOf: URL(fileURLWithPath: archive))
    let changed = "\(folder)/changed.backup"
    let reader = BackupReader(changed, passphrase: passphrase)
    let restore = restore(to: "other.db")
    var cases = [original.prefix(0), original.prefix(512), original.prefix(original.count / 2)]
    cases += [original.prefix(original.count - 1), original + [0]]
    // The first files with their headers and padding, the store, and the end. Each attempt with a
    // passphrase takes as long as a sign-in, and all bytes are authenticated alike.
    let offsets = [
      Array(stride(from: 0, to: 4096, by: passphrase == nil ? 29 : 311)),
      [original.count / 3, original.count / 2],
      Array(
        stride(from: original.count - 1024, to: original.count, by: passphrase == nil ? 127 : 511)),
    ]
    for offset in offsets.joined() {
      var data = original
      data[offset] ^= 1 << UInt8(offset % 8)
      cases.append(data)
    }
    for data in cases {
      try data.write(to: URL(fileURLWithPath: changed))
      await #expect(throws: BackupFailure.self) { try await restore.withPlan(reader) { _ in } }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(!names.contains { $0.hasPrefix("other.db") }, "\(names)")
  }

  @Test func `an archive cannot be read without its passphrase`() async throws {
    defer { removeFolder() }
    try await makeStore().close()
    _ = try await writer("a long passphrase").write(to: archive, now: 1)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: archive))
    #expect(!String(decoding: bytes, as: UTF8.self).contains("manifest.json"))
    for (passphrase, sentence) in [(nil, "needs its passphrase"), ("another one", "is wrong")] {
      let failure = await #expect(throws: BackupFailure.self) {
        try await restore(to: "other.db").withPlan(BackupReader(archive, passphrase: passphrase)) {
          _ in
        }
      }
      #expect(failure?.description.contains(sentence) == true)
    }
  }

  @Test func `backups are made when they are due, and only the newest are kept`() async throws {
    defer { removeFolder() }
    try await makeStore().close()
    let clock = NIOLockedValueBox(1_800_000_000)
    let record = BackupRecord()
    let archives = "\(folder)/archives"
    try FileManager.default.createDirectory(atPath: archives, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: "\(archives)/mine.backup"))
    let job = {
      BackupJob(
        BackupSchedule(folder: archives, period: 3600, keepCount: 2, passphrase: nil),
        store: database,
        keys: keys, record: record, logger: LogFormat.human.logger("test", level: .critical),
        clock: { clock.withLockedValue { $0 } })
    }
    for seconds in [0, 3599, 1, 3600] {
      clock.withLockedValue { $0 += seconds }
      // NB: a new job each time, as after a restart.
      await job().backUpIfDue()
    }
    #expect(record.failures == 0)
    #expect(record.lastBackup == 1_800_007_200)
    let names = try FileManager.default.contentsOfDirectory(atPath: archives).sorted()
    #expect(
      names == [
        BackupJob.name(at: 1_800_003_600), BackupJob.name(at: 1_800_007_200), "mine.backup",
      ])
    try FileManager.default.removeItem(atPath: archives)
    clock.withLockedValue { $0 += 3600 }
    await job().backUpIfDue()
    #expect(record.failures == 1)
  }

  @Test func `backups from a clock that was ahead do not displace those made since`()
    async throws
  {
    defer { removeFolder() }
    try await makeStore().close()
    let archives = "\(folder)/archives"
    try FileManager.default.createDirectory(atPath: archives, withIntermediateDirectories: true)
    let futureNames = [BackupJob.name(at: 1_900_000_000), BackupJob.name(at: 1_900_003_600)]
    for name in futureNames { try Data().write(to: URL(fileURLWithPath: "\(archives)/\(name)")) }
    let clock = NIOLockedValueBox(1_800_000_000)
    let job = BackupJob(
      BackupSchedule(folder: archives, period: 3600, keepCount: 2, passphrase: nil),
      store: database,
      keys: keys, record: BackupRecord(),
      logger: LogFormat.human.logger("test", level: .critical),
      clock: { clock.withLockedValue { $0 } })
    for _ in 1...3 {
      await job.backUpIfDue()
      clock.withLockedValue { $0 += 3600 }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: archives).sorted()
    #expect(
      names == [BackupJob.name(at: 1_800_003_600), BackupJob.name(at: 1_800_007_200)] + futureNames)
  }

  @Test func `a backup into a missing folder is an error with a fix`() async throws {
    defer { removeFolder() }
    try await makeStore().close()
    let writer = BackupWriter(store: database, keys: keys, passphrase: nil)
    for (path, advice) in [
      ("\(folder)/none/a.backup", "Create it (mkdir -p '\(folder)/none')"),
      ("\(folder)/Ada's/a.backup", #"/Ada'\''s')"#),
      ("\(database)/a.backup", "is not a folder"),
    ] {
      let error = await #expect(throws: BackupFailure.self) {
        _ = try await writer.write(to: path, now: 1_800_000_000)
      }
      #expect(error?.description.contains(advice) == true, "\(String(describing: error))")
    }
  }

  @Test func `a backup is aborted when the server stops, which is not a failure`() async throws {
    defer { removeFolder() }
    try await makeStore().close()
    let log = CapturedLog()
    let record = BackupRecord()
    let job = BackupJob(
      BackupSchedule(folder: folder, period: 3600, keepCount: 2, passphrase: nil), store: database,
      keys: keys, record: record, logger: log.logger, clock: { 1_800_000_000 })
    let endless = AsyncStream<Void>.makeStream()
    let task = Task {
      for await _ in endless.stream {}
      await job.backUpIfDue()
    }
    task.cancel()
    await task.value
    withExtendedLifetime(endless.continuation) {}
    #expect(log.text.contains("Aborted a backup"))
    #expect(record.failures == 0)
    #expect(record.lastBackup == 0)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(!names.contains { $0.hasPrefix("flowmagic-") }, "\(names)")
  }

  @Test func `a release that has changed on disk is found by a check and before a restore`()
    async throws
  {
    defer { removeFolder() }
    let store = try await makeStore()
    try await publish(1...2, to: store)
    try await store.close()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: database))
    let range = try #require(bytes.range(of: Data(#""number":1,"flows":[]"#.utf8)))
    bytes[range.upperBound - 5] = UInt8(ascii: "z")
    try bytes.write(to: URL(fileURLWithPath: database))
    chmod(database, 0o600)
    let failed = try await StoreCheck(store: database, keys: keys, now: 1_800_000_000).results()
      .filter { !$0.hasPassed }
    #expect(failed.map(\.name) == ["releases"])
    #expect(failed.first?.detail.contains("release 1 of shop has changed") == true)
    _ = try await writer().write(to: archive, now: 1)
    try await restore(to: "other.db").withPlan(BackupReader(archive, passphrase: nil)) { plan in
      let sentences = plan.consequences.joined(separator: "\n")
      #expect(sentences.contains("the document of release 1 of shop has changed"))
    }
  }

  @Test func `a single release is counted in the singular`() async throws {
    defer { removeFolder() }
    let store = try await makeStore()
    try await publish(1...1, to: store)
    try await store.close()
    let results = try await StoreCheck(store: database, keys: keys, now: 1_800_000_000).results()
    #expect(results[0].detail.hasSuffix(", 1 release, 0 users"))
    _ = try await writer().write(to: archive, now: 1)
    try await restore().withPlan(BackupReader(archive, passphrase: nil)) { plan in
      #expect(plan.consequences[0].hasSuffix("): 1 release, 1 signing key set."))
    }
  }

  @Test func `an empty store beside keys that have signed releases is rejected`() async throws {
    defer { removeFolder() }
    let store = try await makeStore()
    let start = StartChecks(logger: LogFormat.human.logger("test", level: .critical))
    try await start.raiseNumbers(of: store, to: keys)
    try await publish(1...2, to: store)
    try await store.close()
    for suffix in ["", "-wal", "-shm"] { unlink(database + suffix) }
    let empty = try await Stores.open("sqlite:\(database)")
    do {
      try await start.raiseNumbers(of: empty, to: keys)
      Issue.record("the store was accepted")
    } catch let error as StoreError {
      #expect(error.code == .damaged)
      #expect(error.message.contains("have signed release 2 of shop"))
    }
    try await empty.close()
  }

  @Test func `a check finds the problems of a store and its keys`() async throws {
    defer { removeFolder() }
    let store = try await makeStore()
    try await publish(1...2, to: store)
    func failures(now: Int = 1_800_000_000) async throws -> [String] {
      try await StoreCheck(store: database, keys: keys, now: now).results()
        .filter { !$0.hasPassed }.map(\.name)
    }
    func put(_ digest: String) async throws {
      _ = try await store.put(
        StoredAsset(
          application: "shop", digest: digest, type: "image/png", width: 1, height: 1, size: 0,
          added: 1, body: []))
    }
    // The SHA-256 digest of empty data, which is correct; the next one is not.
    try await put("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(try await failures() == [])
    let other = String(repeating: "0", count: 64)
    try await put(other)
    #expect(try await failures() == ["pictures"])
    #expect(try await store.removeAsset(other, of: "shop") == .removed)
    try keys.raiseFloor([IssuedNumber(application: "shop", environment: "production", number: 9)])
    try keys.minimumIssueTime().save(1_900_000_000, 1_900_000_000)
    chmod(database, 0o644)
    #expect(try await failures() == ["permissions", "release numbers", "clock"])
    try keys.raiseFloor(keySetCount: 2)
    #expect(
      try await failures(now: 1_900_000_000) == ["permissions", "signing keys", "release numbers"])
    try await store.close()
  }
}
