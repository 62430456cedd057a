import FlowStore
import Foundation
import GRDB
import Testing

/// The write-ahead log is bounded while the store is open, and empty when it is closed; queries do
/// not run longer than allowed.
@Suite(.serialized, .timeLimit(.minutes(10))) struct WriteAheadLogTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("flowmagic.db")
  }

  private func fill(_ store: SQLiteStore, _ numbers: Range<Int>) async throws {
    for number in numbers {
      let batch = EventBatch(
        application: "shop", environment: "production", key: "k\(number)", count: 1,
        body: [UInt8](repeating: 0x20, count: 1 << 20), received: 1)
      #expect(try await store.append([batch]) == [true])
    }
  }

  /// Opens the file as another process would, and begins a read transaction.
  private func openReader() throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let shell = try DatabaseQueue(path: path, configuration: configuration)
    try shell.writeWithoutTransaction { database in
      try database.execute(sql: "BEGIN")
      _ = try Int.fetchOne(database, sql: "SELECT count(*) FROM event_batch")
    }
    return shell
  }

  @Test func `after closing, the file alone has all data, also if it was read`() async throws {
    let store = try SQLiteStore(path: path)
    try await Shop.add(to: store)
    try await Shop.publish(1...5, to: store)
    // Readers are separate connections, which cannot run a checkpoint.
    #expect(try await store.currentReleases() == [Shop.release(5)])
    try await store.close()
    try FileManager.default.copyItem(atPath: path, toPath: folder.path("copy.db"))
    let copy = try SQLiteStore(path: folder.path("copy.db"))
    #expect(try await copy.currentReleases() == [Shop.release(5)])
    try await copy.close()
    #expect(
      try folder.names() == ["copy.db", "copy.db.lock", "flowmagic.db", "flowmagic.db.lock"])
  }

  @Test func `closing during another process's read throws, because the log still has changes`()
    async throws
  {
    let store = try SQLiteStore(path: path)
    try await Shop.add(to: store)
    let shell = try openReader()
    try await Shop.publish(1...1, to: store)
    try await store.database.writeWithoutTransaction {
      try $0.execute(sql: "PRAGMA busy_timeout = 0")
    }
    let error = await storeError { () async throws(StoreError) in try await store.close() }
    #expect(error?.code == .locked)
    #expect(error?.message.contains("\(path)-wal") == true)
    try shell.close()
    let reopened = try SQLiteStore(path: path)
    #expect(try await reopened.currentReleases() == [Shop.release(1)])
  }

  @Test func `the log is truncated when it has grown, and once a long read has ended`()
    async throws
  {
    let store = try SQLiteStore(path: path)
    try await Shop.add(to: store)
    try await fill(store, 0..<100)
    let sizeWithoutReaders = store.space().walBytes
    #expect(sizeWithoutReaders < 80 << 20, "without readers it restarts: \(sizeWithoutReaders)")
    let shell = try openReader()
    try await fill(store, 100..<200)
    let retained = store.space().walBytes
    #expect(retained > 90 << 20, "a reader's snapshot needs all of it")
    // Users' changes continue, and so do reads.
    try await Shop.publish(1...1, to: store)
    #expect(try await store.eventVolume(of: "shop") > 200 << 20)
    try shell.close()
    var next = 200
    while store.space().walBytes > 80 << 20 {
      try await fill(store, next..<next + 1)
      next += 1
    }
    #expect(await store.status().checkpointAge < 60)
    try await store.close()
  }

  @Test func `the log can be truncated without a further change`() async throws {
    let store = try SQLiteStore(path: path)
    try await Shop.add(to: store)
    let shell = try openReader()
    try await fill(store, 0..<100)
    #expect(store.space().walBytes > 90 << 20)
    try shell.close()
    while store.space().walBytes > 80 << 20 { try await store.truncateWAL() }
    #expect(try await store.removeEvents(receivedBefore: 0, now: 600) == false)
    #expect(try await store.eventVolume(of: "shop") > 100 << 20)
    try await store.close()
  }

  @Test func `an endless query is interrupted, and the store continues`() async throws {
    let store = try SQLiteStore(path: path, readTimeout: .milliseconds(20))
    try await Shop.add(to: store)
    let endless = """
      WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n
      """
    await #expect(throws: DatabaseError.self) {
      _ = try await store.readWithoutErrorMapping { try Int.fetchOne($0, sql: endless) }
    }
    #expect(try await store.organizations() == [Shop.organization])
    #expect(await store.status().isDamaged == false)
  }

  @Test(.timeLimit(.minutes(10)))
  func `closing interrupts running queries, and the file has all data`() async throws {
    let store = try SQLiteStore(path: path, readTimeout: .seconds(3600))
    try await Shop.add(to: store)
    let endless = """
      WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n
      """
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let query = Task {
      try await store.readWithoutErrorMapping { database in
        begin.yield()
        return try Int.fetchOne(database, sql: endless)
      }
    }
    _ = await begun.first { _ in true }
    try await store.close()
    let error = await #expect(throws: StoreError.self) { _ = try await query.value }
    #expect(error?.message.contains("the server is stopping") == true)
    let reopened = try SQLiteStore(path: path)
    #expect(try await reopened.organizations() == [Shop.organization])
    try await reopened.close()
  }

  // NB: SQLite forgets an interrupt that comes before the first step of a statement.
  @Test(.timeLimit(.minutes(10)))
  func `reading stops even if it is cancelled between two statements`() async throws {
    try await SQLiteStore(path: path).close()
    let reader = try StoreReader(path: path)
    defer { reader.close() }
    let endless = """
      WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n
      """
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let cancelled = DispatchSemaphore(value: 0)
    let task = Task {
      try await reader.read { database in
        begin.yield()
        cancelled.wait()
        return try Int.fetchOne(database, sql: endless)
      }
    }
    _ = await begun.first { _ in true }
    task.cancel()
    cancelled.signal()
    let error = await #expect(throws: StoreError.self) { _ = try await task.value }
    #expect(error?.message.contains("was stopped") == true)
  }

  @Test func `commits are counted and their durations measured`() async throws {
    let store = try SQLiteStore(path: path)
    #expect(await store.status().commits == StoreStatus.Commits())
    try await Shop.add(to: store)
    let commits = await store.status().commits
    #expect(commits.count == 2)
    #expect(commits.failures == 0)
    #expect(commits.buckets.last.map { $0 <= 2 } == true)
    #expect(commits.seconds > 0)
    #expect(await store.status().storeBytes > 0)
    #expect(store.space().diskFree.map { $0 > 0 } == true)
  }

  @Test func `the pages that a checkpoint still has to copy are counted`() async throws {
    let store = try SQLiteStore(path: path)
    try await Shop.add(to: store)
    let pending = store.space().pendingBytes
    #expect(pending > 0)
    _ = try await store.reclaimSpace()
    #expect(store.space().pendingBytes == 0)
    #expect(store.space().walBytes >= pending, "the log's file is kept and written again")
    try await Shop.publish(1...1, to: store)
    let later = store.space().pendingBytes
    #expect(later > 0)
    #expect(later < pending, "only what is new")
  }
}
