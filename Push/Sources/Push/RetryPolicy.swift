/// Decides when a message is tried again.
public struct RetryPolicy: Hashable, Sendable {
  /// The action after an attempt.
  public enum Action: Hashable, Sendable {
    /// Nothing: the service has accepted the message.
    case done
    /// Try again at this time, in seconds since 1970.
    case retry(at: Int)
    /// Delete the device, unless it was registered again after `since`.
    case deleteDevice(since: Int?)
    /// Give up the message, and log the reason.
    case giveUp(reason: String)
  }

  /// The delay before the second attempt in seconds; doubled for each later one.
  public var firstDelay: Int
  /// The maximum delay in seconds.
  public var maximumDelay: Int
  /// The seconds after the first attempt at which the message is given up, so that no outdated
  /// message is delivered.
  public var timeLimit: Int

  /// Creates a policy.
  ///
  /// The defaults follow Firebase's requirements for senders: a first delay of 10 seconds, and a
  /// time limit of one hour.
  public init(firstDelay: Int = 10, maximumDelay: Int = 900, timeLimit: Int = 3_600) {
    self.firstDelay = firstDelay
    self.maximumDelay = maximumDelay
    self.timeLimit = timeLimit
  }

  /// Returns the action after the outcome of an attempt; the first attempt has the number 1.
  ///
  /// `firstAttempt` is its time, in seconds since 1970; `random` is in 0..<1 and adds jitter of up
  /// to half the delay.
  public func action(
    after outcome: PushOutcome, attempt: Int, firstAttempt: Int, now: Int, random: Double
  ) -> Action {
    switch outcome {
    case .accepted: return .done
    case .unregistered(let since): return .deleteDevice(since: since)
    case .rejected(let reason), .misconfigured(let reason): return .giveUp(reason: reason)
    case .renewAuthorization(let reason):
      // Only the first attempt is retried immediately: the service may reject a new token, too.
      let at = attempt == 1 ? now : now + delay(attempt: attempt, random: random)
      return retry(at: at, firstAttempt: firstAttempt, reason: reason)
    case .retry(let after, let reason):
      let at = now + max(after ?? 0, delay(attempt: attempt, random: random))
      return retry(at: at, firstAttempt: firstAttempt, reason: reason)
    }
  }

  private func retry(at time: Int, firstAttempt: Int, reason: String) -> Action {
    time - firstAttempt <= timeLimit ? .retry(at: time) : .giveUp(reason: reason)
  }

  private func delay(attempt: Int, random: Double) -> Int {
    let doubled = attempt > 20 ? maximumDelay : firstDelay << (max(1, attempt) - 1)
    let delay = min(doubled, maximumDelay)
    return delay + Int(Double(delay) / 2 * random)
  }
}
