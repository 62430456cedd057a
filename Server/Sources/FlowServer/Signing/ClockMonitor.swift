import NIOConcurrencyHelpers

/// The time of statements: the system's clock, checked for plausibility.
///
/// A clock that jumps ahead must not produce statements that are valid for a year. While the server
/// runs, the monotonic time since startup shows where the clock should be. A jump is reported; of
/// one longer than a day, only a day is applied, until the clock is corrected or the server is
/// restarted, which accepts the clock as it is.
package final class ClockMonitor: Sendable {
  /// The maximum difference that is attributed to normal clock adjustment, in seconds: 10 minutes.
  package static let tolerance = 600
  /// The maximum jump ahead that is applied, in seconds: a day.
  package static let maximumJump = 24 * 3600
  /// The maximum time between the latest statement and a plausible clock at startup, in seconds: 30
  /// days.
  ///
  /// A running server renews statements twice a day.
  package static let maximumPause = 30 * 24 * 3600
  /// The earliest plausible time: the start of 2026.
  private static let earliest = 1_767_225_600

  private struct Reference {
    var clock: Int
    var uptime: Int
  }

  private let clock: @Sendable () -> Int
  private let uptime: (@Sendable () -> Int)?
  /// The issue time of the latest statement before startup.
  private let lastIssued: Int
  private let reference: NIOLockedValueBox<Reference>
  /// Whether the clock was implausibly far ahead of the latest statement at startup.
  package let wasImplausibleAtStart: Bool

  /// Starts monitoring.
  ///
  /// - Parameters:
  ///   - clock: The system's clock, in seconds since 1970.
  ///   - uptime: A monotonic clock in seconds; nil if there is none.
  ///   - lastIssued: The latest issue time of a statement before startup; 0 if not known.
  package init(
    clock: @escaping @Sendable () -> Int, uptime: (@Sendable () -> Int)?, lastIssued: Int = 0
  ) {
    self.clock = clock
    self.uptime = uptime
    self.lastIssued = lastIssued
    let start = clock()
    reference = NIOLockedValueBox(Reference(clock: start, uptime: uptime?() ?? 0))
    wasImplausibleAtStart = lastIssued > 0 && start - lastIssued > Self.maximumPause
  }

  /// The jump of the clock since startup, in seconds; negative if it was set back, 0 for a normal
  /// clock.
  package var jump: Int { reading.jump }

  /// The time to use in a statement, in seconds since 1970.
  package func now() -> Int {
    let (now, jump) = reading
    return jump > Self.maximumJump ? now - jump + Self.maximumJump : now
  }

  private var reading: (now: Int, jump: Int) {
    let now = clock()
    guard let uptime = uptime?() else { return (now, 0) }
    return reference.withLockedValue { reference in
      let jump = now - reference.clock - (uptime - reference.uptime)
      let latestKnownTime = max(lastIssued, Self.earliest)
      // A clock that started behind known times, as on a machine without a battery, was corrected.
      let isCorrection =
        jump > 0 && now >= latestKnownTime && now - jump < latestKnownTime - Self.tolerance
      guard isCorrection || abs(jump) <= Self.tolerance else { return (now, jump) }
      reference = Reference(clock: now, uptime: uptime)
      return (now, 0)
    }
  }
}

extension ClockMonitor {
  /// The seconds of a monotonic clock since its first use in this process, including the time that
  /// the machine is suspended.
  package static func monotonicSeconds() -> Int {
    Int((ContinuousClock.now - monotonicOrigin) / .seconds(1))
  }

  private static let monotonicOrigin = ContinuousClock.now
}
