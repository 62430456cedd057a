import Accounts
import FlowMagic
import FlowServer
import FlowStore
import Foundation
import Logging
import Testing

/// Stores and keys that no server would start with, and what a killed restore has left of them.
@Suite struct RefusedStoreTests {
  private let folder: String
  private var database: String { "\(folder)/flowmagic.db" }
  private var keys: KeyFolder { KeyFolder(database + ".keys") }
  private var archive: String { "\(folder)/one.backup" }
  private var reader: BackupReader { BackupReader(archive, passphrase: nil) }
  private static let audit = AuditEntry(at: 1, actor: "test", action: "test", organization: "acme")

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/refused-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try #require(chmod(folder, 0o755) == 0)
  }

  private func removeFolder() { try? FileManager.default.removeItem(atPath: folder) }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  private func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
  }

  /// A store with keys, and with an application and its release if requested.
  private func makeStore(hasRelease: Bool) async throws {
    let store = try await Stores.open("sqlite:\(database)")
    try await store.add(Organization(id: "acme", name: "Acme", created: 1), audit: Self.audit)
    if hasRelease {
      try await store.add(
        Application(id: "shop", organization: "acme", name: "Shop", created: 1),
        environments: ["production"], audit: Self.audit)
      let members = #""application":"shop","environment":"production""#
      try await store.publish(
        StoredRelease(
          application: "shop", environment: "production", number: 1,
          body: Array(#"{"schema":1,\#(members),"number":1,"flows":[]}"#.utf8), note: "",
          author: "Ada", published: 1), audit: Self.audit)
    }
    _ = try keys.loadOrCreate()
    try await store.close()
  }

  private func recordSignedRelease() throws {
    try keys.raiseFloor([IssuedNumber(application: "shop", environment: "production", number: 3)])
  }

  private func result(_ name: String) async throws -> StoreCheck.Result {
    let results = try await StoreCheck(store: database, keys: keys, now: 1_800_000_000).results()
    return try #require(results.first { $0.name == name })
  }

  private func backUp() async throws {
    _ = try await BackupWriter(store: database, keys: keys, passphrase: nil)
      .write(to: archive, now: 1)
  }

  private func restore() -> BackupRestore {
    BackupRestore(store: database, keys: keys, keepsKeys: false, acceptsOlderKeys: false)
  }

  // MARK: Empty stores

  @Test func `a missing store beside keys that have signed is refused before it is created`()
    async throws
  {
    defer { removeFolder() }
    _ = try keys.loadOrCreate()
    try StartChecks.requireStore(at: database, beside: keys)
    try recordSignedRelease()
    let error = #expect(throws: StoreError.self) {
      try StartChecks.requireStore(at: database, beside: keys)
    }
    #expect(error?.message.contains("have signed release 3 of shop") == true)
    #expect(error?.message.contains("move \(keys.path) and \(keys.path).floor away") == true)
    #expect(!exists(database))
    // A log without its store has an error of its own, and a store is checked once it is open.
    for file in [database + "-wal", database] {
      try write("", to: file)
      try StartChecks.requireStore(at: database, beside: keys)
      try FileManager.default.removeItem(atPath: file)
    }
  }

  @Test func `a missing store is refused, but not a log or a journal without one`() throws {
    defer { removeFolder() }
    let leftovers = RestoreLeftovers(store: database, keys: keys)
    let error = #expect(throws: StoreError.self) {
      try leftovers.requireStore(at: database, remedy: "Check --store.")
    }
    #expect(error?.code == .unavailable)
    #expect(error?.message == "There is no store at \(database). Check --store.")
    for file in [database + "-wal", database + "-journal", database] {
      try write("", to: file)
      try leftovers.requireStore(at: database)
      try FileManager.default.removeItem(atPath: file)
    }
  }

  @Test func `lost keys that have signed are not replaced beside an empty store`() async throws {
    defer { removeFolder() }
    try await makeStore(hasRelease: false)
    try recordSignedRelease()
    try FileManager.default.removeItem(atPath: "\(keys.path)/keys.json")
    let floor = try keys.issuedFloor()
    let store = try await Stores.open("sqlite:\(database)")
    let error = await #expect(throws: StoreError.self) { _ = try await keys.keys(for: store) }
    try await store.close()
    #expect(error?.message.contains("have signed release 3 of shop") == true)
    #expect(!exists("\(keys.path)/keys.json"))
    #expect(try keys.issuedFloor() == floor)
  }

  @Test func `an empty store beside keys that have signed is not backed up, and fails the check`()
    async throws
  {
    defer { removeFolder() }
    try await makeStore(hasRelease: false)
    #expect(try await result("release numbers").hasPassed)
    try recordSignedRelease()
    let failure = await #expect(throws: BackupFailure.self) { try await backUp() }
    #expect(failure?.description.contains("to start again without it, move") == true)
    #expect(!exists(archive))
    let numbers = try await result("release numbers")
    #expect(!numbers.hasPassed)
    #expect(numbers.detail.contains("to start again without it, move"))
    #expect(!numbers.detail.contains("Start the server"))
  }

  @Test func `an archive of an empty store is not restored beside keys that have signed`()
    async throws
  {
    defer { removeFolder() }
    try await makeStore(hasRelease: false)
    try await backUp()
    try await restore().withPlan(reader) { plan in #expect(plan.refusal == nil) }
    try recordSignedRelease()
    try await restore().withPlan(reader) { plan in
      #expect(plan.refusal?.contains("The archive's store is empty") == true)
      #expect(plan.refusal?.contains("to start again without it, move") == true)
    }
  }

  // MARK: Missing keys

  @Test func `a missing folder of keys that apps rely on is refused before it is created`()
    async throws
  {
    defer { removeFolder() }
    try await makeStore(hasRelease: true)
    try FileManager.default.moveItem(
      atPath: keys.path, toPath: keys.path + ".before-restore-20270115T080000Z")
    let store = try await Stores.open("sqlite:\(database)")
    let failure = await #expect(throws: KeyFolder.Failure.self) {
      try await keys.requireFolder(for: store)
    }
    try await store.close()
    #expect(failure?.description.contains("Restore the folder from a backup") == true)
    #expect(failure?.description.contains("before-restore-20270115T080000Z") == true)
    await #expect(throws: BackupFailure.self) { try await backUp() }
    #expect(throws: KeyFolder.Failure.self) { try keys.rotate() }
    #expect(throws: KeyFolder.Failure.self) { try keys.resetFloor(now: 0) }
    #expect(!exists(keys.path))
  }

  @Test func `a store without apps or users needs no folder of keys`() async throws {
    defer { removeFolder() }
    let store = try await Stores.open("sqlite:\(database)")
    try await keys.requireFolder(for: store)
    try await store.close()
  }

  // MARK: Killed restores

  @Test func `a check names what a killed restore has left, and how to remove it`() async throws {
    defer { removeFolder() }
    try await makeStore(hasRelease: true)
    #expect(try await !result("leftovers").isWarning)
    let resolved = try #require(FilePaths.resolved(database))
    let lock = resolved + ".restore-lock"
    // No process has this id.
    let floor = keys.path + ".floor.2147483646.tmp"
    for file in [resolved + ".restoring", lock, floor] { try write("", to: file) }
    try FileManager.default.createDirectory(
      atPath: keys.path + ".restoring", withIntermediateDirectories: true)
    let leftovers = try await result("leftovers")
    #expect(leftovers.hasPassed && leftovers.isWarning)
    #expect(leftovers.detail.contains("`rm -r -- "))
    for file in [resolved + ".restoring", keys.path + ".restoring", lock, floor] {
      #expect(leftovers.detail.contains("'\(file)'"), "\(leftovers.detail)")
    }
    // A running restore keeps this file locked.
    let descriptor = open(lock, O_RDONLY)
    defer { close(descriptor) }
    try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
    #expect(try await !result("leftovers").isWarning)
  }

  @Test func `an error about a missing store names the one that a restore has moved away`()
    async throws
  {
    defer { removeFolder() }
    try await makeStore(hasRelease: true)
    try recordSignedRelease()
    for suffix in ["-wal", "-shm"] { unlink(database + suffix) }
    for time in ["20270115T080000Z", "20270116T080000Z"] {
      try write("", to: "\(database).before-restore-\(time)")
    }
    try write("", to: "\(database).before-restore-20270117T080000Z-wal")
    try StartChecks.requireStore(at: database, beside: keys)
    try FileManager.default.removeItem(atPath: database)
    let start = #expect(throws: StoreError.self) {
      try StartChecks.requireStore(at: database, beside: keys)
    }
    let check = await #expect(throws: StoreError.self) { _ = try await result("permissions") }
    let command = #expect(throws: StoreError.self) {
      try RestoreLeftovers(store: database, keys: keys)
        .requireStore(at: database, remedy: "Check --store.")
    }
    #expect(command?.message.contains("Check --store") == false)
    for message in [start?.message, check?.message, command?.message] {
      #expect(message?.contains("\(database).before-restore-20270116T080000Z:") == true)
    }
  }

  @Test func `an error about a missing store names what a killed first restore has left`()
    async throws
  {
    defer { removeFolder() }
    try write("", to: database + ".restoring")
    try FileManager.default.createDirectory(
      atPath: keys.path + ".restoring", withIntermediateDirectories: true)
    let check = await #expect(throws: StoreError.self) { _ = try await result("permissions") }
    let backup = await #expect(throws: StoreError.self) { try await backUp() }
    for message in [check?.message, backup?.message] {
      #expect(message?.hasPrefix("There is no store at \(database). A killed restore") == true)
      let command = "`rm -r -- '\(database).restoring' '\(keys.path).restoring'`."
      #expect(message?.hasSuffix(command) == true)
    }
    #expect(!exists(archive))
  }

  // MARK: Permissions

  @Test func `a check names all files that others may read in one command`() async throws {
    defer { removeFolder() }
    try await makeStore(hasRelease: true)
    _ = try keys.loadOrCreateAccountKeys(hasUsers: false)
    let files = [database, "\(keys.path)/accounts.keys"]
    for file in files { try #require(chmod(file, 0o644) == 0) }
    let permissions = try await result("permissions")
    #expect(!permissions.hasPassed)
    let command = try #require(permissions.detail.split(separator: "`").dropFirst().first)
    #expect(command.hasPrefix("chmod go= "))
    // The command may name the write-ahead log, too, which the check itself creates.
    for file in files { #expect(command.contains(" '\(file)'")) }
  }

  @Test func `a check warns about the same permissions as the server`() async throws {
    defer { removeFolder() }
    try await makeStore(hasRelease: true)
    let secret = "\(keys.path)/\(try #require(try keys.load()).publicKey.id).key"
    #expect(try await !result("permissions").isWarning)
    try #require(chmod(secret, 0o640) == 0)
    let shared = try await result("permissions")
    #expect(shared.hasPassed && shared.isWarning)
    #expect(shared.detail.contains("`chmod go= '\(secret)'`"))
    try #require(chmod(secret, 0o600) == 0)
    try #require(chmod(folder, 0o777) == 0)
    let open = try await result("permissions")
    #expect(open.hasPassed && open.isWarning)
    let warnings = FolderPermissions(store: database, keys: keys).folderWarnings
    #expect(warnings.count == 1)
    #expect(open.detail == warnings.first)
    #expect(open.detail.contains("`chmod go-w '\(folder)'`"))
  }
}
