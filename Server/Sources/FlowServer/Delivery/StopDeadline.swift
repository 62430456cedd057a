import NIOConcurrencyHelpers
import NIOCore

/// The deadline of requests in progress at shutdown.
///
/// Listeners stop one after the other and share it: otherwise, each would wait for the whole time.
package final class StopDeadline: Sendable {
  private let start = NIOLockedValueBox<NIODeadline?>(nil)
  private let isAnnounced = NIOLockedValueBox(false)

  /// Creates a deadline whose time has not begun.
  package init() {}

  /// Whether the caller is the first listener to stop, which logs that the server shuts down.
  func announce() -> Bool {
    isAnnounced.withLockedValue { isAnnounced in
      defer { isAnnounced = true }
      return !isAnnounced
    }
  }

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
