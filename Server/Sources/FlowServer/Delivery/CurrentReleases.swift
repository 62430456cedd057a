import Accounts
import Atomics
package import FlowStore
import NIOConcurrencyHelpers
import NIOCore

/// The current release of every environment: the one place in memory that delivery, API, streams
/// and overview read it from.
///
/// Each release is encoded once. `ReleaseSigner` puts releases in; the delivery server's event
/// loops read them without a lock, and never from the database. All functions may be called from
/// any thread.
package final class CurrentReleases: Sendable {
  private let state = NIOLockedValueBox(State())
  private let version = ManagedAtomic(0)

  private struct State {
    var cache = ReleaseCache()
    var loops: [DeliveryLoop] = []
    var listeners: [Int: Listener] = [:]
    var lastListener = 0
  }

  private struct Listener {
    let environment: Int
    let continuation: AsyncStream<LiveRelease>.Continuation
  }

  /// No release is current and no key is active.
  package init() {}

  // MARK: Releases

  /// Makes a signed release current in its environment and sends it to every stream there.
  ///
  /// A release that is not newer than the current one (a higher number, or the same number signed
  /// later) is skipped. From the moment this returns, no response has the older one. O(number of
  /// environments) and a hop to each event loop; the streams are written to there.
  ///
  /// - Returns: Whether it is current now.
  @discardableResult
  package func publish(_ envelope: [UInt8], of release: StoredRelease, issued: Int) -> Bool {
    let published = change { state -> CachedEnvironment? in
      let entry = state.cache.makeEnvironment(
        EnvironmentKey(release.application, release.environment))
      let live = LiveRelease(
        release, envelope: envelope, issued: issued, sequence: state.cache.version + 1)
      if let current = state.cache.releases[entry.index], !live.isNewer(than: current) {
        return nil
      }
      state.cache.put(live, in: entry)
      // NB: under the lock, or of two publishes at once the older might come last and stay.
      for listener in state.listeners.values where listener.environment == entry.index {
        listener.continuation.yield(live)
      }
      return entry
    }
    guard let published else { return false }
    onLoops { $0.broadcast(published) }
    return true
  }

  /// The same for a release of which only this is known, as in benchmarks.
  @discardableResult
  package func publish(
    _ envelope: [UInt8], number: Int, issued: Int, application: String, environment: String
  ) -> Bool {
    publish(
      envelope,
      of: StoredRelease(
        application: application, environment: environment, number: number, body: [], note: "",
        author: .system, published: issued), issued: issued)
  }

  /// The current release of an environment, or nil before the first.
  package func current(application: String, environment: String) -> LiveRelease? {
    let key = EnvironmentKey(application, environment)
    return state.withLockedValue { state in
      state.cache.environment(key).flatMap { state.cache.releases[$0.index] }
    }
  }

  /// The current releases of all environments.
  package var all: [LiveRelease] {
    state.withLockedValue { $0.cache.releases.compactMap(\.self) }
  }

  /// The releases of an environment from now on, and the current one first.
  ///
  /// For routes that cannot be answered from bytes, such as a stream with an API token. A reader
  /// that is too slow gets the newest only.
  package func releases(application: String, environment: String) -> AsyncStream<LiveRelease> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: LiveRelease.self, bufferingPolicy: .bufferingNewest(1))
    let id = change { state in
      let entry = state.cache.makeEnvironment(EnvironmentKey(application, environment))
      state.lastListener += 1
      state.listeners[state.lastListener] = Listener(
        environment: entry.index, continuation: continuation)
      // NB: under the lock, or a release published in between would be overtaken.
      if let current = state.cache.releases[entry.index] { continuation.yield(current) }
      return state.lastListener
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLockedValue { _ = $0.listeners.removeValue(forKey: id) }
    }
    return stream
  }

  // MARK: Keys

  /// Activates exactly these keys; streams of all others are closed.
  package func setKeys(_ keys: [ServedKey]) {
    change { state in
      let wanted = Set(keys.map(\.id))
      for id in state.cache.keyIDs where !wanted.contains(id) { state.cache.removeKey(id) }
      for key in keys {
        state.cache.addKey(
          key.id, of: key.organization,
          for: state.cache.makeEnvironment(EnvironmentKey(key.application, key.environment)))
      }
    }
    onLoops { $0.closeRevoked() }
  }

  /// Activates one more key.
  package func addKey(_ key: ServedKey) {
    change { state in
      state.cache.addKey(
        key.id, of: key.organization,
        for: state.cache.makeEnvironment(EnvironmentKey(key.application, key.environment)))
    }
  }

  /// Revokes a key and closes its streams; false if it was not active.
  @discardableResult
  package func revokeKey(_ id: String) -> Bool {
    let wasActive = change { $0.cache.removeKey(id) }
    if wasActive { onLoops { $0.closeRevoked() } }
    return wasActive
  }

  /// An active key, to count its streams by.
  func activeKey(_ id: String) -> ActiveKey? {
    state.withLockedValue { $0.cache.key(presented: id) }
  }

  /// The environment that a key gives access to: `pk_…`, with or without the part after the dot.
  package func environment(ofKey key: String) -> (application: String, environment: String)? {
    state.withLockedValue { $0.cache.key(presented: key) }
      .map { ($0.environment.application, $0.environment.environment) }
  }

  // MARK: Counting

  /// The totals so far: the sum of the counters of all event loops.
  package var counts: DeliveryCounts {
    var counts = DeliveryCounts()
    for loop in state.withLockedValue({ $0.loops }) { loop.counters.add(to: &counts) }
    return counts
  }

  /// Returns the number of open streams by release; O(streams of the environment).
  ///
  /// 0 stands for no release, before the first.
  package func clientsByRelease(
    application: String, environment: String
  ) async -> [Int: Int] {
    let key = EnvironmentKey(application, environment)
    let (entry, loops) = state.withLockedValue { state in
      (state.cache.environment(key), state.loops)
    }
    guard let entry else { return [:] }
    var clients: [Int: Int] = [:]
    for loop in loops {
      // A loop that has ended has no clients.
      let found = try? await loop.eventLoop.submit { loop.clientsByRelease(entry) }.get()
      clients.merge(found ?? [:], uniquingKeysWith: +)
    }
    return clients
  }

  // MARK: Event loops

  /// The newest cache, or nil after one atomic load if this is its version.
  func cache(newerThan known: Int) -> ReleaseCache? {
    guard version.load(ordering: .acquiring) != known else { return nil }
    return state.withLockedValue { $0.cache }
  }

  func attach(_ loops: [DeliveryLoop]) {
    state.withLockedValue { $0.loops += loops }
  }

  func detach(_ loops: [DeliveryLoop]) {
    state.withLockedValue { state in
      state.loops.removeAll { loop in loops.contains { $0 === loop } }
    }
  }

  private func change<Result>(_ body: (inout State) -> Result) -> Result {
    state.withLockedValue { state in
      let result = body(&state)
      state.cache.version += 1
      version.store(state.cache.version, ordering: .releasing)
      return result
    }
  }

  private func onLoops(_ body: @escaping @Sendable (DeliveryLoop) -> Void) {
    for loop in state.withLockedValue({ $0.loops }) {
      loop.eventLoop.execute { body(loop) }
    }
  }
}
