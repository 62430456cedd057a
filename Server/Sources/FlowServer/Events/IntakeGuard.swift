import Accounts
package import FlowStore
import HTTPTypes
package import Logging
import NIOConcurrencyHelpers

/// Limits writes: the ingestion of events and announcements from apps (rates, bytes in memory, disk
/// space, quotas), and how often members and tokens edit and publish.
///
/// It prevents senders from filling the disk and from keeping members from publishing.
package final class IntakeGuard: Sendable {
  /// The reason for a refusal.
  package enum Refusal: String, CaseIterable, Sendable {
    /// The client exceeds its rate limit.
    case clientRate = "client-rate"
    /// All apps with the key together exceed its rate limit.
    case keyRate = "key-rate"
    /// The announcements with all keys of an application exceed its rate limit.
    case announcementRate = "announcement-rate"
    /// Too many body bytes in memory: of the client, of its organization or in total.
    case bodies
    /// A user, their tokens, or an organization's service accounts exceed the limit of changes.
    case changeRate = "change-rate"
    /// The quota of the application's events is used up.
    case quota
    /// The disk is almost full.
    case disk
    /// The store's write-ahead log is too large.
    case log
  }

  private struct State {
    var keys: SenderRateLimiter
    var clients: SenderRateLimiter
    var announcements: SenderRateLimiter
    var changes: SenderRateLimiter
    var publications: SenderRateLimiter
    var bodies: IntakeBodies
    var refusals: [Refusal: Int] = [:]
    /// The time of the last log entry of each reason.
    var lastLogged: [Refusal: Int] = [:]
  }

  package let limits: IntakeLimits
  private let store: any Store
  private let logger: Logger
  private let clock: @Sendable () -> Int
  private let state: NIOLockedValueBox<State>

  /// Creates a guard; `clock` returns seconds of a monotonic clock, of which only the differences
  /// count.
  package init(
    _ limits: IntakeLimits, store: any Store, logger: Logger, clock: @escaping @Sendable () -> Int
  ) {
    self.limits = limits
    self.store = store
    self.logger = logger
    self.clock = clock
    state = NIOLockedValueBox(
      State(
        keys: SenderRateLimiter(limits.key, capacity: limits.maximumSenders),
        clients: SenderRateLimiter(limits.client, capacity: limits.maximumSenders),
        announcements: SenderRateLimiter(limits.announcements, capacity: limits.maximumSenders),
        changes: SenderRateLimiter(limits.changes, capacity: limits.maximumSenders),
        publications: SenderRateLimiter(limits.publications, capacity: limits.maximumSenders),
        bodies: IntakeBodies(limits.bodies)))
  }

  /// The number of refusals, by reason.
  package var refusals: [Refusal: Int] { state.withLockedValue { $0.refusals } }

  /// The number of known senders.
  package var senderCount: Int {
    state.withLockedValue {
      $0.keys.count + $0.clients.count + $0.announcements.count + $0.changes.count
        + $0.publications.count
    }
  }

  /// The number of bytes of apps' bodies in memory.
  package var bodyBytes: Int { state.withLockedValue { $0.bodies.total } }

  /// Admits a request if there is space for it and its sender is within the rate limits.
  ///
  /// The client's rate is charged for the whole body, and `end` refunds what does not arrive.
  /// The key's rate is charged for what arrives: otherwise a few clients that declare bodies and
  /// do not send them would keep all others from sending. `bytes` is the size of the body, or its
  /// maximum if that is not known.
  ///
  /// - Returns: The admission, to pass to `receive` and to `end`.
  /// - Throws: `intake-paused` or `intake-limited`, with `Retry-After`.
  func admit(
    key: AuthenticatedSDKKey?, organization: String?, client: Client, bytes: Int
  ) throws(Problem) -> IntakeAdmission {
    try checkSpace()
    let organization = key?.organization ?? organization ?? ""
    let network =
      Self.isLocal(client.address)
      ? nil : IntakeSender(organization: organization, id: client.network)
    var admission = IntakeAdmission(
      organization: organization, network: network,
      key: key.map { IntakeSender(organization: organization, id: $0.id) })
    guard let key, let sender = admission.key else { return admission }
    let now = clock()
    let excess = state.withLockedValue { state -> (Refusal, Int)? in
      // NB: both buckets are checked before either is charged, so that a request refused by one
      // costs the other nothing.
      if let network {
        let seconds = state.clients.delay(of: network, bytes: bytes, at: now)
        if seconds > 0 { return (.clientRate, seconds) }
      }
      let seconds = state.keys.delay(of: sender, bytes: bytes, at: now)
      if seconds > 0 { return (.keyRate, seconds) }
      state.keys.take(sender, requests: 1, bytes: 0, at: now)
      if let network {
        admission.reservedBytes = state.clients.take(network, requests: 1, bytes: bytes, at: now)
      }
      return nil
    }
    if let (refusal, seconds) = excess { throw refuse(refusal, key, seconds) }
    return admission
  }

  /// Counts bytes of an admitted request's body that have arrived.
  ///
  /// - Throws: `intake-limited` if more are in memory than the limits allow.
  func receive(_ bytes: Int, of admission: inout IntakeAdmission) throws(Problem) {
    let (admitted, now) = (admission, clock())
    let isWithinLimits = state.withLockedValue { state -> Bool in
      guard state.bodies.add(bytes, of: admitted.organization, from: admitted.network) else {
        return false
      }
      if let key = admitted.key { state.keys.take(key, requests: 0, bytes: bytes, at: now) }
      return true
    }
    guard isWithinLimits else { throw refuseBytes(of: admitted.organization) }
    admission.receivedBytes += bytes
  }

  /// Ends an admitted request: its body no longer uses memory, and bytes that did not arrive are
  /// refunded.
  func end(_ admission: IntakeAdmission) {
    state.withLockedValue { state in
      state.bodies.remove(
        admission.receivedBytes, of: admission.organization, from: admission.network)
      if let network = admission.network {
        state.clients.refund(admission.reservedBytes - admission.receivedBytes, to: network)
      }
    }
  }

  private func refuseBytes(of organization: String) -> Problem {
    count(
      .bodies,
      "Apps of \(organization) send more at the same time than there is memory for, and must wait.")
    return Problem(
      .intakeLimited,
      "Apps send too much at the same time. Keep the data, and send it again in 5 seconds.",
      headers: [.retryAfter: "5"])
  }

  /// Admits an announcement, at a low rate because each one makes all open portals reload the
  /// builds.
  ///
  /// The announcements with all keys of an application count together.
  ///
  /// - Throws: `intake-limited`, with `Retry-After`.
  func admitAnnouncement(key: AuthenticatedSDKKey, bytes: Int) throws(Problem) {
    let now = clock()
    let sender = IntakeSender(organization: key.organization, id: key.application)
    let seconds = state.withLockedValue { state in
      let seconds = state.announcements.delay(of: sender, bytes: bytes, at: now)
      if seconds == 0 { state.announcements.take(sender, requests: 1, bytes: bytes, at: now) }
      return seconds
    }
    if seconds > 0 { throw refuse(.announcementRate, key, seconds) }
  }

  /// Admits a change by a user or a program.
  ///
  /// - Parameters:
  ///   - author: Whose changes are counted together; see `Principal.changeAuthor`.
  ///   - isPublication: Whether it publishes a release, which has a limit of its own.
  /// - Throws: `too-many-attempts`, with `Retry-After`.
  func admitChange(by author: String, isPublication: Bool = false) throws(Problem) {
    let (sender, now) = (IntakeSender(organization: "", id: author), clock())
    let rates = isPublication ? \State.publications : \State.changes
    let seconds = state.withLockedValue { state in
      let seconds = state[keyPath: rates].delay(of: sender, bytes: 0, at: now)
      if seconds == 0 { state[keyPath: rates].take(sender, requests: 1, bytes: 0, at: now) }
      return seconds
    }
    guard seconds > 0 else { return }
    count(.changeRate, "More changes than the rate limit allows were sent by \(author).")
    throw Problem(
      .tooManyAttempts,
      "Too many changes were sent. Send this one again in \(Plural.text(seconds, "second")).",
      headers: [.retryAfter: "\(seconds)"])
  }

  private func refuse(
    _ refusal: Refusal, _ key: AuthenticatedSDKKey, _ seconds: Int
  ) -> Problem {
    let (sender, limit) =
      switch refusal {
      case .keyRate: ("Apps with the key \(key.id) exceed its rate limit", "of this key")
      case .announcementRate:
        (
          "Announcements of builds of \(key.application) exceed their rate limit",
          "of this application's announcements"
        )
      default:
        ("A client network exceeds its rate limit with the key \(key.id)", "of this address")
      }
    count(refusal, "\(sender) and must wait.")
    return Problem(
      .intakeLimited,
      "The rate limit \(limit) is exceeded. Keep the data, and send it again in "
        + "\(Plural.text(seconds, "second")).",
      headers: [.retryAfter: "\(seconds)"])
  }

  /// Counts a refusal because an application has used up its quota, and returns the problem.
  func refuseQuota(of application: String) -> Problem {
    count(
      .quota,
      "The events of \(application) have reached their quota of \(limits.eventQuota) bytes and "
        + "are refused: raise --event-quota, or lower --event-retention.")
    return Problem(
      .eventQuota,
      "The quota of this application's events is reached. Keep the events, and send them later.",
      headers: [.retryAfter: "3600"])
  }

  /// Whether there is space for apps' data; does not count a refusal.
  package var hasSpace: Bool {
    let space = store.space()
    return !limits.needsReserve(space) && space.walBytes < limits.maximumWALBytes
  }

  private func checkSpace() throws(Problem) {
    let space = store.space()
    if limits.needsReserve(space) {
      let reserve = limits.reserve(ofDisk: space.diskSize)
      count(
        .disk,
        "Apps' data is refused: \(space.diskFree ?? 0) bytes are free on the store's disk, "
          + "\(space.pendingBytes) of them are needed for the store's write-ahead log, and "
          + "\(reserve) are reserved for publishing and signing in (--disk-reserve). Free some "
          + "space.")
      throw Self.intakePaused("The server's disk is nearly full; the rest is reserved.", 60)
    }
    guard space.walBytes < limits.maximumWALBytes else {
      count(
        .log,
        "Apps' data is refused: the store's write-ahead log has \(space.walBytes) bytes and "
          + "cannot shrink while another process reads the store. Stop that process.")
      throw Self.intakePaused("The server's store is overloaded at the moment.", 10)
    }
  }

  private static func intakePaused(_ reason: String, _ seconds: Int) -> Problem {
    Problem(
      .intakePaused, "\(reason) Keep the data, and send it again later.",
      headers: [.retryAfter: "\(seconds)"])
  }

  /// Counts a refusal, and logs it at most once a minute.
  private func count(_ refusal: Refusal, _ message: String) {
    let now = clock()
    let shouldLog = state.withLockedValue { state in
      state.refusals[refusal, default: 0] += 1
      if let last = state.lastLogged[refusal], abs(now - last) < 60 { return false }
      state.lastLogged[refusal] = now
      return true
    }
    if shouldLog {
      logger.log(
        level: refusal == .disk || refusal == .log ? .error : .warning, "\(message)",
        metadata: ["reason": "\(refusal.rawValue)"])
    }
  }

  /// Whether an address is missing or a loopback address, as of a local proxy that `trustedProxies`
  /// does not count: its clients cannot be told apart, so no network is limited.
  private static func isLocal(_ address: String) -> Bool {
    address.isEmpty || address == "::1" || address.hasPrefix("127.")
      || address.hasPrefix("::ffff:127.")
  }
}

extension Endpoint {
  /// Whether apps send data to the route.
  var isIntake: Bool { isForApps && isWrite }
}
