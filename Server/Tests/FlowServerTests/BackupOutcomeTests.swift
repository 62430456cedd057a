import Accounts
import FlowMagic
import FlowServer
import FlowStore
import Foundation
import Logging
import NIOConcurrencyHelpers
import Testing

/// What a restore means for apps, until the next release and with other keys, and whose an archive
/// is.
@Suite struct BackupOutcomeTests {
  private let folder: String
  private var database: String { "\(folder)/flowmagic.db" }
  private var keys: KeyFolder { KeyFolder(database + ".keys") }
  private var archive: String { "\(folder)/one.backup" }
  private var reader: BackupReader { BackupReader(archive, passphrase: nil) }
  private static let nobody: UInt32 = 65_534
  private static let audit = AuditEntry(at: 1, actor: "test", action: "test", organization: "acme")

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/outcome-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func removeFolder() { try? FileManager.default.removeItem(atPath: folder) }

  /// A store with release 1, and keys.
  private func makeStore(_ path: String? = nil) async throws -> any Store {
    let path = path ?? database
    let store = try await Stores.open("sqlite:\(path)")
    try await store.add(Organization(id: "acme", name: "Acme", created: 1), audit: Self.audit)
    try await store.add(
      Application(id: "shop", organization: "acme", name: "Shop", created: 1),
      environments: ["production", "staging"], audit: Self.audit)
    _ = try KeyFolder(path + ".keys").loadOrCreate()
    try await publish(1, to: store)
    return store
  }

  private func publish(_ number: Int, to store: any Store) async throws {
    let scope = #""application":"shop","environment":"production""#
    let body = #"{"schema":1,\#(scope),"number":\#(number),"flows":[]}"#
    try await store.publish(
      StoredRelease(
        application: "shop", environment: "production", number: number, body: Array(body.utf8),
        note: "", author: "Ada", published: number), audit: Self.audit)
  }

  private func backUp(_ path: String? = nil, to archive: String) async throws {
    let path = path ?? database
    _ = try await BackupWriter(store: path, keys: KeyFolder(path + ".keys"), passphrase: nil)
      .write(to: archive, now: 1)
  }

  /// The sentences about a restore of the archive.
  private func consequences(
    acceptsOlderKeys: Bool = false, acceptsOtherKeys: Bool = false
  ) async throws -> String {
    try await BackupRestore(
      store: database, keys: keys, keepsKeys: false, acceptsOlderKeys: acceptsOlderKeys,
      acceptsOtherKeys: acceptsOtherKeys
    ).withPlan(reader) { $0.consequences.joined(separator: "\n") }
  }

  private func numbersCheck() async throws -> StoreCheck.Result {
    let results = try await StoreCheck(store: database, keys: keys, now: 1_800_000_000).results()
    return try #require(results.first { $0.name == "release numbers" })
  }

  // MARK: Until the next release

  @Test func `an older store is reported at every start until a newer release is published`()
    async throws
  {
    defer { removeFolder() }
    let log = CapturedLog()
    let start = StartChecks(logger: log.logger)
    let store = try await makeStore()
    try await start.raiseNumbers(of: store, to: keys)
    #expect(log.lines.isEmpty)
    try keys.raiseFloor([IssuedNumber(application: "shop", environment: "production", number: 5)])
    for count in 1...3 {
      let check = try await numbersCheck()
      #expect(!check.hasPassed)
      #expect(check.detail.contains("shop in production had release 5"))
      #expect(check.detail.contains("Start the server, and publish release 6; without"))
      #expect(check.detail.contains("`flowmagic publish --republish --app shop --environment prod"))
      try await start.raiseNumbers(of: store, to: keys)
      #expect(log.lines.count == count)
    }
    #expect(log.lines.last?.contains("the store has 1") == true)
    #expect(log.lines.last?.contains("until you publish release 6; without a change") == true)
    #expect(log.text.contains("`flowmagic publish --republish --app shop --environment prod"))
    // An archive of this store does not have release 5 either.
    try await backUp(to: archive)
    let sentences = try await consequences()
    #expect(sentences.contains("apps may have release 5, the backup has 1"), "\(sentences)")

    try await publish(6, to: store)
    try await start.raiseNumbers(of: store, to: keys)
    #expect(log.lines.count == 3)
    #expect(try await numbersCheck().hasPassed)
    try await store.close()
  }

  @Test func `a release of an environment that the store does not have is reported once`()
    async throws
  {
    defer { removeFolder() }
    let log = CapturedLog()
    let start = StartChecks(logger: log.logger)
    let store = try await makeStore()
    try keys.raiseFloor([IssuedNumber(application: "market", environment: "production", number: 3)])
    let check = try await numbersCheck()
    #expect(!check.hasPassed)
    for _ in 1...2 { try await start.raiseNumbers(of: store, to: keys) }
    #expect(log.lines.count == 1)
    #expect(log.text.contains("market in production had release 3, and the store has none"))
    for text in [check.detail, log.text] {
      #expect(text.contains("add production of market again, and publish release 4"), "\(text)")
      #expect(!text.contains("--republish"), "there is nothing to publish again: \(text)")
    }
    #expect(try await numbersCheck().hasPassed)
    try await store.close()
  }

  @Test func `where the store has no release, one is to be published`() async throws {
    defer { removeFolder() }
    let log = CapturedLog()
    let store = try await makeStore()
    try keys.raiseFloor([IssuedNumber(application: "shop", environment: "staging", number: 5)])
    let check = try await numbersCheck()
    #expect(!check.hasPassed)
    try await StartChecks(logger: log.logger).raiseNumbers(of: store, to: keys)
    for text in [check.detail, log.text] {
      #expect(text.contains("shop in staging had release 5"), "\(text)")
      #expect(text.contains("publish release 6"), "\(text)")
      #expect(!text.contains("--republish"), "there is nothing to publish again: \(text)")
    }
    try await store.close()
  }

  @Test func `a check passes while a server publishes and signs`() async throws {
    defer { removeFolder() }
    let store = try await makeStore()
    let time = NIOLockedValueBox(1_800_000_000)
    let keys = keys
    let published = IssuedNumber(application: "shop", environment: "production", number: 2)
    // What a server records once the check, which has read the store, has asked for the time.
    @Sendable func nextTime() -> Int {
      let now = time.withLockedValue { time in
        time += 1200
        return time
      }
      try? keys.raiseFloor([published])
      try? keys.minimumIssueTime().save(now + 1100, now + 1100)
      return now
    }
    let results = try await StoreCheck(store: database, keys: keys, now: nextTime()).results()
    #expect(results.filter { !$0.hasPassed }.map(\.name) == [])
    #expect(try keys.issuedFloor().highest(of: "shop") == 2)
    #expect(keys.minimumIssueTime().second > 1_800_002_400)
    try await store.close()
  }

  @Test func `a backup that fails because the disk is read-only says which files to copy`()
    async throws
  {
    defer { removeFolder() }
    try await makeStore().close()
    try? FileManager.default.removeItem(atPath: "\(keys.path)/lock")
    // NB: a folder in place of the lock, because a test cannot mount a disk.
    try FileManager.default.createDirectory(
      atPath: "\(keys.path)/lock", withIntermediateDirectories: false)
    func name(_ path: String) -> String { URL(fileURLWithPath: path).lastPathComponent }
    for isReadOnly in [true, false] {
      let writer = BackupWriter(
        store: database, keys: keys, passphrase: nil, isReadOnly: { _ in isReadOnly })
      let error = await #expect(throws: (any Error).self) {
        try await writer.write(to: archive, now: 1)
      }
      let message = error.map { "\($0)" } ?? ""
      #expect(message.contains("`cp -a '\(database)' ") == isReadOnly, "\(message)")
      let options = "`--store sqlite:FOLDER/'\(name(database))' --keys FOLDER/'\(name(keys.path))'`"
      #expect(message.contains(options) == isReadOnly, "\(message)")
      #expect(message.contains("/lock") && !FileManager.default.fileExists(atPath: archive))
    }
  }

  // MARK: Accepted keys

  @Test func `a restore of older keys says that some apps reject every release`() async throws {
    defer { removeFolder() }
    let store = try await makeStore()
    try await backUp(to: archive)
    try await publish(2, to: store)
    try keys.raiseFloor(try await store.issuedNumbers())
    try await store.close()
    _ = try keys.rotate()
    let refused = try await consequences()
    #expect(refused.contains("They keep release 2 until you publish; the next release is number 3"))
    #expect(!refused.contains("whatever you publish"))
    let accepted = try await consequences(acceptsOlderKeys: true)
    #expect(accepted.contains("Those that trust the backup's keys keep release 2 until you"))
    #expect(!accepted.contains("They keep release"))
    #expect(accepted.contains("trust the newer keys reject every release, whatever you publish"))
  }

  @Test func `a restore of another server's keys says that all apps reject every release`()
    async throws
  {
    defer { removeFolder() }
    let store = try await makeStore()
    try await publish(2, to: store)
    try keys.raiseFloor(try await store.issuedNumbers())
    try await store.close()
    let other = "\(folder)/other.db"
    try await makeStore(other).close()
    try await backUp(other, to: archive)
    let accepted = try await consequences(acceptsOtherKeys: true)
    #expect(accepted.contains("the backup has 1. The next release is number 3"), "\(accepted)")
    #expect(!accepted.contains("keep release"))
    #expect(accepted.contains("The apps of this one reject every release, whatever you publish"))
  }

  // MARK: The owner of an archive

  @Test(.enabled(if: geteuid() == 0))
  func `an archive that root writes to a folder of the server's user belongs to that user`()
    async throws
  {
    defer { removeFolder() }
    try await makeStore().close()
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      chown("\(folder)/\(path)", Self.nobody, Self.nobody)
    }
    chown(folder, Self.nobody, Self.nobody)
    // Another user may not read the keys.
    let other = "\(folder)/other"
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    chown(other, Self.nobody - 1, Self.nobody - 1)
    for (path, owner) in [(archive, Self.nobody), ("\(other)/one.backup", 0)] {
      try await backUp(to: path)
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect((attributes[.ownerAccountID] as? NSNumber)?.uint32Value == owner, "\(path)")
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }

  @Test(.enabled(if: geteuid() == 0))
  func `an archive with root's keys belongs to root, also in the folder of the server's user`()
    async throws
  {
    defer { removeFolder() }
    try await makeStore().close()
    for path in [folder, database, keys.path + ".floor"] { chown(path, Self.nobody, Self.nobody) }
    try await backUp(to: archive)
    let attributes = try FileManager.default.attributesOfItem(atPath: archive)
    #expect((attributes[.ownerAccountID] as? NSNumber)?.uint32Value == 0)
  }
}
