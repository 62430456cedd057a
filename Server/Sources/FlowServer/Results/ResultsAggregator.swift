import FlowCore
import FlowStore
import Logging

/// Counts results from apps' events, after these are stored.
///
/// Each batch counts exactly once, even if the process is killed: what it adds is stored in the
/// transaction that marks it as counted.
package actor ResultsAggregator {
  /// The maximum counted in one transaction, so that other changes wait only briefly.
  private static let transactionLimit = (batches: 20, bytes: 1 << 20, events: 2_000)
  /// The maximum number of environments whose names are kept.
  private static let namesLimit = 64

  private let store: any Store
  private let currentReleases: CurrentReleases
  private let hasSpace: @Sendable () -> Bool
  private let logger: Logger
  private var names: [EnvironmentKey: (number: Int, names: DeclaredNames)] = [:]
  private var hasFailed = false
  private nonisolated let signal = AsyncStream.makeStream(
    of: Void.self, bufferingPolicy: .bufferingNewest(1))

  init(
    store: any Store, currentReleases: CurrentReleases, hasSpace: @escaping @Sendable () -> Bool,
    logger: Logger
  ) {
    self.store = store
    self.currentReleases = currentReleases
    self.hasSpace = hasSpace
    self.logger = logger
  }

  /// Requests counting of stored batches: new ones, and those that could not be counted before.
  nonisolated func requestCounting() { signal.continuation.yield() }

  /// Yields after counting was requested; for one reader.
  nonisolated var countingRequests: AsyncStream<Void> { signal.stream }

  /// Counts all batches that are stored.
  ///
  /// What cannot be counted now, such as while the disk is nearly full, is counted the next time.
  package func catchUp(isStopping: @Sendable () -> Bool = { false }) async {
    do {
      while !isStopping(), hasSpace(), try await countNextBatches() { await Task.yield() }
      hasFailed = false
    } catch {
      if !hasFailed {
        logger.error("Results cannot be counted now", metadata: ["reason": "\(error)"])
      }
      hasFailed = true
    }
  }

  /// Counts as many batches as fit in one transaction.
  ///
  /// - Returns: Whether there may be more.
  private func countNextBatches() async throws(StoreError) -> Bool {
    let (after, batches) = try await store.uncountedEvents(
      limit: Self.transactionLimit.batches, bytes: Self.transactionLimit.bytes,
      events: Self.transactionLimit.events)
    guard let last = batches.last else { return false }
    let activities = batches.flatMap { batch in
      BatchReader(declaredNames(in: batch)).activities(in: batch)
    }
    return try await store.count(activities, of: (after, last.id))
  }

  private func declaredNames(in batch: EventBatch) -> DeclaredNames {
    let key = EnvironmentKey(batch.application, batch.environment)
    let live = currentReleases.current(
      application: key.application, environment: key.environment)
    guard let live else { return DeclaredNames() }
    if let cached = names[key], cached.number == live.number { return cached.names }
    let document = try? FlowDocument(parsing: live.stored.body)
    let declared = document.map { DeclaredNames($0) } ?? DeclaredNames()
    if names.count >= Self.namesLimit { names.removeAll() }
    names[key] = (live.number, declared)
    return declared
  }
}
