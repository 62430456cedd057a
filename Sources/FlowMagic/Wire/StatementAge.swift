/// Whether a statement is still valid by a device's clock.
///
/// A clock that shows a time before the app was built is wrong, so it decides nothing.
package enum StatementAge: Sendable, Equatable {
  /// It has not expired.
  case valid
  /// It has expired.
  case expired
  /// It has expired, but the clock is older than the app: what time it is, is not known.
  case uncertain

  /// Judges a statement.
  ///
  /// - Parameters:
  ///   - statement: The statement.
  ///   - now: The device's clock, in seconds since 1970.
  ///   - built: The time at which the app was built, in seconds since 1970.
  package init(of statement: ReleaseStatement, now: Int, built: Int) {
    // It is at least as late as the build, whatever the clock says.
    guard max(now, built) > statement.expires else {
      self = .valid
      return
    }
    self = now < built ? .uncertain : .expired
  }
}
