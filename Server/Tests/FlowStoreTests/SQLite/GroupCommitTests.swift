import Accounts
import FlowStore
import Foundation
import GRDB
import Testing

@Suite(.serialized, .timeLimit(.minutes(10))) struct GroupCommitTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func store(_ limits: GroupCommit.Limits) async throws -> SQLiteStore {
    let store = try SQLiteStore(
      path: folder.path("flowmagic.db"), schema: .current, limits: limits)
    try await Shop.add(to: store)
    return store
  }

  /// Runs `arrivals` while the writer is blocked, which ends when `isReady` returns true.
  private func withBlockedWriter(
    _ store: SQLiteStore, until isReady: @Sendable (GroupCommit) async -> Bool,
    _ arrivals: @escaping @Sendable () async throws -> Void
  ) async throws {
    // NB: a caller continues before its transaction has ended for the writer, which would then
    // begin the next one with several of the arrivals.
    while await store.writer.isCommitting { await Task.yield() }
    let gate = DispatchSemaphore(value: 0)
    store.database.asyncWriteWithoutTransaction { _ in gate.wait() }
    async let work: Void = arrivals()
    while await !isReady(store.writer) { await Task.yield() }
    gate.signal()
    try await work
  }

  private func append(_ count: Int, to store: SQLiteStore) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<count {
        group.addTask { _ = try await store.append([Shop.batch("k\(number)")]) }
      }
      try await group.waitForAll()
    }
  }

  @Test func `concurrent changes are committed together`() async throws {
    let store = try await store(GroupCommit.Limits())
    let commits = CommitCounter()
    store.database.add(transactionObserver: commits)
    try await withBlockedWriter(store, until: { await $0.queueCounts.changes == 99 }) {
      try await append(100, to: store)
    }
    // The first was already being committed; the 99 after it shared one commit.
    #expect(commits.count == 2)
    #expect(try await store.eventBatches(of: "shop", after: 0, limit: 999).count == 100)
  }

  @Test func `changes beyond the limit wait for space, and all of them are stored`()
    async throws
  {
    let store = try await store(GroupCommit.Limits(groupWeight: 2000, queueWeight: 5000))
    try await withBlockedWriter(store, until: { await $0.queueCounts.callers > 90 }) {
      try await append(100, to: store)
    }
    #expect(try await store.eventBatches(of: "shop", after: 0, limit: 999).count == 100)
    let counts = await store.writer.queueCounts
    #expect(counts.changes == 0)
    #expect(counts.callers == 0)
  }

  @Test func `a change that exceeds every limit is committed alone`() async throws {
    let store = try await store(GroupCommit.Limits(groupWeight: 1, queueWeight: 1))
    let commits = CommitCounter()
    store.database.add(transactionObserver: commits)
    try await append(20, to: store)
    #expect(commits.count == 20)
    #expect(try await store.eventBatches(of: "shop", after: 0, limit: 999).count == 20)
  }

  @Test func `users' changes take precedence over queued events`() async throws {
    let store = try await store(GroupCommit.Limits(groupWeight: 2000, queueWeight: 1 << 20))
    try await withBlockedWriter(store, until: { await $0.queueCounts.changes == 20 }) {
      async let events: Void = append(20, to: store)
      // Arrives after all of them: the first is being committed, and 19 are queued.
      while await store.writer.queueCounts.changes < 19 { await Task.yield() }
      try await store.publish(Shop.release(1), audit: Shop.entry("release.published"))
      #expect(await store.writer.queueCounts.changes > 0)
      try await events
    }
  }

  @Test func `queued events do not use up the space for users' changes`() async throws {
    let store = try await store(GroupCommit.Limits(groupWeight: 2000, queueWeight: 1))
    // One event is being committed and the others wait for space; the release only waits for its
    // commit.
    let isReady: @Sendable (GroupCommit) async -> Bool = { writer in
      let counts = await writer.queueCounts
      return counts.callers == 49 && counts.changes == 1
    }
    try await withBlockedWriter(store, until: isReady) {
      async let events: Void = append(50, to: store)
      while await store.writer.queueCounts.callers < 49 { await Task.yield() }
      try await store.publish(Shop.release(1), audit: Shop.entry("release.published"))
      try await events
    }
    #expect(try await store.eventBatches(of: "shop", after: 0, limit: 99).count == 50)
  }

  @Test func `of changes in a group, one that throws rolls back only itself`() async throws {
    struct TestError: Error {}
    let store = try await store(GroupCommit.Limits())
    let commits = CommitCounter()
    store.database.add(transactionObserver: commits)
    let failures = Counter()
    try await withBlockedWriter(store, until: { await $0.queueCounts.changes == 29 }) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<30 {
          group.addTask {
            do {
              try await store.accounts.change {
                try $0.put(ThrottleState(key: "k\(number)", failures: 1, lastFailure: 1))
                if number % 3 == 0 { throw TestError() }
              }
            } catch is TestError { failures.add() }
          }
        }
        try await group.waitForAll()
      }
    }
    #expect(failures.count == 10)
    #expect(commits.count <= 2)
    let stored = try await store.accounts.read { reader in
      try (0..<30).filter { try reader.throttle("k\($0)") != nil }
    }
    #expect(stored == (0..<30).filter { $0 % 3 != 0 })
  }

  @Test func `closing completes queued changes, and rejects later ones`() async throws {
    let store = try await store(GroupCommit.Limits())
    let isClosing: @Sendable (GroupCommit) async -> Bool = { writer in
      let isOpen = await writer.isOpen
      return await writer.queueCounts.changes == 49 && !isOpen
    }
    try await withBlockedWriter(store, until: isClosing) {
      async let events: Void = append(50, to: store)
      while await store.writer.queueCounts.changes < 49 { await Task.yield() }
      async let closing: Void = store.close()
      try await events
      try await closing
    }
    let code = await errorCode { () async throws(StoreError) in try await store.check() }
    #expect(code == .unavailable)
    let reopened = try SQLiteStore(path: folder.path("flowmagic.db"))
    #expect(try await reopened.eventBatches(of: "shop", after: 0, limit: 999).count == 50)
  }
}

/// Counts commits; called by GRDB on the writer's queue only.
private final class CommitCounter: TransactionObserver, @unchecked Sendable {
  private let lock = NSLock()
  private var commits = 0

  var count: Int { lock.withLock { commits } }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseDidCommit(_ db: Database) { lock.withLock { commits += 1 } }
  func databaseDidRollback(_ db: Database) {}
}

private final class Counter: @unchecked Sendable {
  private let lock = NSLock()
  private var value = 0

  var count: Int { lock.withLock { value } }

  func add() { lock.withLock { value += 1 } }
}
