import Accounts
import Crypto
import FlowMagic
import FlowServer
import FlowStore
import Foundation
import Logging
import NIOConcurrencyHelpers
import Testing

/// Backups and restores with manipulated folders and archives, foreign keys or a full disk.
@Suite struct BackupAttackTests {
  private let folder: String
  private var database: String { "\(folder)/flowmagic.db" }
  private var keys: KeyFolder { KeyFolder(database + ".keys") }
  private var archive: String { "\(folder)/one.backup" }
  private var reader: BackupReader { BackupReader(archive, passphrase: nil) }
  private static let nobody: UInt32 = 65_534

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/attack-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func removeFolder() { try? FileManager.default.removeItem(atPath: folder) }

  /// A store with a release, and keys.
  private func makeStore(_ path: String? = nil) async throws -> any Store {
    let path = path ?? database
    let store = try await Stores.open("sqlite:\(path)")
    let audit = AuditEntry(at: 1, actor: "test", action: "test", organization: "acme")
    try await store.add(Organization(id: "acme", name: "Acme", created: 1), audit: audit)
    try await store.add(
      Application(id: "shop", organization: "acme", name: "Shop", created: 1),
      environments: ["production"], audit: audit)
    let scope = #""application":"shop","environment":"production""#
    let body = #"{"schema":1,\#(scope),"number":1,"flows":[]}"#
    try await store.publish(
      StoredRelease(
        application: "shop", environment: "production", number: 1, body: Array(body.utf8),
        note: "", author: "Ada", published: 1), audit: audit)
    _ = try KeyFolder(path + ".keys").loadOrCreate()
    return store
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  private func backUp(now: Int = 1, reserve: Int? = nil) async throws -> BackupManifest {
    try await BackupWriter(store: database, keys: keys, passphrase: nil, reserve: reserve)
      .write(to: archive, now: now)
  }

  private func restore(
    keepsKeys: Bool = false, acceptsOtherKeys: Bool = false, to name: String = "flowmagic.db"
  ) -> BackupRestore {
    BackupRestore(
      store: "\(folder)/\(name)", keys: KeyFolder("\(folder)/\(name).keys"), keepsKeys: keepsKeys,
      acceptsOlderKeys: false, acceptsOtherKeys: acceptsOtherKeys)
  }

  // MARK: Files among the keys

  @Test func `attack: a link among the keys puts no other file into an archive`() async throws {
    defer { removeFolder() }
    try await makeStore().close()
    let secret = "\(folder)/secret"
    try write("a secret of root", to: secret)
    for name in ["notes", "0123456789abcdef.pem"] {
      try FileManager.default.createSymbolicLink(
        atPath: "\(keys.path)/\(name)", withDestinationPath: secret)
    }
    let manifest = try await backUp()
    #expect(!manifest.files.contains { $0.name.hasSuffix("notes") || $0.name.hasSuffix("pem") })
    let bytes = try Data(contentsOf: URL(fileURLWithPath: archive))
    #expect(bytes.range(of: Data("a secret of root".utf8)) == nil)
    try FileManager.default.removeItem(atPath: archive)
    try FileManager.default.createSymbolicLink(
      atPath: "\(keys.path)/accounts.keys", withDestinationPath: secret)
    let failure = await #expect(throws: BackupFailure.self) { _ = try await backUp() }
    #expect(failure?.description.contains("it is a link") == true)
    #expect(!exists(archive))
  }

  // Regression test: opening the pipe used to wait forever.
  @Test(.timeLimit(.minutes(1)))
  func `attack: a pipe among the keys is an error, and a backup does not wait for it`()
    async throws
  {
    defer { removeFolder() }
    try await makeStore().close()
    mkfifo("\(keys.path)/accounts.keys", 0o600)
    let failure = await #expect(throws: BackupFailure.self) { _ = try await backUp() }
    #expect(failure?.description.contains("not a regular file") == true)
  }

  @Test(.enabled(if: geteuid() == 0))
  func `attack: root reads no other user's file among the keys`() async throws {
    defer { removeFolder() }
    try await makeStore().close()
    for name in try names(in: keys.path) {
      chown("\(keys.path)/\(name)", Self.nobody, Self.nobody)
    }
    chown(keys.path, Self.nobody, Self.nobody)
    _ = try await backUp()
    try FileManager.default.removeItem(atPath: archive)
    let file = "\(keys.path)/keys.json"
    chown(file, 0, 0)
    let failure = await #expect(throws: (any Error).self) { _ = try await backUp() }
    #expect(failure.map { "\($0)".contains("its owner is not its folder's") } == true)
    chown(file, Self.nobody, Self.nobody)
    _ = try await backUp()
  }

  @Test func `attack: the keys of another server are rejected unless accepted or not restored`()
    async throws
  {
    defer { removeFolder() }
    try await makeStore().close()
    let other = "\(folder)/other.db"
    try await makeStore(other).close()
    let otherKeys = KeyFolder(other + ".keys")
    _ = try await BackupWriter(store: other, keys: otherKeys, passphrase: nil)
      .write(to: archive, now: 1)
    try await restore().withPlan(reader) { plan in
      #expect(plan.refusal?.contains("an archive of another server") == true)
      #expect(plan.refusal?.contains("--accept-other-keys") == true)
    }
    try await restore(keepsKeys: true).withPlan(reader) { plan in #expect(plan.refusal == nil) }
    let accepting = restore(acceptsOtherKeys: true)
    try await accepting.withPlan(reader) { plan in
      #expect(plan.refusal == nil)
      _ = try await accepting.perform(plan, of: "a.backup", movingAsideTo: ".old")
    }
    #expect(try keys.load()?.chain == otherKeys.load()?.chain)
  }

  @Test func `a check finds the keys of another server`() async throws {
    defer { removeFolder() }
    try await makeStore().close()
    let other = KeyFolder("\(folder)/other.keys")
    _ = try other.loadOrCreate()
    try FileManager.default.removeItem(atPath: keys.path)
    try FileManager.default.copyItem(atPath: other.path, toPath: keys.path)
    let results = try await StoreCheck(store: database, keys: keys, now: 1_800_000_000).results()
    let signing = try #require(results.first { $0.name == "signing keys" })
    #expect(!signing.hasPassed)
    #expect(signing.detail.contains("not those that this server has signed with"))
  }

  // MARK: Space

  @Test func `neither a backup nor a restore uses the disk's reserve`() async throws {
    defer { removeFolder() }
    try await makeStore().close()
    let failure = await #expect(throws: BackupFailure.self) {
      _ = try await backUp(reserve: 1 << 60)
    }
    #expect(failure?.description.contains("The disk of \(archive) is too full.") == true)
    let after = try names(in: folder)
    #expect(!after.contains { $0.hasPrefix("one.backup") }, "\(after)")
    _ = try await backUp()
    let full = await #expect(throws: BackupFailure.self) {
      try await restore(to: "other.db").withPlan(
        BackupReader(archive, passphrase: nil, reserve: 1 << 60)
      ) { _ in }
    }
    #expect(full?.description.contains("too full to extract it, even for `--verify`") == true)
    let remaining = try names(in: folder)
    #expect(!remaining.contains { $0.hasPrefix("other.db") }, "\(remaining)")
  }

  private func job(_ archives: String, _ record: BackupRecord, _ clock: NIOLockedValueBox<Int>)
    -> BackupJob
  {
    BackupJob(
      BackupSchedule(folder: archives, period: 86_400, keepCount: 2, passphrase: nil),
      store: database,
      keys: keys, record: record, logger: LogFormat.human.logger("test", level: .critical),
      clock: { clock.withLockedValue { $0 } })
  }

  @Test func `the pause after a failed backup doubles`() async throws {
    defer { removeFolder() }
    try await makeStore().close()
    let clock = NIOLockedValueBox(1_800_000_000)
    let record = BackupRecord()
    let archives = "\(folder)/archives"
    let job = job(archives, record, clock)
    var failures: [Int] = []
    for _ in 0..<8 {
      await job.backUpIfDue()
      failures.append(record.failures)
      clock.withLockedValue { $0 += 60 }
    }
    #expect(failures == [1, 2, 2, 3, 3, 3, 3, 4])
    try FileManager.default.createDirectory(atPath: archives, withIntermediateDirectories: true)
    clock.withLockedValue { $0 += 3600 }
    await job.backUpIfDue()
    #expect(record.lastBackup == clock.withLockedValue { $0 })
  }

  @Test func `leftovers of killed backups are removed, and nothing else`() async throws {
    defer { removeFolder() }
    try await makeStore().close()
    let archives = "\(folder)/archives"
    try FileManager.default.createDirectory(atPath: archives, withIntermediateDirectories: true)
    let name = BackupJob.name(at: 1_800_000_000)
    for suffix in ["99.flowmagic-store", "99.flowmagic-store-journal", "98.flowmagic-store"] {
      try write("unencrypted", to: "\(archives)/\(name).\(suffix)")
    }
    // The same for an archive whose name an operator chose, of backups killed at different times.
    for suffix in ["95.flowmagic-store", "95.flowmagic-partial", "94.flowmagic-partial"] {
      try write("unencrypted", to: "\(archives)/before-the-move.backup.\(suffix)")
    }
    let secret = "\(folder)/secret"
    try write("a secret of root", to: secret)
    try FileManager.default.createSymbolicLink(
      atPath: "\(archives)/\(name).96.flowmagic-store", withDestinationPath: secret)
    // Other programs' files have such names, too.
    let others = [
      name, "\(name).x.flowmagic-store", "\(name).99.store", "mine.7.store", "mine.7.partial",
    ]
    let running = ["\(name).97.flowmagic-partial", "\(name).97.flowmagic-store"]
    let expected = others + running
    for file in expected { try write("", to: "\(archives)/\(file)") }
    // A process keeps this file locked while it makes a backup.
    let locked = open("\(archives)/\(name).97.flowmagic-partial", O_RDONLY)
    #expect(flock(locked, LOCK_EX | LOCK_NB) == 0)
    job(archives, BackupRecord(), NIOLockedValueBox(0)).removeLeftovers()
    #expect(try names(in: archives) == expected.sorted())
    #expect(exists(secret))
    close(locked)
    job(archives, BackupRecord(), NIOLockedValueBox(0)).removeLeftovers()
    #expect(try names(in: archives) == others.sorted())

    try write("unencrypted", to: "\(archive).99.flowmagic-store")
    _ = try await backUp()
    #expect(!exists("\(archive).99.flowmagic-store"))
  }

  // MARK: Restoring

  @Test func `a second restore at the same time is rejected and changes nothing`() async throws {
    defer { removeFolder() }
    try await makeStore().close()
    _ = try await backUp()
    try await restore().withPlan(reader) { plan in
      let failure = await #expect(throws: BackupFailure.self) {
        try await restore().withPlan(reader) { _ in }
      }
      #expect(failure?.description.contains("Another restore") == true)
      _ = try await restore().perform(plan, of: "a.backup", movingAsideTo: ".old")
    }
    #expect(try keys.load() != nil)
    #expect(try await StoreReader(path: database).statistics().releases == 1)
    try await restore().withPlan(reader) { plan in #expect(plan.refusal == nil) }
  }

  @Test func `the store that a restore moves aside needs no write-ahead log`() async throws {
    defer { removeFolder() }
    let store = try await makeStore()
    let killed = "\(folder)/killed.db"
    for suffix in ["", "-wal"] {
      try FileManager.default.copyItem(atPath: database + suffix, toPath: killed + suffix)
    }
    #expect(try Data(contentsOf: URL(fileURLWithPath: killed + "-wal")).count > 0)
    let new = "\(folder)/new.db"
    try await StoreReader(path: database).snapshot(to: new)
    try await store.close()
    let replacement = try StoreReplacement(path: killed)
    let old = try #require(try replacement.replace(with: new, movingAsideTo: ".old"))
    let log = try? Data(contentsOf: URL(fileURLWithPath: old + "-wal"))
    #expect(log?.isEmpty ?? true)
    for suffix in ["-wal", "-shm"] { unlink(old + suffix) }
    #expect(try await StoreReader(path: old).statistics().releases == 1)
  }

  @Test func `a store behind a link is restored where it is`() async throws {
    defer { removeFolder() }
    try await makeStore().close()
    let disk = "\(folder)/disk"
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: database, toPath: "\(disk)/real.db")
    try FileManager.default.createSymbolicLink(
      atPath: database, withDestinationPath: "\(disk)/real.db")
    _ = try await backUp()
    try await restore().withPlan(reader) { plan in
      #expect(exists("\(disk)/real.db.restoring"))
      let moved = try await restore().perform(plan, of: "a.backup", movingAsideTo: ".old")
      #expect(moved == ["\(keys.path).old", "\(disk)/real.db.old"])
    }
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: database) == "\(disk)/real.db")
    #expect(try await StoreReader(path: database).statistics().releases == 1)
  }

  @Test(.enabled(if: geteuid() == 0))
  func `files restored by root belong to the server's user`() async throws {
    defer { removeFolder() }
    try await makeStore().close()
    _ = try keys.loadOrCreateAccountKeys(hasUsers: false)
    _ = try await backUp()
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      chown("\(folder)/\(path)", Self.nobody, Self.nobody)
    }
    chown(folder, Self.nobody, Self.nobody)
    try await restore().withPlan(reader) { plan in
      #expect(plan.refusal == nil)
      _ = try await restore().perform(plan, of: "a.backup", movingAsideTo: ".old")
    }
    let keyFiles = try names(in: keys.path).map { "\(keys.path)/\($0)" }
    #expect(keyFiles.count >= 4)
    for path in keyFiles + [keys.path, database] {
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      let owner = (attributes[.ownerAccountID] as? NSNumber)?.uint32Value
      #expect(owner == Self.nobody, "\(path)")
    }
    #expect(try keys.load() != nil)
  }

  @Test(.enabled(if: geteuid() == 0))
  func `attack: root restores nothing through another user's link`() async throws {
    defer { removeFolder() }
    try await makeStore().close()
    _ = try await backUp()
    let link = "\(folder)/link.db"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: database)
    lchown(link, Self.nobody, Self.nobody)
    let failure = await #expect(throws: (any Error).self) {
      try await restore(to: "link.db").withPlan(reader) { _ in }
    }
    #expect(failure.map { "\($0)".contains("a link of one user to what") } == true)
  }

  @Test func `attack: an archive with an impossible release number leaves nothing behind`()
    async throws
  {
    defer { removeFolder() }
    try await makeStore().close()
    let issued = 987_654_321
    try keys.raiseFloor([
      IssuedNumber(application: "shop", environment: "production", number: issued)
    ])
    _ = try await backUp()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: archive))
    // The manifest is the first file, its digest the second. The new number is as long.
    let number = try #require(bytes.range(of: Data("\(issued)".utf8)))
    bytes.replaceSubrange(number, with: Data("\(-issued / 10)".utf8))
    let size = try #require(Int(String(decoding: bytes[124..<135], as: UTF8.self), radix: 8))
    let digest = SHA256.hash(data: bytes[512..<512 + size])
      .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let start = 512 + (size + 511) / 512 * 512 + 512
    bytes.replaceSubrange(start..<start + 64, with: Data(digest.utf8))
    try bytes.write(to: URL(fileURLWithPath: archive))
    let failure = await #expect(throws: BackupFailure.self) {
      try await restore(to: "other.db").withPlan(reader) { _ in }
    }
    #expect(failure?.description.contains("manifest is damaged") == true)
    let remaining = try names(in: folder)
    #expect(!remaining.contains { $0.hasPrefix("other.db") }, "\(remaining)")
  }

  @Test(arguments: [1 << 34, -1])
  func `a backup is made even if the clock is wrong`(now: Int) async throws {
    defer { removeFolder() }
    try await makeStore().close()
    _ = try await backUp(now: now)
    try await restore(to: "other.db").withPlan(reader) { plan in #expect(plan.refusal == nil) }
  }
}
