import Accounts
import Atomics
package import FlowStore
import NIOConcurrencyHelpers
import NIOCore

/// The current release of every environment, in memory, for the delivery server, the API and
/// streams.
///
/// Each release is encoded once. `ReleaseSigner` publishes releases here; the delivery server's
/// event loops read their own copies, without a lock while nothing changes, and never the database.
/// All functions are thread-safe.
package final class CurrentReleases: Sendable {
  private let state = NIOLockedValueBox(State())
  private let version = ManagedAtomic(0)
  /// Held while a release is made current and sent to the subscribers; otherwise, of two concurrent
  /// publishes the older might be delivered last.
  ///
  /// NB: `state` must not be locked while a release is sent. A cancelled reader removes its
  /// subscriber, which locks `state`, while its task is locked; sending a release locks the task of
  /// the reader.
  private let sendLock = NIOLock()

  private struct State {
    var cache = ReleaseCache()
    var loops: [DeliveryLoop] = []
    var subscribers: [Int: Subscriber] = [:]
    var lastSubscriber = 0
    var keyChangeCount = 0
  }

  private struct Subscriber {
    let environment: Int
    let continuation: AsyncStream<LiveRelease>.Continuation
  }

  /// Creates an empty instance, without releases and keys.
  package init() {}

  // MARK: Releases

  /// Makes a signed release current in its environment and sends it to all streams there.
  ///
  /// A release is skipped if it is not newer than the current one (a higher number, or the same
  /// number signed later). Once this returns, no response contains the older one. O(number of
  /// environments), and a hop to each event loop, which writes to its streams.
  ///
  /// - Returns: Whether the release is now current.
  @discardableResult
  package func publish(_ envelope: [UInt8], of release: StoredRelease, issued: Int) -> Bool {
    let published = sendLock.withLock { () -> CachedEnvironment? in
      let current = makeCurrent(envelope, of: release, issued: issued)
      guard let (live, entry, subscribers) = current else { return nil }
      for subscriber in subscribers { subscriber.continuation.yield(live) }
      return entry
    }
    guard let published else { return false }
    onEachLoop { $0.broadcast(published) }
    return true
  }

  /// Makes a release current, unless it is not newer; returns it with its environment and that
  /// environment's subscribers.
  private func makeCurrent(
    _ envelope: [UInt8], of release: StoredRelease, issued: Int
  ) -> (LiveRelease, CachedEnvironment, [Subscriber])? {
    change { state in
      let entry = state.cache.makeEnvironment(
        EnvironmentKey(release.application, release.environment))
      let live = LiveRelease(
        release, envelope: envelope, issued: issued, sequence: state.cache.version + 1)
      if let current = state.cache.releases[entry.index], !live.isNewer(than: current) {
        return nil
      }
      state.cache.put(live, in: entry)
      return (live, entry, state.subscribers.values.filter { $0.environment == entry.index })
    }
  }

  /// Makes an envelope current without a stored document, for benchmarks and tests.
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

  /// The current release of an environment; nil if it has none.
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

  /// The current release of an environment, followed by all later ones.
  ///
  /// For routes outside of the fast path, such as a stream with an API token. A slow reader
  /// receives only the newest release.
  package func releases(application: String, environment: String) -> AsyncStream<LiveRelease> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: LiveRelease.self, bufferingPolicy: .bufferingNewest(1))
    let id = sendLock.withLock { () -> Int in
      let (id, current) = change { state in
        let entry = state.cache.makeEnvironment(EnvironmentKey(application, environment))
        state.lastSubscriber += 1
        state.subscribers[state.lastSubscriber] = Subscriber(
          environment: entry.index, continuation: continuation)
        return (state.lastSubscriber, state.cache.releases[entry.index])
      }
      if let current { continuation.yield(current) }
      return id
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLockedValue { _ = $0.subscribers.removeValue(forKey: id) }
    }
    return stream
  }

  // MARK: Keys

  /// The number of times that a key was added or revoked.
  package var keyChangeCount: Int { state.withLockedValue { $0.keyChangeCount } }

  /// Activates exactly these keys; streams of other keys are closed.
  ///
  /// `changes` is the value of `keyChangeCount` before the keys were read; nil if none can have
  /// changed since.
  ///
  /// - Returns: False if a key was added or revoked since, in which case nothing was changed.
  @discardableResult
  package func setKeys(_ keys: [ServedKey], ifUnchangedSince changes: Int? = nil) -> Bool {
    let wereSet = change { state -> Bool in
      if let changes, changes != state.keyChangeCount { return false }
      let newIDs = Set(keys.map(\.id))
      for id in state.cache.keyIDs where !newIDs.contains(id) { state.cache.removeKey(id) }
      for key in keys {
        state.cache.addKey(
          key.id, of: key.organization,
          for: state.cache.makeEnvironment(EnvironmentKey(key.application, key.environment)))
      }
      return true
    }
    if wereSet { onEachLoop { $0.closeRevoked() } }
    return wereSet
  }

  /// Activates one more key.
  package func addKey(_ key: ServedKey) {
    change { state in
      state.keyChangeCount += 1
      state.cache.addKey(
        key.id, of: key.organization,
        for: state.cache.makeEnvironment(EnvironmentKey(key.application, key.environment)))
    }
  }

  /// Revokes a key and closes its streams.
  ///
  /// - Returns: False if the key was not active.
  @discardableResult
  package func revokeKey(_ id: String) -> Bool {
    let wasActive = change { state -> Bool in
      state.keyChangeCount += 1
      return state.cache.removeKey(id)
    }
    if wasActive { onEachLoop { $0.closeRevoked() } }
    return wasActive
  }

  /// The active key with an id, for counting its streams; nil if there is none.
  func activeKey(_ id: String) -> ActiveKey? {
    state.withLockedValue { $0.cache.key(presented: id) }
  }

  /// The environment that a key gives access to; the key is `pk_…`, with or without the part after
  /// the dot.
  package func environment(
    ofKey key: String
  ) -> (organization: String, application: String, environment: String)? {
    state.withLockedValue { $0.cache.key(presented: key) }
      .map { ($0.organization, $0.environment.application, $0.environment.environment) }
  }

  // MARK: Counting

  /// The totals so far: the sum of the counters of all event loops.
  package var counts: DeliveryCounts {
    var counts = DeliveryCounts()
    for loop in state.withLockedValue({ $0.loops }) { loop.counters.add(to: &counts) }
    return counts
  }

  /// Returns the number of open streams of the fast path by release number; O(streams of the
  /// environment).
  ///
  /// Streams without a release are counted under 0.
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
      // A loop that has shut down has no clients.
      let counts = try? await loop.eventLoop.submit { loop.clientsByRelease(entry) }.get()
      clients.merge(counts ?? [:], uniquingKeysWith: +)
    }
    return clients
  }

  // MARK: Event loops

  /// The current cache, if it is newer than a known version; otherwise nil, after one atomic load.
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

  private func onEachLoop(_ body: @escaping @Sendable (DeliveryLoop) -> Void) {
    for loop in state.withLockedValue({ $0.loops }) {
      loop.eventLoop.execute { body(loop) }
    }
  }
}
