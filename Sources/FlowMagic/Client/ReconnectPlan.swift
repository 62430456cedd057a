/// Decides after each attempt what to do next and when: the client's whole manners in one value.
///
/// Streams as long as they work. When several in a row bring nothing (a proxy that swallows them),
/// it asks from time to time instead, and tries a stream again now and then, or at once when the
/// network was away and is back.
package struct ReconnectPlan: Sendable, Equatable {
  /// What to do.
  package enum Action: Sendable, Equatable {
    /// Open a stream and follow it.
    case stream
    /// Ask once whether there is something new.
    case poll
  }

  /// How an attempt went.
  package enum Outcome: Sendable, Equatable {
    /// A stream that had said something ended or broke after this time.
    case streamEnded(lived: Duration)
    /// The server asked to come back later.
    case goodbye(reconnectAfter: Duration)
    /// A stream was opened and said nothing, or was no stream.
    case streamBlocked
    /// No connection, or it broke before anything came.
    case unreachable
    /// The server is there and cannot answer now.
    case busy(retryAfter: Duration?)
    /// The server does not accept the key, or what it sends cannot be read at all.
    case refused
    /// The server has no release yet.
    case noRelease
    /// A poll was answered.
    case polled
  }

  /// What to do next.
  package private(set) var action = Action.stream
  /// Milliseconds that the server asked streams to wait before they come back.
  package var reconnectionTime: Int?
  private let timings: ClientTimings
  /// Failures in a row, for the back-off.
  private var failures = 0
  /// Streams in a row that brought nothing.
  private var blocked = 0
  /// Polls answered since the last stream.
  private var polls = 0
  /// Whether it may be the whole network that is away, and not only streams.
  private var mayBeOffline = false

  package init(_ timings: ClientTimings) { self.timings = timings }

  /// Whether streams are given up for now.
  package var isPolling: Bool { action == .poll }

  /// Takes an outcome into account.
  ///
  /// - Returns: How long to wait before doing `action`.
  package mutating func wait(after outcome: Outcome, random: Double) -> Duration {
    switch outcome {
    case .streamEnded(let lived):
      blocked = 0
      polls = 0
      mayBeOffline = false
      if lived >= timings.settled { failures = 0 }
      return failed(random)
    case .goodbye(let delay):
      blocked = 0
      failures = 0
      return min(max(delay, .zero), timings.longestWait) + backOff.delay(after: 0, random: random)
    case .streamBlocked:
      noStream(mayBeOffline: false)
      return failed(random)
    case .unreachable:
      let lost = failed(random)
      if action == .stream {
        // Right after an answered poll it cannot be the network.
        noStream(mayBeOffline: polls == 0)
      } else {
        mayBeOffline = true
        polls = 0
      }
      return lost
    case .busy(let delay):
      let asked = min(max(delay ?? .zero, .zero), timings.longestWait)
      return asked + failed(random)
    case .refused:
      failures = 0
      return timings.refusedDelay * (0.5 + random / 2)
    case .noRelease:
      failures = 0
      return steadyDelay(random)
    case .polled:
      return polled(random)
    }
  }

  /// Begins anew after a pause, on a network that may be another: with a stream, and with a poll
  /// right after it where streams were blocked.
  package mutating func resume() {
    failures = 0
    polls = 0
    mayBeOffline = false
    action = .stream
  }

  private func steadyDelay(_ random: Double) -> Duration {
    timings.pollInterval * (0.75 + random / 2)
  }

  private var backOff: BackOff {
    guard let reconnectionTime else { return timings.backOff }
    // A server cannot make an app hammer it by mistake, nor make it wait for ever.
    let base = Duration.milliseconds(min(max(reconnectionTime, 100), 3_600_000))
    return BackOff(base: min(base, timings.longestWait), cap: max(base, timings.backOff.cap))
  }

  private mutating func failed(_ random: Double) -> Duration {
    defer { failures += 1 }
    return backOff.delay(after: failures, random: random)
  }

  private mutating func noStream(mayBeOffline offline: Bool) {
    blocked += 1
    mayBeOffline = offline
    if blocked >= timings.blockedStreams { action = .poll }
    polls = 0
  }

  private mutating func polled(_ random: Double) -> Duration {
    failures = 0
    polls += 1
    if mayBeOffline {
      // The network was away; whoever answers a poll may well stream.
      mayBeOffline = false
      action = .stream
      return backOff.delay(after: 0, random: random)
    }
    if polls >= timings.pollsBeforeStream { action = .stream }
    return steadyDelay(random)
  }
}
