/// Whether a statement is still valid according to a device's clock.
///
/// A clock earlier than the app's build date is wrong, so it is not relied on.
package enum StatementValidity: Sendable, Equatable {
  /// It has not expired.
  case valid
  /// It has expired.
  case expired
  /// It has expired, but the clock is earlier than the app's build date, so the time is unknown.
  case uncertain

  /// Compares a statement's expiry with the clock.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - now: The device's clock, in seconds since 1970.
  ///   - buildTime: The time at which the app was built, in seconds since 1970.
  package init(of statement: ReleaseStatement, now: Int, buildTime: Int) {
    // The true time is not before the build date, whatever the clock shows.
    guard max(now, buildTime) > statement.expires else {
      self = .valid
      return
    }
    self = now < buildTime ? .uncertain : .expired
  }
}
