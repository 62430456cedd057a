import Accounts
import Crypto
import FlowServer
import FlowStore
import Foundation
import Logging
import Testing

/// Backups and restores keep what earlier ones have saved, and an archive can be restored.
@Suite struct BackupHistoryTests {
  private let folder: String
  private var database: String { "\(folder)/flowmagic.db" }
  private var keys: KeyFolder { KeyFolder(database + ".keys") }
  private var archive: String { "\(folder)/one.backup" }
  private var archives: String { "\(folder)/archives" }
  private var reader: BackupReader { BackupReader(archive, passphrase: nil) }
  private static let start = 1_800_000_000
  private static let day = 86_400

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/history-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: folder + "/archives", withIntermediateDirectories: true)
  }

  private func removeFolder() { try? FileManager.default.removeItem(atPath: folder) }

  /// A store with keys, and a user if requested.
  private func makeStore(withUser: Bool = false) async throws {
    let store = try await Stores.open("sqlite:\(database)")
    try await store.add(
      Organization(id: "acme", name: "Acme", created: 1),
      audit: AuditEntry(at: 1, actor: "test", action: "test", organization: "acme"))
    _ = try keys.loadOrCreate()
    if withUser {
      _ = try keys.loadOrCreateAccountKeys(hasUsers: false)
      try await store.accounts.change { writer in
        try writer.put(
          User(
            id: "p_ada0000000000000", email: "ada@example.com", emailKey: "ada@example.com",
            name: "Ada", verified: 1, disabled: nil, created: 1))
      }
    }
    try await store.close()
  }

  private func bytes(of path: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: path))
  }

  private func write(_ data: Data, to path: String) throws {
    try data.write(to: URL(fileURLWithPath: path))
    try #require(chmod(path, 0o600) == 0)
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: archives).sorted()
  }

  private func backUp(now: Int = BackupHistoryTests.start, passphrase: String? = nil) async throws {
    _ = try await BackupWriter(store: database, keys: keys, passphrase: passphrase)
      .write(to: archive, now: now)
  }

  private func restore(
    keepsKeys: Bool = false, to name: String = "flowmagic.db"
  ) -> BackupRestore {
    BackupRestore(
      store: "\(folder)/\(name)", keys: KeyFolder("\(folder)/\(name).keys"), keepsKeys: keepsKeys,
      acceptsOlderKeys: false)
  }

  /// The backup job of a restarted server.
  private func job(at now: Int, _ record: BackupRecord = BackupRecord()) -> BackupJob {
    BackupJob(
      BackupSchedule(folder: archives, period: Self.day, keepCount: 7, passphrase: nil),
      store: database, keys: keys, record: record,
      logger: LogFormat.human.logger("test", level: .critical), clock: { now })
  }

  private func addArchives(_ seconds: [Int]) throws {
    for second in seconds { try write(Data(), to: "\(archives)/\(BackupJob.name(at: second))") }
  }

  // MARK: Previous data

  @Test(arguments: [false, true])
  func `restores in the same second keep all previous stores and keys`(keepsKeys: Bool)
    async throws
  {
    defer { removeFolder() }
    try await makeStore()
    try await backUp()
    let restore = restore(keepsKeys: keepsKeys)
    func perform() async throws -> [String] {
      try await restore.withPlan(reader) { plan in
        #expect(plan.refusal == nil)
        return try await restore.perform(plan, of: "a.backup", movingAsideTo: ".old")
      }
    }
    func moved(_ suffix: String) -> [String] {
      (keepsKeys ? [] : ["\(keys.path)\(suffix)"]) + ["\(database)\(suffix)"]
    }
    #expect(try await perform() == moved(".old"))
    let first = try bytes(of: "\(database).old")
    #expect(try await perform() == moved(".old-2"))
    #expect(try bytes(of: "\(database).old") == first)
    // One existing file is enough to skip a name: a write-ahead log must not be combined with
    // another store.
    try write(Data("log".utf8), to: "\(database).old-3-wal")
    #expect(try await perform() == moved(".old-4"))
    #expect(try bytes(of: "\(database).old-3-wal") == Data("log".utf8))
    #expect(exists(database))
    #expect(try keys.load() != nil)
  }

  // MARK: The schedule

  @Test(arguments: [[], [400 * 86_400], [43_200]])
  func `restarts with an archive of a future time make no additional backups`(ahead: [Int])
    async throws
  {
    defer { removeFolder() }
    try await makeStore()
    let week = (0..<7).map { Self.start - 3600 - $0 * Self.day }
    try addArchives(week + ahead.map { Self.start + $0 })
    let before = try names()
    for restart in 0..<8 {
      let record = BackupRecord()
      await job(at: Self.start + restart, record).backUpIfDue()
      #expect(record.lastBackup == Self.start - 3600)
      #expect(record.failures == 0)
    }
    #expect(try names() == before)
    let later = Self.start + 2 * Self.day
    await job(at: later).backUpIfDue()
    let oldest = BackupJob.name(at: Self.start - 3600 - 6 * Self.day)
    let expected = before.filter { $0 != oldest } + [BackupJob.name(at: later)]
    #expect(try names() == expected.sorted())
  }

  @Test func `a backup made before the clock was set back counts as the latest`() async throws {
    defer { removeFolder() }
    try addArchives([Self.start + 60])
    let record = BackupRecord()
    await job(at: Self.start, record).backUpIfDue()
    #expect(record.lastBackup == Self.start + 60)
    #expect(record.failures == 0)
  }

  @Test func `many archives of a day displace none of the days before`() async throws {
    defer { removeFolder() }
    try await makeStore()
    let noon = Self.start / Self.day * Self.day + Self.day / 2
    let week = (1...7).map { noon - $0 * Self.day }
    // Archives that an operator made by hand.
    let additional = (0..<9).map { noon - Self.day + 60 * ($0 + 1) }
    try addArchives(week + additional)
    await job(at: noon + 3600).backUpIfDue()
    let expected = [noon + 3600] + additional.suffix(6) + week[1...5]
    #expect(try names() == expected.map { BackupJob.name(at: $0) }.sorted())
  }

  // MARK: Usable keys

  @Test(arguments: [nil, "", "damaged\n"])
  func `a backup without usable account keys fails and displaces none`(text: String?)
    async throws
  {
    defer { removeFolder() }
    try await makeStore(withUser: true)
    let week = (1...7).map { Self.start - $0 * Self.day }
    try addArchives(week)
    let before = try names()
    let file = "\(keys.path)/accounts.keys"
    try FileManager.default.removeItem(atPath: file)
    if let text { try write(Data(text.utf8), to: file) }
    let failure = await #expect(throws: BackupFailure.self) { try await backUp() }
    #expect(failure?.description.contains("A server could not use a backup") == true)
    #expect(failure?.description.contains(file) == true)
    #expect(!exists(archive))
    let record = BackupRecord()
    await job(at: Self.start, record).backUpIfDue()
    #expect(record.failures == 1)
    #expect(try names() == before)
  }

  @Test func `an archive without its users' keys is not restored`() async throws {
    defer { removeFolder() }
    try await makeStore(withUser: true)
    try await backUp()
    try await restore().withPlan(reader) { plan in #expect(plan.refusal == nil) }
    try write(try withDamagedAccountKeys(try bytes(of: archive)), to: archive)
    try await restore().withPlan(reader) { plan in
      #expect(plan.refusal?.contains("accounts.keys is missing or damaged") == true)
      #expect(plan.refusal?.contains("--keep-keys") == true)
    }
    try await restore(keepsKeys: true).withPlan(reader) { plan in #expect(plan.refusal == nil) }
    try FileManager.default.removeItem(atPath: "\(keys.path)/accounts.keys")
    try await restore(keepsKeys: true).withPlan(reader) { plan in
      #expect(plan.refusal?.contains("--keep-keys requires usable account keys") == true)
    }
  }

  /// Damages the account keys in an archive, and corrects the digests.
  private func withDamagedAccountKeys(_ archive: Data) throws -> Data {
    let content = try bytes(of: "\(keys.path)/accounts.keys")
    var archive = archive
    let range = try #require(archive.range(of: content))
    let damaged = Data(repeating: UInt8(ascii: "!"), count: content.count)
    archive.replaceSubrange(range, with: damaged)
    let digest = try #require(archive.range(of: Data(sha256(of: content).utf8)))
    archive.replaceSubrange(digest, with: Data(sha256(of: damaged).utf8))
    return try withNewDigest(archive)
  }

  // MARK: The manifest of an archive

  @Test func `attack: an archive's names cannot control the terminal`() async throws {
    defer { removeFolder() }
    try await makeStore()
    let store = try await Stores.open("sqlite:\(database)")
    try await store.add(
      Application(id: "shop", organization: "acme", name: "Shop", created: 1),
      environments: ["production"],
      audit: AuditEntry(at: 1, actor: "test", action: "test", organization: "acme"))
    try await store.close()
    try keys.raiseFloor([
      IssuedNumber(application: "shop-with-a-name", environment: "production", number: 7)
    ])
    try await backUp()
    var changed = try bytes(of: archive)
    let name = try #require(changed.range(of: Data("shop-with-a-name".utf8)))
    changed.replaceSubrange(name, with: Data(#"\u001b]0;x\u0007"#.utf8))
    try write(try withNewDigest(changed), to: archive)
    try await restore(to: "other.db").withPlan(reader) { plan in
      let text = plan.consequences.joined()
      #expect(text.contains("\u{FFFD}]0;x\u{FFFD} in production"))
      #expect(!text.unicodeScalars.contains { $0.value < 0x20 })
    }
  }

  @Test func `attack: an archive with text instead of its time is rejected`() async throws {
    defer { removeFolder() }
    try await makeStore()
    try await backUp()
    var changed = try bytes(of: archive)
    let time = try #require(changed.range(of: Data("2027-01-15T08:00:00Z".utf8)))
    changed.replaceSubrange(time, with: Data(#"\u001b[2Jyesterday.."#.utf8))
    try write(try withNewDigest(changed), to: archive)
    let failure = await #expect(throws: BackupFailure.self) {
      try await restore(to: "other.db").withPlan(reader) { _ in }
    }
    #expect(failure?.description.contains("manifest is damaged") == true)
  }

  @Test func `an error about an archive cannot control the terminal`() {
    #expect(BackupFailure("shop\u{1B}[2J is damaged").description == "shop\u{FFFD}[2J is damaged")
  }

  private func sha256(of data: Data) -> String {
    SHA256.hash(data: data).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Corrects the digest of an archive's manifest, which is the first file and was changed.
  private func withNewDigest(_ archive: Data) throws -> Data {
    var archive = archive
    let size = try #require(Int(String(decoding: archive[124..<135], as: UTF8.self), radix: 8))
    let digest = sha256(of: archive[512..<512 + size])
    let start = 512 + (size + 511) / 512 * 512 + 512
    archive.replaceSubrange(start..<start + 64, with: Data(digest.utf8))
    return archive
  }

  // MARK: Leftovers

  @Test(arguments: [nil, "a long passphrase"])
  func `an archive that a killed backup has completed but not named is removed`(
    passphrase: String?
  ) async throws {
    defer { removeFolder() }
    try await makeStore()
    try await backUp(passphrase: passphrase)
    let complete = try bytes(of: archive)
    let others = [
      "before-the-move.backup.97.flowmagic-partial", "mine.partial", "video.7.partial",
    ]
    for name in ["before-the-move.backup.95.flowmagic-partial"] + others {
      try write(complete, to: "\(archives)/\(name)")
    }
    // A process keeps this file locked while it makes a backup.
    let locked = open("\(archives)/before-the-move.backup.97.flowmagic-partial", O_RDONLY)
    defer { close(locked) }
    try #require(flock(locked, LOCK_EX | LOCK_NB) == 0)
    job(at: Self.start).removeLeftovers()
    #expect(try names() == others)
  }

  // MARK: Stopping

  @Test func `a cleanup that is cancelled because the server stops is not an error`()
    async throws
  {
    defer { removeFolder() }
    let log = CapturedLog()
    let store = try await Stores.open("sqlite:\(database)")
    let site = try await Site(store: store, logger: log.logger)
    let job = CleanupJob(services: site.services)
    let endless = AsyncStream<Void>.makeStream()
    let task = Task {
      for await _ in endless.stream {}
      await job.cleanUp()
    }
    task.cancel()
    await task.value
    withExtendedLifetime(endless.continuation) {}
    #expect(!log.text.contains("cannot be deleted"))
    try await store.close()
  }
}
