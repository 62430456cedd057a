import NIOConcurrencyHelpers
import NIOCore

/// The deadline of requests in progress at shutdown.
///
/// Listeners stop one after the other and share it: otherwise, each would wait for ten seconds.
package final class StopDeadline: Sendable {
  private let began = NIOLockedValueBox<NIODeadline?>(nil)

  /// Creates the deadline of a running server.
  package init() {}

  /// The rest of the time, which begins with the first call; at least a tenth of it.
  func rest(of time: TimeAmount) -> TimeAmount {
    let now = NIODeadline.now()
    let start = began.withLockedValue { began in
      began = began ?? now
      return began ?? now
    }
    return max(time - (now - start), .nanoseconds(time.nanoseconds / 10))
  }
}
