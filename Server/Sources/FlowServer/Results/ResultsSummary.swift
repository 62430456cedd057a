import FlowCore
import FlowStore
import Logging

/// Counts results from apps' events, after these are stored.
///
/// Each batch counts exactly once, also if the process is killed: what it adds is stored in the
/// transaction that marks it as counted.
package actor ResultsSummary {
  /// The maximum counted in one transaction, so that other changes wait only briefly.
  private static let step = (batches: 20, bytes: 1 << 20, events: 2_000)
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

  /// Announces that there may be batches to count: new ones, or those that could not be counted.
  nonisolated func noteBatches() { signal.continuation.yield() }

  /// Yields after batches were announced; for one reader.
  nonisolated var batches: AsyncStream<Void> { signal.stream }

  /// Counts all batches that are stored.
  ///
  /// What cannot be counted now, such as while the disk is nearly full, is counted the next time.
  package func catchUp(isStopping: @Sendable () -> Bool = { false }) async {
    do {
      while !isStopping(), hasSpace(), try await countSome() { await Task.yield() }
      hasFailed = false
    } catch {
      if !hasFailed {
        logger.error("Results cannot be counted now", metadata: ["reason": "\(error)"])
      }
      hasFailed = true
    }
  }

  /// - Returns: Whether there may be more.
  private func countSome() async throws(StoreError) -> Bool {
    let (after, batches) = try await store.uncountedEvents(
      limit: Self.step.batches, bytes: Self.step.bytes, events: Self.step.events)
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
    if let known = names[key], known.number == live.number { return known.names }
    let document = try? FlowDocument(parsing: live.stored.body)
    let found = document.map { DeclaredNames($0) } ?? DeclaredNames()
    if names.count >= Self.namesLimit { names.removeAll() }
    names[key] = (live.number, found)
    return found
  }
}
