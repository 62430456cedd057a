import GRDB

/// Combines concurrent changes into one transaction, so that they share one sync to disk.
///
/// A durable commit costs one sync, a millisecond or several, whatever it contains. While one group
/// is committed, the next one is collected; a single change does not wait for others. Each change
/// has its own savepoint, so that a failing one rolls back only itself. Queued changes are limited
/// by weight, and callers beyond the limit wait.
package actor GroupCommit {
  /// The queue that a change waits in.
  enum Queue: Hashable {
    /// Changes by users, which take precedence.
    case change
    /// Events of apps, in large numbers.
    case events
  }

  /// The limits of queued changes, in bytes.
  package struct Limits: Sendable {
    /// The maximum weight of one transaction with several changes.
    let groupWeight: Int
    /// The maximum weight of one queue, including its changes in the current transaction.
    let queueWeight: Int

    /// Creates limits.
    package init(groupWeight: Int = 8 << 20, queueWeight: Int = 32 << 20) {
      self.groupWeight = groupWeight
      self.queueWeight = queueWeight
    }
  }

  /// Completes a change's call with the transaction's error; nil if it is durable.
  typealias Completion = @Sendable (StoreError?) -> Void

  /// The load of one queue.
  ///
  /// Each queue has its own limit, so that a flood of events does not delay users' changes.
  private struct Load {
    var weight = 0
    var waiters: [(weight: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private struct Job: Sendable {
    let queue: Queue
    let weight: Int
    let apply: @Sendable (Database) throws -> Completion
    let fail: @Sendable (any Error) -> Void
  }

  private let database: any DatabaseWriter
  private let failures: SQLiteFailures
  private let limits: Limits
  private var changes: [Job] = []
  private var events: [Job] = []
  private var loads: [Queue: Load] = [:]
  /// Whether a transaction is running, or has ended and the next one has not begun.
  package private(set) var isCommitting = false
  /// Whether changes are accepted.
  package private(set) var isOpen = true
  private var idleWaiters: [CheckedContinuation<Void, Never>] = []

  /// Measures the commits.
  nonisolated let meter = CommitMeter()
  private let log: WriteAheadLog?

  init(
    _ database: any DatabaseWriter, failures: SQLiteFailures, limits: Limits,
    log: WriteAheadLog? = nil
  ) {
    self.database = database
    self.failures = failures
    self.limits = limits
    self.log = log
  }

  /// Makes a change and returns when it is durable.
  ///
  /// If it throws, nothing has been changed. Errors of `change` are rethrown; a `StoreError` is
  /// thrown if it could not be made durable. `weight` is the approximate number of bytes that it
  /// writes.
  func perform<Value: Sendable>(
    in queue: Queue, weight: Int, _ change: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    await reserveWeight(weight, in: queue)
    guard isOpen else {
      releaseWeight(weight, in: queue)
      throw failures.closedError
    }
    return try await withCheckedThrowingContinuation { caller in
      let job = Job(
        queue: queue, weight: weight,
        apply: { database in
          let value = try change(database)
          return { error in
            if let error { caller.resume(throwing: error) } else { caller.resume(returning: value) }
          }
        },
        fail: { caller.resume(throwing: $0) })
      if queue == .change { changes.append(job) } else { events.append(job) }
      commitNext()
    }
  }

  /// Completes all queued changes, and rejects later ones.
  ///
  /// - Returns: False if it was already closed.
  func close() async -> Bool {
    guard isOpen else { return false }
    isOpen = false
    while isCommitting { await withCheckedContinuation { idleWaiters.append($0) } }
    return true
  }

  /// The numbers of queued changes, and of callers waiting for space, in all queues.
  package var queueCounts: (changes: Int, callers: Int) {
    (changes.count + events.count, loads.values.reduce(0) { $0 + $1.waiters.count })
  }

  // MARK: Weights

  private func reserveWeight(_ weight: Int, in queue: Queue) async {
    let load = loads[queue] ?? Load()
    // A change heavier than the limit is allowed if nothing else is queued.
    if load.waiters.isEmpty, load.weight == 0 || load.weight + weight <= limits.queueWeight {
      loads[queue, default: Load()].weight += weight
    } else {
      await withCheckedContinuation { loads[queue, default: Load()].waiters.append((weight, $0)) }
    }
  }

  private func releaseWeight(_ weight: Int, in queue: Queue) {
    var load = loads[queue] ?? Load()
    load.weight -= weight
    while let next = load.waiters.first,
      load.weight == 0 || load.weight + next.weight <= limits.queueWeight
    {
      // Reserved on behalf of the waiting caller, so that no other call gets in first.
      load.weight += next.weight
      load.waiters.removeFirst().continuation.resume()
    }
    loads[queue] = load
  }

  // MARK: Groups

  private func commitNext() {
    guard !isCommitting else { return }
    let group = nextGroup()
    guard !group.isEmpty else { return }
    isCommitting = true
    let (failures, meter, log) = (failures, meter, log)
    database.asyncWriteWithoutTransaction { database in
      Self.commit(group, to: database, failures, meter)
      log?.checkpointIfNeeded(database)
      Task { await self.finish(group) }
    }
  }

  private func finish(_ group: [Job]) {
    isCommitting = false
    for (queue, jobs) in Dictionary(grouping: group, by: \.queue) {
      releaseWeight(jobs.reduce(0) { $0 + $1.weight }, in: queue)
    }
    commitNext()
    guard !isCommitting else { return }
    for waiter in idleWaiters { waiter.resume() }
    idleWaiters = []
  }

  private func nextGroup() -> [Job] {
    var group: [Job] = []
    var remainingWeight = limits.groupWeight
    Self.move(from: &changes, to: &group, remainingWeight: &remainingWeight)
    Self.move(from: &events, to: &group, remainingWeight: &remainingWeight)
    return group
  }

  private static func move(
    from queue: inout [Job], to group: inout [Job], remainingWeight: inout Int
  ) {
    var count = 0
    for job in queue {
      guard job.weight <= remainingWeight || group.isEmpty else { break }
      remainingWeight -= job.weight
      group.append(job)
      count += 1
    }
    queue.removeFirst(count)
  }

  private static func commit(
    _ group: [Job], to database: Database, _ failures: SQLiteFailures, _ meter: CommitMeter
  ) {
    let start = ContinuousClock.now
    var applied: [Completion] = []
    var pending = group[...]
    do {
      try database.inTransaction(.immediate) {
        while let job = pending.first {
          do {
            var complete: Completion?
            try database.inSavepoint {
              complete = try job.apply(database)
              return .commit
            }
            pending.removeFirst()
            if let complete { applied.append(complete) }
          } catch  where database.isInsideTransaction {
            pending.removeFirst()
            job.fail(error)
          }
          // NB: after some errors (disk full, I/O) SQLite has rolled back the whole transaction;
          // then all of its changes have failed, not just this one.
        }
        return .commit
      }
    } catch {
      let failure = failures.storeError(error)
      meter.record(ContinuousClock.now - start, failure)
      for complete in applied { complete(failure) }
      for job in pending { job.fail(failure) }
      return
    }
    meter.record(ContinuousClock.now - start, nil)
    for complete in applied { complete(nil) }
  }
}
