package import FlowStore
import NIOConcurrencyHelpers

/// The environments whose sessions may be followed, and the one with real users.
package struct Following: Sendable, Equatable {
  /// The names of the environments whose sessions members may follow, in their order.
  package let followed: [String]
  /// The environment with real users: `production`, or the last one if none has that name.
  package let ofRealUsers: String?

  /// Reads the owner's settings; by default, all environments but the one with real users.
  package init(_ environments: [Environment]) {
    let isNamed = environments.contains { $0.name == "production" }
    let real = isNamed ? "production" : environments.last?.name
    ofRealUsers = real
    followed = environments.filter { $0.isFollowed ?? ($0.name != real) }.map(\.name)
  }
}

/// ``Following`` of each application, kept in memory because each batch of events asks for it.
package final class FollowedEnvironments: Sendable {
  private struct State {
    var applications: [String: Following] = [:]
    /// The number of invalidations, so that a value read before the latest is not cached.
    var generation = 0
  }

  private let store: any Store
  private let state = NIOLockedValueBox(State())

  init(store: any Store) { self.store = store }

  /// Returns the environments in which an application's sessions may be followed.
  package func following(of application: String) async throws(StoreError) -> Following {
    let (known, generation) = state.withLockedValue { state in
      (state.applications[application], state.generation)
    }
    if let known { return known }
    let following = Following(try await store.environments(of: application))
    state.withLockedValue { state in
      if state.generation == generation { state.applications[application] = following }
    }
    return following
  }

  /// Invalidates the cache.
  package func forget() {
    state.withLockedValue { state in
      state.applications = [:]
      state.generation += 1
    }
  }
}
