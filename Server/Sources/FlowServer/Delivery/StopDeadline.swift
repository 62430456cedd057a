import NIOConcurrencyHelpers
import NIOCore

/// The deadline of requests in progress at shutdown.
///
/// Listeners stop one after the other and share it: otherwise, each would wait for the whole time.
package final class StopDeadline: Sendable {
  private let start = NIOLockedValueBox<NIODeadline?>(nil)

  /// Creates a deadline whose time has not begun.
  package init() {}

  /// Returns what remains of a time that began with the first call, but at least a tenth of it.
  func remaining(of time: TimeAmount) -> TimeAmount {
    let now = NIODeadline.now()
    let start = start.withLockedValue { start in
      start = start ?? now
      return start ?? now
    }
    return max(time - (now - start), .nanoseconds(time.nanoseconds / 10))
  }
}
