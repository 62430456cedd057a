/// The delays after failed attempts.
///
/// The first few attempts are not delayed, since users mistype; then each failure doubles the wait.
/// The counts are in the store, so a restart does not reset them.
public struct ThrottlePolicy: Sendable, Equatable {
  /// The number of attempts without a delay.
  public let freeAttempts: Int
  /// The seconds to wait after `freeAttempts` failures; each further failure doubles the wait.
  public let baseDelay: Int
  /// The maximum number of seconds to wait.
  public let maximumDelay: Int
  /// The seconds without a failure after which the count is reset; at least `maximumDelay`, and at
  /// most `longestWindow`.
  public let window: Int

  /// The longest time for which a count has an effect, in seconds: a day.
  ///
  /// Longer delays and windows are shortened to it, so that older counts can be deleted, whatever
  /// their policies are.
  public static let longestWindow = 86_400

  /// Creates a policy.
  public init(freeAttempts: Int, baseDelay: Int, maximumDelay: Int, window: Int) {
    self.freeAttempts = max(freeAttempts, 1)
    self.baseDelay = min(max(baseDelay, 1), Self.longestWindow)
    self.maximumDelay = min(max(maximumDelay, self.baseDelay), Self.longestWindow)
    self.window = min(max(window, self.maximumDelay), Self.longestWindow)
  }

  /// Wrong passwords and codes for one account: with a quarter of an hour between attempts, an
  /// attacker has fewer than 110 a day (NIST SP 800-63B allows 100 in a row).
  public static let account = ThrottlePolicy(
    freeAttempts: 5, baseDelay: 2, maximumDelay: 900, window: 86400)
  /// Wrong codes from all known devices of a user, so that an attacker with several of their
  /// secrets gets hardly more attempts than with one.
  public static let devices = ThrottlePolicy(
    freeAttempts: 10, baseDelay: 2, maximumDelay: 900, window: 86400)
  /// Wrong passwords and codes from one client network, which many users may share.
  public static let network = ThrottlePolicy(
    freeAttempts: 50, baseDelay: 2, maximumDelay: 900, window: 86400)
  /// Emails of one kind to one address; each email counts.
  public static let mail = ThrottlePolicy(
    freeAttempts: 4, baseDelay: 300, maximumDelay: 3600, window: 7200)
  /// Emails about the registration of one address, requested from all networks.
  public static let registrationMail = ThrottlePolicy(
    freeAttempts: 8, baseDelay: 300, maximumDelay: 3600, window: 7200)
  /// Emails to reset a password; the delay is shorter than the lifetime of their links, so the user
  /// always has one that works for at least ten minutes.
  public static let resetMail = ThrottlePolicy(
    freeAttempts: 4, baseDelay: 300, maximumDelay: OneTimeTokens.Lifetime.reset - 600, window: 7200)
  /// Reauthentications of one user; no one needs hundreds, and each costs a scrypt run.
  public static let reauthentications = ThrottlePolicy(
    freeAttempts: 100, baseDelay: 2, maximumDelay: 60, window: 3600)
  /// Sign-ins of one user with the right password from unknown devices; each costs a scrypt run,
  /// too.
  public static let signIns = ThrottlePolicy(
    freeAttempts: 100, baseDelay: 2, maximumDelay: 60, window: 3600)
  /// Registrations and requested emails from one client network; each attempt counts.
  public static let registration = ThrottlePolicy(
    freeAttempts: 20, baseDelay: 30, maximumDelay: 3600, window: 7200)

  /// Returns the seconds until the next attempt is accepted.
  ///
  /// - Parameters:
  ///   - state: The failures counted so far; nil for none.
  ///   - now: Seconds since 1970.
  /// - Returns: The seconds until an attempt is accepted; 0 if one is accepted now.
  public func remainingDelay(_ state: ThrottleState?, at now: Int) -> Int {
    guard let state, !hasExpired(state, at: now) else { return 0 }
    return min(max(0, state.lastFailure + delay(after: state.failures) - now), maximumDelay)
  }

  /// Returns the state after one more failure.
  ///
  /// - Parameters:
  ///   - state: The failures counted so far; nil for none.
  ///   - key: The key under which failures are counted; see `AccountKeyring.throttleKey`.
  ///   - now: Seconds since 1970.
  /// - Returns: The state to store.
  public func stateAfterFailure(
    _ state: ThrottleState?, key: String, at now: Int
  ) -> ThrottleState {
    guard let state, !hasExpired(state, at: now) else {
      return ThrottleState(key: key, failures: 1, lastFailure: now)
    }
    return ThrottleState(key: key, failures: min(state.failures, 1_000_000) + 1, lastFailure: now)
  }

  private func hasExpired(_ state: ThrottleState, at now: Int) -> Bool {
    // NB: a time in the future was recorded before the clock was set back; it would lock users out
    // until the clock catches up.
    now - state.lastFailure >= window || state.lastFailure - now > maximumDelay
  }

  private func delay(after failures: Int) -> Int {
    guard failures >= freeAttempts else { return 0 }
    let doublings = min(failures - freeAttempts, 30)
    let (seconds, isTooLong) = baseDelay.multipliedReportingOverflow(by: 1 << doublings)
    return isTooLong ? maximumDelay : min(seconds, maximumDelay)
  }
}
