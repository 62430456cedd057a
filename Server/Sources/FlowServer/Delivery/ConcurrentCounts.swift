import NIOConcurrencyHelpers

/// Concurrent counts by client network or organization, across all event loops.
///
/// NB: the lock is taken only when a connection or a stream starts or ends, never for a request.
final class ConcurrentCounts<Owner: Hashable & Sendable>: Sendable {
  private let counts = NIOLockedValueBox<[Owner: Int]>([:])

  /// Increments the owner's count; returns false, without counting, if the limit is reached.
  func increment(_ owner: Owner, limit: Int) -> Bool {
    counts.withLockedValue { counts in
      let count = counts[owner] ?? 0
      guard count < limit else { return false }
      counts[owner] = count + 1
      return true
    }
  }

  /// Decrements the owner's count.
  func decrement(_ owner: Owner) {
    counts.withLockedValue { counts in
      let count = counts[owner] ?? 1
      counts[owner] = count > 1 ? count - 1 : nil
    }
  }

  /// The counts of all owners with at least one.
  var all: [Owner: Int] { counts.withLockedValue { $0 } }
}
