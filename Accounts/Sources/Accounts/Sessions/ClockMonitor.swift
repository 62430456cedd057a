import NIOConcurrencyHelpers

/// Detects whether the clock has agreed with a monotonic clock for at least an hour.
///
/// A clock that was set wrong, or was wrong when the process started, is usually corrected within
/// that time; until then, no record must be deleted because it is from the future. Observations are
/// not stored, so they start again with each process.
final class ClockMonitor: Sendable {
  /// The monotonic time for which the clock must have been steady, in seconds: an hour.
  static let period = 3600
  /// The maximum difference that is attributed to normal clock adjustment, in seconds.
  static let tolerance = 600
  /// How far ahead of a steady clock a time may be that was recorded since the observation before,
  /// in seconds: the clock may have been adjusted in both directions.
  static let maximumLead = 2 * tolerance

  private struct Observation {
    let clock: Int
    let uptime: Int

    func isSteady(since earlier: Observation) -> Bool {
      let jump = clock - earlier.clock - (uptime - earlier.uptime)
      return abs(jump) <= ClockMonitor.tolerance
    }
  }

  private let uptime: @Sendable () -> Int
  private let last = NIOLockedValueBox<Observation?>(nil)

  /// Starts without an observation.
  ///
  /// - Parameter uptime: A monotonic clock in seconds; nil for the system's.
  init(uptime: (@Sendable () -> Int)?) {
    self.uptime = uptime ?? { Int((ContinuousClock.now - Self.start) / .seconds(1)) }
  }

  /// Observes the clock.
  ///
  /// - Parameter now: The clock's time, in seconds since 1970.
  /// - Returns: Whether it has been steady since an observation at least an hour ago.
  func observe(_ now: Int) -> Bool {
    let uptime = uptime()
    return last.withLockedValue { last in
      let observation = Observation(clock: now, uptime: uptime)
      guard let reference = last, observation.isSteady(since: reference) else {
        last = observation
        return false
      }
      guard uptime - reference.uptime >= Self.period else { return false }
      last = observation
      return true
    }
  }

  private static let start = ContinuousClock.now
}
