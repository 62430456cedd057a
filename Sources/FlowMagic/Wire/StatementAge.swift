/// Whether a statement is still valid by a device's clock.
///
/// A clock earlier than the app's build date is wrong, so it is not relied on.
package enum StatementAge: Sendable, Equatable {
  /// It has not expired.
  case valid
  /// It has expired.
  case expired
  /// It has expired, but the clock is earlier than the app's build date, so the time is unknown.
  case uncertain

  /// Classifies a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - now: The device's clock, in seconds since 1970.
  ///   - buildTime: The time at which the app was built, in seconds since 1970.
  package init(of statement: ReleaseStatement, now: Int, buildTime: Int) {
    // The time is at least the build date, whatever the clock says.
    guard max(now, buildTime) > statement.expires else {
      self = .valid
      return
    }
    self = now < buildTime ? .uncertain : .expired
  }
}
