/// Decides after each connection attempt what to do next, and when.
///
/// It prefers streams. When several in a row receive nothing, probably because a proxy buffers
/// them, it polls instead. It tries a stream again after `pollsBeforeStream` polls, or right after
/// the first successful poll if the network was offline.
package struct ReconnectPolicy: Sendable, Equatable {
  /// The next action.
  package enum Action: Sendable, Equatable {
    /// Open a stream.
    case stream
    /// Request the current release once.
    case poll
  }

  /// The outcome of an attempt.
  package enum Outcome: Sendable, Equatable {
    /// A stream that had received data ended or broke; it was open for this duration.
    case streamEnded(duration: Duration)
    /// The server closed the stream and asked to reconnect later.
    case serverClosed(reconnectAfter: Duration)
    /// A stream received nothing, or the response was not a stream.
    case streamBlocked
    /// There was no connection, or it broke before any data.
    case unreachable
    /// The server is overloaded or unavailable, with the delay that it requested, if any.
    case busy(retryAfter: Duration?)
    /// The server has reached its limit of streams, and a poll succeeded instead.
    case tooManyStreams(retryAfter: Duration?)
    /// The server rejects the key, or its response is unexpected or too large.
    case rejected
    /// The server has no release yet.
    case noRelease
    /// A poll succeeded.
    case polled
  }

  /// The next action.
  package private(set) var action = Action.stream
  /// The reconnection time that the server requested, in milliseconds.
  package var reconnectionTime: Int?
  private let timings: ClientTimings
  /// The number of consecutive failures, for the back-off.
  private var failures = 0
  /// The number of consecutive attempts without a connection.
  private var unreachableAttempts = 0
  /// The number of consecutive blocked streams.
  private var blockedStreams = 0
  /// The number of successful polls since the last stream.
  private var polls = 0
  /// Whether the network may be offline altogether, rather than streams being blocked.
  package private(set) var mayBeOffline = false

  package init(_ timings: ClientTimings) { self.timings = timings }

  /// Whether the client polls because streams are blocked.
  package var isPolling: Bool { action == .poll }

  /// Updates the policy with an outcome.
  ///
  /// - Returns: The delay before the next `action`.
  package mutating func update(after outcome: Outcome, random: Double) -> Duration {
    if outcome != .unreachable { unreachableAttempts = 0 }
    switch outcome {
    case .streamEnded(let duration):
      blockedStreams = 0
      polls = 0
      mayBeOffline = false
      if duration >= timings.backOffResetThreshold { failures = 0 }
      return recordFailure(random)
    case .serverClosed(let delay):
      blockedStreams = 0
      failures = 0
      return min(max(delay, .zero), timings.maximumDelay) + backOff.delay(after: 0, random: random)
    case .streamBlocked:
      recordStreamFailure(mayBeOffline: false)
      return recordFailure(random)
    case .unreachable:
      var delay = recordFailure(random)
      unreachableAttempts += 1
      if unreachableAttempts <= timings.shortOutageAttempts {
        delay = min(delay, timings.shortOutageCap * random)
      }
      if action == .stream {
        // After a successful poll, the network is not the cause.
        recordStreamFailure(mayBeOffline: polls == 0)
      } else {
        mayBeOffline = true
        polls = 0
      }
      return delay
    case .busy(let delay), .tooManyStreams(let delay):
      let requested = min(max(delay ?? .zero, .zero), timings.maximumDelay)
      return requested + recordFailure(random)
    case .rejected:
      failures = 0
      return timings.rejectionDelay * (0.5 + random / 2)
    case .noRelease:
      failures = 0
      return pollDelay(random)
    case .polled:
      return recordPoll(random)
    }
  }

  /// Resets the policy after a pause, because the network may have changed: a stream is tried next,
  /// and after one blocked stream the client polls again if it did before.
  package mutating func resume() {
    failures = 0
    unreachableAttempts = 0
    polls = 0
    mayBeOffline = false
    action = .stream
  }

  /// The delay before the next poll: the interval, ± 25 % at random.
  private func pollDelay(_ random: Double) -> Duration {
    timings.pollInterval * (0.75 + random / 2)
  }

  private var backOff: BackOff {
    guard let reconnectionTime else { return timings.backOff }
    // An extreme value must neither flood the server with requests nor keep the app disconnected.
    let base = min(
      .milliseconds(min(max(reconnectionTime, 100), 3_600_000)), timings.maximumDelay)
    return BackOff(base: base, cap: max(base, timings.backOff.cap))
  }

  /// Counts a failure, and returns the back-off after it.
  private mutating func recordFailure(_ random: Double) -> Duration {
    defer { failures += 1 }
    return backOff.delay(after: failures, random: random)
  }

  /// Counts a stream that received nothing, and switches to polling at the limit.
  private mutating func recordStreamFailure(mayBeOffline offline: Bool) {
    blockedStreams += 1
    mayBeOffline = offline
    if blockedStreams >= timings.blockedStreamLimit { action = .poll }
    polls = 0
  }

  /// Counts a successful poll, and returns the delay before the next action.
  private mutating func recordPoll(_ random: Double) -> Duration {
    failures = 0
    polls += 1
    if mayBeOffline {
      // The network was offline; now that a poll succeeds, a stream may succeed too.
      mayBeOffline = false
      action = .stream
      return backOff.delay(after: 0, random: random)
    }
    if polls >= timings.pollsBeforeStream { action = .stream }
    return pollDelay(random)
  }
}
