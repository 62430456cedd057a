import NIOConcurrencyHelpers

/// The time that statements are stamped with: the system's clock, as far as it can be believed.
///
/// A clock that jumps ahead must not make statements that are valid for a year. While the server
/// runs, the time since its start says where the clock should be; a jump is reported, and one of
/// more than a day is followed for a day only, until the clock is right again or the server is
/// restarted, which takes the clock as it is.
package final class ClockMonitor: Sendable {
  /// A difference that clocks are corrected by as they run, in seconds: 10 minutes.
  package static let tolerance = 600
  /// The maximum jump ahead that is followed, in seconds: a day.
  package static let maximumJump = 24 * 3600
  /// The time by which the clock may be ahead of the latest statement at the start before it is
  /// doubted, in seconds: 30 days.
  ///
  /// A running server renews statements twice a day.
  package static let unusualPause = 30 * 24 * 3600
  /// No clock that is right shows an earlier time: the beginning of 2026.
  private static let earliest = 1_767_225_600

  private struct Reference {
    var clock: Int
    var uptime: Int
  }

  private let clock: @Sendable () -> Int
  private let uptime: (@Sendable () -> Int)?
  /// The issue time of the latest statement before the start.
  private let lastIssued: Int
  private let reference: NIOLockedValueBox<Reference>
  /// Whether the clock was so far ahead of the latest statement at the start that it may be wrong.
  package let isDoubtful: Bool

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - clock: Seconds since 1970.
  ///   - uptime: Seconds that no one sets; nil to believe the clock.
  ///   - lastIssued: The latest issue time of a statement before this start; 0 if not known.
  package init(
    clock: @escaping @Sendable () -> Int, uptime: (@Sendable () -> Int)?, lastIssued: Int = 0
  ) {
    self.clock = clock
    self.uptime = uptime
    self.lastIssued = lastIssued
    let start = clock()
    reference = NIOLockedValueBox(Reference(clock: start, uptime: uptime?() ?? 0))
    isDoubtful = lastIssued > 0 && start - lastIssued > Self.unusualPause
  }

  /// The jump of the clock since the server started, in seconds; negative for a clock that was set
  /// back, 0 for one that runs as it should.
  package var jump: Int { reading.jump }

  /// The time for a statement, in seconds since 1970.
  package func now() -> Int {
    let (now, jump) = reading
    return jump > Self.maximumJump ? now - jump + Self.maximumJump : now
  }

  private var reading: (now: Int, jump: Int) {
    let now = clock()
    guard let uptime = uptime?() else { return (now, 0) }
    return reference.withLockedValue { reference in
      let jump = now - reference.clock - (uptime - reference.uptime)
      let certain = max(lastIssued, Self.earliest)
      // A clock that was behind what is certain, as on a machine without a battery, was set right.
      let isCorrection = jump > 0 && now >= certain && now - jump < certain - Self.tolerance
      guard isCorrection || abs(jump) <= Self.tolerance else { return (now, jump) }
      reference = Reference(clock: now, uptime: uptime)
      return (now, 0)
    }
  }
}

extension ClockMonitor {
  /// Seconds since an arbitrary moment, also while the machine sleeps.
  package static func systemUptime() -> Int {
    Int((ContinuousClock.now - systemStart) / .seconds(1))
  }

  private static let systemStart = ContinuousClock.now
}
