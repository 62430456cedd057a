import Atomics
import NIOConcurrencyHelpers
import NIOCore

/// What is live, encoded once, and everybody who waits for it.
///
/// The rest of the server tells the hub what is published and which keys are in force; the
/// delivery server's event loops read it without a lock, and never the database. All functions may
/// be called from any thread.
package final class ReleaseHub: Sendable {
  private let state = NIOLockedValueBox(State())
  private let version = ManagedAtomic(0)

  private struct State {
    var shelf = Shelf()
    var loops: [DeliveryLoop] = []
    var listeners: [Int: Listener] = [:]
    var lastListener = 0
  }

  private struct Listener {
    let place: Int
    let continuation: AsyncStream<LiveRelease>.Continuation
  }

  /// Makes a hub in which nothing is live and no key is in force.
  package init() {}

  // MARK: Releases

  /// Makes a release current in an environment and sends it to every stream there.
  ///
  /// A release that is not newer than the current one (a higher number, or the same number signed
  /// later) is skipped. From the moment this returns, no answer has the older one. O(number of
  /// places) and a hop to each event loop; the streams are written to there.
  ///
  /// - Returns: Whether it is current now.
  @discardableResult
  package func publish(
    _ envelope: [UInt8], number: Int, issued: Int, application: String, environment: String
  ) -> Bool {
    let published: (place: Place, release: LiveRelease, listeners: [Listener])? =
      change { state in
        let place = state.shelf.makePlace(application, environment)
        let release = LiveRelease(
          envelope: envelope, number: number, issued: issued, sequence: state.shelf.version + 1)
        if let current = state.shelf.releases[place.index], !release.isNewer(than: current) {
          return nil
        }
        state.shelf.put(release, at: place)
        return (place, release, state.listeners.values.filter { $0.place == place.index })
      }
    guard let published else { return false }
    for listener in published.listeners { listener.continuation.yield(published.release) }
    onLoops { $0.broadcast(published.place) }
    return true
  }

  /// What is current in an environment, or nil before the first release.
  package func current(application: String, environment: String) -> LiveRelease? {
    state.withLockedValue { state in
      state.shelf.place(application, environment).flatMap { state.shelf.releases[$0.index] }
    }
  }

  /// The releases of an environment from now on, and the current one first.
  ///
  /// For routes that cannot be answered from bytes, such as a stream with an API token. A reader
  /// that is too slow gets the newest only.
  package func releases(application: String, environment: String) -> AsyncStream<LiveRelease> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: LiveRelease.self, bufferingPolicy: .bufferingNewest(1))
    let id = change { state in
      let place = state.shelf.makePlace(application, environment)
      state.lastListener += 1
      state.listeners[state.lastListener] = Listener(
        place: place.index, continuation: continuation)
      // NB: under the lock, or a release published in between would be overtaken.
      if let current = state.shelf.releases[place.index] { continuation.yield(current) }
      return state.lastListener
    }
    continuation.onTermination = { [weak self] _ in
      self?.state.withLockedValue { _ = $0.listeners.removeValue(forKey: id) }
    }
    return stream
  }

  // MARK: Keys

  /// Puts exactly these keys in force; streams of all others are closed.
  package func setKeys(_ keys: [(id: String, application: String, environment: String)]) {
    change { state in
      let wanted = Set(keys.map(\.id))
      for id in state.shelf.keyIDs where !wanted.contains(id) { state.shelf.removeKey(id) }
      for key in keys {
        let place = state.shelf.makePlace(key.application, key.environment)
        state.shelf.addKey(key.id, at: place)
      }
    }
    onLoops { $0.closeRevoked() }
  }

  /// Puts one more key in force.
  package func addKey(_ id: String, application: String, environment: String) {
    change { state in
      state.shelf.addKey(id, at: state.shelf.makePlace(application, environment))
    }
  }

  /// Ends a key and closes its streams; false if it was not in force.
  @discardableResult
  package func revokeKey(_ id: String) -> Bool {
    let wasThere = change { $0.shelf.removeKey(id) }
    if wasThere { onLoops { $0.closeRevoked() } }
    return wasThere
  }

  /// What a key opens: `pk_…`, with or without the part behind its point.
  package func place(ofKey key: String) -> (application: String, environment: String)? {
    state.withLockedValue { $0.shelf.key(presented: key) }
      .map { ($0.place.application, $0.place.environment) }
  }

  // MARK: Counting

  /// What has been done so far; adds up one set of counters per event loop.
  package var counts: DeliveryCounts {
    var counts = DeliveryCounts()
    for loop in state.withLockedValue({ $0.loops }) { loop.counters.add(to: &counts) }
    return counts
  }

  /// How many open streams have which release; O(streams of the environment).
  ///
  /// 0 stands for none, where none is live yet.
  package func clientsByRelease(
    application: String, environment: String
  ) async -> [Int: Int] {
    let (place, loops) = state.withLockedValue { state in
      (state.shelf.place(application, environment), state.loops)
    }
    guard let place else { return [:] }
    var clients: [Int: Int] = [:]
    for loop in loops {
      // A loop that has ended has no clients.
      let found = try? await loop.eventLoop.submit { loop.clientsByRelease(place) }.get()
      clients.merge(found ?? [:], uniquingKeysWith: +)
    }
    return clients
  }

  // MARK: Event loops

  /// The newest shelf, or nil after one atomic load if it is the one with this version.
  func shelf(newerThan known: Int) -> Shelf? {
    guard version.load(ordering: .acquiring) != known else { return nil }
    return state.withLockedValue { $0.shelf }
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
      state.shelf.version += 1
      version.store(state.shelf.version, ordering: .releasing)
      return result
    }
  }

  private func onLoops(_ body: @escaping @Sendable (DeliveryLoop) -> Void) {
    for loop in state.withLockedValue({ $0.loops }) {
      loop.eventLoop.execute { body(loop) }
    }
  }
}
