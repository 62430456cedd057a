import NIOConcurrencyHelpers

/// Counts by client network or organization, over all event loops.
///
/// NB: a lock, but one that is taken when a connection or a stream starts or ends, and never for a
/// request.
final class ConcurrentCounts<Owner: Hashable & Sendable>: Sendable {
  private let counts = NIOLockedValueBox<[Owner: Int]>([:])

  /// Counts one more in; false, and not counted, if the owner has as many as it may.
  func enter(_ owner: Owner, limit: Int) -> Bool {
    counts.withLockedValue { counts in
      let count = counts[owner] ?? 0
      guard count < limit else { return false }
      counts[owner] = count + 1
      return true
    }
  }

  /// Counts one out.
  func leave(_ owner: Owner) {
    counts.withLockedValue { counts in
      let count = counts[owner] ?? 1
      counts[owner] = count > 1 ? count - 1 : nil
    }
  }

  /// The counts of all owners that have one.
  var all: [Owner: Int] { counts.withLockedValue { $0 } }
}
