import NIOConcurrencyHelpers

/// How many of something each client's network has, over all event loops.
///
/// NB: a lock, but one that is taken when a connection or a stream starts or ends, and never for a
/// request.
final class NetworkCounts: Sendable {
  private let counts = NIOLockedValueBox<[ClientNetwork: Int]>([:])

  /// Counts one more in; false, and not counted, if the network has as many as it may.
  func enter(_ network: ClientNetwork, limit: Int) -> Bool {
    counts.withLockedValue { counts in
      let count = counts[network] ?? 0
      guard count < limit else { return false }
      counts[network] = count + 1
      return true
    }
  }

  /// Counts one out.
  func leave(_ network: ClientNetwork) {
    counts.withLockedValue { counts in
      let count = counts[network] ?? 1
      counts[network] = count > 1 ? count - 1 : nil
    }
  }
}
