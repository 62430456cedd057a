/// Limits how often each user may do something in a period.
///
/// It counts in memory: a restart begins anew.
package actor UserRateLimit {
  private struct Period {
    let start: Int
    var count = 0
  }

  /// The number of periods that are stored; beyond it, those that have ended are removed.
  private static let maximumPeriods = 20_000

  private let limit: Int
  private let seconds: Int
  private var periods: [String: Period] = [:]

  /// Creates a limit.
  package init(_ limit: Int, inSeconds seconds: Int) {
    self.limit = limit
    self.seconds = seconds
  }

  /// Counts a user's request.
  ///
  /// - Parameters:
  ///   - user: The user's id.
  ///   - now: The time in seconds since 1970.
  /// - Returns: The seconds until the user may try again; nil within the limit.
  package func secondsToWait(_ user: String, at now: Int) -> Int? {
    var period = periods[user] ?? Period(start: now)
    // NB: a clock that was set back must not extend the period.
    if now - period.start >= seconds || period.start > now { period = Period(start: now) }
    guard period.count < limit else { return period.start + seconds - now }
    period.count += 1
    if periods[user] == nil, periods.count >= Self.maximumPeriods {
      periods = periods.filter { now - $0.value.start < seconds }
    }
    periods[user] = period
    return nil
  }
}
