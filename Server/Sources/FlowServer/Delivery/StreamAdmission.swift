import Atomics
import NIOConcurrencyHelpers
import NIOCore

/// Counts all open streams against shared limits, and makes those of routes recheck their access.
///
/// Streams are those of apps on the fast path, and those that routes serve: releases, such as for a
/// token, and the changes of an application. All functions are thread-safe.
package final class StreamAdmission: Sendable {
  /// The reader of a route's stream.
  enum Caller {
    /// An app; its streams count like those of the fast path.
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

  /// The open streams of routes.
  private struct State {
    var recheckSignals: [Int: AsyncStream<Void>.Continuation] = [:]
    /// The number of streams by the id of the token or user.
    var callers: [String: Int] = [:]
    /// The number of streams by the organization's id.
    var organizations: [String: Int] = [:]
    /// The number of streams of apps.
    var apps = 0
    var lastLease = 0
    var isThrottled = false
    var isRecheckDue = false
  }

  /// The minimum time between two rechecks of all streams.
  private static let recheckInterval = Duration.milliseconds(200)

  private let limits: DeliveryLimits
  private let total = ManagedAtomic(0)
  private let networks = ConcurrentCounts<ClientNetwork>()
  private let organizations = ConcurrentCounts<String>()
  private let organizationIDs = NIOLockedValueBox<Set<String>>([])
  private let refusals = NIOLockedValueBox<[StreamLimit: Int]>([:])
  private let state = NIOLockedValueBox(State())

  /// Creates an admission with these limits; unset ones are derived from the limit of open files.
  package init(_ limits: DeliveryLimits = DeliveryLimits()) { self.limits = limits.resolved }

  // MARK: Organizations

  /// Sets the organizations that have applications; with more than one, their shares are limited.
  package func setOrganizations(_ ids: Set<String>) { organizationIDs.withLockedValue { $0 = ids } }

  /// Adds an organization that now has an application.
  package func addOrganization(_ id: String) {
    organizationIDs.withLockedValue { _ = $0.insert(id) }
  }

  /// Returns the maximum number of streams of one organization, given the overall limit and the
  /// number of open streams.
  ///
  /// It is the number of free streams. One organization thereby gets at most half of all, two at
  /// most a third each, and however many take their maximum, there is room for another one.
  private func share(of all: Int, open: Int) -> Int {
    organizationIDs.withLockedValue { $0.count } > 1 ? max(0, all - open) : all
  }

  // MARK: Streams of the fast path

  /// Counts an app's new stream; returns the limit that refuses it, or nil.
  func admit(_ key: ActiveKey, from network: ClientNetwork?) -> StreamLimit? {
    admit(key.organization, from: network)
  }

  /// Decrements the counts of an app's stream that has ended.
  func countEnd(of key: ActiveKey, from network: ClientNetwork?) {
    uncount(key.organization, from: network)
  }

  private func admit(_ organization: String, from network: ClientNetwork?) -> StreamLimit? {
    let refusal = count(organization, from: network)
    if let refusal { recordRefusal(refusal) }
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
    guard organizations.increment(organization, limit: share) else {
      total.wrappingDecrement(ordering: .relaxed)
      return .organization
    }
    if let network, !networks.increment(network, limit: limits.streamsPerNetwork ?? .max) {
      uncount(organization, from: nil)
      return .network
    }
    return nil
  }

  private func uncount(_ organization: String, from network: ClientNetwork?) {
    organizations.decrement(organization)
    total.wrappingDecrement(ordering: .relaxed)
    if let network { networks.decrement(network) }
  }

  private func recordRefusal(_ refusal: StreamLimit) {
    refusals.withLockedValue { $0[refusal, default: 0] += 1 }
  }

  // MARK: Streams of routes

  /// Opens a lease for a stream of a route, which counts until the lease ends or is deallocated.
  ///
  /// The reader's access is rechecked once after it opens.
  ///
  /// - Throws: `too-many-streams`.
  func openLease(for caller: Caller, from network: ClientNetwork?) throws(Problem) -> StreamLease {
    if let refusal = admit(caller.organization, from: network) { throw problem(refusal) }
    let (rechecks, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    // Permissions may have changed since the request was authorized, before this stream could be
    // notified.
    continuation.yield()
    let (id, refusal) = state.withLockedValue { state -> (Int, StreamLimit?) in
      if let limit = exceededLimit(caller, state) { return (0, limit) }
      Self.adjustCounts(of: caller, by: 1, in: &state)
      state.lastLease += 1
      state.recheckSignals[state.lastLease] = continuation
      return (state.lastLease, nil)
    }
    if let refusal {
      uncount(caller.organization, from: network)
      recordRefusal(refusal)
      throw problem(refusal)
    }
    return StreamLease(
      rechecks: rechecks, continuation: continuation, checkInterval: limits.accessCheckInterval
    ) { [weak self] in self?.endLease(id, caller, from: network) }
  }

  /// Returns the limit that refuses another stream of a route; nil if it may be served.
  private func exceededLimit(_ caller: Caller, _ state: State) -> StreamLimit? {
    let openStreams = state.recheckSignals.count
    guard openStreams < limits.routeStreams else { return .routes }
    switch caller {
    // Anyone can extract an app's key, so apps get only half of the streams and leave the rest to
    // users.
    case .app: guard state.apps < (limits.routeStreams + 1) / 2 else { return .routes }
    case .reader(let id, _):
      guard state.callers[id] ?? 0 < limits.streamsPerCaller else { return .caller }
    }
    let streams = state.organizations[caller.organization] ?? 0
    return streams < share(of: limits.routeStreams, open: openStreams) ? nil : .organization
  }

  private static func adjustCounts(of caller: Caller, by change: Int, in state: inout State) {
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

  private func endLease(_ lease: Int, _ caller: Caller, from network: ClientNetwork?) {
    state.withLockedValue { state in
      state.recheckSignals[lease] = nil
      Self.adjustCounts(of: caller, by: -1, in: &state)
    }
    uncount(caller.organization, from: network)
  }

  private func problem(_ refusal: StreamLimit) -> Problem {
    Refusal.tooManyStreams(refusal).problem(retryAfter: limits.retryAfterSeconds)
  }

  // MARK: Counting

  /// The number of open streams of routes.
  package var routeStreams: Int { state.withLockedValue(\.recheckSignals.count) }

  /// The number of open streams, of apps and of routes.
  package var streams: Int { total.load(ordering: .relaxed) }

  /// The number of open streams of each organization.
  package var streamsByOrganization: [String: Int] { organizations.all }

  /// The number of refused streams by limit.
  package var streamsRefused: [StreamLimit: Int] { refusals.withLockedValue { $0 } }

  // MARK: Access

  /// Makes every stream of a route recheck its reader's access at once, because someone's
  /// permissions have changed.
  ///
  /// Changes in quick succession share one more recheck, a fifth of a second after the first.
  package func recheck() {
    let rechecks = state.withLockedValue { state -> [AsyncStream<Void>.Continuation] in
      guard !state.isThrottled else {
        state.isRecheckDue = true
        return []
      }
      guard !state.recheckSignals.isEmpty else { return [] }
      state.isThrottled = true
      return Array(state.recheckSignals.values)
    }
    guard !rechecks.isEmpty else { return }
    for recheck in rechecks { recheck.yield() }
    Task { [weak self] in
      try? await Task.sleep(for: Self.recheckInterval)
      self?.endThrottling()
    }
  }

  private func endThrottling() {
    let isRecheckDue = state.withLockedValue { state in
      defer {
        state.isThrottled = false
        state.isRecheckDue = false
      }
      return state.isRecheckDue
    }
    if isRecheckDue { recheck() }
  }
}
