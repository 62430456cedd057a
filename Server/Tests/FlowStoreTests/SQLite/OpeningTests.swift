import FlowStore
import Foundation
import GRDB
import Testing

@Suite(.serialized) struct OpeningTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("flowmagic.db")
  }

  private func openingError(_ path: String) async -> StoreError? {
    await storeError { () async throws(StoreError) in _ = try SQLiteStore(path: path) }
  }

  @Test func `SQLite is set to durable commits, a write-ahead log and foreign keys`() throws {
    let store = try SQLiteStore(path: path)
    func pragma(_ name: String) throws -> String? {
      try store.database.writeWithoutTransaction {
        try String.fetchOne($0, sql: "PRAGMA \(name)")
      }
    }
    #expect(try pragma("synchronous") == "2")
    #expect(try pragma("journal_mode") == "wal")
    #expect(try pragma("foreign_keys") == "1")
    #expect(try pragma("busy_timeout") == "5000")
    #expect(try pragma("application_id") == "\(0x466C_4D67)")
  }

  @Test func `a new store is readable by its owner only, and no other files are left`()
    async throws
  {
    let store = try SQLiteStore(path: path)
    try await Shop.add(to: store)
    for name in try folder.names() {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
      #expect(attributes[.posixPermissions] as? Int == 0o600, "\(name)")
    }
    try await store.close()
    #expect(try folder.names() == ["flowmagic.db", "flowmagic.db.lock"])
  }

  @Test func `stored data is still there after reopening`() async throws {
    let first = try await Stores.open("sqlite:\(path)")
    try await Shop.add(to: first)
    try await Shop.publish(1...3, to: first)
    try await first.close()
    let second = try await Stores.open("sqlite:\(path)")
    #expect(try await second.currentReleases() == [Shop.release(3)])
  }

  @Test func `a second store on the same file is rejected, whatever the file is called`()
    async throws
  {
    let store = try SQLiteStore(path: path)
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link.db"), withDestinationPath: path)
    for name in [path, folder.path("link.db"), folder.url.path + "/./flowmagic.db"] {
      let error = await openingError(name)
      #expect(error?.code == .locked)
      #expect(error?.message.contains("process \(getpid())") == true)
    }
    try await store.close()
  }

  @Test func `another process's store is rejected until that process has exited`() async throws {
    let process = try LoadProcess(store: "sqlite:\(path)", "--publishes", "100000")
    process.read(lines: 1)
    let error = await openingError(path)
    process.kill()
    #expect(error?.code == .locked)
    #expect(error?.message.contains(path) == true)
    #expect(await openingError(path) == nil)
  }

  @Test func `a file that is not a database is rejected and left unchanged`() async throws {
    let text = Array(
      "Dear diary, today I was not a database. \(String(repeating: ".", count: 200))".utf8)
    try folder.write(text, to: "flowmagic.db")
    #expect(await openingError(path)?.code == .damaged)
    #expect(try folder.bytes(of: "flowmagic.db") == text)
    #expect(try folder.names() == ["flowmagic.db", "flowmagic.db.lock"])
  }

  @Test func `a database of another program is rejected and left unchanged`() async throws {
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: "CREATE TABLE recipe (name TEXT)") }
    try queue.close()
    let bytes = try folder.bytes(of: "flowmagic.db")
    let error = await openingError(path)
    #expect(error?.code == .damaged)
    #expect(error?.message.contains("a database of another program") == true)
    #expect(try folder.bytes(of: "flowmagic.db") == bytes)
  }

  @Test(arguments: ["-wal", "-shm", "-journal", ".lock"])
  func `attack: a link beside the store is rejected, and not followed`(
    _ suffix: String
  ) async throws {
    try folder.write(Array("secret".utf8), to: "secret")
    try FileManager.default.createSymbolicLink(
      atPath: path + suffix, withDestinationPath: folder.path("secret"))
    let error = await openingError(path)
    #expect(error?.code == .unavailable)
    #expect(error?.message.contains("\(path)\(suffix) is a link") == true)
    #expect(try folder.bytes(of: "secret") == Array("secret".utf8))
  }

  @Test func `attack: a pipe that is named as the store is rejected, and not replaced`()
    async throws
  {
    try #require(mkfifo(path, 0o600) == 0)
    let error = await openingError(path)
    #expect(error?.code == .unavailable)
    #expect(error?.message.contains("\(path) is not a regular file") == true)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.type] as? FileAttributeType != .typeRegular)
    #expect(try folder.names() == ["flowmagic.db"])
  }

  @Test(arguments: ["-wal", "-shm", "-journal", ".lock"])
  func `attack: a pipe beside the store is rejected, and not waited for`(
    _ suffix: String
  ) async throws {
    try #require(mkfifo(path + suffix, 0o600) == 0)
    let error = await openingError(path)
    #expect(error?.code == .unavailable)
    #expect(error?.message.contains("\(path)\(suffix) is not a regular file") == true)
    #expect(try folder.names() == ["flowmagic.db\(suffix)"])
  }

  @Test func `a folder is rejected as a store`() async throws {
    let error = await openingError(folder.url.path)
    #expect(error?.code == .unavailable)
    #expect(error?.message.contains("\(folder.url.path) is a folder") == true)
  }

  @Test func `an empty file becomes a store`() async throws {
    try folder.write([], to: "flowmagic.db")
    #expect(await openingError(path) == nil)
  }

  @Test func `a write-ahead log without its database is not mixed into a new one`() async throws {
    try folder.write(Array("acknowledged changes".utf8), to: "flowmagic.db-wal")
    let error = await openingError(path)
    #expect(error?.code == .damaged)
    #expect(error?.message.contains("\(path)-wal") == true)
    #expect(try folder.names() == ["flowmagic.db-wal", "flowmagic.db.lock"])
  }

  @Test func `a store left incomplete by a crash is created again`() async throws {
    try folder.write(Array("half".utf8), to: "flowmagic.db.new")
    try folder.write(Array("half".utf8), to: "flowmagic.db.new-wal")
    #expect(await openingError(path) == nil)
    #expect(try folder.names() == ["flowmagic.db", "flowmagic.db.lock"])
  }

  @Test func `a release whose document has changed on disk is damaged`() async throws {
    let store = try SQLiteStore(path: path)
    try await Shop.add(to: store)
    try await Shop.publish(1...2, to: store)
    try await store.close()
    // Within the text, so that SQLite's own check finds nothing.
    var bytes = try folder.bytes(of: "flowmagic.db")
    let document = Shop.release(2).body
    let start = try #require(
      bytes.indices.first { bytes[$0...].starts(with: document) })
    bytes[start + document.count - 2] ^= 1
    try folder.write(bytes, to: "flowmagic.db")

    let damaged = try SQLiteStore(path: path)
    #expect(try await damaged.release(1, of: "shop") == Shop.release(1))
    let error = await storeError { () async throws(StoreError) in
      _ = try await damaged.currentReleases()
    }
    #expect(error?.code == .damaged)
    #expect(error?.message.contains("the document of release 2 of shop has changed") == true)
    #expect(
      await errorCode { () async throws(StoreError) in try await damaged.check() } == .damaged)
    try await damaged.close()
  }

  @Test func `a damaged page is reported with the file's name`() async throws {
    let store = try SQLiteStore(path: path)
    try await Shop.add(to: store)
    try await Shop.publish(1...100, to: store)
    try await store.close()
    var bytes = try folder.bytes(of: "flowmagic.db")
    for index in 4096..<bytes.count { bytes[index] = 0xA5 }
    try folder.write(bytes, to: "flowmagic.db")
    let error = await storeError { () async throws(StoreError) in
      let store = try SQLiteStore(path: path)
      _ = try await store.currentReleases()
    }
    #expect(error?.code == .damaged)
    #expect(error?.message.contains(path) == true)
  }

  @Test(arguments: [50, 100, 5000])
  func `a truncated file is reported as damaged`(_ length: Int) async throws {
    let store = try SQLiteStore(path: path)
    try await Shop.add(to: store)
    try await store.close()
    let cut = Array(try folder.bytes(of: "flowmagic.db").prefix(length))
    try folder.write(cut, to: "flowmagic.db")
    let error = await storeError { () async throws(StoreError) in
      let store = try SQLiteStore(path: path)
      _ = try await store.organizations()
    }
    #expect(error?.code == .damaged)
  }

  @Test func `a shell that locks the file is reported, and nothing is changed`() async throws {
    let store = try SQLiteStore(path: path)
    try await Shop.add(to: store)
    // The error is the same as after the usual timeout of five seconds.
    try await store.database.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA busy_timeout = 0")
    }
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let shell = try DatabaseQueue(path: path, configuration: configuration)
    try await shell.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    let error = await storeError { () async throws(StoreError) in
      _ = try await store.append([Shop.batch("a")])
    }
    #expect(error?.code == .locked)
    #expect(try await store.organizations() == [Shop.organization])
    try await shell.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    #expect(try await store.append([Shop.batch("a")]) == [true])
  }
}
