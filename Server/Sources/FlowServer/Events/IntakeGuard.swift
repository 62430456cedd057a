import Accounts
package import FlowStore
import HTTPTypes
package import Logging
import NIOConcurrencyHelpers

/// Limits what apps send, so that no app can fill the disk or prevent members from publishing.
package final class IntakeGuard: Sendable {
  /// The reason for a refusal.
  package enum Refusal: String, CaseIterable, Sendable {
    /// The client exceeds its rate limit.
    case clientRate = "client-rate"
    /// All apps with the key together exceed its rate limit.
    case keyRate = "key-rate"
    /// The quota of the application's events is used up.
    case quota
    /// The disk is almost full.
    case disk
    /// The store's write-ahead log is too large.
    case log
  }

  private struct State {
    var keys: SenderRates
    var clients: SenderRates
    var announcements: SenderRates
    var refusals: [Refusal: Int] = [:]
    var logged: [Refusal: Int] = [:]
  }

  package let limits: IntakeLimits
  private let store: any Store
  private let logger: Logger
  private let clock: @Sendable () -> Int
  private let state: NIOLockedValueBox<State>

  package init(
    _ limits: IntakeLimits, store: any Store, logger: Logger, clock: @escaping @Sendable () -> Int
  ) {
    self.limits = limits
    self.store = store
    self.logger = logger
    self.clock = clock
    state = NIOLockedValueBox(
      State(
        keys: SenderRates(limits.key, capacity: limits.senders),
        clients: SenderRates(limits.client, capacity: limits.senders),
        announcements: SenderRates(limits.announcements, capacity: limits.senders)))
  }

  /// The number of refusals, by reason.
  package var refusals: [Refusal: Int] { state.withLockedValue { $0.refusals } }

  /// The number of known senders.
  package var senderCount: Int {
    state.withLockedValue { $0.keys.count + $0.clients.count + $0.announcements.count }
  }

  /// Admits a request if there is space for it and its sender is within the rate limits.
  ///
  /// - Throws: `intake-paused` or `intake-limited`, with `Retry-After`.
  func admit(key: AuthenticatedSDKKey?, client: Client, bytes: Int) throws(Problem) {
    try checkSpace()
    guard let key else { return }
    let now = clock()
    let origin = Self.isLocal(client.address) ? nil : client.origin
    let delay = state.withLockedValue { state -> (Refusal, Int)? in
      // NB: both buckets are checked before either is charged, so that a request refused by one
      // costs the other nothing.
      if let origin {
        let seconds = state.clients.delay(of: origin, bytes: bytes, at: now)
        if seconds > 0 { return (.clientRate, seconds) }
      }
      let seconds = state.keys.delay(of: key.id, bytes: bytes, at: now)
      if seconds > 0 { return (.keyRate, seconds) }
      if let origin { state.clients.take(origin, bytes: bytes, at: now) }
      state.keys.take(key.id, bytes: bytes, at: now)
      return nil
    }
    guard let (refusal, seconds) = delay else { return }
    throw limited(refusal, key, seconds)
  }

  /// Admits an announcement, at a low rate because each one makes all open portals reload the
  /// builds.
  ///
  /// - Throws: `intake-limited`, with `Retry-After`.
  func admitAnnouncement(key: AuthenticatedSDKKey, bytes: Int) throws(Problem) {
    let now = clock()
    let seconds = state.withLockedValue { state in
      let seconds = state.announcements.delay(of: key.application, bytes: bytes, at: now)
      if seconds == 0 { state.announcements.take(key.application, bytes: bytes, at: now) }
      return seconds
    }
    if seconds > 0 { throw limited(.keyRate, key, seconds) }
  }

  private func limited(
    _ refusal: Refusal, _ key: AuthenticatedSDKKey, _ seconds: Int
  ) -> Problem {
    count(refusal, "Apps with the key \(key.id) exceed their rate limit and must wait.")
    return Problem(
      .intakeLimited,
      "The rate limit \(refusal == .keyRate ? "of this key" : "of this address") is exceeded. Keep "
        + "the data, and send it again in \(seconds) \(seconds == 1 ? "second" : "seconds").",
      headers: [.retryAfter: "\(seconds)"])
  }

  /// Returns the problem for an application that has used up its quota.
  func quotaReached(by application: String) -> Problem {
    count(
      .quota,
      "The events of \(application) have reached their quota of \(limits.eventQuota) bytes and "
        + "are refused: raise --event-quota, or lower --event-retention.")
    return Problem(
      .eventQuota,
      "The quota of this application's events is reached. Keep the events, and send them later.",
      headers: [.retryAfter: "3600"])
  }

  /// Whether there is space for apps' data; asking is not counted as a refusal.
  package var hasSpace: Bool {
    let space = store.space()
    return !limits.needsReserve(space) && space.logBytes < limits.logBytes
  }

  private func checkSpace() throws(Problem) {
    let space = store.space()
    if limits.needsReserve(space) {
      let reserve = limits.reserve(ofDisk: space.diskSize)
      count(
        .disk,
        "Apps' data is refused: \(space.diskFree ?? 0) bytes are free on the store's disk, "
          + "\(space.pendingBytes) of them are needed for the store's log, and \(reserve) are "
          + "reserved for publishing and signing in (--disk-reserve). Free some space.")
      throw Self.paused("The server's disk is nearly full; the rest is reserved.", 60)
    }
    guard space.logBytes < limits.logBytes else {
      count(
        .log,
        "Apps' data is refused: the store's log has \(space.logBytes) bytes and cannot shrink "
          + "while another process reads the store. Stop that process.")
      throw Self.paused("The server's store is overloaded at the moment.", 10)
    }
  }

  private static func paused(_ reason: String, _ seconds: Int) -> Problem {
    Problem(
      .intakePaused, "\(reason) Keep the data, and send it again later.",
      headers: [.retryAfter: "\(seconds)"])
  }

  /// Counts a refusal, and logs it at most once a minute.
  private func count(_ refusal: Refusal, _ message: String) {
    let now = clock()
    let shouldLog = state.withLockedValue { state in
      state.refusals[refusal, default: 0] += 1
      if let logged = state.logged[refusal], abs(now - logged) < 60 { return false }
      state.logged[refusal] = now
      return true
    }
    if shouldLog {
      logger.log(
        level: refusal == .disk || refusal == .log ? .error : .warning, "\(message)",
        metadata: ["reason": "\(refusal.rawValue)"])
    }
  }

  /// Whether an address is a loopback address: a proxy's whose clients `trustedProxies` does not
  /// distinguish, rather than a remote client's.
  private static func isLocal(_ address: String) -> Bool {
    address.isEmpty || address == "::1" || address.hasPrefix("127.")
      || address.hasPrefix("::ffff:127.")
  }
}

extension Endpoint {
  /// Whether apps send data to the route.
  var isIntake: Bool { isForApps && isWrite }
}
