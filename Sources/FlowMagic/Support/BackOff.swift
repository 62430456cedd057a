/// How long to wait before the next attempt: exponential with full jitter.
///
/// The wait is anywhere from nothing to a window that doubles with each failure, so that a million
/// apps that lost their server at the same moment do not come back at the same moment.
public struct BackOff: Sendable, Equatable {
  /// The window after the first failure.
  public var base: Duration
  /// The widest window.
  public var cap: Duration

  /// Makes a rule.
  public init(base: Duration, cap: Duration) {
    self.base = base
    self.cap = cap
  }

  /// The longest wait after so many failures in a row before this one.
  public func window(after failures: Int) -> Duration {
    var window = min(base, cap)
    for _ in 0..<min(max(failures, 0), 62) where window < cap { window = min(window * 2, cap) }
    return window
  }

  /// The wait after so many failures in a row before this one; `random` is from 0 up to 1.
  public func delay(after failures: Int, random: Double) -> Duration {
    window(after: failures) * random
  }
}
