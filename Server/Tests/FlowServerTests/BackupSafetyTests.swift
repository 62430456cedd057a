import Accounts
import Crypto
import FlowMagic
import FlowServer
import FlowStore
import Foundation
import Logging
import Testing

/// Backups and restores that run at the same time as others; manipulated lock files and numbers.
@Suite struct BackupSafetyTests {
  private let folder: String
  private var database: String { "\(folder)/flowmagic.db" }
  private var keys: KeyFolder { KeyFolder(database + ".keys") }
  private var archive: String { "\(folder)/one.backup" }
  private var lock: String { database + ".restore-lock" }
  private var reader: BackupReader { BackupReader(archive, passphrase: nil) }

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/safety-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func removeFolder() { try? FileManager.default.removeItem(atPath: folder) }

  /// A store with a release, and keys.
  private func makeStore() async throws -> any Store {
    let store = try await Stores.open("sqlite:\(database)")
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
    _ = try keys.loadOrCreate()
    return store
  }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  private func text(of path: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  private func backUp() async throws {
    _ = try await BackupWriter(store: database, keys: keys, passphrase: nil)
      .write(to: archive, now: 1)
  }

  private func restore(to name: String = "flowmagic.db") -> BackupRestore {
    BackupRestore(
      store: "\(folder)/\(name)", keys: KeyFolder("\(folder)/\(name).keys"), keepsKeys: false,
      acceptsOlderKeys: false)
  }

  // MARK: The lock of a restore

  @Test func `attack: a lock on the store's folder, which anyone may read, prevents no restore`()
    async throws
  {
    defer { removeFolder() }
    try await makeStore().close()
    try await backUp()
    let other = open(folder, O_RDONLY | O_DIRECTORY)
    defer { close(other) }
    try #require(flock(other, LOCK_EX | LOCK_NB) == 0)
    try await restore().withPlan(reader) { plan in
      #expect(plan.refusal == nil)
      let attributes = try FileManager.default.attributesOfItem(atPath: lock)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
    #expect(!exists(lock))
  }

  @Test func `a lock file that a killed restore has left is reused`() async throws {
    defer { removeFolder() }
    try await makeStore().close()
    try await backUp()
    try write("", to: lock)
    try #require(chmod(lock, 0o600) == 0)
    try await restore().withPlan(reader) { plan in #expect(plan.refusal == nil) }
    #expect(!exists(lock))
  }

  @Test func `attack: a lock file that others may open, or a link, is rejected`() async throws {
    defer { removeFolder() }
    try await makeStore().close()
    try await backUp()
    try write("", to: lock)
    try #require(chmod(lock, 0o644) == 0)
    let permissive = await #expect(throws: BackupFailure.self) {
      try await restore().withPlan(reader) { _ in }
    }
    #expect(permissive?.description.contains("was not made by a restore") == true)
    try FileManager.default.removeItem(atPath: lock)
    try write("secret", to: "\(folder)/secret")
    try FileManager.default.createSymbolicLink(
      atPath: lock, withDestinationPath: "\(folder)/secret")
    let link = await #expect(throws: BackupFailure.self) {
      try await restore().withPlan(reader) { _ in }
    }
    #expect(link?.description.contains("it is a link") == true)
    #expect(try text(of: "\(folder)/secret") == "secret")
  }

  // MARK: Backups at the same time

  @Test func `a second backup to the same archive at the same time is rejected`() async throws {
    defer { removeFolder() }
    try await makeStore().close()
    try write("", to: "\(archive).99.flowmagic-partial")
    // A process keeps this file locked while it makes a backup.
    let locked = open("\(archive).99.flowmagic-partial", O_RDONLY)
    try #require(flock(locked, LOCK_EX | LOCK_NB) == 0)
    let failure = await #expect(throws: BackupFailure.self) { try await backUp() }
    #expect(failure?.description.contains("Another backup to \(archive) is running") == true)
    #expect(!exists(archive))
    close(locked)
    // The name of another archive may begin with this one's.
    for suffix in ["partial", "store"] {
      try write("", to: "\(archive).more.7.flowmagic-\(suffix)")
    }
    let other = open("\(archive).more.7.flowmagic-partial", O_RDONLY)
    defer { close(other) }
    try #require(flock(other, LOCK_EX | LOCK_NB) == 0)
    try await backUp()
    #expect(exists(archive))
  }

  @Test func `an archive that another backup has made meanwhile is not replaced`() throws {
    defer { removeFolder() }
    try write("first", to: archive)
    let partial = "\(archive).1.flowmagic-partial"
    try write("second", to: partial)
    let failure = #expect(throws: BackupFailure.self) {
      try BackupWriter.moveIntoPlace(partial, as: archive)
    }
    #expect(failure?.description.contains("is not overwritten") == true)
    #expect(try text(of: archive) == "first")
    try BackupWriter.moveIntoPlace(partial, as: "\(folder)/two.backup")
    #expect(try text(of: "\(folder)/two.backup") == "second")
    #expect(!exists(partial))
  }

  @Test func `a check accepts files that besides the owner only the group may read`() async throws {
    defer { removeFolder() }
    try await makeStore().close()
    let file = "\(keys.path)/\(try #require(try keys.load()).publicKey.id).key"
    func permissions() async throws -> StoreCheck.Result {
      let results = try await StoreCheck(store: database, keys: keys, now: 1_800_000_000).results()
      return try #require(results.first { $0.name == "permissions" })
    }
    #expect(try await permissions().detail == "only the owner may read store and keys")
    try #require(chmod(file, 0o640) == 0)
    let shared = try await permissions()
    #expect(shared.hasPassed)
    #expect(shared.detail.contains("only the group may use \(file)"))
    try #require(chmod(file, 0o604) == 0)
    #expect(try await !permissions().hasPassed)
  }

  // MARK: The floor

  private func number(_ number: Int) -> IssuedNumber {
    IssuedNumber(application: "shop", environment: "production", number: number)
  }

  @Test func `attack: a number beside the keys that no server has issued is not adopted`()
    async throws
  {
    defer { removeFolder() }
    let store = try await makeStore()
    let checks = StartChecks(logger: LogFormat.human.logger("test", level: .critical))
    try keys.raiseFloor([number(1 + IssuedFloor.maximumGap + 1)])
    let error = await #expect(throws: StoreError.self) {
      try await checks.raiseNumbers(of: store, to: keys)
    }
    #expect(error?.code == .damaged)
    #expect(error?.message.contains("\(keys.path).floor") == true)
    #expect(error?.message.contains("remove both") == true)
    #expect(try await store.nextNumber(of: "shop") == 2)

    for file in ["\(keys.path)/floor.json", keys.path + ".floor"] {
      try FileManager.default.removeItem(atPath: file)
    }
    try await checks.raiseNumbers(of: store, to: keys)
    #expect(try await store.nextNumber(of: "shop") == 2)
    try keys.raiseFloor([number(1 + IssuedFloor.maximumGap)])
    try await checks.raiseNumbers(of: store, to: keys)
    #expect(try await store.nextNumber(of: "shop") == IssuedFloor.maximumGap + 2)
    try await store.close()
  }

  @Test func `attack: an archive with a number that no server has issued is rejected`()
    async throws
  {
    defer { removeFolder() }
    try await makeStore().close()
    try keys.raiseFloor([number(1_000_000_001)])
    try await backUp()
    try replaceInManifest("1000000001", with: "9000000001")
    let otherStoreFailure = await #expect(throws: BackupFailure.self) {
      try await restore(to: "other.db").withPlan(reader) { _ in }
    }
    #expect(otherStoreFailure?.description.contains("Restore another archive") == true)
    try keys.raiseFloor([number(IssuedFloor.maximum - 1)])
    let sameStoreFailure = await #expect(throws: BackupFailure.self) {
      try await restore().withPlan(reader) { _ in }
    }
    #expect(sameStoreFailure?.description.contains("\(keys.path).floor") == true)
  }

  /// Changes the manifest of the archive, its first file, and corrects the digest.
  private func replaceInManifest(_ old: String, with new: String) throws {
    var data = try Data(contentsOf: URL(fileURLWithPath: archive))
    let range = try #require(data.range(of: Data(old.utf8)))
    data.replaceSubrange(range, with: Data(new.utf8))
    let size = try #require(Int(String(decoding: data[124..<135], as: UTF8.self), radix: 8))
    let digest = SHA256.hash(data: data[512..<512 + size])
      .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    let start = 512 + (size + 511) / 512 * 512 + 512
    data.replaceSubrange(start..<start + 64, with: Data(digest.utf8))
    try data.write(to: URL(fileURLWithPath: archive))
  }

  @Test func `attack: a backup with a number that no server has issued fails and displaces none`()
    async throws
  {
    defer { removeFolder() }
    try await makeStore().close()
    let archives = "\(folder)/archives"
    try FileManager.default.createDirectory(atPath: archives, withIntermediateDirectories: true)
    let record = BackupRecord()
    func backUpIfDue(at now: Int) async {
      await BackupJob(
        BackupSchedule(folder: archives, period: 60, keepCount: 1, passphrase: nil),
        store: database, keys: keys, record: record,
        logger: LogFormat.human.logger("test", level: .critical), clock: { now }
      ).backUpIfDue()
    }
    await backUpIfDue(at: 1_800_000_000)
    let names = [BackupJob.name(at: 1_800_000_000)]
    #expect(try FileManager.default.contentsOfDirectory(atPath: archives) == names)
    try keys.raiseFloor([number(2_000_000_000)])
    await backUpIfDue(at: 1_800_000_060)
    #expect(record.failures == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: archives) == names)
    let failure = await #expect(throws: BackupFailure.self) { try await backUp() }
    #expect(failure?.description.contains("release 2000000000 of shop") == true)
    #expect(!exists(archive))
  }

  @Test func `attack: a number that a start refuses is not copied to the file beside the keys`()
    async throws
  {
    defer { removeFolder() }
    let store = try await makeStore()
    let start = StartChecks(logger: LogFormat.human.logger("test", level: .critical))
    try await start.raiseNumbers(of: store, to: keys)
    let before = try text(of: keys.path + ".floor")
    let inner = "\(keys.path)/floor.json"
    let original = try text(of: inner)
    let changed = original.replacing(#""production":1"#, with: #""production":2000000000"#)
    try write(changed, to: inner)
    let error = await #expect(throws: StoreError.self) { _ = try await keys.keys(for: store) }
    #expect(error?.code == .damaged)
    #expect(error?.message.contains("release 2000000000 of shop") == true)
    #expect(try text(of: keys.path + ".floor") == before)

    // Nor by a rotation, nor by a release of another application.
    _ = try keys.rotate()
    try keys.raiseFloor([IssuedNumber(application: "market", environment: "live", number: 1)])
    let outer = try text(of: keys.path + ".floor")
    #expect(outer.contains("market"))
    #expect(!outer.contains("2000000000"), "\(outer)")
    #expect(try keys.issuedFloor().highest(of: "shop") == 2_000_000_000)
    // A start copies what it accepts.
    try write(original, to: inner)
    try await start.raiseNumbers(of: store, to: keys)
    #expect(try text(of: inner).contains("market"))
    try await store.close()
  }

  // MARK: Archives that could not be restored

  @Test func `a damaged store is not backed up, because it could not be restored`() async throws {
    defer { removeFolder() }
    let store = try await makeStore()
    _ = try await store.replaceDraft(
      of: "shop", revision: 0, body: Array("{}".utf8), author: "Adagio", at: 1)
    try await store.close()
    var bytes = try Data(contentsOf: URL(fileURLWithPath: database))
    // A revision of 1 has no bytes of its own.
    let draft = try #require(bytes.range(of: Data("shopAdagio".utf8)))
    bytes.replaceSubrange(draft, with: Data("shoqAdagio".utf8))
    try bytes.write(to: URL(fileURLWithPath: database))
    let failure = await #expect(throws: BackupFailure.self) { try await backUp() }
    #expect(failure?.description.contains("a backup of it could not be restored") == true)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(!names.contains { $0.hasPrefix("one.backup") }, "\(names)")
  }

  @Test func `a backup to a missing folder says how to create it, also with a slash at the end`()
    async throws
  {
    defer { removeFolder() }
    try await makeStore().close()
    let failure = await #expect(throws: BackupFailure.self) {
      _ = try await BackupWriter(store: database, keys: keys, passphrase: nil)
        .write(to: "\(folder)/none/", now: 1)
    }
    #expect(failure?.description.contains("Create it (mkdir -p '\(folder)/none')") == true)
  }

  @Test func `sizes in messages do not hide that there is too little space`() {
    defer { removeFolder() }
    #expect(DiskSpace.text(free: 0) == "0 MiB")
    #expect(DiskSpace.text(free: (2 << 20) - 1) == "1 MiB")
    #expect(DiskSpace.text(required: 1) == "1 MiB")
    #expect(DiskSpace.text(required: 2 << 20) == "2 MiB")
    #expect(DiskSpace.text(required: (2 << 20) + 1) == "3 MiB")
  }
}
