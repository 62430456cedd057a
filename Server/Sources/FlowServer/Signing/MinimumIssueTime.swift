/// The latest issue time of a statement, stored across restarts, so that after the clock was set
/// back no statement looks older than the previous one (rollback protection).
package struct MinimumIssueTime: Sendable {
  package let second: Int
  /// The latest time of the clock when a statement was signed; `second` if it is not known.
  ///
  /// Each release of an environment has a later issue time than the one before, so releases that
  /// are published quickly move issue times ahead of the clock, although the clock is right.
  package let clock: Int
  /// Stores a later issue time, and the latest time of the clock; throws if they cannot be stored,
  /// and is called again later.
  package let save: @Sendable (_ second: Int, _ clock: Int) throws -> Void

  package init(
    _ second: Int = 0, clock: Int? = nil,
    save: @escaping @Sendable (_ second: Int, _ clock: Int) throws -> Void = { _, _ in }
  ) {
    self.second = second
    self.clock = clock ?? second
    self.save = save
  }

  /// Whether only issue times are more than 10 minutes ahead of the clock, which has not gone back
  /// since a statement was signed.
  func isAhead(of now: Int) -> Bool {
    second - now > ClockMonitor.tolerance && clock - now <= ClockMonitor.tolerance
  }
}
