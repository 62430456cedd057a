/// An exponential back-off with full jitter.
///
/// The delay is random between zero and a window that doubles with each failure, so that apps that
/// lost the connection at the same time do not all reconnect at once.
public struct BackOff: Sendable, Equatable {
  /// The window for zero failures.
  public var base: Duration
  /// The largest window.
  public var cap: Duration

  /// Creates a back-off.
  public init(base: Duration, cap: Duration) {
    self.base = base
    self.cap = cap
  }

  /// The window for a number of failures: the base, doubled by each of them, at most the cap.
  public func window(after failures: Int) -> Duration {
    var window = min(base, cap)
    for _ in 0..<min(max(failures, 0), 62) where window < cap { window = min(window * 2, cap) }
    return window
  }

  /// The delay for a number of failures; `random` is in 0..<1.
  public func delay(after failures: Int, random: Double) -> Duration {
    window(after: failures) * random
  }
}
