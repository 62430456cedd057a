import FlowStore
import Foundation
import GRDB
import Testing

/// Whether a store reports immediately, and without writing, what it can do.
@Suite(.serialized) struct ReadinessTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("flowmagic.db")
  }

  @Test func `a check writes nothing`() async throws {
    let store = try SQLiteStore(path: path)
    try await Shop.add(to: store)
    let commits = await store.status().commits.count
    let log = store.space().walBytes
    for _ in 0..<50 {
      try await store.check()
      try await store.checkWritable()
    }
    #expect(await store.status().commits.count == commits)
    #expect(store.space().walBytes == log)
  }

  @Test func `a held write lock blocks writing and not reading`() async throws {
    let store = try SQLiteStore(path: path)
    try await Shop.add(to: store)
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let shell = try DatabaseQueue(path: path, configuration: configuration)
    try await shell.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    try await store.check()
    let code = await errorCode { () async throws(StoreError) in try await store.checkWritable() }
    #expect(code == .locked)
    try await shell.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try await store.checkWritable()
  }

  @Test func `damage found by a read is reported from then on`() async throws {
    let store = try SQLiteStore(path: path)
    try await Shop.add(to: store)
    try await Shop.publish(1...200, to: store)
    try await store.close()
    let open = try SQLiteStore(path: path)
    try await open.check()
    // Damaged while running: the pages of the releases, which no connection has read yet.
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    let size = try handle.seekToEnd()
    try handle.seek(toOffset: 4 * 4096)
    try handle.write(contentsOf: Data(repeating: 0xA5, count: Int(size) - 4 * 4096))
    try handle.close()
    let reading = await errorCode { () async throws(StoreError) in
      _ = try await open.releases(of: "shop", environment: nil, before: nil, limit: 200)
    }
    #expect(reading == .damaged)
    #expect(await errorCode { () async throws(StoreError) in try await open.check() } == .damaged)
    let writing = await errorCode { () async throws(StoreError) in try await open.checkWritable() }
    #expect(writing == .damaged)
    #expect(await open.status().isDamaged)
  }

  /// Zeroed pages, as a disk leaves them after a power loss.
  @Test func `a torn store is rejected at startup`() async throws {
    let store = try SQLiteStore(path: path)
    try await Shop.add(to: store)
    try await Shop.publish(1...200, to: store)
    try await store.close()
    var bytes = try folder.bytes(of: "flowmagic.db")
    for index in bytes.count / 2..<bytes.count { bytes[index] = 0 }
    try folder.write(bytes, to: "flowmagic.db")
    let zeroed = await storeError { () async throws(StoreError) in _ = try SQLiteStore(path: path) }
    #expect(zeroed?.code == .damaged)
    #expect(zeroed?.message.contains("restore a backup") == true)
    try folder.write(Array(bytes.prefix(bytes.count / 2)), to: "flowmagic.db")
    let cut = await storeError { () async throws(StoreError) in _ = try SQLiteStore(path: path) }
    #expect(cut?.code == .damaged)
    #expect(cut?.message.contains("truncated") == true)
  }
}
