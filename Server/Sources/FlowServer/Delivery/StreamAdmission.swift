import Atomics
import NIOConcurrencyHelpers
import NIOCore

/// Counts every open stream against the same limits, and ends those whose reader has lost access:
/// an app's that is served from bytes, and those that routes serve (a token's stream of releases,
/// the changes of an application).
///
/// All functions may be called from any thread.
package final class StreamAdmission: Sendable {
  /// The reader of a route's stream.
  enum Caller {
    /// An app; its streams count as those that are served from bytes.
    case app(ActiveKey)
    /// A token or a user, by id, in an organization.
    case reader(String, organization: String)

    var organization: String {
      switch self {
      case .app(let key): key.organization
      case .reader(_, let organization): organization
      }
    }
  }

  /// The open streams, by reader.
  private struct State {
    var rechecks: [Int: AsyncStream<Void>.Continuation] = [:]
    /// By the id of the token or user.
    var callers: [String: Int] = [:]
    /// By the organization's id.
    var organizations: [String: Int] = [:]
    var apps = 0
    var lastLease = 0
    var isResting = false
    var isDue = false
  }

  /// The minimum time between two rechecks of all streams.
  private static let rest = Duration.milliseconds(200)

  private let limits: DeliveryLimits
  private let total = ManagedAtomic(0)
  private let networks = ConcurrentCounts<ClientNetwork>()
  private let organizations = ConcurrentCounts<String>()
  private let tenants = NIOLockedValueBox<Set<String>>([])
  private let refusals = NIOLockedValueBox<[StreamLimit: Int]>([:])
  private let state = NIOLockedValueBox(State())

  /// Admits streams within the limits; those that are not set fit the process's file limit.
  package init(_ limits: DeliveryLimits = DeliveryLimits()) { self.limits = limits.fitted }

  // MARK: Organizations

  /// Sets which organizations have applications: where there is more than one, none may take what
  /// the others need.
  package func setOrganizations(_ ids: Set<String>) { tenants.withLockedValue { $0 = ids } }

  /// An organization has an application now.
  package func addOrganization(_ id: String) { tenants.withLockedValue { _ = $0.insert(id) } }

  /// Returns the number of streams that one organization may have, given the limit of all and the
  /// number of open ones.
  ///
  /// As many as are free: so one organization has half of them at most, two a third each, and
  /// however many take what they can get, another one finds room.
  private func share(of all: Int, open: Int) -> Int {
    tenants.withLockedValue { $0.count } > 1 ? max(0, all - open) : all
  }

  // MARK: Streams served from bytes

  /// Counts an app's stream in, or says why not.
  func admit(_ key: ActiveKey, from network: ClientNetwork?) -> StreamLimit? {
    admit(key.organization, from: network)
  }

  /// Counts an app's stream out.
  func leave(_ key: ActiveKey, from network: ClientNetwork?) {
    uncount(key.organization, from: network)
  }

  private func admit(_ organization: String, from network: ClientNetwork?) -> StreamLimit? {
    let refusal = count(organization, from: network)
    if let refusal { note(refusal) }
    return refusal
  }

  private func count(_ organization: String, from network: ClientNetwork?) -> StreamLimit? {
    let all = limits.streams ?? .max
    let others = total.loadThenWrappingIncrement(ordering: .relaxed)
    guard others < all else {
      total.wrappingDecrement(ordering: .relaxed)
      return .server
    }
    let share = limits.streamsPerOrganization ?? share(of: all, open: others)
    guard organizations.enter(organization, limit: share) else {
      total.wrappingDecrement(ordering: .relaxed)
      return .organization
    }
    if let network, !networks.enter(network, limit: limits.streamsPerNetwork ?? .max) {
      uncount(organization, from: nil)
      return .network
    }
    return nil
  }

  private func uncount(_ organization: String, from network: ClientNetwork?) {
    organizations.leave(organization)
    total.wrappingDecrement(ordering: .relaxed)
    if let network { networks.leave(network) }
  }

  private func note(_ refusal: StreamLimit) {
    refusals.withLockedValue { $0[refusal, default: 0] += 1 }
  }

  // MARK: Streams of routes

  /// Opens a lease for a stream of a route; it counts until the lease ends or is deallocated.
  ///
  /// Its reader's access is checked once more when it is open.
  ///
  /// - Throws: `too-many-streams`.
  func enter(_ caller: Caller, from network: ClientNetwork?) throws(Problem) -> StreamLease {
    if let refusal = admit(caller.organization, from: network) { throw problem(refusal) }
    let (rechecks, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    // Rights may have changed since the request was let in, when this stream could not be notified.
    continuation.yield()
    let (id, refusal) = state.withLockedValue { state -> (Int, StreamLimit?) in
      if let reason = reasonToRefuse(caller, state) { return (0, reason) }
      Self.count(caller, 1, &state)
      state.lastLease += 1
      state.rechecks[state.lastLease] = continuation
      return (state.lastLease, nil)
    }
    if let refusal {
      uncount(caller.organization, from: network)
      note(refusal)
      throw problem(refusal)
    }
    return StreamLease(
      rechecks: rechecks, continuation: continuation, checkInterval: limits.accessCheckInterval
    ) { [weak self] in self?.leave(id, caller, from: network) }
  }

  /// Returns the reason to refuse one more stream of a route; nil if it may be served.
  private func reasonToRefuse(_ caller: Caller, _ state: State) -> StreamLimit? {
    let open = state.rechecks.count
    guard open < limits.routeStreams else { return .routes }
    switch caller {
    // Anyone can have an app's key, and users need what is left.
    case .app: guard state.apps < (limits.routeStreams + 1) / 2 else { return .routes }
    case .reader(let id, _):
      guard state.callers[id] ?? 0 < limits.streamsPerCaller else { return .caller }
    }
    let own = state.organizations[caller.organization] ?? 0
    return own < share(of: limits.routeStreams, open: open) ? nil : .organization
  }

  private static func count(_ caller: Caller, _ change: Int, _ state: inout State) {
    func add(_ count: inout Int?) {
      let sum = (count ?? 0) + change
      count = sum > 0 ? sum : nil
    }
    add(&state.organizations[caller.organization])
    switch caller {
    case .app: state.apps += change
    case .reader(let id, _): add(&state.callers[id])
    }
  }

  private func leave(_ lease: Int, _ caller: Caller, from network: ClientNetwork?) {
    state.withLockedValue { state in
      state.rechecks[lease] = nil
      Self.count(caller, -1, &state)
    }
    uncount(caller.organization, from: network)
  }

  private func problem(_ refusal: StreamLimit) -> Problem {
    Refusal.tooManyStreams(refusal).problem(retryAfter: limits.retryAfterSeconds)
  }

  // MARK: Counting

  /// The number of open streams of routes.
  package var routeStreams: Int { state.withLockedValue(\.rechecks.count) }

  /// The number of open streams, of apps and of routes.
  package var streams: Int { total.load(ordering: .relaxed) }

  /// The number of open streams of each organization.
  package var streamsByOrganization: [String: Int] { organizations.all }

  /// The number of refused streams, by the limit that was reached.
  package var streamsRefused: [StreamLimit: Int] { refusals.withLockedValue { $0 } }

  // MARK: Access

  /// Makes every stream of a route check at once whether its reader still has access, because
  /// someone's rights have changed.
  ///
  /// Many changes at once make one more check, a fifth of a second after the first.
  package func recheck() {
    let rechecks = state.withLockedValue { state -> [AsyncStream<Void>.Continuation] in
      guard !state.isResting else {
        state.isDue = true
        return []
      }
      guard !state.rechecks.isEmpty else { return [] }
      state.isResting = true
      return Array(state.rechecks.values)
    }
    guard !rechecks.isEmpty else { return }
    for recheck in rechecks { recheck.yield() }
    Task { [weak self] in
      try? await Task.sleep(for: Self.rest)
      self?.endRest()
    }
  }

  private func endRest() {
    let isDue = state.withLockedValue { state in
      defer {
        state.isResting = false
        state.isDue = false
      }
      return state.isDue
    }
    if isDue { recheck() }
  }
}
