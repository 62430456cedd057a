import FlowCore
import FlowMagic
import FlowServer
import FlowStore
import Foundation
import HTTPTypes
import Testing

/// One server at a time signs with a folder of keys.
@Suite struct KeyFolderLockTests {
  private let folder: String
  private var keys: KeyFolder { KeyFolder("\(folder)/flowmagic.db.keys") }
  private var lock: String { "\(keys.path)/serving.lock" }

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/serving-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  private func removeFolder() { try? FileManager.default.removeItem(atPath: folder) }

  private func expectInUse(_ keys: KeyFolder) {
    let failure = #expect(throws: KeyFolder.Failure.self) { _ = try keys.lockForServing() }
    #expect(failure?.description.contains("\(keys.path) are in use by another server") == true)
  }

  @Test func `a second server with the same keys is rejected, by any path`() throws {
    defer { removeFolder() }
    let first = try keys.lockForServing()
    let attributes = try FileManager.default.attributesOfItem(atPath: lock)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    let link = "\(folder)/link.keys"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: keys.path)
    for other in [keys, KeyFolder(link), KeyFolder(keys.path + "/")] { expectInUse(other) }
    // Commands work while a server runs.
    _ = try keys.loadOrCreate()
    _ = try keys.rotate()
    try keys.raiseFloor([IssuedNumber(application: "a", environment: "b", number: 1)])
    #expect(try keys.load()?.chain.links.count == 2)
    first.release()
    _ = try keys.lockForServing()
    // The lock is released when its owner no longer exists, as after a crash.
    _ = try keys.lockForServing()
  }

  @Test func `attack: a lock file that others may open, or a link, is rejected`() throws {
    defer { removeFolder() }
    try keys.lockForServing().release()
    try #require(chmod(lock, 0o644) == 0)
    let permissive = #expect(throws: KeyFolder.Failure.self) { _ = try keys.lockForServing() }
    #expect(permissive?.description.contains("was not made by a server") == true)
    let secret = "\(folder)/secret"
    try FileManager.default.moveItem(atPath: lock, toPath: secret)
    try #require(chmod(secret, 0o600) == 0)
    try FileManager.default.linkItem(atPath: secret, toPath: lock)
    #expect(throws: KeyFolder.Failure.self) { _ = try keys.lockForServing() }
    try FileManager.default.removeItem(atPath: lock)
    try FileManager.default.createSymbolicLink(atPath: lock, withDestinationPath: secret)
    let link = #expect(throws: KeyFolder.Failure.self) { _ = try keys.lockForServing() }
    #expect(link?.description.contains("it is a link") == true)
  }

  @Test func `a restore is refused while a server uses the keys, even if it would keep them`()
    async throws
  {
    defer { removeFolder() }
    let database = "\(folder)/flowmagic.db"
    let archive = "\(folder)/one.backup"
    try await Stores.open("sqlite:\(database)").close()
    _ = try keys.loadOrCreate()
    try keys.lockForServing().release()
    let manifest = try await BackupWriter(store: database, keys: keys, passphrase: nil)
      .write(to: archive, now: 1)
    #expect(!manifest.files.contains { $0.name.hasSuffix(".lock") })
    // A server of another store, which has the same keys.
    let other = try keys.lockForServing()
    let reader = BackupReader(archive, passphrase: nil)
    func restore(keepsKeys: Bool) async throws -> [String] {
      let restore = BackupRestore(
        store: database, keys: keys, keepsKeys: keepsKeys, acceptsOlderKeys: false)
      return try await restore.withPlan(reader) { plan in
        #expect(plan.refusal == nil)
        return try await restore.perform(plan, of: "a.backup", movingAsideTo: ".old")
      }
    }
    for keepsKeys in [false, true] {
      let failure = await #expect(throws: KeyFolder.Failure.self) {
        _ = try await restore(keepsKeys: keepsKeys)
      }
      #expect(failure?.description.contains("in use by another server") == true)
      for path in [database, keys.path] {
        #expect(!FileManager.default.fileExists(atPath: path + ".old"))
      }
    }
    other.release()
    #expect(try await restore(keepsKeys: true) == [database + ".old"])
    #expect(try await restore(keepsKeys: false) == [keys.path + ".old-2", database + ".old-2"])
  }

  @Test func `a number that another server has issued is not signed again`() async throws {
    defer { removeFolder() }
    let site = try await Site(numberRecorder: keys.numberRecorder)
    #expect(try await site.publish() == 1)
    #expect(try await site.publish() == 2)
    #expect(try await site.publish(to: "staging") == 3)
    // Numbers are unique in an application, so the environment does not matter.
    try keys.raiseFloor([IssuedNumber(application: "shop", environment: "staging", number: 4)])
    let response = try await site.send(
      .post, "/v1/apps/shop/environments/production/releases",
      body: ["document": Flows.document(), "acceptWarnings": true])
    #expect(response.status == 503)
    #expect(response.code == "store-unavailable")
    #expect(try await site.store.nextNumber(of: "shop") == 4)
    // A rollback works without a restart.
    let rollback = try await site.send(
      .post, "/v1/apps/shop/environments/production/rollback", body: ["to": 1])
    #expect(rollback.status == 201)
    #expect(try await site.store.nextNumber(of: "shop") == 6)
    try keys.raiseFloor([IssuedNumber(application: "shop", environment: "staging", number: 7)])
    // The server does this when it starts.
    let start = StartChecks(logger: site.services.logger)
    try await start.raiseNumbers(of: site.store, to: keys)
    #expect(try await site.publish() == 8)
  }
}
