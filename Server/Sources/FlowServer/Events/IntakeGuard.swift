import Accounts
package import FlowStore
import HTTPTypes
package import Logging
import NIOConcurrencyHelpers

/// Decides whether something that an app sends is taken now, so that no app fills the disk or keeps
/// members from publishing.
package final class IntakeGuard: Sendable {
  /// The reason for a refusal.
  package enum Refusal: String, CaseIterable, Sendable {
    /// The client sends too fast.
    case clientRate = "client-rate"
    /// All apps with the key together send too fast.
    case keyRate = "key-rate"
    /// The application's events use up their quota.
    case quota
    /// The disk is about to be full.
    case disk
    /// The store's log is too large.
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

  /// Takes a request in, if there is room for what it brings and its sender is not too fast.
  ///
  /// - Parameters:
  ///   - key: The app's key; nil for users and tokens, whose rate is not limited.
  ///   - client: The client that sent it.
  ///   - bytes: The size of its body.
  /// - Throws: `intake-paused` or `intake-limited`, with `Retry-After`.
  func admit(key: AuthenticatedSDKKey?, client: Client, bytes: Int) throws(Problem) {
    try checkRoom()
    guard let key else { return }
    let now = clock()
    let origin = Self.isLocal(client.address) ? nil : client.origin
    let delay = state.withLockedValue { state -> (Refusal, Int)? in
      // NB: both are asked before either is charged, so that what one refuses costs the other
      // nothing.
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

  /// Lets a build announce itself: seldom, because everyone who has the portal open loads the
  /// builds again.
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
    count(refusal, "Apps with the key \(key.id) send more than they may; they are asked to wait.")
    return Problem(
      .intakeLimited,
      "Too much is sent \(refusal == .keyRate ? "with this key" : "from this address"). Keep it, "
        + "and send it again in \(seconds) \(seconds == 1 ? "second" : "seconds").",
      headers: [.retryAfter: "\(seconds)"])
  }

  /// Returns the problem for an application whose quota is used up.
  func quotaReached(by application: String) -> Problem {
    count(
      .quota,
      "The events of \(application) use up their quota of \(limits.eventQuota) bytes and are "
        + "refused: raise --event-quota, or lower --event-retention.")
    return Problem(
      .eventQuota,
      "The events of this application use up their quota. Keep them, and send them again later.",
      headers: [.retryAfter: "3600"])
  }

  private func checkRoom() throws(Problem) {
    let space = store.space()
    let reserve = limits.reserve(ofDisk: space.diskSize)
    if let free = space.diskFree, free < reserve {
      count(
        .disk,
        "What apps send is refused: \(free) bytes are free on the store's disk, and \(reserve) are "
          + "kept for publishing and signing in (--disk-reserve). Free some space.")
      throw Self.paused("The server's disk is nearly full, and its rest is for publishing.", 60)
    }
    guard space.logBytes < limits.logBytes else {
      count(
        .log,
        "What apps send is refused: the store's log has \(space.logBytes) bytes and cannot shrink "
          + "while another process reads the store. End that process.")
      throw Self.paused("The server's store has too much to write at the moment.", 10)
    }
  }

  private static func paused(_ reason: String, _ seconds: Int) -> Problem {
    Problem(
      .intakePaused, "\(reason) Keep what you send, and send it again later.",
      headers: [.retryAfter: "\(seconds)"])
  }

  /// Counts a refusal, and reports it to the operator once a minute.
  private func count(_ refusal: Refusal, _ message: String) {
    let now = clock()
    let isNews = state.withLockedValue { state in
      state.refusals[refusal, default: 0] += 1
      if let logged = state.logged[refusal], abs(now - logged) < 60 { return false }
      state.logged[refusal] = now
      return true
    }
    if isNews {
      logger.log(
        level: refusal == .disk || refusal == .log ? .error : .warning, "\(message)",
        metadata: ["reason": "\(refusal.rawValue)"])
    }
  }

  /// Whether the address is this machine's: that is a proxy whose clients `trustedProxies` does not
  /// distinguish, and no one out there.
  private static func isLocal(_ address: String) -> Bool {
    address.isEmpty || address == "::1" || address.hasPrefix("127.")
      || address.hasPrefix("::ffff:127.")
  }
}

extension Endpoint {
  /// Whether it takes in what apps send.
  var isIntake: Bool { isForApps && isWrite }
}
